// An instrumented object's printf comes here by the linker's --wrap: %n writes to any address, and no hook
// would see it.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "simt/check/report.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {
namespace {

/// Whether the format has a conversion %n, of whatever width.
bool writes(const char* format) {
  for (const char* at = format; (at = std::strchr(at, '%')) != nullptr;) {
    at += 1 + std::strspn(at + 1, "0123456789$*.-+ #'IhlLqjzt");
    if (*at == 'n') return true;
    if (*at != '\0') ++at;
  }
  return false;
}

void refuse_writing(const char* format, std::uintptr_t pc) {
  if (!watch.active || !writes(format)) return;
  check::fail(
      {Rule::wild_pointer,
       check::show_thread(watch.thread) + " writes to memory with %n of printf, at " + show(line_of(pc)),
       "CUDA's printf has no %n; what it would count is known without it"});
}

}  // namespace
}  // namespace simt::core

#define SIMT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
#define SIMT_PRINT(STREAM)                                   \
  simt::core::refuse_writing(format, SIMT_CALLER);           \
  va_list values;                                            \
  va_start(values, format);                                  \
  const int printed = std::vfprintf(STREAM, format, values); \
  va_end(values);                                            \
  return printed

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl50-cpp,cert-err33-c)
int __wrap_printf(const char* format, ...) { SIMT_PRINT(stdout); }
int __wrap_fprintf(std::FILE* file, const char* format, ...) { SIMT_PRINT(file); }
int __wrap___printf_chk(int, const char* format, ...) { SIMT_PRINT(stdout); }
int __wrap___fprintf_chk(std::FILE* file, int, const char* format, ...) { SIMT_PRINT(file); }
// NOLINTEND(bugprone-reserved-identifier,cert-dcl50-cpp,cert-err33-c)
}
