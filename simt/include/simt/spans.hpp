// Parts of the dynamic shared array that a block marks: after the first mark, an access to the array outside
// all of them is an error.
#pragma once

namespace simt {

#if defined(SIMT_INSTRUMENTED)
void mark_span(const void* memory, unsigned long bytes);
#endif

/// Returns the pointer.
template <class T>
inline T* span(T* first, [[maybe_unused]] unsigned long count) {
#if defined(SIMT_INSTRUMENTED)
  mark_span(first, count * sizeof(T));
#endif
  return first;
}

}  // namespace simt
