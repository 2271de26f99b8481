#include "ask/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/report.hpp"
#include "report/trace_text.hpp"

namespace mergelab::ask {

bool is_own_line(const Trace& trace, int place) {
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  if (!known.file || known.line < 1) return false;
  const auto& lines = trace.files[static_cast<std::size_t>(*known.file)].lines;
  return lines && static_cast<std::size_t>(known.line) <= lines->size();
}

std::string place_text(const Trace& trace, int place) {
  const report::TextStyle style;
  return report::TraceFormatter(trace, style).at(place);
}

std::string line_text(const Trace& trace, int place) {
  if (!is_own_line(trace, place)) return "";
  const TracedPlace& known = trace.places[static_cast<std::size_t>(place)];
  const std::string& line =
      (*trace.files[static_cast<std::size_t>(*known.file)].lines)[static_cast<std::size_t>(known.line) - 1];
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

std::string access_text(const Trace& trace, int event) {
  const std::size_t r = report::request_of(trace, event);
  const auto e = static_cast<std::size_t>(event);
  const TracedArray& array = trace.arrays[static_cast<std::size_t>(trace.requests.array[r])];
  const char kind = trace.requests.kind[r];
  const std::string line = line_text(trace, trace.requests.place[r]);
  return fmt::format("{}, thread {} of block {} {} {}{}{}", place_text(trace, trace.requests.place[r]),
                     trace.events.lane[e], trace.requests.block[r],
                     kind == 'r'   ? "reads"
                     : kind == 'w' ? "writes"
                                   : "updates",
                     array.name, array.elements == 1 ? "" : fmt::format("[{}]", trace.events.index[e]),
                     line.empty() ? "" : ": " + line);
}

std::vector<int> inputs_of(const Trace& trace) {
  std::vector<int> inputs;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].input) inputs.push_back(static_cast<int>(i));
  }
  return inputs;
}

int output_of(const Trace& trace) {
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].expected && trace.arrays[i].name != "returned") return static_cast<int>(i);
  }
  return -1;
}

std::string names_of(const Trace& trace, const std::vector<int>& arrays, std::string_view last) {
  std::string names;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (i > 0) names += i + 1 == arrays.size() ? fmt::format(" {} ", last) : ", ";
    names += trace.arrays[static_cast<std::size_t>(arrays[i])].name;
  }
  return names;
}

std::optional<Element> element_of(const Trace& trace, const Number& value) {
  std::optional<Element> element;
  for (const int array : inputs_of(trace)) {
    const std::vector<Number>& elements = *trace.arrays[static_cast<std::size_t>(array)].input;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i] != value) continue;
      if (element) return std::nullopt;
      element = Element{array, static_cast<int>(i)};
    }
  }
  return element;
}

std::string text_of(const Trace& trace, const Element& element) {
  return fmt::format("{}[{}]", trace.arrays[static_cast<std::size_t>(element.array)].name, element.index);
}

}  // namespace mergelab::ask
