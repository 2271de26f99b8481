#include "course/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "course/course.hpp"
#include "course/json_syntax.hpp"

namespace mergelab::course {
namespace {

constexpr const char* kDamaged =
    "has a damaged header; {'descr': '<i4', 'fortran_order': False, 'shape': (N,)} is expected";

std::string name_of(const std::string& descr) {
  static const std::map<std::string, std::string> kNames{
      {"<f2", "float16"},         {"<f4", "float32"}, {"<f8", "float64"}, {"<i2", "int16"},
      {"<i8", "int64"},           {"|i1", "int8"},    {"|u1", "uint8"},   {"<u2", "uint16"},
      {"<u4", "uint32"},          {"<u8", "uint64"},  {"|b1", "bool"},    {"|O", "Python objects"},
      {">i4", "big-endian int32"}};
  const auto found = kNames.find(descr);
  if (found != kNames.end()) return found->second;
  if (descr.find('U') != std::string::npos || descr.find('S') != std::string::npos) return "text";
  return "another type";
}

/// Reads the few forms of Python literals that numpy writes.
class HeaderReader {
 public:
  explicit HeaderReader(const std::string& text) : text_(text) {}

  [[nodiscard]] bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) throw Error(kDamaged);
  }
  [[nodiscard]] std::string quoted() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string::npos;
    if (end == std::string::npos) throw Error(kDamaged);
    std::string result = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return result;
  }
  [[nodiscard]] std::string type() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[')
      throw Error("holds records of several fields; int32 ('<i4') is expected");
    return quoted();
  }
  [[nodiscard]] bool boolean() {
    skip_space();
    for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      if (text_.compare(at_, std::char_traits<char>::length(word), word) != 0) continue;
      at_ += std::char_traits<char>::length(word);
      return value;
    }
    throw Error(kDamaged);
  }
  [[nodiscard]] std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> lengths;
    expect('(');
    while (!take(')')) {
      lengths.push_back(number());
      if (take(')')) break;
      expect(',');
    }
    return lengths;
  }
  [[nodiscard]] bool at_end() {
    skip_space();
    return at_ >= text_.size();
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  std::uint64_t number() {
    constexpr std::size_t kMostDigits = 18;
    skip_space();
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    if (end == at_ || end - at_ > kMostDigits) throw Error(kDamaged);
    const std::uint64_t value = std::stoull(text_.substr(at_, end - at_));
    at_ = end;
    return value;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

std::uint64_t parse_npy_header(const std::string& header) {
  std::optional<std::string> descr;
  std::optional<bool> fortran;
  std::optional<std::vector<std::uint64_t>> shape;
  HeaderReader reader(header);
  reader.expect('{');
  while (!reader.take('}')) {
    const std::string key = reader.quoted();
    reader.expect(':');
    if (key == "descr") {
      descr = reader.type();
    } else if (key == "fortran_order") {
      fortran = reader.boolean();
    } else if (key == "shape") {
      shape = reader.tuple();
    } else {
      throw Error(kDamaged);
    }
    if (reader.take('}')) break;
    reader.expect(',');
  }
  if (!descr || !fortran || !shape || !reader.at_end()) throw Error(kDamaged);
  if (*descr != "<i4") {
    throw Error(fmt::format("holds {} ('{}'); int32 ('<i4') is expected", name_of(*descr), shown(*descr)));
  }
  if (shape->size() != 1) {
    throw Error(fmt::format("has {} dimensions; one is expected, so save a.ravel()", shape->size()));
  }
  if (*fortran) throw Error("is in Fortran order; C order is expected");
  return shape->front();
}

}  // namespace mergelab::course
