#include "stream_order.hpp"

#include <algorithm>
#include <iterator>

namespace simt::core {
namespace {

constexpr std::uint32_t kLegacy = 0;
constexpr std::size_t kMostOpen = 4096;  // of a stream: older launches count as waited for

void sort_by_time(std::vector<LaunchTimes>& launches) {
  std::sort(launches.begin(), launches.end(),
            [](const LaunchTimes& a, const LaunchTimes& b) { return a.begin < b.begin; });
}

}  // namespace

bool host_is_ahead = false;

bool ran_at(std::uint32_t time, const std::vector<LaunchTimes>& launches) {
  const auto after =
      std::upper_bound(launches.begin(), launches.end(), time,
                       [](std::uint32_t t, const LaunchTimes& launch) { return t < launch.begin; });
  return after != launches.begin() && time <= std::prev(after)->end;
}

StreamOrder& StreamOrder::instance() {
  static StreamOrder& order = *new StreamOrder;  // never destroyed: a process may end inside the object
  return order;
}

void StreamOrder::join(Clock& clock, const Clock& other) {
  for (const auto& [stream, launches] : other) clock[stream] = std::max(clock[stream], launches);
}

std::uint32_t StreamOrder::id_of(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return kLegacy;
  const auto [id, is_new] = ids_.try_emplace(stream, last_id_ + 1);
  if (is_new) ++last_id_;
  return id->second;
}

void StreamOrder::add_stream(cudaStream_t stream, bool is_non_blocking) {
  ids_.erase(stream);
  streams_[id_of(stream)].is_non_blocking = is_non_blocking;
}

StreamOrder::Stream& StreamOrder::ordered(std::uint32_t stream) {
  Stream& own = streams_[stream];
  join(own.clock, host_);
  // Work in the legacy default stream comes after that of all blocking streams, and before what follows
  // there.
  for (auto& [id, other] : streams_) {
    const bool is_joined = stream == kLegacy ? !other.is_non_blocking : id == kLegacy && !own.is_non_blocking;
    if (id != stream && is_joined) join(own.clock, other.clock);
  }
  return own;
}

void StreamOrder::enqueue(cudaStream_t stream, bool waits) {
  const Stream& own = ordered(id_of(stream));
  if (waits) host_waits(own.clock);
}

bool StreamOrder::is_done(const void* handle, const Clock& clock) {
  const bool is_waited_for = std::all_of(clock.begin(), clock.end(), [&](const auto& of_stream) {
    const auto waited = host_.find(of_stream.first);
    return of_stream.second == 0 || (waited != host_.end() && of_stream.second <= waited->second);
  });
  const auto [asked, is_first] = asked_.try_emplace(handle);
  if (!is_waited_for && (is_first || asked->second != clock)) {
    asked->second = clock;
    return false;
  }
  host_waits(clock);
  return true;
}

bool StreamOrder::is_done(cudaStream_t stream) { return is_done(stream, ordered(id_of(stream)).clock); }

bool StreamOrder::is_done(cudaEvent_t event) {
  const auto recorded = events_.find(event);
  return recorded == events_.end() || is_done(event, recorded->second);
}

void StreamOrder::record(cudaEvent_t event, cudaStream_t stream) {
  events_[event] = ordered(id_of(stream)).clock;
}

void StreamOrder::wait(cudaStream_t stream, cudaEvent_t event) {
  Stream& own = ordered(id_of(stream));
  if (const auto recorded = events_.find(event); recorded != events_.end()) join(own.clock, recorded->second);
}

void StreamOrder::host_waits_for(cudaEvent_t event) {
  if (const auto recorded = events_.find(event); recorded != events_.end()) host_waits(recorded->second);
}

void StreamOrder::host_waits(const Clock& clock) {
  join(host_, clock);
  for (auto& [id, stream] : streams_) {
    while (!stream.open.empty() && stream.open.front().number <= host_[id]) stream.open.pop_front();
  }
  forget_beside_host();
}

void StreamOrder::forget_beside_host() {
  host_is_ahead = std::any_of(streams_.begin(), streams_.end(),
                              [](const auto& stream) { return !stream.second.open.empty(); });
  beside_host_is_known_ = false;
}

StreamOrder::HostCall::HostCall(cudaStream_t stream)
    : clock_(instance().before_next(stream)), outer_(std::exchange(instance().host_call_, &clock_)) {
  instance().forget_beside_host();
}

StreamOrder::HostCall::~HostCall() {
  instance().host_call_ = outer_;
  instance().forget_beside_host();
}

const std::vector<LaunchTimes>& StreamOrder::beside_host() {
  if (std::exchange(beside_host_is_known_, true)) return beside_host_;
  beside_host_.clear();
  for (const auto& [id, stream] : streams_) {
    const std::uint64_t before = host_call_ != nullptr && host_call_->contains(id) ? host_call_->at(id) : 0;
    for (const Launch& launch : stream.open) {
      if (launch.number > before) beside_host_.push_back(launch.times);
    }
  }
  sort_by_time(beside_host_);
  return beside_host_;
}

void StreamOrder::host_waits_for_all() {
  Clock all;
  for (const auto& [id, stream] : streams_) all[id] = stream.launches;
  host_waits(all);
}

void StreamOrder::begin_launch(cudaStream_t stream) {
  running_ = id_of(stream);
  Stream& own = ordered(running_);
  beside_.clear();
  for (const auto& [id, other] : streams_) {
    if (id == running_ || other.open.empty()) continue;
    const auto known = own.clock.find(id);
    const std::uint64_t before = known == own.clock.end() ? 0 : known->second;
    for (auto launch = other.open.rbegin(); launch != other.open.rend() && launch->number > before; ++launch)
      beside_.push_back(launch->times);
  }
  sort_by_time(beside_);
}

void StreamOrder::end_launch(LaunchTimes times) {
  Stream& own = streams_[running_];
  own.clock[running_] = ++own.launches;
  own.open.push_back({own.launches, times});
  if (own.open.size() > kMostOpen) own.open.pop_front();
  forget_beside_host();
}

}  // namespace simt::core
