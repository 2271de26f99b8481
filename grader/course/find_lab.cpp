// Which lab a word on the command line means.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::course {
namespace {

constexpr std::size_t kLongestShown = 60;

/// "tiled_kernel" for "04_tiled_kernel".
std::string_view short_name(const Lab& lab) {
  const std::size_t begin = lab.name.find_first_not_of("0123456789_");
  return begin == std::string::npos ? std::string_view() : std::string_view(lab.name).substr(begin);
}

}  // namespace

const Lab& find_lab(const Course& course, std::string_view word) {
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = error == std::errc() && end == word.data() + word.size();
  std::vector<std::string> names;
  std::vector<int> numbers;
  for (const Lab& lab : course.labs) {
    const bool meant = is_number ? number == lab_number(lab) : word == lab.name || word == short_name(lab);
    if (meant && !word.empty()) return lab;
    names.push_back(lab.name);
    names.emplace_back(short_name(lab));
    numbers.push_back(lab_number(lab));
  }
  if (is_number) {
    throw Error(fmt::format("there is no lab {}\n  the labs are {}; `{} list` shows all", word,
                            fmt::join(numbers, ", "), base::program_name()));
  }
  const bool shortened = word.size() > kLongestShown;
  throw Error(
      fmt::format("lab '{}{}' not found\n  {}", word.substr(0, kLongestShown), shortened ? "..." : "",
                  base::did_you_mean(word, names, fmt::format("`{} list` shows all", base::program_name()))));
}

}  // namespace mergelab::course
