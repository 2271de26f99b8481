#include "app/command_line/typed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {

std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                         std::int64_t high) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty()) throw UsageError(fmt::format("{} takes a whole number, but you typed nothing", what));
  if (error != std::errc() || end != word.data() + word.size())
    throw UsageError(fmt::format("{} takes a whole number, not '{}'", what, report::printable(word, {})));
  if (number < low || number > high)
    throw UsageError(fmt::format("{} must be from {} to {}, but it is {}", what, low, high, number));
  return number;
}

std::vector<int> typed_keys(const std::string& word, const std::string& what) {
  std::vector<int> keys;
  if (word.find_first_not_of(" \t") == std::string::npos) return keys;
  const auto refuse = [&](const std::string& part) {
    throw UsageError(fmt::format("{} takes whole numbers separated by commas, such as 1,4,6, not '{}'", what,
                                 report::printable(part, {})));
  };
  for (std::size_t at = 0; at <= word.size();) {
    const std::size_t comma = std::min(word.find(',', at), word.size());
    std::istringstream part(word.substr(at, comma - at));
    bool any = false;
    for (std::string number; part >> number; any = true) {
      int key = 0;
      const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), key);
      if (error == std::errc::result_out_of_range)
        throw UsageError(fmt::format("{}: {} does not fit into an int: keys are from {} to {}", what, number,
                                     std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
      if (error != std::errc() || rest != number.data() + number.size()) refuse(number);
      keys.push_back(key);
    }
    if (!any) refuse("");
    at = comma + 1;
  }
  return keys;
}

std::pair<std::string, std::string> typed_argument(const std::string& word,
                                                   const std::vector<std::string>& names) {
  const std::size_t at = word.find('=');
  std::string name = word.substr(0, at);
  if (at == std::string::npos || std::find(names.begin(), names.end(), name) == names.end()) {
    throw UsageError(fmt::format("--arg {}: expected NAME=VALUE, where NAME is one of {}", quoted(word),
                                 fmt::join(names, ", ")));
  }
  return {std::move(name), word.substr(at + 1)};
}

Lab with_constants(const Lab& lab, const Numbers& constants) {
  Lab with = lab;
  for (const auto& [name, value] : constants) with.constants[name] = value;
  return with;
}

}  // namespace mergelab::app
