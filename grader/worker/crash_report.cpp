#include "worker/crash_report.hpp"

#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

#include "wire/channel.hpp"
#include "wire/text.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

FaultExplainer explain_fault = nullptr;
std::uint32_t current_problem = 0;

/// Where the fault was, and whether it was a write, if the platform reports it.
struct Context {
  std::uintptr_t pc = 0, stack_pointer = 0;
  bool is_write = false;
};

Context read_context(const void* raw) {
  Context context;
  [[maybe_unused]] const auto* machine = &static_cast<const ucontext_t*>(raw)->uc_mcontext;
#if defined(__x86_64__)
  context.pc = static_cast<std::uintptr_t>(machine->gregs[REG_RIP]);
  context.stack_pointer = static_cast<std::uintptr_t>(machine->gregs[REG_RSP]);
  context.is_write = (machine->gregs[REG_ERR] & 2) != 0;
#elif defined(__aarch64__)
  context.pc = machine->pc;
  context.stack_pointer = machine->sp;
#endif
  return context;
}

// Most of a page-sized frame below the stack pointer: an overflow faults close to it.
constexpr std::uintptr_t kNearStack = 64 << 10;

/// A fault of the student's, until its line is found: looking for it may fault, too.
std::array<char, 512> fault_text{};
const char* fault_rule = nullptr;

/// "{text}, at merge.cuh:12", before what follows in other lines.
std::string with_line(std::uintptr_t pc) {
  std::string told = fault_text.data();
  const std::string line = line_at(pc);
  if (!line.empty()) told.insert(std::min(told.find('\n'), told.size()), ", at " + line);
  return told;
}

/// Each signal once: the next one ends a process whose memory is overwritten.
void handle_faults(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

/// The lookup of the line has failed.
void on_second_fault(int /*signal*/, siginfo_t* /*info*/, void* /*raw*/) {
  stop(wire::Stop::fault, fault_rule, fault_text.data());
}

void on_fault(int signal, siginfo_t* info, void* raw) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const Context context = read_context(raw);
  fault_rule = "fault";
  const char* known = nullptr;
  if (signal == SIGSEGV || signal == SIGBUS) {
    known = explain_fault(address, context.is_write, fault_text.data(), fault_text.size());
    if (known != nullptr) {
      fault_rule = known;
    } else if (context.stack_pointer != 0 && address + kNearStack > context.stack_pointer &&
               address < context.stack_pointer + kNearStack) {
      fault_rule = "stack_overflow";
      std::snprintf(fault_text.data(), fault_text.size(),
                    "stack overflow (endless recursion, or a local array that is too large)");
    } else if (address < 4096) {
      std::snprintf(fault_text.data(), fault_text.size(), "null pointer %s",
                    context.is_write ? "written" : "read");
    } else {
      std::snprintf(fault_text.data(), fault_text.size(), "%s address 0x%llx, which belongs to no array",
                    context.is_write ? "wrote to" : "accessed", static_cast<unsigned long long>(address));
    }
  } else {
    const char* what = signal == SIGFPE   ? "integer division by zero (SIGFPE)"
                       : signal == SIGILL ? "an illegal instruction: is a return statement missing, or does "
                                            "an index leave its array? (SIGILL)"
                                          : "the program aborted itself (SIGABRT)";
    std::snprintf(fault_text.data(), fault_text.size(), "%s", what);
  }
  handle_faults(on_second_fault);
  stop(wire::Stop::fault, fault_rule, with_line(context.pc));
}

void on_out_of_memory() { stop(wire::Stop::out_of_memory, "memory", "memory ran out"); }

}  // namespace

void stop(wire::Stop reason, std::string_view rule, std::string_view text, int number) {
  wire::Stopped stopped;
  stopped.reason = reason;
  stopped.number = number;
  wire::set_text(stopped.rule, rule);
  wire::set_text(stopped.text, text);
  stop(stopped);
}

void stop(wire::Stopped stopped) {
  stopped.problem = current_problem;
  stopped.launches = launches_seen();
  if (::ftrylockfile(stdout) == 0) ::fflush_unlocked(stdout);  // unless it was printing
  static_cast<void>(wire::send(wire::kChannel, stopped));
  ::_exit(1);
}

void set_current_problem(std::uint32_t problem) { current_problem = problem; }

void install_handlers(FaultExplainer explain) {
  explain_fault = explain;
  static std::array<std::byte, 256 << 10> stack;
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  ::sigaltstack(&alternate, nullptr);
  handle_faults(on_fault);
  std::set_new_handler(on_out_of_memory);
}

}  // namespace mergelab::worker
