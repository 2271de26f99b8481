// Resolved only when a message needs it.
#include "calls.hpp"

#include <map>
#include <simt/engine.hpp>
#include <utility>

#include "base/allocated_variable.hpp"
#include "segments.hpp"

namespace simt::core {
namespace {

constexpr std::size_t kMostCalls = 8;

constexpr std::size_t kMostKept = 4096;

/// By the numbers of allocations.
std::map<std::uint64_t, std::vector<std::uintptr_t>>& calls_of() {
  static auto& calls = *new std::map<std::uint64_t, std::vector<std::uintptr_t>>;
  return calls;
}

/// "buffer 9@sort.cuh:31 device_array@sort.cuh:120 sample_sort": for the judge, which has the sources.
std::string with_calls(std::string name, const std::vector<Line>& calls) {
  constexpr std::size_t kMostTold = 3;
  for (std::size_t i = 0; i < calls.size() && i < kMostTold; ++i) {
    const Line& line = calls[i];
    name += '@' + line.file.substr(line.file.find_last_of('/') + 1) + ':' + std::to_string(line.number) +
            ' ' + line.function;
  }
  return name;
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

void note_calls_of(const Allocation& allocation) {
  std::vector<std::uintptr_t> calls = calls_under_way();
  if (calls.empty()) return;
  calls_of()[allocation.number] = std::move(calls);
  // Keeps the latest: a student's loop may allocate without end.
  if (calls_of().size() > kMostKept) calls_of().erase(calls_of().begin());
}

std::string shown_name(const Allocation& allocation) {
  const auto calls = calls_of().find(allocation.number);
  if (!allocation.given_name.empty() || calls == calls_of().end()) return allocation.name();
  const std::vector<Line> lines = lines_of_calls(calls->second);
  std::vector<mergelab::base::CallLine> texts;
  for (const Line& line : lines) texts.push_back({text_of(line), line.function});
  if (!texts.empty() && texts.front().text.empty()) return with_calls(allocation.name(), lines);
  const std::string variable = mergelab::base::allocated_variable(texts);
  return variable.empty() ? allocation.name() : variable;
}

}  // namespace simt::core

namespace simt {

std::string host::calling_line() {
  const std::vector<core::Line> lines = core::lines_of_calls(core::calls_under_way());
  return lines.empty() ? "" : core::show(lines.front());
}

std::string host::line_at(std::uintptr_t pc) {
  const core::Segment* segment = core::segment_at(pc);
  if (segment == nullptr || segment->owner != core::Owner::Module) return "";
  const core::Line line = core::line_of(pc + 1);
  return line.known() ? core::show(line) : "";
}

}  // namespace simt
