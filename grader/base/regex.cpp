#include "base/regex.hpp"

namespace mergelab::base {

Regex::Regex(const std::string& pattern, flag_type flags) : std::regex(pattern, flags) {}

bool regex_search(const std::string& text, const Regex& regex) { return std::regex_search(text, regex); }

bool regex_search(const std::string& text, std::smatch& found, const Regex& regex,
                  std::regex_constants::match_flag_type flags) {
  return std::regex_search(text, found, regex, flags);
}

bool regex_search(std::string::const_iterator begin, std::string::const_iterator end, std::smatch& found,
                  const Regex& regex) {
  return std::regex_search(begin, end, found, regex);
}

bool regex_match(const std::string& text, const Regex& regex) { return std::regex_match(text, regex); }

bool regex_match(const std::string& text, std::smatch& found, const Regex& regex) {
  return std::regex_match(text, found, regex);
}

std::string regex_replace(const std::string& text, const Regex& regex, const std::string& by) {
  return std::regex_replace(text, regex, by);
}

std::vector<std::smatch> regex_matches(const std::string& text, const Regex& regex) {
  return {std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()};
}

}  // namespace mergelab::base
