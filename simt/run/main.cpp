// simt-run: runs a program that simt-cc made of CUDA source with a main(), and reports on its kernels.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <simt/counters.hpp>
#include <simt/device_models.hpp>
#include <simt/engine.hpp>
#include <simt/trace.hpp>
#include <string>
#include <utility>
#include <vector>

#include "finding/messages.hpp"

namespace simt::run {
namespace {

/// Findings of one rule about the same memory; the first one is told.
struct Cause {
  std::vector<Finding> findings;
};

using mergelab::finding::Site;

constexpr std::size_t kMostPairs = 6;  // of lines of one cause

/// Whether both are about the same array, as far as its name tells.
bool is_same_memory(const finding::Memory& a, const finding::Memory& b) {
  return a.is_shared == b.is_shared && a.name == b.name && a.allocation == b.allocation && a.calls == b.calls;
}

/// `x[i] += 1` reads and writes outside the array in one line.
bool is_update(const Finding& a, const Finding& b) {
  return a.rule == Rule::out_of_bounds && a.access.at == b.access.at;
}

bool has_same_cause(const Finding& a, const Finding& b) {
  if (a.rule != b.rule || a.message != b.message) return false;
  const bool is_of_memory = a.rule == Rule::race || a.rule == Rule::uninitialised_read || is_update(a, b);
  return is_of_memory && is_same_memory(a.access.memory, b.access.memory);
}

std::string words_of(const Site& site) {
  return site.is_known() ? site.file.string() + ":" + std::to_string(site.line) : "an unknown line";
}

std::string lines_of(const Finding& found) {
  const std::string line = words_of(found.access.at);
  return found.rule == Rule::race ? line + " and " + words_of(found.other.at) : line;
}

/// The other lines of a cause, each once.
std::vector<std::string> further_lines(const Cause& cause) {
  std::vector<std::string> lines{lines_of(cause.findings.front())};
  for (const Finding& found : cause.findings) {
    if (std::find(lines.begin(), lines.end(), lines_of(found)) == lines.end())
      lines.push_back(lines_of(found));
  }
  lines.erase(lines.begin());
  return lines;
}

std::string paragraph(const Cause& cause) {
  const Finding& first = cause.findings.front();
  std::string text = std::string(name(first.rule)) + ": " + host::text_of(first) + "\n";
  const std::string advice = finding::advice_of(first);
  if (!advice.empty()) text += "  " + advice + "\n";
  const std::vector<std::string> further = further_lines(cause);
  for (std::size_t i = 0; i < std::min(further.size(), kMostPairs); ++i)
    text += (i == 0 ? "  the same at " : "              ") + further[i] + "\n";
  if (further.size() > kMostPairs)
    text += "              and " + std::to_string(further.size() - kMostPairs) + " more\n";
  return text;
}

nlohmann::json as_json(const Site& site) {
  return site.is_known() ? nlohmann::json{{"file", site.file.string()}, {"line", site.line}}
                         : nlohmann::json();
}

/// In the order in which the causes were found. Launches whose errors nobody asked about are in none.
std::vector<Cause> causes_of(const std::vector<Finding>& findings) {
  std::vector<Cause> causes;
  for (const Finding& found : findings) {
    if (found.rule == Rule::unasked_error) continue;
    const auto cause = std::find_if(causes.begin(), causes.end(), [&](const Cause& known) {
      return has_same_cause(known.findings.front(), found);
    });
    if (cause == causes.end())
      causes.push_back({{found}});
    else if (found.rule != Rule::out_of_bounds)
      cause->findings.push_back(found);
  }
  return causes;
}

/// For people, on several lines; "" if nothing was found. `dropped`: findings beyond the engine's limit.
std::string text_of(const std::vector<Cause>& causes, std::uint64_t dropped) {
  if (causes.empty()) return "";
  std::string text = causes.size() == 1 ? "1 finding\n" : std::to_string(causes.size()) + " findings\n";
  for (const Cause& cause : causes) text += "\n" + paragraph(cause);
  if (dropped > 0) text += "\n" + std::to_string(dropped) + " more accesses are not listed\n";
  return text;
}

/// simt.findings/1: an array of causes.
std::string json_of(const std::vector<Cause>& causes) {
  nlohmann::json all = nlohmann::json::array();
  for (const Cause& cause : causes) {
    nlohmann::json places = nlohmann::json::array();
    for (const Finding& found : cause.findings) {
      nlohmann::json place{{"at", as_json(found.access.at)}, {"threads", found.more_threads + 1}};
      if (found.rule == Rule::race) place["other"] = as_json(found.other.at);
      places.push_back(std::move(place));
    }
    const Finding& first = cause.findings.front();
    all.push_back({{"rule", name(first.rule)},
                   {"text", host::text_of(first)},
                   {"advice", finding::advice_of(first)},
                   {"places", std::move(places)}});
  }
  return nlohmann::json{{"schema", "simt.findings/1"}, {"findings", std::move(all)}}.dump(2) + "\n";
}

constexpr const char* kUsage =
    "usage: simt-run [OPTION]... OBJECT.so [WORD]...\n"
    "  --check             check every access of an instrumented object, and report what was found at the "
    "end\n"
    "  --no-checks         the reverse of an earlier --check\n"
    "  --count             check and count what the kernels of an instrumented object do, and print it at "
    "the "
    "end\n"
    "  --profile           print at the end which lines of kernels moved how much memory\n"
    "  --order ORDER       of blocks and threads: forward, reverse, random\n"
    "  --device MODEL      whose properties and limits the device has: h100 (the default), a100, rtx4090, "
    "t4\n"
    "  --error-exitcode N  with --check: the exit code if something was found\n"
    "  --time-limit S      end a program that has used S seconds of a processor\n"
    "  --json FILE         with --check: write the findings to FILE, too\n"
    "  --trace FOLDER      with --check: write every access of one launch to FOLDER/log, a "
    "simt::TraceMemory, and\n"
    "                      what it belongs to to FOLDER/about.json\n"
    "  --kernel NAME       with --trace: a launch of this kernel\n"
    "  --launch N          with --trace: the Nth launch; without it the first\n";

struct Options {
  bool check = false, count = false, profile = false;
  std::string order = "forward", json, device, trace, kernel;
  std::uint64_t launch = 1;
  int error_code = -1;  // -1: the program's own
  int time_limit = 0;   // in seconds; 0: none
};
Options& options() {
  static Options& all = *new Options;
  return all;
}

int fail(const char* what, const char* usage = "") {
  std::fprintf(stderr, "simt-run: error: %s\n%s", what, usage);
  return 2;
}

/// Lines of cells separated by tabs: "line", file, line, sectors, wavefronts of shared memory; "violation",
/// rule, text; "dropped", the number of violations beyond those kept.
void print_figures() {
  for (const simt::LineCounters& line : simt::host::line_counters()) {
    std::printf("line\t%s\t%d\t%llu\t%llu\n", line.file.c_str(), line.line,
                static_cast<unsigned long long>(line.sectors),
                static_cast<unsigned long long>(line.shared_wavefronts));
  }
  std::printf("dropped\t%llu\n", static_cast<unsigned long long>(simt::host::violations_dropped()));
  for (const simt::Finding& found : simt::host::violations()) {
    std::string text = simt::host::text_of(found);
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\t', ' ');
    std::printf("violation\t%s\t%s\n", name(found.rule).data(), text.c_str());
  }
}

/// The lines of kernels that moved the most memory first.
void print_profile() {
  constexpr std::size_t kMostLines = 20;
  std::vector<LineCounters> lines = host::line_counters();
  std::erase_if(lines, [](const LineCounters& line) { return line.sectors + line.shared_wavefronts == 0; });
  std::stable_sort(lines.begin(), lines.end(), [](const LineCounters& a, const LineCounters& b) {
    return a.sectors + a.shared_wavefronts > b.sectors + b.shared_wavefronts;
  });
  std::fflush(nullptr);
  std::fprintf(stderr, "\n   sectors     ideal  wavefronts     ideal  line\n");
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    const LineCounters& line = lines[i];
    std::fprintf(stderr, "%10llu%10llu  %10llu%10llu  %s:%d %s\n", (unsigned long long)line.sectors,
                 (unsigned long long)line.ideal_sectors, (unsigned long long)line.shared_wavefronts,
                 (unsigned long long)line.shared_ideal_wavefronts, line.file.c_str(), line.line,
                 line.text.c_str());
  }
}

TraceMemory* trace_log = nullptr;  // of --trace

/// What was found before the launch that is traced: a finding is kept once, and the launch has its own.
std::vector<Finding>& earlier_findings() {
  static std::vector<Finding>& all = *new std::vector<Finding>;
  return all;
}

void begin_traced_launch() {
  earlier_findings() = host::violations();
  host::clear_violations();
}

std::vector<Finding> all_findings() {
  std::vector<Finding> all = host::violations();
  for (const Finding& found : earlier_findings()) {
    const bool is_again = std::any_of(all.begin(), all.end(), [&](const Finding& later) {
      return later.rule == found.rule && later.access.at == found.access.at &&
             later.other.at == found.other.at;
    });
    if (!is_again) all.push_back(found);
  }
  return all;
}

TraceMemory* open_trace() {
  const int file = open((options().trace + "/log").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  void* memory = MAP_FAILED;
  if (file >= 0 && ftruncate(file, sizeof(TraceMemory)) == 0)
    memory = mmap(nullptr, sizeof(TraceMemory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<TraceMemory*>(memory);
}

/// Completes the log with the findings that are about its accesses, and says what they are: simt.launch/1.
void write_trace(const std::vector<Finding>& findings) {
  const host::LoggedLaunch& launch = host::logged_launch();
  nlohmann::json told = nlohmann::json::array();
  for (const Finding& found : findings) {
    const bool is_logged = found.event != Finding::kNoEvent || found.earlier_event != Finding::kNoEvent;
    if (!is_logged || trace_log->violation_count == TraceMemory::kViolations) continue;
    trace_log->violations[trace_log->violation_count++] = {found.earlier_event, found.event};
    told.push_back({{"rule", name(found.rule)}, {"text", host::text_of(found)}});
  }
  std::ofstream(options().trace + "/about.json") << nlohmann::json{
      {"schema", "simt.launch/1"},  {"kernel", launch.kernel}, {"number", launch.number},
      {"file", launch.file},        {"line", launch.line},     {"launches", launch.launches},
      {"findings", std::move(told)}};
}

/// Prints what was found, and returns whether that was something. `last` ended the program.
bool report(const Finding* last) {
  static bool is_told = false;
  if (std::exchange(is_told, true)) return false;
  if (trace_log != nullptr) host::finish_trace();
  host::set_checking(false);
  std::vector<Finding> findings = all_findings();
  const auto unasked = std::count_if(findings.begin(), findings.end(),
                                     [](const Finding& found) { return found.rule == Rule::unasked_error; });
  if (last != nullptr) findings.push_back(*last);
  if (const Finding* lost_by = host::lost_device(); lost_by != nullptr && options().check)
    findings.push_back(*lost_by);
  // A race explains what was read.
  std::stable_partition(findings.begin(), findings.end(),
                        [](const Finding& found) { return found.rule == Rule::race; });
  const std::vector<Cause> causes = causes_of(findings);
  std::fflush(nullptr);
  if (options().profile) print_profile();
  const std::string text = text_of(causes, host::violations_dropped());
  if (!text.empty()) std::fprintf(stderr, "\n%s", text.c_str());
  if (last != nullptr) std::fprintf(stderr, "\nThe program ended at the last one.\n");
  if (!causes.empty() && last == nullptr && unasked > 0)
    std::fprintf(stderr, "\nnote: cudaGetLastError() is not called after %d %s\n", int(unasked),
                 unasked == 1 ? "launch" : "launches");
  if (const host::FailedCall failed = host::failed_call();
      last == nullptr && *failed.function != '\0' && host::lost_device() == nullptr)
    std::fprintf(stderr, "\nnote: %s failed: %s (%s)\n", failed.function, failed.text, failed.name);
  if (const Finding* shuffle = host::undefined_shuffle(); shuffle != nullptr)
    std::fprintf(stderr, "\nnote: %s\n", host::text_of(*shuffle).c_str());
  if (trace_log != nullptr) write_trace(findings);
  if (!options().json.empty()) {
    std::ofstream file(options().json);
    if (!(file << json_of(causes) << std::flush))
      std::fprintf(stderr, "simt-run: error: cannot write '%s'\n", options().json.c_str());
  }
  std::fflush(nullptr);
  return !causes.empty();
}

bool is_out_of_time = false;

/// The time limit, which the program's author has not set.
[[noreturn]] void end_at_limit(const std::string& where) {
  report(nullptr);
  std::fprintf(stderr, "\nThe time limit of %d s is reached%s. Try a smaller input%s.\n",
               options().time_limit, where.c_str(), options().check ? ", or --no-checks" : "");
  _exit(124);
}

[[noreturn]] void end_program(const Finding& last) {
  const bool is_limit =
      last.rule == Rule::step_limit || last.rule == Rule::too_slow || last.rule == Rule::slow_launch;
  if (is_out_of_time && is_limit) end_at_limit(": " + host::text_of(last));
  report(&last);
  _exit(options().error_code >= 0 ? options().error_code : 1);
}

void at_exit() {
  host::follow_to_the_end();
  if (report(nullptr) && options().error_code >= 0) _exit(options().error_code);
}

/// A signal that ends the program: what was found until then may say why.
void on_fatal_signal(int signal) {
  report(nullptr);
  std::fprintf(stderr, "\nThe program was ended by signal %d: %s.\n", signal, strsignal(signal));
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void on_segmentation_fault(int signal, siginfo_t* info, void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  if (host::copy_frames_at(info->si_addr, static_cast<std::uintptr_t>(registers[REG_RSP]))) return;
#endif
  if (options().check || options().profile) on_fatal_signal(signal);
  ::signal(signal, SIG_DFL);  // the instruction runs again
}

/// The first time a kernel may still say where it is; then host code takes too long.
void on_time_limit(int /*signal*/) {
  if (is_out_of_time || !(options().check || options().profile)) end_at_limit("");
  is_out_of_time = true;
  host::reach_step_limit();
  const itimerval more{{}, {5, 0}};
  setitimer(ITIMER_PROF, &more, nullptr);
}

/// Of this thread, until it ends.
class SignalStack {
 public:
  SignalStack() {
    const stack_t stack{.ss_sp = memory_.data(), .ss_flags = 0, .ss_size = memory_.size()};
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::vector<char> memory_ = std::vector<char>(std::size_t{256} << 10);
};

void set_signal_stack() { thread_local const SignalStack stack; }

void set_signals() {
  set_signal_stack();
  struct sigaction action {};
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  action.sa_sigaction = on_segmentation_fault;
  sigaction(SIGSEGV, &action, nullptr);
  if (options().check || options().profile) {
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    action.sa_handler = on_fatal_signal;
    for (const int signal : {SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT})
      sigaction(signal, &action, nullptr);
  }
  if (options().time_limit == 0) return;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  action.sa_handler = on_time_limit;
  sigaction(SIGPROF, &action, nullptr);
  const itimerval limit{{}, {options().time_limit, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

bool set_order() {
  if (options().order == "reverse")
    host::set_order({Order::Kind::Reverse, 0});
  else if (options().order == "random")
    host::set_order({Order::Kind::Random, 1});
  else
    return options().order == "forward";
  return true;
}

/// The words from the object on.
int read_options(int argc, char** argv) {
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string word = argv[i];
    const bool takes_value =
        word != "--check" && word != "--no-checks" && word != "--count" && word != "--profile";
    const char* const value = takes_value && i + 1 < argc ? argv[++i] : "";
    if (word == "--check" || word == "--no-checks")
      options().check = word == "--check";
    else if (word == "--count")
      options().count = true;
    else if (word == "--profile")
      options().profile = true;
    else if (word == "--order")
      options().order = value;
    else if (word == "--json")
      options().json = value;
    else if (word == "--trace")
      options().trace = value;
    else if (word == "--kernel")
      options().kernel = value;
    else if (word == "--launch")
      options().launch = std::strtoull(value, nullptr, 10);
    else if (word == "--device")
      options().device = value;
    else if (word == "--error-exitcode")
      options().error_code = std::atoi(value);
    else if (word == "--time-limit")
      options().time_limit = std::atoi(value);
    else
      return 0;
  }
  return i;
}

int main(int argc, char** argv) {
  const int first = read_options(argc, argv);
  if (first == 0) return fail("unknown option", kUsage);
  if (first >= argc) return fail("no object", kUsage);
  argc -= first, argv += first;
  if (!set_order()) return fail("the order is forward, reverse or random", kUsage);
  if (!options().device.empty()) {
    const host::DeviceModel* const model = host::find_device_model(options().device);
    if (model == nullptr) return fail(("the device is " + std::string(host::kDeviceModelNames)).c_str());
    host::set_device_model(*model);
  }
  const bool watches = options().check || options().count || options().profile;
  if (options().check || options().profile) {
    std::atexit(at_exit);  // before the object's own functions are registered, so after they have run
    host::set_violation_handler(end_program);
  }
  void* object = dlopen(argv[0], RTLD_NOW);
  if (object == nullptr) return fail(dlerror());
  const auto program = reinterpret_cast<int (*)(int, char**)>(dlsym(object, "main"));
  if (program == nullptr) return fail("the program has no main(); give all of its source files");
  host::attach(object);
  host::allow_device_launches(true);
  if (!options().count) set_signals();
  // An exception that nothing catches ends the program as it ends any other.
  const auto run = [&]() noexcept { return program(argc, argv); };
  if (!watches) return run();
  if (!options().count) host::free_host_memory();
  host::set_checking(true);
  if (options().count || options().profile || !options().trace.empty()) host::set_counting(true);
  if (!options().trace.empty()) {
    trace_log = open_trace();
    if (trace_log == nullptr) return fail("cannot write the trace");
    host::trace_launch(trace_log, options().kernel, options().launch, begin_traced_launch);
  }
  const int code = run();
  if (options().count) print_figures();
  return code;
}

struct Thread {
  void* (*function)(void*);
  void* argument;

  static void* run(void* self) {
    const std::unique_ptr<Thread> thread(static_cast<Thread*>(self));
    set_signal_stack();
    host::copy_frames();
    return thread->function(thread->argument);
  }
};

}  // namespace
}  // namespace simt::run

/// The program's, and those of the libraries that it uses.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*function)(void*),
                                                                     void* argument) noexcept {
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  simt::host::expect_threads();
  auto started = std::make_unique<simt::run::Thread>(simt::run::Thread{function, argument});
  const int error = create(thread, attributes, &simt::run::Thread::run, started.get());
  if (error == 0) (void)started.release();
  return error;
}

int main(int argc, char** argv) try {
  return simt::run::main(argc, argv);
} catch (const std::exception& error) {
  return simt::run::fail(error.what());
}
