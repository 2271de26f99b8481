// One worker per rank, asked all at once, and the transport between them: no rank reaches another but
// through the judge, which checks each collective call, counts its bytes and passes them on.
#pragma once

#include "judge/session.hpp"
#include "judge/transport/collectives.hpp"

namespace mergelab::judge {

/// The memory of one rank: its part of a problem, laid out for its own worker.
class RankImage {
 public:
  /// List `rank` of a problem with `ranks` of them, its elements as the whole image has them. Throws
  /// std::system_error when memory runs out.
  RankImage(const Image& whole, const wire::Problem& problem, int rank, int ranks, int begin, int end);

  [[nodiscard]] int input() const { return input_.get(); }
  [[nodiscard]] int output() const { return output_.get(); }
  [[nodiscard]] int exchange() const { return exchange_.get(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Of either half of the exchange memory.
  [[nodiscard]] std::uint64_t exchange_bytes() const { return exchange_bytes_; }
  [[nodiscard]] std::span<std::byte> exchange_memory() const { return exchange_view_.bytes(); }
  [[nodiscard]] int capacity() const { return capacity_; }

  /// The judge's own copy of what the worker wrote, to be taken when it has fetched.
  void take();
  /// What the copy shows of the input and the margins: changed, and that by this rank's worker. Passed where
  /// nothing.
  [[nodiscard]] Outcome check_untouched() const;
  /// The first `count` elements of the output in the copy.
  [[nodiscard]] std::span<const std::byte> kept(int count) const;
  /// What the function returned, by the copy.
  [[nodiscard]] int returned() const;

 private:
  [[nodiscard]] wire::Buffer& given() { return problem_.arrays[input_at_]; }
  [[nodiscard]] wire::Buffer& result() { return problem_.arrays[output_at_]; }
  [[nodiscard]] const wire::Buffer& result() const { return problem_.arrays[output_at_]; }
  void fill(const Image& whole, const wire::Problem& problem, int begin);

  Interface interface_;
  wire::Problem problem_;
  std::size_t input_at_, output_at_;  // indices of arguments
  std::size_t value_bytes_;
  int capacity_;  // elements: those of all ranks
  std::size_t bytes_ = 0;
  std::uint64_t exchange_bytes_;
  base::Descriptor input_, output_, exchange_;
  wire::Mapping view_, exchange_view_;
  std::vector<std::byte> taken_;
};

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
