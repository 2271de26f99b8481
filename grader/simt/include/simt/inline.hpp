// How the engine inlines what accesses memory for a kernel: always in an instrumented object, where the
// address of the access's code stands for the line in the kernel that asked for it.
#pragma once

#if defined(SIMT_INSTRUMENTED)
#define SIMT_INLINE inline __attribute__((always_inline))
#define SIMT_INLINE_LAMBDA __attribute__((always_inline))
#else
#define SIMT_INLINE inline
#define SIMT_INLINE_LAMBDA
#endif
