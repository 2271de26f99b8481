#include "course/structs_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/did_you_mean.hpp"
#include "model/terms.hpp"

namespace mergelab::course {
namespace {

constexpr std::size_t kMostFields = 16;

/// Whether C++ or CUDA has something else of this name.
bool is_taken(const std::string& name) {
  static const std::regex kTaken(
      "alignas|alignof|and|and_eq|asm|auto|bitand|bitor|bool|break|case|catch|char|char(8|16|32)_t|class|"
      "compl|concept|const|consteval|constexpr|constinit|const_cast|continue|co_(await|return|yield)|"
      "decltype|default|delete|do|double|dynamic_cast|else|enum|explicit|export|extern|false|float|for|"
      "friend|goto|half|half2|if|inline|int|long|mutable|namespace|new|noexcept|not|not_eq|nullptr|"
      "operator|or|or_eq|private|protected|public|register|reinterpret_cast|requires|return|short|signed|"
      "sizeof|static|static_assert|static_cast|struct|switch|template|this|thread_local|throw|true|try|"
      "typedef|typeid|typename|union|unsigned|using|value|value_t|virtual|void|volatile|wchar_t|while|"
      "xor|xor_eq|dim3|size_t|u?int(8|16|32|64)_t|std|mergelab|"
      "(u?(char|short|int|long|longlong)|float|double)[1-4]|__.*");
  return std::regex_match(name, kTaken);
}

void check_name(const JsonValue& where, const std::string& name) {
  if (!is_argument_name(name))
    where.fail(fmt::format("\"{}\" is not a C++ name of at most {} characters", name, kLongestArgumentName));
  if (is_taken(name))
    where.fail(fmt::format("\"{}\" has a meaning in C++ or CUDA already\n  choose another name", name));
}

/// "unsigned char x"
Field read_field(const JsonValue& value) {
  const std::string text = value.text();
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string::npos) value.fail("expected a type and a name, such as \"float x\"");
  Field field{.name = text.substr(blank + 1), .type = text.substr(0, blank)};
  static_cast<void>(read_type(value, field.type, number_types()));
  check_name(value, field.name);
  return field;
}

/// Every field begins at a multiple of its size, and the whole ends at one of the largest.
void refuse_gaps(const JsonValue& list, const std::vector<Field>& fields) {
  std::size_t offset = 0, largest = 1;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t bytes = fields[i].bytes();
    if (offset % bytes != 0) {
      const auto smaller = std::find_if(fields.begin(), fields.end(),
                                        [&](const Field& before) { return before.bytes() < bytes; });
      list.elements()[i].fail(
          fmt::format("C++ leaves a gap of {} bytes in front of \"{}\", and a struct of a lab has none\n  "
                      "move it in front "
                      "of \"{}\"",
                      bytes - offset % bytes, fields[i].name, smaller->name));
    }
    offset += bytes;
    largest = std::max(largest, bytes);
  }
  const std::size_t gap = (largest - offset % largest) % largest;
  if (gap == 0) return;
  constexpr std::pair<std::size_t, const char*> kFillers[] = {
      {1, "\"unsigned char unused1\""}, {2, "\"unsigned short unused2\""}, {4, "\"unsigned unused4\""}};
  std::vector<std::string> fillers;
  for (const auto& [bytes, filler] : kFillers) {
    if ((gap & bytes) != 0) fillers.emplace_back(filler);
  }
  list.fail(fmt::format(
      "C++ leaves a gap of {} bytes behind the last field, and a struct of a lab has none\n  add {}", gap,
      fmt::join(fillers, ", ")));
}

}  // namespace

std::vector<std::string> number_types() {
  std::vector<std::string> types = names_of(element_types());
  std::erase(types, "value");
  return types;
}

std::string instead_of_type(const std::string& type, const std::vector<std::string>& known, char quote) {
  static const std::map<std::string, std::string_view> kOthers{{"bool", "unsigned char"},
                                                               {"uint8_t", "unsigned char"},
                                                               {"int8_t", "signed char"},
                                                               {"int16_t", "short"},
                                                               {"uint16_t", "unsigned short"},
                                                               {"int32_t", "int"},
                                                               {"unsigned int", "unsigned"},
                                                               {"uint32_t", "unsigned"},
                                                               {"long", "long long"},
                                                               {"int64_t", "long long"},
                                                               {"unsigned long", "unsigned long long"},
                                                               {"uint64_t", "unsigned long long"},
                                                               {"size_t", "unsigned long long"},
                                                               {"__half", "half"}};
  static const std::regex kStd("^std::");
  const auto other = kOthers.find(std::regex_replace(type, kStd, ""));
  if (other != kOthers.end()) return fmt::format("write {0}{1}{0}", quote, other->second);
  return base::did_you_mean(type, known, fmt::format("known: {}", fmt::join(known, ", ")), quote);
}

std::string read_type(const JsonValue& value, const std::string& text,
                      const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), text) == known.end())
    value.fail(fmt::format("unknown type \"{}\"\n  {}", printable(text), instead_of_type(text, known, '"')));
  return text;
}

bool is_argument_name(const std::string& text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits) &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0 && text.size() <= kLongestArgumentName;
}

Structs read_structs(const JsonValue& interface) {
  Structs structs;
  if (!interface.has("structs")) return structs;
  for (const auto& [name, list] : interface.at("structs").members()) {
    check_name(list, name);
    std::vector<Field>& fields = structs[name];
    for (const JsonValue& element : list.elements()) {
      const Field field = read_field(element);
      const bool is_known = std::any_of(fields.begin(), fields.end(),
                                        [&](const Field& before) { return before.name == field.name; });
      if (is_known) element.fail(fmt::format("\"{}\" is the name of two fields", field.name));
      if (fields.size() == kMostFields) list.fail(fmt::format("a struct has at most {} fields", kMostFields));
      fields.push_back(field);
    }
    if (fields.empty()) list.fail("expected at least one field, such as [\"float x\"]");
    refuse_gaps(list, fields);
  }
  return structs;
}

}  // namespace mergelab::course
