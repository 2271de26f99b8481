// One worker per rank, asked all at once, and the transport between them: no rank reaches another but
// through the judge, which checks each collective call, counts its bytes and passes them on.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/session.hpp"
#include "judge/transport/collectives.hpp"
#include "judge/transport/rank_image.hpp"

namespace mergelab::judge {

/// Answers for all ranks as one worker would: the Cs, one behind another, are the whole C. Loads, stores and
/// barriers are those of all ranks together; launches, span and probes those of the rank with the most.
class TransportSession final : public Session {
 public:
  /// `start` starts a rank's worker, when a problem with so many ranks is asked.
  TransportSession(const WorkerSetup& setup, StartSession start);
  ~TransportSession() override;

  /// `request` has problems of lists, one for each rank, and no timed ones.
  [[nodiscard]] std::optional<Answer> ask(const WorkerRequest& request, double cpu_limit_s) override;
  [[nodiscard]] std::string take_printed() override;
  [[nodiscard]] double cpu_s() const override;

 private:
  using Images = std::vector<std::unique_ptr<RankImage>>;

  /// False when a worker is gone, see broken().
  [[nodiscard]] bool ask_problem(const WorkerRequest& request, std::size_t problem, double cpu_limit_s,
                                 Answer& answer);
  [[nodiscard]] Images stage(const WorkerRequest& request, std::size_t problem, double cpu_limit_s);
  /// The calls, up to the last rank's DONE.
  [[nodiscard]] bool run(const Images& images, double most_cpu_s, Collectives& collectives);
  /// Adds where the ranks wait of whose calls something is wrong, if their workers know.
  void add_lines(const Collectives& collectives, Outcome& mistake);
  /// Looks at a worker once, and whether it rests or is gone.
  void poll_rank(std::size_t rank, Collectives& collectives);
  /// Ends all workers, for the first rank that is gone; or for what all have done.
  bool end_all(std::size_t ranks);
  bool end_all(Outcome why);
  /// All at once: what a worker leaves takes the kernel a while.
  void end_workers();
  [[nodiscard]] bool fetch(const Images& images, Answer& answer);
  /// What keeps the Cs from being joined, if something does.
  [[nodiscard]] static std::optional<Outcome> refusal(const Images& images, const std::vector<int>& returned,
                                                      int total);
  /// Waits for a moment until some of the ranks that run have something to say, and gives those to be looked
  /// at: these; from `all_at` on, which is moved then, all, since a rank may have died or used up its time.
  [[nodiscard]] std::vector<std::size_t> wait_for_any(const Collectives& collectives, std::size_t ranks,
                                                      std::chrono::steady_clock::time_point& all_at) const;

  WorkerSetup setup_;
  StartSession start_;
  std::vector<std::unique_ptr<Session>> ranks_;
  double ended_cpu_s_ = 0;
  std::string printed_;  // by workers that have ended
};

}  // namespace mergelab::judge
