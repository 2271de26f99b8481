// How the engine inlines a kernel's memory accesses: always in an instrumented object, where the access's
// code address determines the kernel's line.
#pragma once

#if defined(SIMT_INSTRUMENTED)
#define SIMT_INLINE inline __attribute__((always_inline))
#define SIMT_INLINE_LAMBDA __attribute__((always_inline))
#else
#define SIMT_INLINE inline
#define SIMT_INLINE_LAMBDA
#endif
