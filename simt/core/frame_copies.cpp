#include "frame_copies.hpp"

#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <simt/engine.hpp>
#include <vector>

#include "calls.hpp"
#include "lines.hpp"
#include "scheduler.hpp"
#include "segments.hpp"
#include "violation.hpp"
#include "watch.hpp"

namespace simt::core {

bool make_frame_copies(const void* stack, std::size_t bytes) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return !kCopiesFrames ||
         mmap(frame_copy(stack), bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) != MAP_FAILED;
}

#if defined(__x86_64__)
namespace {

/// The numbers of the registers that a function has copied, in its order, from its first instructions:
/// cxx/guarded_frames.cpp has written them.
std::vector<int> copied_registers(const std::uint8_t* code) {
  constexpr std::size_t kReturnAddress = 10 + 3 + 4,
                        kMove = 5;  // bytes of movabs, push, pop; and of each mov
  std::vector<int> registers;
  // REX.W with an index above 7, mov, a register to disp8(%rsp,%r11).
  for (code += kReturnAddress;
       (code[0] & 0xfbU) == 0x4a && code[1] == 0x89 && (code[2] & 0xc7U) == 0x44 && code[3] == 0x1c;
       code += kMove)
    registers.push_back((code[0] & 4U) * 2 + (code[2] >> 3U & 7U));
  return registers;
}

/// For the unwinder, which has other numbers for the first eight.
int unwinders_number(int machine_register) {
  constexpr std::array<int, 8> kNumbers = {0, 2, 1, 3, 7, 6, 4, 5};
  return machine_register < 8 ? kNumbers[static_cast<std::size_t>(machine_register)] : machine_register;
}

}  // namespace

bool has_right_frames() {
  struct Walk {
    const std::uint8_t* called = nullptr;  // the function that the frame has called, if it is the module's
    bool is_right = true;
  } walk;
  const auto look = [](_Unwind_Context* context, void* data) {
    auto& at = *static_cast<Walk*>(data);
    if (at.called != nullptr) {
      // Its return address is the word below the frame's last one.
      const auto* place = reinterpret_cast<const std::uintptr_t*>(_Unwind_GetCFA(context)) - 1;
      const auto has_copy = [&](std::uintptr_t value) {
        return value == *static_cast<const std::uintptr_t*>(frame_copy(place));
      };
      const auto address = reinterpret_cast<std::uintptr_t>(place);
      at.is_right =
          address - watch.host_stack_low < watch.host_stack_end - watch.host_stack_low && has_copy(*place);
      if (!at.is_right) return _URC_END_OF_STACK;
      for (const int each : copied_registers(at.called)) {
        --place;
        at.is_right = at.is_right && has_copy(_Unwind_GetGR(context, unwinders_number(each)));
      }
    }
    const Segment* const segment = segment_at(_Unwind_GetIP(context) - 1);
    const bool is_module = segment != nullptr && segment->owner == Owner::Module;
    at.called = is_module ? reinterpret_cast<const std::uint8_t*>(_Unwind_GetRegionStart(context)) : nullptr;
    return at.is_right ? _URC_NO_REASON : _URC_END_OF_STACK;
  };
  _Unwind_Backtrace(look, &walk);
  // It ends early where it finds no code.
  return walk.is_right && walk.called == nullptr && are_engines_frames_right();
}
#else
bool has_right_frames() { return true; }
#endif

namespace {

// Objects that are loaded at the start may have instrumented code that runs before main().
[[gnu::constructor]] void copy_frames_of_first_thread() { host::copy_frames(); }

}  // namespace
}  // namespace simt::core

void simt::host::copy_frames() {
  constexpr std::uintptr_t kMost = std::uintptr_t{1} << 30;  // of a stack without a limit
  const core::Bounds stack = core::stack_of_this_thread();
  const std::uintptr_t bytes = std::min(kMost, stack.end - stack.begin);
  // Without room for them, instrumented code ends with a fault.
  (void)core::make_frame_copies(reinterpret_cast<void*>(stack.end - bytes), bytes);
}

bool simt::host::copy_frames_at(const void* address, std::uintptr_t stack_pointer) {
  constexpr std::uintptr_t kNear = 4096;
  const auto copied = reinterpret_cast<std::uintptr_t>(address) - static_cast<std::uintptr_t>(kFrameCopies);
  if (core::Scheduler::instance().in_kernel() || copied - (stack_pointer - kNear) > 2 * kNear) return false;
  const std::uintptr_t page = copied / core::kPageBytes * core::kPageBytes;
  return core::make_frame_copies(reinterpret_cast<const void*>(page), core::kPageBytes);
}

namespace simt::core {
namespace {

std::uintptr_t object_stack_end = 0;  // during a call

/// What is on the stack between a function of the object and one that the engine calls back for it.
struct Between {
  std::uintptr_t called = 0;
  std::uintptr_t begin = 0;
  std::vector<std::byte> content = {};

  [[nodiscard]] bool is_unchanged() const {
    return content.empty() ||
           std::memcmp(reinterpret_cast<const void*>(begin), content.data(), content.size()) == 0;
  }
};

/// Of the calls that are under way, the innermost last.
std::vector<Between>& called_back() {
  static auto& all = *new std::vector<Between>;
  return all;
}

}  // namespace

void fail_frame(std::uintptr_t pc) {
  Finding found(Message::frame_changed);
  found.access.at = site_of(line_of(pc));
  Scheduler& scheduler = Scheduler::instance();
  found.access.by.kind = finding::Agent::Kind::host;
  if (!scheduler.in_kernel()) raise(found);
  found.access.by = scheduler.agent_with_block(scheduler.running());
  scheduler.fail(found);
}

bool are_engines_frames_right() {
  return std::all_of(called_back().begin(), called_back().end(),
                     [](const Between& each) { return each.is_unchanged(); });
}

std::uintptr_t end_of_objects_stack(std::uintptr_t whole) {
  return object_stack_end == 0 ? whole : object_stack_end;
}

CallBack::CallBack(std::uintptr_t function) {
  host::require_host_caller();
  called_back().push_back({function});
  simt_called = function;
}
CallBack::~CallBack() { called_back().pop_back(); }

}  // namespace simt::core

std::uintptr_t simt_called = 0;

#if defined(__x86_64__)
extern "C" {

/// Below `stack_end` the function's own frames begin.
[[gnu::visibility("hidden")]] std::uintptr_t simt_call_begins(std::uintptr_t stack_end) {
  using simt::core::watch;
  if (!simt::core::called_back().empty()) {
    simt::core::Between& between = simt::core::called_back().back();
    const std::uintptr_t end = simt::core::object_stack_end == 0 ? 0 : simt::core::end_of_frames();
    const auto* const begin = reinterpret_cast<const std::byte*>(stack_end);
    between.begin = stack_end;
    if (end > stack_end) between.content.assign(begin, begin + (end - stack_end));
  } else {
    simt::core::object_stack_end = stack_end;
    if (watch.in_object) {
      const simt::core::Unsettled unsettled;
      watch.stack_end = watch.host_stack_end = stack_end;
    }
  }
  return simt_called;
}

[[gnu::visibility("hidden")]] void simt_call_ended() {
  if (simt::core::called_back().empty()) return;
  const simt::core::Between& between = simt::core::called_back().back();
  if (!between.is_unchanged()) simt::core::fail_frame(between.called + 1);
}
}

// Calls simt_called with the arguments of its own call, at most three words. The registers of the caller are
// above the function's frames.
asm(R"(
  .text
  .globl simt_call
  .hidden simt_call
  .type simt_call, @function
simt_call:
  .cfi_startproc
  .irp r,rbx,rbp,r12,r13,r14,r15
  pushq %\r
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \r, 0
  .endr
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  movq %rdi, %rbx
  movq %rsi, %r12
  movq %rdx, %r13
  movq %rsp, %rdi
  call simt_call_begins
  movq %rbx, %rdi
  movq %r12, %rsi
  movq %r13, %rdx
  call *%rax
  movq %rax, %rbx
  call simt_call_ended
  movq %rbx, %rax
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  .irp r,r15,r14,r13,r12,rbp,rbx
  popq %\r
  .cfi_adjust_cfa_offset -8
  .cfi_restore \r
  .endr
  ret
  .cfi_endproc
  .size simt_call, .-simt_call
)");

void simt::host::call_object(void (*function)(const void*), const void* argument) {
  core::called_back().clear();  // a run that ended may have left some
  simt_called = reinterpret_cast<std::uintptr_t>(function);
  reinterpret_cast<void (*)(const void*)>(simt_call)(argument);
  core::object_stack_end = 0;
}
#else
void simt::host::call_object(void (*function)(const void*), const void* argument) { function(argument); }
#endif
