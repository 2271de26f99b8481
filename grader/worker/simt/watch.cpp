// The CPU engine's side of watch.hpp and timing.hpp.
#include <sys/time.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <locale>

#include "simt/counters.hpp"
#include "simt/engine.hpp"
#include "wire/digest.hpp"
#include "worker/crash_report.hpp"
#include "worker/timing.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

using finding::Rule;

/// Of kernels: a line of each thread must not end the worker, as more output than this process may have does.
constexpr std::size_t kPrintBytes = 8192;  // of a request

/// When this process has used so much CPU time from now on, its watched code ends, and says where it is. 0:
/// never.
void set_cpu_timer(double seconds) {
  struct sigaction action {};
  action.sa_handler = [](int) { simt::host::reach_step_limit(); };
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  ::sigaction(SIGPROF, &action, nullptr);
  double whole = 0;
  const double rest = std::modf(seconds, &whole);
  itimerval timer{};
  timer.it_value = {static_cast<time_t>(whole), static_cast<suseconds_t>(rest * 1e6)};
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

wire::RefusedLaunch to_wire(const simt::RefusedLaunch& refused) {
  wire::RefusedLaunch message{.why = static_cast<std::uint32_t>(refused.why),
                              .axis = refused.axis,
                              .asked = refused.asked,
                              .most = refused.most,
                              .line = {refused.file, refused.line},
                              .first = refused.after_violation ? 0U : 1U};
  return message;
}

wire::Line to_wire(const simt::LineCounters& counters) {
  wire::Line line;
  line.site = {counters.file, counters.line};
  line.requests = counters.requests;
  line.sectors = counters.sectors;
  line.ideal_sectors = counters.ideal_sectors;
  line.wavefronts = counters.shared_wavefronts;
  line.ideal_wavefronts = counters.shared_ideal_wavefronts;
  line.executions = counters.requests + counters.shared_requests;
  line.lanes = counters.request_lanes;
  return line;
}

wire::Traffic to_wire(const simt::Counters& counters) {
  wire::Traffic traffic;
  traffic.other_bytes = simt::host::copies().bytes;
  for (const simt::BufferCounters& buffer : counters.buffers) {
    // An atomic is a load and a store, of each lane by itself, and one access.
    traffic.other_bytes += buffer.atomic_bytes;
    traffic.load_bytes += buffer.fetched_bytes + buffer.atomic_bytes;
    traffic.lane_load_bytes += buffer.load_bytes + buffer.atomic_bytes;
    traffic.store_bytes += buffer.store_bytes + buffer.atomic_bytes;
    traffic.narrow_load_bytes += buffer.narrow_fetched_bytes + buffer.narrow_atomic_bytes;
    traffic.load_sectors += buffer.load_sectors + buffer.atomic_sectors;
    traffic.store_sectors += buffer.store_sectors + buffer.atomic_sectors;
  }
  // Only of stores: those of loads are mostly the searches', which are unavoidable.
  traffic.wavefronts = counters.shared_wavefronts - counters.shared_load_wavefronts;
  traffic.ideal_wavefronts = counters.shared_ideal_wavefronts - counters.shared_load_ideal_wavefronts;
  traffic.barriers = counters.barriers;
  traffic.span = counters.span_accesses;
  traffic.probes = counters.span_probes;
  traffic.local_bytes = counters.local_bytes;
  traffic.stack_bytes = counters.stack_bytes;
  traffic.shared_wavefronts = counters.shared_wavefronts;
  traffic.ideal_shared_wavefronts = counters.shared_ideal_wavefronts;
  traffic.atomics = counters.atomics;
  traffic.executed_warps = counters.block_executions;
  traffic.executed_lanes = counters.lane_executions;
  return traffic;
}

wire::ArrayTraffic to_wire(const simt::BufferCounters& buffer) {
  return {.load_bytes = buffer.fetched_bytes + buffer.atomic_bytes,
          .lane_load_bytes = buffer.load_bytes + buffer.atomic_bytes,
          .store_bytes = buffer.store_bytes + buffer.atomic_bytes,
          .load_sectors = buffer.load_sectors + buffer.atomic_sectors,
          .store_sectors = buffer.store_sectors + buffer.atomic_sectors,
          .atomics = buffer.atomics};
}

wire::Uncovered first_uncovered(const std::vector<simt::Uncovered>& all,
                                const std::vector<std::uint32_t>& arguments) {
  using Why = simt::Uncovered::Why;
  for (std::size_t i = 0; i < std::min(all.size(), arguments.size()); ++i) {
    if (all[i].count == 0) continue;
    const auto why = all[i].why == Why::by_host   ? wire::Uncovered::Why::by_host
                     : all[i].why == Why::changed ? wire::Uncovered::Why::changed
                                                  : wire::Uncovered::Why::untouched;
    return {all[i].count, all[i].first, arguments[i], why};
  }
  return {};
}

/// `counts`: how far blocks that ran before have come is nothing that a block may count on, so that no
/// counter is smaller for it.
simt::Order to_engine(wire::Order order, bool counts) {
  constexpr std::uint64_t kSeed = 1;
  switch (order) {
    case wire::Order::reverse:
      return {simt::Order::Kind::Reverse, 0};
    case wire::Order::random:
      return {simt::Order::Kind::Random, kSeed};
    case wire::Order::in_step:
      return {simt::Order::Kind::InStep, 0};
    case wire::Order::forward:
      break;
  }
  return counts ? simt::Order{simt::Order::Kind::RandomBlocks, kSeed} : simt::Order{};
}

/// Whether the threads of a race may have read what it is about.
bool informs(const Finding& found) { return found.rule == Rule::race && !found.is_of_two_writes(); }

/// Whether all began with an uninitialised read of shared memory, and no race is a missing barrier: the value
/// led to wrong shares, which overlap.
bool began_with_unwritten(const std::vector<Finding>& kept) {
  if (kept.empty() || kept.front().rule != Rule::uninitialised_read) return false;
  return std::ranges::none_of(kept, informs);
}

/// What the engine found without ending the run; races first, since they explain the rest.
std::vector<Finding> kept_violations() {
  std::vector<Finding> kept = simt::host::violations();
  // A lab's function returns, and its caller asks. A refused launch has its own field.
  std::erase_if(kept, [](const Finding& found) {
    return found.rule == Rule::unasked_error || found.rule == Rule::invalid_launch;
  });
  if (began_with_unwritten(kept)) return kept;
  std::stable_partition(kept.begin(), kept.end(),
                        [](const Finding& found) { return found.rule == Rule::race; });
  return kept;
}

simt::TraceMemory* traced = nullptr;  // of the request that is served

/// Completes the log, with the events of these broken rules in their order.
void finish_trace(const std::vector<Finding>& violations) {
  if (traced == nullptr) return;
  simt::host::finish_trace();
  for (const Finding& found : violations) {
    if (traced->violation_count == simt::TraceMemory::kViolations) break;
    simt::TraceViolation& entry = traced->violations[traced->violation_count++];
    entry = {found.earlier_event, found.event};
  }
}

/// Whether the limit of steps or time ended the run.
bool ran_out(simt::Rule rule) {
  return rule == Rule::step_limit || rule == Rule::too_slow || rule == Rule::slow_launch ||
         rule == Rule::waits_for_block;
}

/// The end of the run, even an endless loop, often follows from an earlier violation: that comes first.
void on_violation(const Finding& last) {
  const std::vector<Finding> story = kept_violations();
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.out_of_time = ran_out(last.rule) ? 1 : 0;
  stopped.first = story.empty() ? last : story.front();
  if (!story.empty()) stopped.last = last;
  stopped.call = running_call();
  finish_trace({stopped.first});
  stop(stopped);
}

/// The program has ended itself.
[[noreturn]] void stop_at_end(const Finding& end) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::fault;
  stopped.first = end;
  if (const Finding* lost_by = simt::host::lost_device()) stopped.last = *lost_by;
  stop(stopped);
}

}  // namespace

void before_loading() {
  simt::host::set_library_folders({"include/mergelab", "/src/adapter.cu", "worker/transport.inc"});
  simt::host::set_violation_handler(on_violation);
}
void after_loading(void* handle, std::initializer_list<const void*> functions) {
  simt::host::attach(handle);
  for (const void* function : functions) simt::host::allow_calls(function);
}

finding::Site calling_line() { return simt::host::calling_line(); }

finding::Site line_at(std::uintptr_t pc) { return simt::host::line_at(pc); }

void stop_at_exit(int code, const void* caller) { stop_at_end(simt::host::describe_exit(code, caller)); }
void stop_at_throw() { stop_at_end(simt::host::describe_throw()); }

int describe_device() {
  std::puts("{\"name\": \"CPU engine\"}");
  return 0;
}

wire::Launches launches_seen() {
  const auto& launches = simt::host::launches();
  const wire::RefusedLaunch refused = to_wire(simt::host::refused_launch());
  const std::uint64_t copies = simt::host::copies().by_host;
  if (launches.empty()) return {.copies = copies, .refused = refused};
  const simt::LaunchRecord& most =
      *std::ranges::max_element(launches, [](const simt::LaunchRecord& one, const simt::LaunchRecord& other) {
        return one.grid.count() < other.grid.count();
      });
  wire::Launches seen{.count = launches.size(),
                      .copies = copies,
                      .grid = {most.grid.x, most.grid.y, most.grid.z},
                      .block = {most.block.x, most.block.y, most.block.z},
                      .refused = refused};
  for (const simt::LaunchRecord& launch : launches) {
    seen.dynamic_shared_bytes =
        std::max<std::uint64_t>(seen.dynamic_shared_bytes, launch.dynamic_shared_bytes);
    seen.static_shared_bytes = std::max<std::uint64_t>(seen.static_shared_bytes, launch.static_shared_bytes);
    seen.other_blocks += launch.grid.count();
  }
  seen.other_blocks -= most.grid.count();
  const simt::ReturnedThread& returned = simt::host::returned_early();
  seen.returned_block = returned.block;
  seen.returned_thread = returned.thread;
  seen.returned_known = returned.known ? 1 : 0;
  return seen;
}

void copy_from_device(const char* call, void* to, const void* from, std::size_t bytes) {
  simt::host::copy_from_device(call, to, from, bytes);
}

void copy_to_device(const char* call, void* to, const void* from, std::size_t bytes) {
  simt::host::copy_to_device(call, to, from, bytes);
}

void touch_host(const void* memory, std::size_t bytes, bool writes, const void* caller) {
  simt::host::touch_host(memory, bytes, writes, caller);
}

void require_host_caller() { simt::host::require_host_caller(); }

void record_host_values(const char* call, std::size_t bytes, const void* caller) {
  simt::host::record_host_values(call, bytes, caller);
}

Watch::Watch(const wire::Prepare& prepare, simt::TraceMemory* trace) : watch_(prepare.watch) {
  simt::host::clear_violations();
  simt::host::set_checking(watches(wire::kWatchAccesses));
  simt::host::set_counting(watches(wire::kWatchTraffic));
  simt::host::set_tracing(trace);
  traced = trace;
  simt::host::set_step_limit(prepare.step_limit);
  if (prepare.cpu_limit_s > 0) set_cpu_timer(prepare.cpu_limit_s);
  simt::host::set_order(to_engine(prepare.order, watches(wire::kWatchTraffic) && trace == nullptr));
  simt::host::set_print_limit(kPrintBytes);
}

Watch::~Watch() {
  set_cpu_timer(0);
  simt::host::set_tracing(nullptr);
  traced = nullptr;
  simt::host::set_checking(false);
  simt::host::set_counting(false);
  simt::host::set_step_limit(0);
  simt::host::clear_host_arguments();
}

void Watch::begin() {
  if (problems_ > 0 && refused_.why == 0) {
    refused_ = refused_seen();
    if (refused_.why != 0 && kept_violations().empty()) refused_.first = 0;
  }
  ++problems_;
  arguments_.clear();
  covered_.clear();
  simt::host::clear_host_arguments();
  // They are in this program, since it uses them too.
  allow_host(&stdout, sizeof(void*), "stdout", true);
  allow_host(&stderr, sizeof(void*), "stderr", true);
  const auto& letters = std::use_facet<std::ctype<char>>(std::locale::classic());
  allow_host(&letters, sizeof letters, "std::cout", true);
  for (std::ostream* stream : {&std::cout, &std::cerr, &std::clog}) {
    allow_host(stream, sizeof *stream, "std::cout", false);
  }
  simt::host::reset_counters();
  simt::host::reset_launches();
}

wire::RefusedLaunch Watch::refused_seen() const {
  wire::RefusedLaunch refused = to_wire(simt::host::refused_launch());
  refused.problem = problems_ - 1;
  return refused;
}

void Watch::allow_host(const void* memory, std::size_t bytes, const char* name, bool read_only) {
  if (watches(wire::kWatchAccesses)) simt::host::allow_host(memory, bytes, name, read_only);
}

void Watch::allow_device(std::uint32_t index, const wire::Argument& argument, const void* memory,
                         std::size_t bytes) {
  arguments_[argument.name.string()] = index;
  if (!watches(wire::kWatchAccesses)) return;
  const simt::Use use = argument.role == wire::Argument::Role::in ? simt::Use::Input
                        : argument.is_input()                     ? simt::Use::Changed
                                                                  : simt::Use::Output;
  simt::host::name_part(memory, bytes, argument.name.string(), use);
}

void Watch::trace_array(const void* memory, std::size_t bytes, std::size_t element_bytes, const char* name,
                        wire::Memory where) {
  if (!watches(wire::kWatchTrace)) return;
  simt::host::trace_array(memory, bytes, element_bytes, name,
                          where == wire::Memory::host ? simt::TraceSpace::host : simt::TraceSpace::global);
}

void Watch::cover(std::uint32_t argument, const void* memory, std::size_t bytes, std::size_t element_bytes,
                  bool is_input) {
  if (!watches(wire::kWatchTraffic) || bytes < element_bytes) return;
  using simt::host::Covers;
  simt::host::cover(memory, bytes, element_bytes, is_input ? Covers::Reads : Covers::Writes);
  covered_.push_back(argument);
}

void Watch::expect_problem(const wire::Problem& problem, bool new_inputs) {
  simt::host::limit_host_values(problem.most_host_values, new_inputs, problem.most_host_seen);
  simt::host::set_outputs(problem.outputs);
}

void call_object(decltype(&mergelab_call) function, const MergelabCall& call) {
  simt::host::call_object(reinterpret_cast<void (*)(const void*)>(function), &call);
}

void Watch::enter_object(const void* frame) { simt::host::enter_object(frame); }
void Watch::leave_object() {
  simt::host::leave_object();
  if (const Finding* lost_by = simt::host::lost_device()) on_violation(*lost_by);
}

void Watch::report(wire::Fetched& fetched) {
  for (const Finding& found : kept_violations()) {
    if (violations_.size() == wire::kMostViolations) break;
    violations_.push_back({.finding = found});
  }
  finish_trace(kept_violations());
  if (watches(wire::kWatchTraffic)) {
    const simt::Counters counters = simt::host::counters();
    fetched.traffic = to_wire(counters);
    for (const simt::BufferCounters& buffer : counters.buffers) {
      const auto argument = arguments_.find(buffer.name);
      if (argument != arguments_.end()) fetched.array_traffic[argument->second] = to_wire(buffer);
    }
    fetched.uncovered = first_uncovered(simt::host::uncovered(), covered_);
  }
  fetched.launches = launches_seen();
  fetched.launches.refused = refused_.why != 0 ? refused_ : refused_seen();
  for (const simt::LaunchRecord& launch : simt::host::launches())
    fetched.traffic.threads += launch.grid.count() * launch.block.count();
  if (watches(wire::kWatchLines)) {
    for (const simt::LineCounters& counters : simt::host::line_counters()) {
      if (lines_.size() == wire::kMostLines) break;
      lines_.push_back(to_wire(counters));
    }
  }
  const std::vector<Finding> all = simt::host::violations();
  fetched.race_informs = std::ranges::any_of(all, informs) || all.size() > wire::kMostViolations;
  fetched.violation_count = static_cast<std::uint32_t>(violations_.size());
  fetched.line_count = static_cast<std::uint32_t>(lines_.size());
}

// The CPU engine has no device clock, and its device memory is the host's.

void warm_up_device() {}

struct CallTimer::Events {};

CallTimer::CallTimer() = default;
CallTimer::~CallTimer() { delete events_; }
void CallTimer::start() {}
void CallTimer::stop() {}
double CallTimer::seconds() const { return -1; }

std::uint64_t digest_on_device(const void* memory, std::size_t bytes, std::uint64_t key) {
  return wire::digest(memory, bytes, key);
}

}  // namespace mergelab::worker
