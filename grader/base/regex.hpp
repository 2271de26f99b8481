// Regular expressions: the standard library's, whose templates regex.cpp compiles once. They take seconds per
// file.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace mergelab::base {

class Regex : public std::regex {
 public:
  explicit Regex(const std::string& pattern, flag_type flags = ECMAScript);
};

// As in the standard library. What was found points into the text.

bool regex_search(const std::string& text, const Regex& regex);
bool regex_search(const std::string& text, std::smatch& found, const Regex& regex,
                  std::regex_constants::match_flag_type flags = std::regex_constants::match_default);
bool regex_search(std::string&& text, std::smatch& found, const Regex& regex) = delete;
bool regex_search(std::string::const_iterator begin, std::string::const_iterator end, std::smatch& found,
                  const Regex& regex);
bool regex_match(const std::string& text, const Regex& regex);
bool regex_match(const std::string& text, std::smatch& found, const Regex& regex);
bool regex_match(std::string&& text, std::smatch& found, const Regex& regex) = delete;
std::string regex_replace(const std::string& text, const Regex& regex, const std::string& by);

/// All that std::sregex_iterator finds.
std::vector<std::smatch> regex_matches(const std::string& text, const Regex& regex);
std::vector<std::smatch> regex_matches(std::string&& text, const Regex& regex) = delete;

}  // namespace mergelab::base
