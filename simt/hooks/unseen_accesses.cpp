// Called by code that simt-cc inserts before an access that the compiler didn't instrument, before an
// indirect call (cxx/unseen_accesses.hpp), and where frames change (cxx/guarded_frames.hpp). They may be
// called anywhere, so they preserve every register and flag.
#include <cstdint>
#include <cstdlib>

#include "accesses.hpp"
#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/call_targets.hpp"
#include "simt/core/frame_copies.hpp"
#include "simt/core/host_threads.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/watch.hpp"

void simt::core::require_call_target(std::uintptr_t target, std::uintptr_t pc) {
  if (!watch.active || watch.host_is_free || is_call_target(target)) return;
  refuse_call(Finding(Message::not_a_function, Advice::none), pc);
}

#if defined(__x86_64__)

using simt::core::AccessKind;
using simt::core::watch;

namespace {

// As simt-cc writes them: simt::core::access_word().
constexpr std::uint64_t kLoads = 1, kStores = 2, kTimesRounds = 4;

// Without vector registers, which are not saved.
#define SIMT_GENERAL [[gnu::target("general-regs-only"), gnu::always_inline]] inline

SIMT_GENERAL std::uint64_t bytes_of(std::uint64_t access, std::uint64_t rounds) {
  return (access >> 3U) * ((access & kTimesRounds) != 0 ? rounds : 1);
}

SIMT_GENERAL bool within(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t begin,
                         std::uintptr_t end) {
  return address - begin < end - begin && bytes <= end - address;
}

}  // namespace

extern "C" {

/// Whether an access needs no report: it is the thread's own, or of a constant, or was just reported.
/// `rounds`: of a string instruction.
SIMT_KEEPS_VECTORS [[gnu::visibility("hidden")]] bool simt_is_reported(std::uintptr_t address,
                                                                       std::uint64_t access,
                                                                       std::uint64_t rounds) {
  if (!watch.active) return true;
  if (watch.several && !simt::core::is_followed_thread)
    return !within(address, 1, simt::core::device_bounds.begin, simt::core::device_bounds.end);
  const std::uint64_t bytes = bytes_of(access, rounds);
  const bool loads = (access & kLoads) != 0, stores = (access & kStores) != 0;
  if (bytes == 0) return true;
  if (within(address, bytes, watch.stack_low, watch.stack_end)) {
    if (address < watch.registers_end) simt::core::use_stack_to(address);
    if (stores && address >= watch.frames_begin)
      (void)simt::core::accesses_local_parameter(address, bytes, true);
    return true;
  }
  if (!stores && within(address, bytes, watch.constants_begin, watch.constants_end)) return true;
  bool loads_reported = !loads, stores_reported = !stores;
  for (const simt::core::Reported& each : watch.reported) {
    if (!within(address, bytes, each.begin, each.begin + each.bytes)) continue;
    (each.stores ? stores_reported : loads_reported) = true;
  }
  return loads_reported && stores_reported;
}

[[gnu::visibility("hidden")]] bool simt_is_usual_unseen(std::uintptr_t address, std::uint64_t access,
                                                        std::uint64_t rounds, std::uintptr_t pc) {
  return simt::core::usual_unseen_access(address, bytes_of(access, rounds), (access & kLoads) != 0,
                                         (access & kStores) != 0, pc);
}

[[gnu::visibility("hidden")]] void simt_report_unseen(std::uintptr_t address, std::uint64_t access,
                                                      std::uint64_t rounds, std::uintptr_t pc,
                                                      std::uintptr_t frame) {
  const std::uint64_t bytes = bytes_of(access, rounds);
  if ((access & kLoads) != 0) simt::core::unseen_access(address, bytes, AccessKind::Read, pc, frame);
  if ((access & kStores) != 0) simt::core::unseen_access(address, bytes, AccessKind::Write, pc, frame);
}

/// `target`: of an indirect call at `pc`.
[[gnu::visibility("hidden")]] void simt_check_target(std::uintptr_t target, std::uintptr_t pc) {
  simt::core::require_call_target(target, pc);
  if (watch.active) simt_last_target = target;
}

/// `end` is where a function returns whose caller's data on the stack has changed.
[[noreturn, gnu::visibility("hidden")]] void simt_report_frame(std::uintptr_t end) {
  if (!watch.active) std::abort();
  const simt::core::Followed followed;
  // Of the engine's headers, which call the kernel: the kernel's first line.
  const bool is_caller = simt::core::lines_at(end - 1).empty() && watch.kernel != 0;
  simt::core::fail_frame(is_caller ? watch.kernel + 1 : end);
}

/// `top` and `frame`: the stack pointer and the frame pointer of code at `pc`, which has made room of a
/// computed size.
[[gnu::visibility("hidden")]] void simt_check_stack(std::uintptr_t top, std::uintptr_t frame,
                                                    std::uintptr_t pc) {
  if (!watch.active || !simt::core::is_followed() || (top >= watch.stack_low && top <= frame)) return;
  simt::core::refuse_call(simt::Finding(simt::Message::outside_stack), pc);
}

void simt_unseen_access();
void simt_call_target();
void simt_frame_changed();
void simt_stack_moved();
}

// Most follow their own hook: their address was computed anew, so that simt-cc did not see it. A few
// instructions tell, and flags are saved in rax.
// The usual access needs the lower half of few vector registers; saving all takes ten times as long.
// On the stack: the caller's rdi, the access's number, and the return address. The address is in rdi. The
// vector registers, 0xe7 of XSAVE, take at most 2696 bytes.
asm(R"(
  .macro preserving_calls
  .irp r,rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11
  pushq %\r
  .endr
  andq $-64, %rsp
  cld
  subq $256, %rsp
  .irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  movaps %xmm\i, 16*\i(%rsp)
  .endr
  .endm
  .macro preserved
  .irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  movaps 16*\i(%rsp), %xmm\i
  .endr
  leaq -72(%rbp), %rsp
  .irp r,r11,r10,r9,r8,rdi,rsi,rdx,rcx,rax
  popq %\r
  .endr
  .endm

  .text
  .globl simt_unseen_access
  .type simt_unseen_access, @function
simt_unseen_access:
  pushq %rax
  lahf
  seto %al
  pushq %rcx
  movq 24(%rsp), %rcx
  cmpq $255, %rcx
  ja 3f
  shlq $56, %rcx
  orq %rdi, %rcx
  cmpq simt_last_checked(%rip), %rcx
3:
  popq %rcx
  je 2f
  addb $127, %al
  sahf
  popq %rax
  pushfq
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rbp
  pushq %rdi
  movq %rsp, %rbp
  movq 96(%rbp), %rsi
  movq %rcx, %rdx
  andq $-64, %rsp
  call simt_is_reported
  testb %al, %al
  jne 1f
  cld
  subq $256, %rsp
  .irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  movaps %xmm\i, 16*\i(%rsp)
  .endr
  movq (%rbp), %rdi
  movq 96(%rbp), %rsi
  movq 64(%rbp), %rdx
  movq 88(%rbp), %rcx
  call simt_is_usual_unseen
  .irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  movaps 16*\i(%rsp), %xmm\i
  .endr
  addq $256, %rsp
  testb %al, %al
  jne 1f
  subq $2752, %rsp
  xorl %eax, %eax
  movq %rax, 512(%rsp)
  movq %rax, 520(%rsp)
  movq %rax, 528(%rsp)
  movq %rax, 536(%rsp)
  movq %rax, 544(%rsp)
  movq %rax, 552(%rsp)
  movq %rax, 560(%rsp)
  movq %rax, 568(%rsp)
  movl $0xe7, %eax
  xorl %edx, %edx
  xsave64 (%rsp)
  movq (%rbp), %rdi
  movq 96(%rbp), %rsi
  movq 64(%rbp), %rdx
  movq 88(%rbp), %rcx
  leaq 112(%rbp), %r8
  call simt_report_unseen
  movl $0xe7, %eax
  xorl %edx, %edx
  xrstor64 (%rsp)
1:
  movq %rbp, %rsp
  popq %rdi
  popq %rbp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  popfq
  ret
2:
  addb $127, %al
  sahf
  popq %rax
  ret
  .size simt_unseen_access, .-simt_unseen_access

  .globl simt_call_target
  .type simt_call_target, @function
simt_call_target:
  cmpq simt_last_target(%rip), %rdi
  je 1f
  pushfq
  pushq %rbp
  movq %rsp, %rbp
  preserving_calls
  movq 16(%rbp), %rsi
  call simt_check_target
  preserved
  popq %rbp
  popfq
1:
  ret
  .size simt_call_target, .-simt_call_target

  .globl simt_stack_moved
  .type simt_stack_moved, @function
simt_stack_moved:
  pushfq
  pushq %rbp
  movq %rsp, %rbp
  preserving_calls
  leaq 24(%rbp), %rdi
  movq (%rbp), %rsi
  movq 16(%rbp), %rdx
  call simt_check_stack
  preserved
  popq %rbp
  popfq
  ret
  .size simt_stack_moved, .-simt_stack_moved

  .globl simt_frame_changed
  .type simt_frame_changed, @function
simt_frame_changed:
  movq (%rsp), %rdi
  andq $-64, %rsp
  cld
  call simt_report_frame
  .size simt_frame_changed, .-simt_frame_changed
)");

#endif
