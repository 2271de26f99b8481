// Functions of the C library that read or write by address: an instrumented object's calls arrive here by the
// linker's --wrap.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "accesses.hpp"
#include "calls.hpp"

using simt::core::AccessKind;
using simt::core::on_access;

namespace {

/// Up to the first difference, or both ends.
std::size_t bytes_compared(const char* a, const char* b) {
  std::size_t i = 0;
  while (a[i] == b[i] && a[i] != '\0') ++i;
  return i + 1;
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses)
#define SIMT_MEMCMP(NAME)                                              \
  int __wrap_##NAME(const void* a, const void* b, std::size_t bytes) { \
    on_access(a, bytes, AccessKind::Read, SIMT_CALLER);                \
    on_access(b, bytes, AccessKind::Read, SIMT_CALLER);                \
    return std::memcmp(a, b, bytes);                                   \
  }
#define SIMT_SPLIT(NAME, TYPE, PART)                               \
  TYPE __wrap_##NAME(TYPE value, PART* part) {                     \
    on_access(part, sizeof *part, AccessKind::Write, SIMT_CALLER); \
    return ::NAME(value, part);                                    \
  }
#define SIMT_SINCOS(NAME, TYPE)                                        \
  void __wrap_##NAME(TYPE angle, TYPE* sine, TYPE* cosine) {           \
    on_access(sine, sizeof *sine, AccessKind::Write, SIMT_CALLER);     \
    on_access(cosine, sizeof *cosine, AccessKind::Write, SIMT_CALLER); \
    ::NAME(angle, sine, cosine);                                       \
  }

extern "C" {
SIMT_MEMCMP(memcmp)
SIMT_MEMCMP(bcmp)

std::size_t __wrap_strlen(const char* text) {
  const std::size_t length = std::strlen(text);
  on_access(text, length + 1, AccessKind::Read, SIMT_CALLER);
  return length;
}
int __wrap_strcmp(const char* a, const char* b) {
  const std::size_t bytes = bytes_compared(a, b);
  on_access(a, bytes, AccessKind::Read, SIMT_CALLER);
  on_access(b, bytes, AccessKind::Read, SIMT_CALLER);
  return std::strcmp(a, b);
}

SIMT_SPLIT(frexp, double, int)
SIMT_SPLIT(frexpf, float, int)
SIMT_SPLIT(modf, double, double)
SIMT_SPLIT(modff, float, float)
SIMT_SINCOS(sincos, double)
SIMT_SINCOS(sincosf, float)
}
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)
