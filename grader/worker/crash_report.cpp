#include "worker/crash_report.hpp"

#include <cxxabi.h>
#include <ucontext.h>

#include <csignal>
#include <iostream>  // sets it up: the lab's own <iostream> does not
#include <new>

#include "wire/channel.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

std::span<const std::byte> watched;
std::size_t watched_calls = 0;

}  // namespace

void watch_returned(std::span<const std::byte> returned, std::size_t calls) {
  watched = returned;
  watched_calls = returned.empty() ? 0 : calls;
}

std::int32_t running_call() {
  if (watched_calls == 0) return -1;
  // They run one after the other, and return no poison.
  const std::size_t bytes = watched.size() / watched_calls;
  for (std::size_t call = 0; call < watched_calls; ++call) {
    const std::span<const std::byte> value = watched.subspan(call * bytes, bytes);
    if (std::ranges::all_of(value, [](std::byte b) { return b == wire::kPoison; }))
      return static_cast<std::int32_t>(call);
  }
  return -1;
}

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
  if (signal == SIGFPE) return Message::division_by_zero;
  return signal == SIGILL ? Message::illegal_instruction : Message::aborted;
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

// What a lab's host code finds in this process: an exit() and an assert() that say where they were called,
// and std::cout set up.

/// In place of the C library's, for all objects that are loaded: no handler and no destructor runs.
extern "C" void exit(int code) noexcept(noexcept(::exit(0))) {  // as the library declares it
  mergelab::worker::stop_at_exit(code, __builtin_return_address(0));
}

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* /*function*/) noexcept {
  const char* slash = std::strrchr(file, '/');
  mergelab::Finding found(mergelab::finding::Message::host_assertion);
  found.word = expression;
  found.access.at = {slash != nullptr ? slash + 1 : file, static_cast<int>(line)};
  mergelab::worker::stop(mergelab::wire::Stop::fault, found);
}
