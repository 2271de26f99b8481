#include "kernel_parameters.hpp"

#include <algorithm>
#include <map>

namespace simt::cxx {
namespace {

std::optional<Parameter> read_parameter(const BracketedText& source, std::size_t begin, std::size_t end) {
  static const std::map<std::string_view, std::size_t> kIntegers{
      {"int", 4},  {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},
      {"long", 8}, {"int64_t", 8},  {"uint64_t", 8}, {"size_t", 8}};
  Parameter parameter{source.text(end - 1)};
  bool pointer = false;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const std::string_view t = source.text(i);
    pointer |= t == "*";
    if (const auto known = kIntegers.find(t); known != kIntegers.end())
      parameter.bytes = std::max(parameter.bytes, known->second);
    else if (t == "float" || t == "double" || t == "short" || t == "char" || t == "bool")
      return {};
    if (!source.is_name(i) && t != "*" && t != "::") return {};
  }
  if (source.text(end - 1) == "*") {
    pointer = true;
    parameter.name = "-";  // has none
  } else if (!source.is_name(end - 1)) {
    return {};
  }
  if (end < begin + 2 || (!pointer && parameter.bytes == 0)) return {};
  parameter.integer = !pointer;
  if (pointer) parameter.bytes = sizeof(void*);
  return parameter;
}

/// As <simt/launch.hpp> passes them: a pointer, then nested lists of a head and a tail; the empty one is one
/// byte.
void place(std::vector<Parameter>& parameters) {
  const auto up = [](std::size_t at, std::size_t to) { return (at + to - 1) / to * to; };
  std::vector<std::size_t> alignment(parameters.size() + 1, 1);
  for (std::size_t i = parameters.size(); i-- > 0;)
    alignment[i] = std::max(alignment[i + 1], parameters[i].bytes);
  std::size_t at = sizeof(void*);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    parameters[i].place = up(at, alignment[i]);
    at = parameters[i].place + parameters[i].bytes;
  }
}

}  // namespace

std::optional<std::vector<Parameter>> read_parameters(const BracketedText& source, std::size_t open,
                                                      std::size_t close) {
  std::vector<Parameter> parameters;
  for (std::size_t i = open + 1; i < close;) {
    std::size_t end = i;
    while (end < close && source.text(end) != ",") ++end;
    const std::optional<Parameter> parameter = read_parameter(source, i, end);
    if (!parameter) return {};
    parameters.push_back(*parameter);
    i = end + 1;
  }
  place(parameters);
  return parameters;
}

}  // namespace simt::cxx
