// Resolved only when a message needs it.
#include "calls.hpp"

#include <algorithm>
#include <map>
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
  for (std::size_t i = 0; i < std::min(lines.size(), finding::Memory::kCalls); ++i)
    memory.calls[i] = {site_of(lines[i]), lines[i].function};
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
