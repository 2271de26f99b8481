// Which lab a word on the command line means.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::course {
namespace {

constexpr std::size_t kLongestShown = 60;
constexpr std::size_t kShortestPart = 3;  // of a name, to be taken for it

/// "tiled_kernel" for "04_tiled_kernel".
std::string_view short_name(const Lab& lab) {
  const std::size_t begin = lab.name.find_first_not_of("0123456789_");
  return begin == std::string::npos ? std::string_view() : std::string_view(lab.name).substr(begin);
}

/// "10" of "lab10", "Lab 10" and "lab_10"; else the word as it is.
std::string_view without_lab(std::string_view word) {
  constexpr std::string_view kLab = "lab";
  const bool begins_so = word.size() > kLab.size() && (word.front() == 'l' || word.front() == 'L') &&
                         word.substr(1, 2) == kLab.substr(1);
  if (!begins_so) return word;
  const std::size_t number = word.find_first_not_of(" _-", kLab.size());
  const bool is_number = number != std::string_view::npos &&
                         word.find_first_not_of("0123456789", number) == std::string_view::npos;
  return is_number ? word.substr(number) : word;
}

bool is_named(const Lab& lab, std::string_view word) {
  return word == lab.name || word == short_name(lab) || word == lab.function ||
         std::filesystem::path(word).filename() == lab.file;
}

/// The labs that `is_meant` takes.
template <class Predicate>
std::vector<const Lab*> labs_that(const Course& course, Predicate is_meant) {
  std::vector<const Lab*> labs;
  for (const Lab& lab : course.labs) {
    if (is_meant(lab)) labs.push_back(&lab);
  }
  return labs;
}

[[noreturn]] void throw_not_found(const Course& course, std::string_view word) {
  std::vector<std::string> names;
  for (const Lab& lab : course.labs) names.insert(names.end(), {lab.name, std::string(short_name(lab))});
  const bool shortened = word.size() > kLongestShown;
  throw Error(
      fmt::format("lab '{}{}' not found\n  {}", word.substr(0, kLongestShown), shortened ? "..." : "",
                  base::did_you_mean(word, names, fmt::format("`{} list` shows all", base::program_name()))));
}

}  // namespace

const Lab& find_lab(const Course& course, std::string_view given) {
  const std::string_view word = without_lab(given);
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = error == std::errc() && end == word.data() + word.size();
  std::vector<const Lab*> found = labs_that(course, [&](const Lab& lab) {
    return is_number ? number == lab_number(lab) : !word.empty() && is_named(lab, word);
  });
  if (!found.empty()) return *found.front();
  if (is_number) {
    std::vector<int> numbers;
    for (const Lab& lab : course.labs) numbers.push_back(lab_number(lab));
    throw Error(fmt::format("lab {} does not exist\n  the labs are {}; `{} list` shows all", word,
                            fmt::join(numbers, ", "), base::program_name()));
  }
  if (word.size() >= kShortestPart) {
    found = labs_that(course, [&](const Lab& lab) { return lab.name.find(word) != std::string::npos; });
  }
  if (found.size() == 1) return *found.front();
  if (found.empty()) throw_not_found(course, word);
  std::vector<std::string> names;
  for (const Lab* lab : found) names.push_back(lab->name);
  throw Error(fmt::format("'{}' matches several labs\n  they are {}", word, fmt::join(names, ", ")));
}

}  // namespace mergelab::course
