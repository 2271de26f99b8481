// An object's output arrives here by the linker's --wrap. A kernel's output beyond CUDA's buffer is dropped.
// And printf's %n writes to any address without a hook.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <simt/engine.hpp>
#include <string>

#include "accesses.hpp"
#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/print_buffer.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/watch.hpp"

namespace simt {
namespace core {

std::size_t print_buffer_bytes = std::size_t{1} << 20;

namespace {

std::size_t room = ~std::size_t{0};  // for the kernels of this process
std::size_t room_of_launch = 0;
std::uint64_t launch = 0;  // of `room`
bool told = false;

/// Whether a kernel may print so many bytes more; reports the first refusal.
bool has_room(std::size_t bytes) {
  if (launch != launches_begun()) room_of_launch = print_buffer_bytes;
  launch = launches_begun();
  if (bytes <= std::min(room, room_of_launch)) {
    room -= bytes;
    room_of_launch -= bytes;
    return true;
  }
  (bytes > room ? room : room_of_launch) = 0;
  if (!told) std::fputs("(what the kernels print beyond this is left out)\n", files().out);
  told = true;
  return false;
}

int print(std::FILE* file, const char* format, va_list values) {
  if (!Scheduler::instance().in_kernel()) return std::vfprintf(file, format, values);
  va_list again;
  va_copy(again, values);
  const int bytes = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  // The same without room, which would tell a thread what others have printed.
  if (bytes < 0 || !has_room(static_cast<std::size_t>(bytes))) return bytes;
  return std::vfprintf(file, format, values);
}

/// For a format that is not the object's.
int print_own(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int printed = print(files().out, format, values);
  va_end(values);
  return printed;
}

/// Whether the format has a conversion %n of any width.
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
  refuse_call(Finding(Message::printf_writes, Advice::no_percent_n), pc);
}

}  // namespace

int print_into(char* array, std::size_t room, const char* format, va_list values, std::uintptr_t pc,
               std::uintptr_t frame) {
  host::require_host_caller();
  refuse_writing(format, pc);
  on_format(format, values, pc);
  va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length < 0 || room == 0) return length;
  // Apart first: a text that lies in the array would change while it is read.
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  static_cast<void>(std::vsnprintf(text.data(), text.size(), format, values));
  const std::size_t bytes = std::min(room, text.size());
  text[bytes - 1] = '\0';
  on_access(array, bytes, AccessKind::Write, pc, frame);
  text.copy(array, bytes);
  return length;
}

}  // namespace core

void host::set_print_limit(std::size_t bytes) {
  core::room = bytes;
  core::told = false;
}

}  // namespace simt

#define SIMT_PRINT(STREAM)                                       \
  simt::core::refuse_writing(format, SIMT_CALLER);               \
  va_list values;                                                \
  va_start(values, format);                                      \
  simt::core::on_format(format, values, SIMT_CALLER);            \
  const int printed = simt::core::print(STREAM, format, values); \
  va_end(values);                                                \
  return printed

#define SIMT_PRINT_INTO(ROOM)                                                                       \
  va_list values;                                                                                   \
  va_start(values, format);                                                                         \
  const int printed = simt::core::print_into(array, ROOM, format, values, SIMT_CALLER, SIMT_FRAME); \
  va_end(values);                                                                                   \
  return printed

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl50-cpp,cert-err33-c)
int __wrap_printf(const char* format, ...) { SIMT_PRINT(simt::core::files().out); }
int __wrap_fprintf(std::FILE* file, const char* format, ...) {
  simt::core::check_file("fprintf", file, SIMT_CALLER);
  SIMT_PRINT(file);
}
int __wrap___printf_chk(int, const char* format, ...) { SIMT_PRINT(simt::core::files().out); }
int __wrap___fprintf_chk(std::FILE* file, int, const char* format, ...) {
  simt::core::check_file("fprintf", file, SIMT_CALLER);
  SIMT_PRINT(file);
}
int __wrap_snprintf(char* array, std::size_t room, const char* format, ...) { SIMT_PRINT_INTO(room); }
int __wrap_vsnprintf(char* array, std::size_t room, const char* format, va_list values) {
  return simt::core::print_into(array, room, format, values, SIMT_CALLER, SIMT_FRAME);
}
int __wrap_sprintf(char* array, const char* format, ...) { SIMT_PRINT_INTO(~std::size_t{0} >> 1); }
int __wrap_vsprintf(char* array, const char* format, va_list values) {
  return simt::core::print_into(array, ~std::size_t{0} >> 1, format, values, SIMT_CALLER, SIMT_FRAME);
}
// Compilers' replacements of printf without conversions.
int __wrap_puts(const char* text) {
  simt::core::on_text(text, std::strlen(text) + 1, SIMT_CALLER);
  return simt::core::print_own("%s\n", text);
}
int __wrap_putchar(int letter) { return simt::core::print_own("%c", letter); }
// NOLINTEND(bugprone-reserved-identifier,cert-dcl50-cpp,cert-err33-c)
}
