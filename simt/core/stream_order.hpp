// What host code orders: launches in streams, events, and calls that wait. Launches run one after another
// here, so a launch is known by the times at which it ran; whether a GPU may run two of them at once is
// decided here.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <simt/driver_types.hpp>
#include <utility>
#include <vector>

namespace simt::core {

/// The checkers' clock from a launch's beginning to its end.
struct LaunchTimes {
  std::uint32_t begin = 0, end = 0;
};

/// Whether kernels or copies may run that the host has not waited for. Not a member: hooks ask for it.
extern bool host_is_ahead __attribute__((visibility("hidden")));

/// Whether one of the launches, which are in the order of their times, ran at that time.
[[nodiscard]] bool ran_at(std::uint32_t time, const std::vector<LaunchTimes>& launches);

class StreamOrder {
 public:
  /// By stream: how many of its launches come before.
  using Clock = std::map<std::uint32_t, std::uint64_t>;

  static StreamOrder& instance();
  static void join(Clock& clock, const Clock& other);

  /// A handle that was used before is another stream now.
  void add_stream(cudaStream_t stream, bool is_non_blocking);

  /// Without other streams than the default one, all launches come after one another.
  [[nodiscard]] bool has_other_streams() const { return !ids_.empty(); }

  /// A call that puts work other than a launch into a stream. `waits`: it returns when the work is done.
  void enqueue(cudaStream_t stream, bool waits);
  /// Whether the work in the stream, or before the event, is done. The answer is no when this is asked for
  /// the first time since the host has last waited, as it may be on a GPU: who doesn't look at it has not
  /// waited.
  [[nodiscard]] bool is_done(cudaStream_t stream);
  [[nodiscard]] bool is_done(cudaEvent_t event);
  /// A handle that was used before is another event now.
  void forget(cudaEvent_t event) {
    events_.erase(event);
    asked_.erase(event);
  }
  void record(cudaEvent_t event, cudaStream_t stream);
  void wait(cudaStream_t stream, cudaEvent_t event);
  void host_waits_for(cudaEvent_t event);
  void host_waits_for_all();

  /// The launches that the host has not waited for, in the order of their times; in a function that a stream
  /// calls, those that the stream's work does not come after.
  [[nodiscard]] const std::vector<LaunchTimes>& beside_host();

  /// What work that is put into the stream now comes after.
  [[nodiscard]] Clock before_next(cudaStream_t stream) { return ordered(id_of(stream)).clock; }
  /// What is put into the stream next comes after that, and not after the stream's own work.
  void restart(cudaStream_t stream, Clock clock) { streams_[id_of(stream)].clock = std::move(clock); }
  /// What is put into the stream next comes after that, too.
  void join_stream(cudaStream_t stream, const Clock& clock) { join(streams_[id_of(stream)].clock, clock); }

  /// Of a kernel, a copy or a fill.
  void begin_launch(cudaStream_t stream);
  /// The earlier launches that the launch which was begun last may run beside, in the order of their times.
  [[nodiscard]] const std::vector<LaunchTimes>& beside() const { return beside_; }
  /// That launch has ended.
  void end_launch(LaunchTimes times);

  /// While it lives, host code runs as the stream's work.
  class HostCall {
   public:
    explicit HostCall(cudaStream_t stream);
    ~HostCall();
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

   private:
    Clock clock_;
    const Clock* outer_;
  };

 private:
  struct Launch {
    std::uint64_t number;  // in its stream, from 1
    LaunchTimes times;
  };
  struct Stream {
    bool is_non_blocking = false;
    Clock clock;
    std::uint64_t launches = 0;
    std::deque<Launch> open;  // those that the host has not waited for
  };

  std::uint32_t id_of(cudaStream_t stream);
  /// What work that is put into the stream now comes after.
  Stream& ordered(std::uint32_t stream);
  void host_waits(const Clock& clock);
  /// What host code comes after has changed, or what there is.
  void forget_beside_host();
  [[nodiscard]] bool is_done(const void* handle, const Clock& clock);

  std::map<cudaStream_t, std::uint32_t> ids_;
  std::map<std::uint32_t, Stream> streams_;
  std::map<cudaEvent_t, Clock> events_;
  Clock host_;
  const Clock* host_call_ = nullptr;    // of the stream that calls host code
  std::map<const void*, Clock> asked_;  // by handle: what was not yet done
  std::vector<LaunchTimes> beside_, beside_host_;
  bool beside_host_is_known_ = true;
  std::uint32_t last_id_ = 0, running_ = 0;
};

}  // namespace simt::core
