#include "submission/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mergelab::submission {
namespace {

constexpr std::size_t kLongestAnswers = 8192;  // 2 * 256 keys and more
constexpr std::string_view kHead = "// answers to ";
constexpr std::string_view kBlanks = " \t", kBy = " by ";

/// "predict"
std::string quiz_of(std::string_view family) { return std::string(family.substr(1, family.size() - 2)); }

/// Two lines, of which the second one has no blank between answers, so that no formatter breaks it:
///   // answers to predict 3f2a91c0 by ada:
///   //   3|b|-|4,5|12
std::string beginning(const Item& item) { return fmt::format("{}{} ", kHead, quiz_of(item.family)); }

/// Lines without their ends, and with them.
struct Line {
  std::string_view text, whole;
};

std::vector<Line> lines_of(std::string_view file) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t end = std::min(file.find('\n', at), file.size());
    std::string_view text = file.substr(at, end - at);
    if (text.ends_with('\r')) text.remove_suffix(1);
    lines.push_back({text, file.substr(at, std::min(end + 1, file.size()) - at)});
    at = end + 1;
  }
  return lines;
}

/// Whether it may be the second line.
bool has_answers(std::string_view line) { return line.starts_with("//") && !line.starts_with(kHead); }

/// Whose answers to what begin in this line.
std::optional<StudentAnswers> read_head(std::string_view line, std::string_view begin) {
  line.remove_prefix(begin.size());
  line = trimmed(line);
  if (!line.ends_with(':') || line.size() < kFingerprint + kBy.size()) return std::nullopt;
  line.remove_suffix(1);
  const std::string_view asked = line.substr(0, kFingerprint);
  line.remove_prefix(kFingerprint);
  if (asked.find_first_not_of("0123456789abcdef") != std::string_view::npos || !line.starts_with(kBy))
    return std::nullopt;
  const std::string_view student = trimmed(line.substr(kBy.size()));
  if (!complaint_about_id(student).empty()) return std::nullopt;
  return StudentAnswers{std::string(student), std::string(asked), {}};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string folded(std::string_view student) {
  std::string text(student);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string complaint_about_id(std::string_view word) {
  const std::string_view student = trimmed(word);
  if (student.empty()) return "takes a student's id";
  if (student.size() > kLongestStudent) return fmt::format("takes at most {} bytes", kLongestStudent);
  const bool has_control =
      std::any_of(student.begin(), student.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return has_control ? "takes an id without control characters" : "";
}

std::optional<StudentAnswers> answers_in(std::string_view file, const Item& item) {
  const std::string begin = beginning(item);
  const std::vector<Line> lines = lines_of(file);
  std::optional<StudentAnswers> found;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!lines[i].text.starts_with(begin) || !has_answers(lines[i + 1].text)) continue;
    std::optional<StudentAnswers> read = read_head(lines[i].text, begin);
    std::string_view rest = trimmed(lines[i + 1].text.substr(2));
    if (!read || rest.empty() || rest.size() > kLongestAnswers) continue;
    for (;;) {
      const std::size_t end = rest.find('|');
      read->answers.emplace_back(trimmed(rest.substr(0, end)));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    found = std::move(read);
  }
  return found;
}

std::string with_answers(std::string_view file, const Item& item, const StudentAnswers& answers) {
  const std::string begin = beginning(item);
  const std::vector<Line> lines = lines_of(file);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].text.starts_with(begin)) {
      text += lines[i].whole;
    } else if (i + 1 < lines.size() && has_answers(lines[i + 1].text)) {
      ++i;
    }
  }
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text + fmt::format("{}{}{}{}:\n//   {}\n", begin, answers.asked, kBy, answers.student,
                            fmt::join(answers.answers, "|"));
}

}  // namespace mergelab::submission
