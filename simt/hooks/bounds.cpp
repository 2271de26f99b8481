// The functions that -fsanitize=bounds and -fsanitize=object-size call if an index is outside an array, or an
// access outside a variable, of known size; and -fsanitize=return if a function ends without returning its
// value. The address is not enough to detect these: it is inside a neighbour. And compilers don't report
// accesses of some variables (constants, those that don't escape) at all.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "accesses.hpp"
#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/host_threads.hpp"
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
  SourceLocation at;
  const TypeDescriptor* type;
  unsigned char log_alignment;
  unsigned char kind;  // 0: a load, 1: a store
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

/// Of what a pointer of this type points to; 1 for other types than numbers. "'unsigned int *'".
std::size_t bytes_of(const TypeDescriptor& pointer) {
  std::string_view name(pointer.name);
  name.remove_prefix(std::min(name.find_first_not_of('\''), name.size()));
  name = name.substr(0, name.find(" *"));
  for (const std::string_view part : {"const ", "volatile ", "unsigned "}) {
    if (name.starts_with(part)) name.remove_prefix(part.size());
  }
  if (name.find("long") != std::string_view::npos || name == "double") return 8;
  if (name.starts_with("short")) return 2;
  return name == "int" || name == "float" ? 4 : 1;
}

/// g++ 13 and later know the size of what malloc and new return, too. Then it is an access outside that
/// block.
void report(const TypeMismatch& data, std::uintptr_t address, std::uintptr_t pc) {
  const Followed followed;
  if (!watch.active) return;
  const bool is_of_host = watch.thread == kHostThread && !watch.host_is_free;
  const bool is_load = data.kind == 0, is_access = data.kind <= 1;
  if (is_access && (is_of_host || DeviceMemory::instance().beside(address) != nullptr)) {
    on_access(reinterpret_cast<const void*>(address), bytes_of(*data.type),
              is_load ? AccessKind::Read : AccessKind::Write, pc);
  }
  fail(Finding(Message::past_variable), data.at);
}

void report(const OutOfBounds& data, std::uint64_t index) {
  const Followed followed;
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
void __ubsan_handle_type_mismatch_v1(void* data, std::uintptr_t address) {
  simt::core::report(*static_cast<simt::core::TypeMismatch*>(data), address, SIMT_CALLER);
}
void __ubsan_handle_type_mismatch_v1_abort(void* data, std::uintptr_t address) {
  simt::core::report(*static_cast<simt::core::TypeMismatch*>(data), address, SIMT_CALLER);
}
void __ubsan_handle_missing_return(void* data) {
  simt::core::report(*static_cast<simt::core::MissingReturn*>(data));
}
// NOLINTEND(bugprone-reserved-identifier)
}
