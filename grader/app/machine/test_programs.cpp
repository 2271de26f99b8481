#include "app/machine/test_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "app/command_line/errors.hpp"

namespace mergelab::app {
namespace {

/// All matches of an expression in a text, by their groups.
std::vector<std::smatch> find_all(const std::string& text, const std::regex& expression) {
  return {std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()};
}

std::string read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool any_matches(const std::vector<std::string>& names, const std::regex& expression) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return std::regex_search(name, expression); });
}

}  // namespace

std::regex test_pattern(const std::string& pattern) {
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& error) {
    throw UsageError(fmt::format("invalid regular expression '{}': {}", pattern, error.what()));
  }
}

std::vector<std::string> test_names_in(const std::string& source) {
  static const std::regex test(R"(\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\))"),
      instance(R"(\bINSTANTIATE_TEST_SUITE_P\(\s*(\w*)\s*,\s*(\w+)\s*,)");
  static const std::regex literal(R"re("(\w+)")re");
  const std::vector<std::smatch> instances = find_all(source, instance);
  std::set<std::string> parameters;  // by number, or by a name that is in the source
  if (!instances.empty()) {
    for (int number = 0; number < 10; ++number) parameters.insert(std::to_string(number));
    for (const std::smatch& found : find_all(source, literal)) parameters.insert(found[1]);
  }
  std::vector<std::string> names;
  for (const std::smatch& found : find_all(source, test)) {
    const std::string name = fmt::format("{}.{}", found[1].str(), found[2].str());
    names.push_back(name);
    for (const std::smatch& with : instances) {
      if (with[2] != found[1]) continue;
      for (const std::string& parameter : parameters)
        names.push_back(fmt::format("{}/{}/{}", with[1].str(), name, parameter));
    }
  }
  return names;
}

std::vector<std::string> test_targets(const std::filesystem::path& list, const std::string& pattern) {
  if (pattern.empty()) return {"all"};
  const std::regex expression = test_pattern(pattern);
  std::map<std::string, std::set<std::string>> by_folder;  // folders with their programs
  std::set<std::string> folders, programs;                 // that are asked for
  std::istringstream lines(read(list.string()));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::vector<std::string> words;
    for (std::string word; std::getline(fields, word, ';');) words.push_back(word);
    if (words.size() < 3) continue;
    const std::string &kind = words[0], &folder = words[1], &name = words[2];
    std::set<std::string>& of_folder = by_folder[folder];
    if (folder == pattern) folders.insert(folder);
    if (kind == "test" && std::regex_search(name, expression)) folders.insert(folder);
    if (kind != "program") continue;
    of_folder.insert(name);
    if (name == pattern || std::any_of(words.begin() + 3, words.end(), [&](const std::string& source) {
          return any_matches(test_names_in(read(source)), expression);
        })) {
      programs.insert(name);
    }
  }
  for (const std::string& folder : folders)
    programs.insert(by_folder[folder].begin(), by_folder[folder].end());
  return {programs.begin(), programs.end()};
}

}  // namespace mergelab::app
