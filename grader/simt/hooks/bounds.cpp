// The functions that -fsanitize=bounds and -fsanitize=object-size call if an index is outside an array, or an
// access outside a variable, of known size; and -fsanitize=return if a function ends without returning its
// value. The address is not enough to detect these: it is inside a neighbour. And compilers don't report
// accesses of some variables (constants, those that don't escape) at all.
#include <cstdint>
#include <string>

#include "simt/check/report.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/watch.hpp"

namespace simt::core {
namespace {

// As the compilers lay them out.
struct SourceLocation {
  const char* file;
  std::uint32_t line, column;
};
struct TypeDescriptor {
  std::uint16_t kind, info;
  char name[1];  // "'int [256]'", and on
};
struct OutOfBounds {
  SourceLocation at;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

struct TypeMismatch {
  SourceLocation at;  // and unused members
};

struct MissingReturn {
  SourceLocation function;
};

[[noreturn]] void fail(Finding found, const SourceLocation& at) {
  found.access.by = check::agent_of(watch.thread);
  found.access.at = site_of(Line{at.file, static_cast<int>(at.line)});
  check::fail(found);
}

[[noreturn]] void report(const MissingReturn& data) {
  fail(Finding(Message::missing_return, Advice::all_ways_return), data.function);
}

void report(const TypeMismatch& data) {
  if (!watch.active) return;
  fail(Finding(Message::past_variable), data.at);
}

void report(const OutOfBounds& data, std::uint64_t index) {
  if (!watch.checking) return;
  const unsigned bits = 1U << (data.index->info >> 1);
  const bool is_signed = (data.index->info & 1) != 0;
  std::int64_t value = static_cast<std::int64_t>(index);
  if (is_signed && bits < 64) value = static_cast<std::int64_t>(index << (64 - bits)) >> (64 - bits);
  // GCC writes 'int[16]', clang 'int [16]'.
  std::string array = data.array->name;
  if (const std::size_t blank = array.find(" ["); blank != std::string::npos) array.erase(blank, 1);
  Finding found(Message::array_index, Advice::array_indices);
  found.numbers[0] = value;
  found.word = array;
  fail(found, data.at);
}

}  // namespace
}  // namespace simt::core

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
void __ubsan_handle_out_of_bounds(void* data, std::uintptr_t index) {
  simt::core::report(*static_cast<simt::core::OutOfBounds*>(data), index);
}
void __ubsan_handle_out_of_bounds_abort(void* data, std::uintptr_t index) {
  simt::core::report(*static_cast<simt::core::OutOfBounds*>(data), index);
}
void __ubsan_handle_type_mismatch_v1(void* data, std::uintptr_t /*address*/) {
  simt::core::report(*static_cast<simt::core::TypeMismatch*>(data));
}
void __ubsan_handle_type_mismatch_v1_abort(void* data, std::uintptr_t /*address*/) {
  simt::core::report(*static_cast<simt::core::TypeMismatch*>(data));
}
void __ubsan_handle_missing_return(void* data) {
  simt::core::report(*static_cast<simt::core::MissingReturn*>(data));
}
// NOLINTEND(bugprone-reserved-identifier)
}
