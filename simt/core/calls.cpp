// Resolved only when a message needs it.
#include "calls.hpp"

#include <unwind.h>

#include <algorithm>
#include <map>
#include <set>
#include <simt/engine.hpp>
#include <utility>

#include "segments.hpp"

namespace simt::core {
namespace {

constexpr std::size_t kMostCalls = 24;  // algorithms of Thrust are deep

constexpr std::size_t kMostKept = 4096;

std::uintptr_t thrown_at = 0;

/// By the numbers of allocations.
std::map<std::uint64_t, std::vector<std::uintptr_t>>& calls_of() {
  static auto& calls = *new std::map<std::uint64_t, std::vector<std::uintptr_t>>;
  return calls;
}

struct NamedCall {
  std::uintptr_t pc = 0;
  Line line = {};
};

/// The innermost one that is not within a header of the engine.
NamedCall named_call(const std::vector<std::uintptr_t>& calls) {
  for (const std::uintptr_t pc : calls) {
    std::vector<Line> lines = lines_at(pc);
    if (!lines.empty()) return {pc, std::move(lines.front())};
  }
  return {};
}

/// The calls on a line in the order in which they first allocated, which is that of the line.
void set_place(const std::vector<std::uintptr_t>& calls, finding::CallOf& named) {
  const NamedCall wanted = named_call(calls);
  std::vector<std::uintptr_t> seen;
  std::set<std::vector<std::uintptr_t>> looked_at;
  for (const auto& [number, others] : calls_of()) {
    if (!looked_at.insert(others).second) continue;
    const NamedCall other = named_call(others);
    const bool is_of_line = other.line.number == wanted.line.number && other.line.file == wanted.line.file;
    if (is_of_line && seen.size() < 255 && std::find(seen.begin(), seen.end(), other.pc) == seen.end())
      seen.push_back(other.pc);
  }
  named.place = static_cast<std::uint8_t>(std::find(seen.begin(), seen.end(), wanted.pc) - seen.begin());
  named.places = static_cast<std::uint8_t>(seen.size());
}

}  // namespace

std::vector<std::uintptr_t> calls_under_way() {
  std::vector<std::uintptr_t> calls;
  for (const std::uintptr_t pc : addresses_of_calls()) {
    const Segment* segment = segment_at(pc);
    if (segment != nullptr && segment->owner == Owner::Module && calls.size() < kMostCalls)
      calls.push_back(pc);
  }
  return calls;
}

std::uintptr_t end_of_frames() {
  std::uintptr_t found = 0;
  const auto look = [](_Unwind_Context* context, void* data) {
    const Segment* const segment = segment_at(_Unwind_GetIP(context) - 1);
    if (segment == nullptr || segment->owner != Owner::Module) return _URC_NO_REASON;
    *static_cast<std::uintptr_t*>(data) = _Unwind_GetCFA(context);
    return _URC_END_OF_STACK;
  };
  _Unwind_Backtrace(look, &found);
  return found;
}

std::vector<Line> lines_of_calls(const std::vector<std::uintptr_t>& calls) {
  std::vector<Line> lines;
  for (const std::uintptr_t pc : calls) {
    for (Line& line : lines_at(pc)) lines.push_back(std::move(line));
  }
  return lines;
}

Line line_in_progress(std::uintptr_t pc, const std::vector<std::uintptr_t>& launched_by) {
  Line line = line_of(pc);
  if (!line.known() || !is_of_cpp_library(line)) return line;
  std::vector<std::uintptr_t> calls = calls_under_way();
  calls.erase(calls.begin(), std::find(calls.begin(), calls.end(), pc - 1));
  calls.insert(calls.end(), launched_by.begin(), launched_by.end());
  for (Line& caller : lines_of_calls(calls)) {
    if (!is_of_cpp_library(caller)) return std::move(caller);
  }
  return line;
}

void note_throw(std::uintptr_t pc) { thrown_at = pc; }
std::uintptr_t last_throw() { return thrown_at; }

void note_calls_of(const Allocation& allocation) {
  std::vector<std::uintptr_t> calls = calls_under_way();
  if (calls.empty()) return;
  calls_of()[allocation.number] = std::move(calls);
  // Keeps the latest: a student's loop may allocate without end.
  if (calls_of().size() > kMostKept) calls_of().erase(calls_of().begin());
}

finding::Memory name_of(const Allocation& allocation) {
  finding::Memory memory;
  memory.form = finding::Memory::Form::variable;
  memory.name = allocation.given_name;
  memory.allocation = allocation.number;
  const auto calls = calls_of().find(allocation.number);
  if (!allocation.given_name.empty() || calls == calls_of().end()) return memory;
  const std::vector<Line> lines = lines_of_calls(calls->second);
  if (!lines.empty()) set_place(calls->second, memory.calls[0]);
  for (std::size_t i = 0; i < std::min(lines.size(), finding::Memory::kCalls); ++i) {
    memory.calls[i].site = site_of(lines[i]);
    memory.calls[i].function = lines[i].function;
  }
  return memory;
}

}  // namespace simt::core

namespace simt {

finding::Site host::calling_line() {
  const std::vector<core::Line> lines = core::lines_of_calls(core::calls_under_way());
  return lines.empty() ? finding::Site() : core::site_of(lines.front());
}

finding::Site host::line_at(std::uintptr_t pc) {
  const core::Segment* segment = core::segment_at(pc);
  if (segment == nullptr || segment->owner != core::Owner::Module) return {};
  return core::site_of(pc + 1);
}

}  // namespace simt
