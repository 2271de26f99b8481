#include "judge/sanitizer_record.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace mergelab::judge::sanitizer {
namespace {

constexpr std::string_view kPrefix = "=========";
constexpr std::size_t kMostDetails = 64;       // a call chain on the host may be longer; nobody reads it
constexpr std::size_t kMostCharacters = 1000;  // of a line: names of templates are long

std::string printable(std::string_view line) {
  std::string text(line.substr(0, kMostCharacters));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, ' ');
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void for_each_record(std::string_view log, const std::function<void(const Record&)>& visit) {
  Record record;
  std::size_t count = 0;
  const auto end_record = [&] {
    if (!record.headline.empty()) {
      visit(record);
      ++count;
    }
    record = {};
  };
  while (!log.empty() && count < kMostRecords) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (!line.starts_with(kPrefix)) continue;
    line.remove_prefix(kPrefix.size());
    const bool detail = line.starts_with("   ");
    line = trimmed(line);
    if (detail && !record.headline.empty()) {
      if (!line.empty() && record.details.size() < kMostDetails) record.details.push_back(printable(line));
      continue;
    }
    end_record();
    if (!detail) record.headline = printable(line);
  }
  end_record();
}

std::string_view after(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + word.size());
}

std::string_view before(std::string_view text, std::string_view word) {
  return text.substr(0, text.find(word));
}

std::optional<std::uint64_t> decimal(std::string_view text) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c == ',') continue;
    if (!is_digit(c)) break;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (~std::uint64_t{0} - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return error == std::errc() && end != text.data() + 2 ? std::optional(value) : std::nullopt;
}

std::string place(std::string_view frame) {
  const std::size_t in = frame.rfind(" in ");
  if (in == std::string_view::npos) return {};
  std::string_view where = frame.substr(in + 4);
  const std::size_t slash = where.rfind('/');
  if (slash != std::string_view::npos) where.remove_prefix(slash + 1);
  const std::size_t colon = where.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || !decimal(where.substr(colon + 1))) return {};
  std::size_t end = colon + 1;
  while (end < where.size() && is_digit(where[end])) ++end;
  return std::string(where.substr(0, end));
}

std::string_view file_of(std::string_view place) { return place.substr(0, place.rfind(':')); }

std::string id(const char* what, std::string_view text) {
  if (!text.starts_with('(')) return {};
  const std::string_view inside = before(text.substr(1), ")");
  std::array<std::string_view, 3> numbers;
  std::string_view left = inside;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = before(left, ",");
    left.remove_prefix(std::min(numbers[i].size() + 1, left.size()));
    const bool number = !numbers[i].empty() && numbers[i].size() <= 10 &&
                        std::all_of(numbers[i].begin(), numbers[i].end(), is_digit);
    if (!number) return {};
  }
  std::string name = std::string(what) + " ";
  if (numbers[1] == "0" && numbers[2] == "0") return name.append(numbers[0]);
  name.append("(").append(numbers[0]).append(",").append(numbers[1]);
  if (numbers[2] != "0") name.append(",").append(numbers[2]);
  return name + ")";
}

}  // namespace mergelab::judge::sanitizer
