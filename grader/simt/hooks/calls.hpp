// What the wrapped functions of C's and C++'s libraries share: what they read and write for an object is told
// as its own accesses are.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "accesses.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {

/// Whether the object is called by a host that has told what it may touch.
[[nodiscard]] inline bool fenced() { return watch.active && watch.in_object; }

/// Tells of a read of text, unless that is a constant.
void on_text(const void* text, std::size_t bytes, std::uintptr_t pc);

/// Tells of the texts that printf reads: the format, and what its conversions %s find in `values`.
void on_format(const char* format, va_list values, std::uintptr_t pc);

/// The C library's own, which no object has replaced. An object may use no other FILE.
struct Files {
  std::FILE *out, *err;
};
[[nodiscard]] const Files& files();
/// Ends the run when the object is fenced and `file` is another one.
void check_file(const char* call, const std::FILE* file, std::uintptr_t pc);

/// "host code calls fputs with ..., at merge.cuh:12"
[[noreturn]] void refuse_call(const char* what, const char* hint, std::uintptr_t pc);

}  // namespace simt::core
