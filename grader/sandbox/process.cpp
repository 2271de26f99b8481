#include "sandbox/process.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <csignal>

#include "sandbox/process_tree.hpp"
#include "sandbox/status_channel.hpp"

namespace mergelab::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Clock::duration kShortestSample = 1ms, kLongestSample = 20ms;

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }
double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

timespec as_timespec(Clock::duration duration) {
  const auto ns = std::max<std::int64_t>(0, std::chrono::nanoseconds(duration).count());
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

/// Largest resident set of this process, in bytes.
std::int64_t own_peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} << 10;
}

}  // namespace

struct Process::State {
  explicit State(const Command& command)
      : limits(command.limits), resident_before_bytes(own_peak_bytes()), spawned(spawn(command)) {
    next_sample = begin + kShortestSample;
    take_sample();
  }

  [[nodiscard]] CpuUse cpu_now(const std::vector<pid_t>& descendants) const;
  /// Whether there is anything to look for now and then: what it prints comes by itself, and with a pidfd its
  /// end.
  [[nodiscard]] bool is_watched() const;
  [[nodiscard]] bool is_dead() const;
  [[nodiscard]] double starved_s() const { return std::max(0.0, ready_s - ready_cpu_s); }
  void begin_wall();
  void take_sample();
  void drain();
  [[nodiscard]] std::optional<End> exceeded() const;
  Exit finish(std::optional<End> reason);

  Limits limits;
  std::int64_t resident_before_bytes;
  Spawned spawned;
  Clock::time_point begin = Clock::now();
  Clock::time_point next_sample;
  Clock::duration sample_interval = kShortestSample;
  Clock::time_point wall_begin = begin;  // moved by renew()
  double cpu_begin_s = 0;                // moved by renew()
  double cpu_seen_s = 0;
  Clock::time_point last_sample = begin;
  double ready_s = 0, ready_cpu_s = 0;  // in samples that found one of its processes ready, or running
  ProcMemory memory;
  std::string output;
  bool output_cut = false;
  std::optional<Exit> exit;
};

bool Process::State::is_watched() const {
  return !spawned.pidfd || limits.cpu_s > 0 || limits.wall_s > 0 || limits.address_space_bytes > 0 ||
         limits.resident_bytes > 0;
}

CpuUse Process::State::cpu_now(const std::vector<pid_t>& descendants) const {
  CpuUse use = cpu_use(spawned, descendants);
  use.seconds = std::max(use.seconds, cpu_seen_s);
  return use;
}

bool Process::State::is_dead() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(spawned.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == spawned.pid;
}

void Process::State::begin_wall() {
  wall_begin = last_sample = Clock::now();
  ready_s = ready_cpu_s = 0;
}

void Process::State::take_sample() {
  std::vector<pid_t> pids = counted_beside(spawned);
  const Clock::time_point now = Clock::now(), before = std::exchange(last_sample, now);
  const CpuUse use = cpu_now(pids);
  const double cpu_before_s = std::exchange(cpu_seen_s, use.seconds);
  pids.push_back(spawned.is_alone ? spawned.main : spawned.pid);
  if (use.is_ready) {
    ready_s += seconds(now - before);
    ready_cpu_s += cpu_seen_s - cpu_before_s;
  }
  memory.resident_bytes = 0;
  for (const pid_t pid : pids) {
    const ProcMemory now = read_memory(pid);
    memory.resident_bytes += now.resident_bytes;
    memory.peak_resident_bytes = std::max(memory.peak_resident_bytes, now.peak_resident_bytes);
    memory.peak_address_space_bytes = std::max(memory.peak_address_space_bytes, now.peak_address_space_bytes);
  }
}

/// Reads from the pipe, never more than the limit and one buffer.
void Process::State::drain() {
  std::array<char, 65536> buffer;
  constexpr int kMostReads = 64;  // reading must end even if printing does not
  for (int reads = 0; spawned.output && !output_cut && reads < kMostReads; ++reads) {
    const ssize_t count = TEMP_FAILURE_RETRY(::read(spawned.output.get(), buffer.data(), buffer.size()));
    if (count < 0) return;
    if (count == 0) {
      spawned.output.reset();
      return;
    }
    const auto room = static_cast<std::size_t>(limits.output_bytes) - output.size();
    output.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
    output_cut = static_cast<std::size_t>(count) > room && !limits.drops_output;
  }
}

std::optional<End> Process::State::exceeded() const {
  if (output_cut) return End::output_limit;
  if (limits.cpu_s > 0 && cpu_seen_s - cpu_begin_s >= limits.cpu_s) return End::cpu_limit;
  if (spawned.memory_control == MemoryControl::polling && memory.resident_bytes > limits.resident_bytes)
    return End::memory_limit;
  const double patience_s = std::min(starved_s(), kMostPatience * limits.wall_s);
  if (limits.wall_s > 0 && seconds(Clock::now() - wall_begin) - patience_s >= limits.wall_s)
    return End::wall_limit;
  return std::nullopt;
}

/// Whether the memory limit caused a death by a signal. The kernel does not mark a process that runs out of
/// address space: allocations fail, and most programs then abort or follow a null pointer. The answer is yes
/// only when the process came within a sixteenth of the limit, by its resident memory, which the kernel
/// reports exactly, or by its address space, which is sampled, or when the C++ runtime's message names
/// bad_alloc. Untouched address space taken after the last sample is missed; then it is a plain signal.
static bool died_of_memory(const Limits& limits, std::int64_t peak_bytes, int signal,
                           const std::string& output) {
  if (limits.address_space_bytes <= 0) return false;
  if (peak_bytes >= limits.address_space_bytes / 16 * 15) return true;
  return signal == SIGABRT && output.find("'std::bad_alloc'") != std::string::npos;
}

/// Kills the group, reaps it and returns its exit. `reason` is why it is killed while it still runs.
Exit Process::State::finish(std::optional<End> reason) {
  const bool by_itself = is_dead();
  if (!by_itself) take_sample();
  ::kill(-spawned.pid, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(spawned.pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  // Its id stays taken until it is reaped, so the group can't be another process's.
  ::kill(-spawned.pid, SIGKILL);
  end_stragglers(spawned);
  drain();
  spawned.output.reset();

  int status = 0;
  rusage usage{};
  static_cast<void>(TEMP_FAILURE_RETRY(::wait4(spawned.pid, &status, 0, &usage)));
  if (spawned.status) {
    // Bubblewrap's own exit says nothing about the command. If mergelab-init reported no end, something
    // killed them all.
    if (WIFEXITED(status)) status = SIGKILL;
    while (const std::optional<ReceivedStatus> received = receive_status(spawned.status.get())) {
      if (received->status.what == Status::What::ended) status = received->status.wait_status;
    }
  }
  {
    const std::scoped_lock lock(running().mutex);
    running().pids.erase(spawned.pid);
  }

  Exit result;
  result.wall_s = seconds(Clock::now() - begin);
  result.starved_s = starved_s();
  result.cpu_s = std::max(cpu_seen_s, seconds(usage.ru_utime) + seconds(usage.ru_stime));
  // The kernel's figure includes the moment between fork and exec, when the memory was still ours.
  const std::int64_t usage_bytes = std::int64_t{usage.ru_maxrss} << 10;
  result.peak_bytes =
      std::max(memory.peak_resident_bytes, usage_bytes > resident_before_bytes ? usage_bytes : 0);
  if (WIFEXITED(status)) {
    result.code = WEXITSTATUS(status);
  } else {
    result.end = End::signalled;
    result.signal = WTERMSIG(status);
  }
  if (output_cut) {
    result.end = End::output_limit;
  } else if (!by_itself && reason) {
    result.end = *reason;
  } else if (result.signal == SIGXCPU && limits.cpu_s > 0) {
    // Whatever the times say that were read: they are rounded, and another process's beside.
    result.end = End::cpu_limit;
  } else if (result.signal == SIGKILL && spawned.memory_group && spawned.memory_group->ran_out()) {
    result.end = End::memory_limit;
  } else if (result.signal != 0 &&
             died_of_memory(limits, std::max(result.peak_bytes, memory.peak_address_space_bytes),
                            result.signal, output)) {
    result.end = End::memory_limit;
  }
  result.memory_control = spawned.memory_control;
  spawned.memory_group.reset();
  result.output = std::move(output);
  result.output_cut = output_cut;
  exit = result;
  return result;
}

Process::Process(const Command& command) : state_(new State(command)) {}

Process::~Process() {
  if (state_ == nullptr) return;
  try {
    kill();
  } catch (...) {  // a destructor can do nothing about it
  }
  delete state_;
}

Process::Process(Process&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

pid_t Process::pid() const { return state_->spawned.pid; }

double Process::cpu_s() const {
  return state_->exit ? state_->exit->cpu_s : state_->cpu_now(counted_beside(state_->spawned)).seconds;
}

std::optional<Exit> Process::poll(std::chrono::milliseconds patience, int wake) {
  State& state = *state_;
  if (state.exit) return state.exit;
  const Clock::time_point deadline = Clock::now() + patience;
  while (true) {
    const Clock::time_point before = Clock::now();
    std::array<pollfd, 3> watched{
        {{state.spawned.output.get(), POLLIN, 0}, {state.spawned.pidfd.get(), POLLIN, 0}, {wake, POLLIN, 0}}};
    const bool is_watched = state.is_watched();
    const timespec timeout =
        as_timespec((is_watched ? std::min(deadline, state.next_sample) : deadline) - before);
    if (::ppoll(watched.data(), watched.size(), &timeout, nullptr) < 0) watched[2].revents = 0;

    state.drain();
    if (state.is_dead()) return state.finish({});
    const Clock::time_point now = Clock::now();
    if (is_watched && now >= state.next_sample) {
      state.take_sample();
      state.sample_interval = std::min(state.sample_interval * 2, kLongestSample);
      state.next_sample = Clock::now() + state.sample_interval;
    }
    if (const std::optional<End> reason = state.exceeded()) return state.finish(reason);
    if (watched[2].revents != 0 || now >= deadline) return std::nullopt;
  }
}

Exit Process::wait() {
  while (true) {
    if (std::optional<Exit> exit = poll(1h)) return *std::move(exit);
  }
}

void Process::renew(double cpu_s, double wall_s) {
  State& state = *state_;
  if (state.exit) return;
  state.cpu_seen_s = state.cpu_now(counted_beside(state.spawned)).seconds;
  state.cpu_begin_s = state.cpu_seen_s;
  state.begin_wall();
  state.limits.cpu_s = cpu_s;
  state.limits.wall_s = wall_s;
  set_cpu_backstop(state.spawned, state.cpu_begin_s, cpu_s);
}

std::string Process::take_output() {
  state_->drain();
  return std::exchange(state_->output, {});
}

void Process::send_kill() const {
  if (state_ != nullptr && !state_->exit) ::kill(-state_->spawned.pid, SIGKILL);
}

Exit Process::kill(End reason) { return state_->exit ? *state_->exit : state_->finish(reason); }

Exit run(const Command& command) { return Process(command).wait(); }

std::string describe_signal(int signal) {
  static constexpr std::array<std::pair<int, const char*>, 16> kWords{{
      {SIGABRT, "abort"},
      {SIGALRM, "alarm clock"},
      {SIGBUS, "bus error"},
      {SIGFPE, "arithmetic error, such as a division by zero"},
      {SIGHUP, "hangup"},
      {SIGILL, "illegal instruction"},
      {SIGINT, "interrupt"},
      {SIGKILL, "killed"},
      {SIGPIPE, "broken pipe"},
      {SIGQUIT, "quit"},
      {SIGSEGV, "segmentation fault"},
      {SIGSYS, "bad system call"},
      {SIGTERM, "terminated"},
      {SIGTRAP, "trap"},
      {SIGXCPU, "CPU time limit exceeded"},
      {SIGXFSZ, "file size limit exceeded"},
  }};
  std::string text = "signal " + std::to_string(signal);
  for (const auto& [number, words] : kWords) {
    if (number == signal) return text + " (" + words + ")";
  }
  return text;
}

std::optional<std::string> find_program(const std::string& name, std::string_view path) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) return name;
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::string folder(path.substr(0, colon));
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
    if (folder.empty() || folder.front() != '/') continue;
    std::string candidate = folder + "/" + name;
    struct stat status {};
    if (::stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace mergelab::sandbox
