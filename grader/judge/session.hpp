// One worker process, from its start to its end, as the judge sees it: requests go out, bytes or a reason
// come back.
#pragma once

#include "judge/image.hpp"
#include "judge/received.hpp"

namespace mergelab::judge {

struct WorkerSetup {
  std::filesystem::path worker;  // mergelab-worker
  std::filesystem::path object;  // the student's
  int value_size = 4;
  Limits limits;
  StudentFiles files = {};  // of the student's files
  Backend backend = Backend::cpu;
  std::map<std::string, std::string> environment = {};  // of the worker, besides what every worker gets
  std::vector<std::string> wrapper = {};                // a program that runs the worker, with its arguments
  std::filesystem::path written = {};                   // a folder that the wrapper writes to; empty: none
  bool local = false;                                   // Job::local
  bool loads_meanwhile = false;  // whether wait_until_loaded() waits, and not the constructor
  double wall_s = 0;             // most wall time to load, and of each ask(); 0: wall_limit() of the CPU time
};

/// A whole answer: the judge's own copy of the output memory, the observed launch and counters, the time of
/// the calls.
struct Answer {
  std::vector<std::byte>
      returned;  // timed request: only the results, one behind another; ranks: their Cs joined
  wire::Fetched fetched;
  std::vector<Violation> violations;
  std::vector<LineProfile> lines;
  double call_s = 0;        // from START to DONE, by the judge's clock
  double cpu_s = 0;         // of processors, that the worker used: of a timed request on the host
  wire::Done done;          // of a timed request
  std::uint64_t nonce = 0;  // of START
  // Of a function that runs on ranks:
  std::vector<std::vector<int>> kept;  // by problem: how many elements each rank's C holds
  std::uint64_t sent_bytes = 0;        // to other ranks in the last problem, the most of any rank
  double fullest_rank = 0;             // in the last problem: see Collectives
  std::int64_t exchanges = 0;          // collective calls of a rank in the last problem
  std::optional<Outcome> refused;      // why the answers of the ranks make none
};

/// What a worker is asked to do.
struct WorkerRequest {
  const Image& image;
  wire::Placement placement = wire::Placement::end;
  std::uint32_t watch = 0;
  RunOrder order = RunOrder::forward;
  bool in_step = false;  // in place of `order`: the threads of a block as if no barrier were missing
  std::uint64_t step_limit = 0;
  double cpu_share = 1;                 // of the time that the lab gives a case
  wire::Timed timed = wire::Timed::no;  // else of one problem
  /// Memory for a simt::TraceMemory, with kWatchTrace in `watch`; null without.
  const base::Descriptor* trace = nullptr;
  bool fetch = true;                        // false: the answer holds no output
  std::function<void()> before_start = {};  // runs between the worker's READY and START
  std::function<void()> after_call = {};    // runs when the worker's DONE has stopped the clock
  // Counted: a comparison was made in this problem; false: it was one too many
  std::function<bool(std::uint32_t)> compared = {};
};

class Session;
/// How a worker is started; tests answer in its place.
using StartSession = std::function<std::unique_ptr<Session>(const WorkerSetup&)>;
[[nodiscard]] std::unique_ptr<Session> start_session(const WorkerSetup& setup);

class Session {
 public:
  /// Starts the worker and waits until it has loaded the object. Throws std::system_error when the grader
  /// itself can't start it; what the student's object does wrong while loading is reported by `broken`.
  explicit Session(const WorkerSetup& setup);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  /// Waits until the worker has loaded the object, unless that was seen.
  void wait_until_loaded();
  /// Tells the worker to end, and does not wait: the destructor does.
  void send_kill() const {
    if (process_) process_->send_kill();
  }

  /// Why no request can be made any more.
  [[nodiscard]] const std::optional<Outcome>& broken() const { return broken_; }
  /// What it had launched for the problem that ended it.
  [[nodiscard]] const wire::Launches& last_launches() const { return last_launches_; }

  /// Empty: the worker is gone, see broken().
  [[nodiscard]] virtual std::optional<Answer> ask(const WorkerRequest& request, double cpu_limit_s);

  /// Lets the worker end by itself, and waits for it and any wrapper.
  void close();

  /// What the worker printed since the last call, or since the last request began.
  [[nodiscard]] virtual std::string take_printed();

  /// CPU seconds that the worker has used.
  [[nodiscard]] virtual double cpu_s() const;

  // The steps of ask(), to ask several workers at once. An empty or false result: the worker is gone.

  /// What PREPARE says of the memory that comes with it.
  struct Memory {
    std::uint64_t bytes = 0;  // of input and output
    std::uint32_t problem_count = 0;
    wire::Memory where = wire::Memory::device;
    std::vector<int> descriptors = {};  // of the first, as wire::Prepare lists them; none: those of before
    std::uint64_t exchange_bytes = 0;
  };
  void prepare(const WorkerRequest& request, const Memory& memory, double cpu_limit_s, double wall_limit_s);
  /// The CPU time that a request may take, with what a worker needs to say where it was.
  [[nodiscard]] static double most_cpu_s(const WorkerRequest& request, double cpu_limit_s);
  [[nodiscard]] bool is_ready();
  void start(std::uint64_t nonce);
  /// Takes a packet that may come before DONE, and says whether this is one.
  using PacketHandler = std::function<bool(const wire::Packet&)>;
  /// Waits for so long at most; also empty if the worker is not done yet.
  [[nodiscard]] std::optional<wire::Done> poll_done(std::chrono::milliseconds patience,
                                                    const PacketHandler& handler);
  /// Everything but the output, which is then in the output memory.
  [[nodiscard]] bool fetch(Answer& answer);
  /// Descriptor to wait at for the next message.
  [[nodiscard]] int channel() const { return channel_.get(); }
  /// Whether `header` belongs to the last START.
  [[nodiscard]] bool is_of_start(const wire::Header& header) const { return header.nonce == nonce_; }
  /// Gives up a worker that says what no worker of ours does.
  void fail_protocol() { fail({Verdict::crashed, Statement(Sentence::wrote_to_channel), "exited"}); }
  /// The worker may go on; a worker that is gone shows in the next poll.
  void answer(wire::Collected message) const;
  /// The line of the student's that waits in a collective call, as messages show it. Empty if the worker
  /// does not know it, or does not say it soon.
  [[nodiscard]] finding::Site locate();

 protected:
  /// Without a worker, to answer in its place.
  Session() = default;
  /// Ends the worker. The first outcome is the one that stays.
  void fail(Outcome outcome);
  void fail(const wire::Stopped& stopped);
  void set_last_launches(const wire::Launches& launches) { last_launches_ = launches; }

 private:
  /// Polls the worker once for a message with this nonce. Empty if it has sent nothing, or is
  /// gone.
  template <class Message>
  [[nodiscard]] std::optional<Message> poll_message(std::uint64_t nonce, std::chrono::milliseconds patience,
                                                    const PacketHandler* handler = nullptr);
  template <class Message>
  [[nodiscard]] std::optional<Message> await(std::uint64_t nonce, const PacketHandler* handler = nullptr);
  /// Whether the packet is a comparison of this request that was answered.
  [[nodiscard]] bool answer_comparison(const wire::Packet& packet, const WorkerRequest& request);
  /// The messages that `answer.fetched` announces. False when the worker is gone.
  [[nodiscard]] bool await_details(Answer& answer);
  /// Forgets the process; keeps its output and CPU time.
  void record_exit(const sandbox::Exit& exit);

  WorkerSetup setup_;
  base::Descriptor channel_;
  std::optional<sandbox::Process> process_;
  std::optional<Outcome> broken_;
  wire::Launches last_launches_;
  bool greeted_ = false;
  std::uint64_t nonce_ = 0;       // of PREPARE or START, whichever was sent last
  const Image* image_ = nullptr;  // of the request that is served
  double cpu_limit_s_ = 0, wall_limit_s_ = 0;
  double ended_cpu_s_ = 0;
  std::string printed_;  // by a process that has ended
};

}  // namespace mergelab::judge
