#include "worker/crash_report.hpp"

#include <cxxabi.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <new>

#include "wire/channel.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

using finding::Message;

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
Finding fault;

/// Each signal once: the next one ends a process whose memory is overwritten.
void handle_faults(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

/// The lookup of the line has failed.
void on_second_fault(int /*signal*/, siginfo_t* /*info*/, void* /*raw*/) { stop(wire::Stop::fault, fault); }

/// What a signal without an address says.
Message message_of(int signal) {
  switch (signal) {
    case SIGFPE:
      return Message::division_by_zero;
    case SIGILL:
      return Message::illegal_instruction;
    default:
      return Message::aborted;
  }
}

/// Of an address that belongs to no array of the problem.
Finding bad_address(std::uintptr_t address, const Context& context) {
  constexpr std::uintptr_t kFirstPage = 4096;
  if (context.stack_pointer != 0 && address + kNearStack > context.stack_pointer &&
      address < context.stack_pointer + kNearStack)
    return Finding(Message::stack_overflow);
  if (address < kFirstPage) return Finding(context.is_write ? Message::null_written : Message::null_read);
  Finding found(Message::bad_address);
  found.access.verb = context.is_write ? finding::Access::Verb::write : finding::Access::Verb::update;
  found.numbers[0] = static_cast<std::int64_t>(address);
  return found;
}

void on_fault(int signal, siginfo_t* info, void* raw) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const Context context = read_context(raw);
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  // std::terminate() aborts while it handles an exception.
  if (signal == SIGABRT && abi::__cxa_current_exception_type() != nullptr) {
    handle_faults(on_second_fault);
    fault = Finding(Message::aborted);
    stop_at_throw();
  }
  if (!has_address)
    fault = Finding(message_of(signal));
  else if (!explain_fault(address, context.is_write, fault))
    fault = bad_address(address, context);
  handle_faults(on_second_fault);
  fault.access.at = line_at(context.pc);
  stop(wire::Stop::fault, fault);
}

void on_out_of_memory() { stop(wire::Stop::out_of_memory); }

}  // namespace

void stop(wire::Stop reason, const Finding& found) {
  wire::Stopped stopped;
  stopped.reason = reason;
  stopped.first = found;
  stop(stopped);
}

void stop_at_todo(std::string_view file, int number) {
  Finding found(Message::todo);
  found.word = file;
  found.numbers[0] = number;
  stop(wire::Stop::todo, found);
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
