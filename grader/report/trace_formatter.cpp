#include "report/trace_formatter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/phrases.hpp"

namespace mergelab::report {

std::string value_text(const std::optional<Number>& value) {
  constexpr int kDigits = 6;
  if (!value) return "?";
  if (const double* const real = std::get_if<double>(&*value)) return fmt::format("{:.{}g}", *real, kDigits);
  return std::to_string(std::get<std::int64_t>(*value));
}

std::string numbers_text(const Trace& trace) {
  std::vector<std::string> all;
  for (const TracedNumber& number : trace.numbers)
    all.push_back(fmt::format("{} = {}", number.name, value_text(number.value)));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::string> first_inputs(const TracedArray& array) {
  constexpr std::size_t kMostShown = 64;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < std::min(array.input->size(), kMostShown); ++i)
    values.push_back(value_text((*array.input)[i]));
  return values;
}

std::string ranges(const std::vector<int>& indices) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t end = i + 1;
    while (end < indices.size() && indices[end] == indices[end - 1] + 1) ++end;
    parts.push_back(end == i + 1 ? std::to_string(indices[i])
                                 : fmt::format("{}..{}", indices[i], indices[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

TraceFormatter::TraceFormatter(const Trace& trace, const TextStyle& style) : trace_(trace), style_(style) {}

std::string TraceFormatter::name(int array) const {
  return printable(trace_.arrays[static_cast<std::size_t>(array)].name, style_);
}
std::string TraceFormatter::cell_text(const Cell& cell) const {
  return fmt::format("{} = {}", element(cell.array, cell.index), value_text(cell.value));
}
std::string TraceFormatter::element(int array, int index) const {
  const TracedArray& of = trace_.arrays[static_cast<std::size_t>(array)];
  if (of.elements == 1) return name(array);
  if (of.shape.size() < 2 || index < 0 || index >= of.elements)
    return fmt::format("{}[{}]", name(array), index);
  std::string indices;
  std::int64_t rest = index;
  for (std::size_t d = of.shape.size(); d-- > 0; rest /= of.shape[d])
    indices = fmt::format("[{}]", rest % of.shape[d]) + indices;
  return name(array) + indices;
}
std::string TraceFormatter::at(std::optional<int> place) const {
  if (!place) return "an unknown line";
  const TracedPlace& known = trace_.places[static_cast<std::size_t>(*place)];
  if (!known.file) return "an unknown line";
  const std::string file = printable(trace_.files[static_cast<std::size_t>(*known.file)].name, style_);
  return known.line == 0 ? file : fmt::format("{}:{}", file, known.line);
}
std::string TraceFormatter::access_text(int event) const {
  const std::size_t r = request_of(trace_, event);
  const auto e = static_cast<std::size_t>(event);
  const Cell cell{trace_.requests.array[r], trace_.events.index[e], trace_.events.value[e]};
  const char* verb = trace_.requests.kind[r] == 'r'   ? "reads"
                     : trace_.requests.kind[r] == 'w' ? "writes"
                                                      : "updates";
  return fmt::format("block {}, phase {}: thread {} {} {} at {}", trace_.requests.block[r],
                     trace_.requests.phase[r], trace_.events.lane[e], verb, cell_text(cell),
                     at(trace_.requests.place[r]));
}

void write_title(Page& page, const TraceFormatter& words, const std::string& text) {
  page.gap();
  page.raw(paint(text, Colour::bold, words.style()));
}

}  // namespace mergelab::report
