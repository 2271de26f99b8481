// Registers that a function call need not keep. A function that is called through a pointer of another type
// takes from them what its caller did not give.
#pragma once

namespace simt::core {

/// Clears them, so that nothing of one thread, or of host code, is there for another.
[[gnu::always_inline]] inline void clear_registers() {
#if defined(__x86_64__)
  asm volatile(
      // Of the floating-point unit's stack, which the engine does not use, only if its top is not empty.
      "fxam\n\tfnstsw %%ax\n\tandl $0x4500, %%eax\n\tcmpl $0x4100, %%eax\n\tje 1f\n\temms\n1:\n\t"
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tpxor %%xmm\\i, %%xmm\\i\n\t.endr\n\t"
      ".irp r,eax,ecx,edx,esi,edi,r8d,r9d,r10d,r11d\n\txorl %%\\r, %%\\r\n\t.endr\n\t"
      :
      :
      : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
        "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc",
        "memory");
#endif
}

}  // namespace simt::core
