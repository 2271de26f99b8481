// Functions of the C library that read or write by address: an instrumented object's calls arrive here by the
// linker's --wrap.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "accesses.hpp"
#include "calls.hpp"
#include "simt/check/host_heap.hpp"
#include "simt/core/scheduler.hpp"

using simt::check::HostHeap;
using simt::core::AccessKind;
using simt::core::on_access;
using simt::core::watch;

namespace {

/// Whether host code may read there: what is read is known only by reading it. Kernels' reads are counted.
void check_begin(const void* memory, std::uintptr_t pc) {
  if (!simt::core::Scheduler::instance().in_kernel()) on_access(memory, 1, AccessKind::Read, pc);
}

std::size_t length_of(const char* text, std::uintptr_t pc) {
  check_begin(text, pc);
  return std::strlen(text);
}

/// Up to the first difference, or both ends; at most `most`.
std::size_t bytes_compared(const char* a, const char* b, std::size_t most) {
  std::size_t i = 0;
  while (i < most && a[i] == b[i] && a[i] != '\0') ++i;
  return std::min(i + 1, most);
}
int compare(const char* a, const char* b, std::size_t most, std::uintptr_t pc) {
  if (most > 0) {
    check_begin(a, pc);
    check_begin(b, pc);
  }
  const std::size_t bytes = bytes_compared(a, b, most);
  on_access(a, bytes, AccessKind::Read, pc);
  on_access(b, bytes, AccessKind::Read, pc);
  return std::strncmp(a, b, bytes);
}

/// Of the whole text, its last zero too.
const char* read_text(const char* text, std::uintptr_t pc) {
  on_access(text, length_of(text, pc) + 1, AccessKind::Read, pc);
  return text;
}

char* copy(char* to, const char* from, std::uintptr_t pc, std::uintptr_t frame) {
  const std::size_t bytes = std::strlen(read_text(from, pc)) + 1;
  on_access(to, bytes, AccessKind::Write, pc, frame);
  return static_cast<char*>(std::memmove(to, from, bytes));
}
char* copy(char* to, const char* from, std::size_t bytes, std::uintptr_t pc, std::uintptr_t frame) {
  if (bytes > 0) check_begin(from, pc);
  on_access(from, std::min(strnlen(from, bytes) + 1, bytes), AccessKind::Read, pc);
  on_access(to, bytes, AccessKind::Write, pc, frame);
  return std::strncpy(to, from, bytes);
}

/// Host code with memory of its own has its own errno, a block of its heap.
int* errno_of_object() {
  static int number = 0;
  HostHeap& heap = HostHeap::instance();
  if (!heap.has_adopted(&number)) heap.adopt(&number, sizeof number);
  return &number;
}

/// Passes on what a call of the C library leaves in errno.
class ErrnoOfObject {
 public:
  ErrnoOfObject() { errno = 0; }
  ~ErrnoOfObject() {
    if (errno == 0)
      errno = before_;
    else if (!watch.host_is_free)
      *errno_of_object() = errno;
  }
  ErrnoOfObject(const ErrnoOfObject&) = delete;
  ErrnoOfObject& operator=(const ErrnoOfObject&) = delete;

 private:
  int before_ = errno;
};

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses)
#define SIMT_MEMCMP(NAME)                                              \
  int __wrap_##NAME(const void* a, const void* b, std::size_t bytes) { \
    on_access(a, bytes, AccessKind::Read, SIMT_CALLER);                \
    on_access(b, bytes, AccessKind::Read, SIMT_CALLER);                \
    return std::memcmp(a, b, bytes);                                   \
  }
#define SIMT_SPLIT(NAME, TYPE, PART)                                           \
  TYPE __wrap_##NAME(TYPE value, PART* part) {                                 \
    on_access(part, sizeof *part, AccessKind::Write, SIMT_CALLER, SIMT_FRAME); \
    return ::NAME(value, part);                                                \
  }
#define SIMT_SINCOS(NAME, TYPE)                                                    \
  void __wrap_##NAME(TYPE angle, TYPE* sine, TYPE* cosine) {                       \
    on_access(sine, sizeof *sine, AccessKind::Write, SIMT_CALLER, SIMT_FRAME);     \
    on_access(cosine, sizeof *cosine, AccessKind::Write, SIMT_CALLER, SIMT_FRAME); \
    ::NAME(angle, sine, cosine);                                                   \
  }
#define SIMT_NUMBER(NAME, TYPE) \
  TYPE __wrap_##NAME(const char* text) { return ::NAME(read_text(text, SIMT_CALLER)); }
#define SIMT_NUMBER_UP_TO(NAME, AS, TYPE, ...)                                                   \
  TYPE __wrap_##NAME(const char* text, char** end __VA_OPT__(, int) __VA_ARGS__) {               \
    read_text(text, SIMT_CALLER);                                                                \
    if (end != nullptr) on_access(end, sizeof *end, AccessKind::Write, SIMT_CALLER, SIMT_FRAME); \
    const ErrnoOfObject own;                                                                     \
    return ::AS(text, end __VA_OPT__(, ) __VA_ARGS__);                                           \
  }
// By its name in glibc 2.38 and later, too.
#define SIMT_INTEGER(NAME, TYPE)            \
  SIMT_NUMBER_UP_TO(NAME, NAME, TYPE, base) \
  SIMT_NUMBER_UP_TO(__isoc23_##NAME, NAME, TYPE, base)

extern "C" {
int* __wrap___errno_location() { return watch.host_is_free ? ::__errno_location() : errno_of_object(); }
SIMT_NUMBER(atoi, int)
SIMT_NUMBER(atol, long)
SIMT_NUMBER(atof, double)
SIMT_INTEGER(strtol, long)
SIMT_INTEGER(strtoul, unsigned long)
SIMT_INTEGER(strtoll, long long)
SIMT_INTEGER(strtoull, unsigned long long)
SIMT_NUMBER_UP_TO(strtod, strtod, double)
SIMT_NUMBER_UP_TO(strtof, strtof, float)
SIMT_MEMCMP(memcmp)
SIMT_MEMCMP(bcmp)

std::size_t __wrap_strlen(const char* text) {
  const std::size_t length = length_of(text, SIMT_CALLER);
  on_access(text, length + 1, AccessKind::Read, SIMT_CALLER);
  return length;
}
int __wrap_strcmp(const char* a, const char* b) { return compare(a, b, ~std::size_t{0}, SIMT_CALLER); }
int __wrap_strncmp(const char* a, const char* b, std::size_t most) {
  return compare(a, b, most, SIMT_CALLER);
}
const void* __wrap_memchr(const void* memory, int letter, std::size_t bytes) {
  if (bytes > 0) check_begin(memory, SIMT_CALLER);
  const void* const found = std::memchr(memory, letter, bytes);
  const auto* const begin = static_cast<const char*>(memory);
  const auto* const end = found == nullptr ? begin + bytes : static_cast<const char*>(found) + 1;
  on_access(memory, static_cast<std::size_t>(end - begin), AccessKind::Read, SIMT_CALLER);
  return found;
}
const char* __wrap_strchr(const char* text, int letter) {
  return std::strchr(read_text(text, SIMT_CALLER), letter);
}
const char* __wrap_strrchr(const char* text, int letter) {
  return std::strrchr(read_text(text, SIMT_CALLER), letter);
}
char* __wrap_strcpy(char* to, const char* from) { return copy(to, from, SIMT_CALLER, SIMT_FRAME); }
char* __wrap_strncpy(char* to, const char* from, std::size_t bytes) {
  return copy(to, from, bytes, SIMT_CALLER, SIMT_FRAME);
}
/// A part of std::string that g++ 13 and later leave to the library: the text at `at` has its first
/// `replaced` letters replaced by others, which may be some of its own, and `behind` letters after them
/// moved.
void __wrap__ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm(
    void* /*string*/, char* at, std::size_t replaced, const char* letters, std::size_t count,
    std::size_t behind) {
  on_access(letters, count, AccessKind::Read, SIMT_CALLER);
  on_access(at, replaced + behind, AccessKind::Read, SIMT_CALLER);
  on_access(at, count + behind, AccessKind::Write, SIMT_CALLER, SIMT_FRAME);
  const std::string own(letters, count);
  std::memmove(at + count, at + replaced, behind);
  std::memcpy(at, own.data(), count);
}

SIMT_SPLIT(frexp, double, int)
SIMT_SPLIT(frexpf, float, int)
SIMT_SPLIT(modf, double, double)
SIMT_SPLIT(modff, float, float)
SIMT_SINCOS(sincos, double)
SIMT_SINCOS(sincosf, float)
}
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)
