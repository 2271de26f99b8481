#include "judge/student_files.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "base/read_file.hpp"

namespace mergelab::judge {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_letter) - text.begin());
}

std::string without_blanks(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](unsigned char c) { return std::isspace(c) != 0; });
  return rest;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

}  // namespace

StudentFiles::StudentFiles(const std::vector<std::filesystem::path>& files, const Interface& function) {
  for (const Argument& argument : function.arguments) words_.insert(argument.name);
  for (const std::filesystem::path& path : files) {
    const std::string content = base::read_file(path).value_or("");
    std::vector<std::string>& lines = files_[path.filename().string()];
    std::istringstream stream(content);
    for (std::string line; std::getline(stream, line);) {
      lines.push_back(trimmed(line));
      whole_files_[path.filename().string()].push_back(line);
    }
    all_ += without_blanks(content);
    for (std::string_view left = content; !left.empty();) {
      const std::size_t end = letters(left);
      if (end > 0) words_.emplace(left.substr(0, end));
      left.remove_prefix(std::max<std::size_t>(end, 1));
    }
  }
}

bool StudentFiles::has_word(std::string_view word) const {
  static const std::set<std::string_view> ours{"ranks",   "heap",   "memcpy", "memset",
                                               "memmove", "printf", "strlen"};
  return words_.contains(word) || ours.contains(word);
}

bool StudentFiles::has_expression(std::string_view expression) const {
  return all_.find(without_blanks(expression)) != std::string::npos;
}

std::string StudentFiles::file(std::string_view name) const {
  if (files_.find(name) != files_.end()) return std::string(name);
  const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || c == '.' || c == '-';
  });
  const std::string included = "\"" + std::string(name) + "\"";
  return is_plain && all_.find(included) != std::string::npos ? std::string(name) : "";
}

std::string StudentFiles::text(std::string_view file, int line) const {
  const auto known = files_.find(file);
  if (known == files_.end() || line < 1 || static_cast<std::size_t>(line) > known->second.size()) return "";
  return known->second[static_cast<std::size_t>(line) - 1];
}

const std::vector<std::string>* StudentFiles::lines(std::string_view file) const {
  const auto known = whole_files_.find(file);
  return known == whole_files_.end() ? nullptr : &known->second;
}

bool StudentFiles::has_code_in_todo(std::string_view file, int number) const {
  const auto known = files_.find(file);
  if (known == files_.end()) return false;
  const std::string marker = "// TODO " + std::to_string(number);
  bool inside = false;
  for (const std::string& line : known->second) {
    if (line.starts_with(marker + " begin")) inside = true;
    if (line.starts_with(marker + " end")) inside = false;
    const bool skeletons = line.empty() || line.starts_with("//") ||
                           line.find("LAB_TODO(") != std::string::npos || line == "return 0;";
    if (inside && !skeletons) return true;
  }
  return false;
}

int StudentFiles::first_todo(std::string_view file, int reached) const {
  constexpr std::string_view kOpen = "LAB_TODO(";
  const auto known = files_.find(file);
  if (known == files_.end()) return reached;
  int first = reached;
  for (const std::string& line : known->second) {
    const std::size_t at = line.substr(0, line.find("//")).find(kOpen);
    if (at == std::string::npos || line.starts_with('#')) continue;
    const int number = std::atoi(line.c_str() + at + kOpen.size());
    if (number > 0) first = std::min(first, number);
  }
  return first;
}

}  // namespace mergelab::judge
