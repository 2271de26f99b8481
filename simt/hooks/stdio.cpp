// The C library's output except printf. An instrumented object's calls arrive here by the linker's --wrap: a
// forged FILE would write anywhere.
#include <cstdio>
#include <cstring>

#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/lines.hpp"

namespace simt::core {
namespace {

const Files kFiles{stdout, stderr};

}  // namespace

const Files& files() { return kFiles; }

void check_file(const char* call, const std::FILE* file, std::uintptr_t pc) {
  if (!fenced() || file == kFiles.out || file == kFiles.err) return;
  Finding found(Message::foreign_file, Advice::no_other_files);
  found.word = call;
  refuse_call(found, pc);
}

void refuse_call(Finding found, std::uintptr_t pc) {
  found.access = check::to_finding(watch.thread, pc);
  check::fail(found);
}

}  // namespace simt::core

using simt::core::check_file;
using simt::core::on_text;

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
int __wrap_fputs(const char* text, std::FILE* file) {
  check_file("fputs", file, SIMT_CALLER);
  on_text(text, std::strlen(text) + 1, SIMT_CALLER);
  return std::fputs(text, file);
}
int __wrap_fputc(int letter, std::FILE* file) {
  check_file("fputc", file, SIMT_CALLER);
  return std::fputc(letter, file);
}
std::size_t __wrap_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  check_file("fwrite", file, SIMT_CALLER);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(size, count, &bytes)) bytes = ~std::size_t{0} >> 1;
  on_text(data, bytes, SIMT_CALLER);
  return std::fwrite(data, size, count, file);
}
int __wrap_fflush(std::FILE* file) {
  if (file != nullptr) check_file("fflush", file, SIMT_CALLER);
  return std::fflush(file);
}
// NOLINTEND(bugprone-reserved-identifier)
}
