// Shared by the wrapped functions of C's and C++'s libraries: their reads and writes for an object are
// reported like its own.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <simt/engine.hpp>

#include "accesses.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {

/// Whether a host with declared limits is calling the object.
[[nodiscard]] inline bool fenced() { return watch.active && watch.in_object; }

/// Reports a read of text, unless that is a constant.
void on_text(const void* text, std::size_t bytes, std::uintptr_t pc);

/// Reports the texts that printf reads: the format, and those of its conversions %s in `values`.
void on_format(const char* format, va_list values, std::uintptr_t pc);

/// As vsnprintf, for host code: reports its reads and its write, and ends the run for %n.
int print_into(char* array, std::size_t room, const char* format, va_list values, std::uintptr_t pc,
               std::uintptr_t frame = 0);

/// The C library's stream, which no object has replaced. An object may use no other FILE.
struct Files {
  std::FILE *out, *err;
};
[[nodiscard]] const Files& files();
/// Ends the run if the object is fenced and `file` is another one.
void check_file(const char* call, const std::FILE* file, std::uintptr_t pc);

/// The heap of the running thread, or of host code; null if there is no room.
[[nodiscard]] void* allocate_heap(std::size_t bytes, std::uintptr_t pc);
/// Ends the run for memory that is not a block of this heap; null is one.
void release_heap(void* memory, std::uintptr_t pc);
[[noreturn]] void throw_bad_alloc(std::uintptr_t pc);

/// Ends the run for a call by the running thread, or by host code, at `pc`.
[[noreturn]] void refuse_call(Finding found, std::uintptr_t pc);
/// Ends the run unless the object may call this address (core/call_targets.hpp).
void require_call_target(std::uintptr_t target, std::uintptr_t pc);

}  // namespace simt::core
