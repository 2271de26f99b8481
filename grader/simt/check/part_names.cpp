// A name is used only for exactly the same element: the pointer keeps its value after its declaration.
#include "part_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "simt/core/lines.hpp"
#include "simt/core/named_parts.hpp"

namespace simt::check {
namespace {

using core::NamedPart;
using core::NamedParts;

/// Whether the line consists of whole statements, so it contains all of their accesses.
bool is_whole(const core::Line& line) {
  const auto ends = [](std::string_view text, std::string_view with) {
    const std::size_t comment = text.find("//");
    text = text.substr(0, comment);
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    return text.empty() ? comment != std::string_view::npos
                        : with.find(text.back()) != std::string_view::npos;
  };
  const core::Line above{line.file, line.number - 1};
  const std::string& before = core::text_of(above);
  return ends(core::text_of(line), ";}") && (before.empty() || ends(before, ";{}"));
}

/// Returns the names in the line that are followed by `[` or `(`; false if it has other pointers.
bool indexed_names(std::string_view line, std::vector<std::string_view>& names) {
  static constexpr std::array<std::string_view, 5> kHarmless{"for", "if", "while", "min", "max"};
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  line = line.substr(0, line.find("//"));
  char last = ' ';  // before the token, without blanks
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (c == ' ' || c == '\t') {
      ++i;
      continue;
    }
    if (c == '"' || c == '\'' || c == '&' || (c == '-' && line.substr(i, 2) == "->")) return false;
    if (c == '*' && !in_name(last) && last != ')' && last != ']') return false;
    if (c == '[' && (last == ')' || last == ']')) return false;
    if (!in_name(c)) {
      last = c;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < line.size() && in_name(line[end])) ++end;
    const std::string_view name = line.substr(i, end - i);
    const std::size_t next = std::min(line.find_first_not_of(" \t", end), line.size() - 1);
    if (line[next] == '[' && last == '.') return false;
    if (line[next] == '[') names.push_back(name);
    if (line[next] == '(' && std::find(kHarmless.begin(), kHarmless.end(), name) == kHarmless.end())
      return false;
    last = line[end - 1];
    i = end;
  }
  return true;
}

/// Returns the only part that the line indexes, if it otherwise indexes only kernel parameters; so its access
/// to shared memory is to that part.
const NamedPart* only_part(const core::Line& line, const NamedParts& known) {
  std::vector<std::string_view> names;
  if (!is_whole(line) || !indexed_names(core::text_of(line), names)) return nullptr;
  const NamedPart* only = nullptr;
  for (const std::string_view name : names) {
    const auto part = std::find_if(known.parts.begin(), known.parts.end(),
                                   [&](const NamedPart& each) { return each.name == name; });
    const bool parameter =
        std::find(known.parameters.begin(), known.parameters.end(), name) != known.parameters.end();
    if (part == known.parts.end() && !parameter) return nullptr;
    if (part == known.parts.end()) continue;
    if (only != nullptr && only != &*part) return nullptr;
    only = &*part;
  }
  return only;
}

}  // namespace

void set_parts(const core::Access& access, std::size_t offset, finding::Memory& memory) {
  const NamedParts known = core::named_parts();
  if (known.parts.empty() || known.element_bytes == 0) return;
  const std::size_t index = offset / known.element_bytes;
  const auto after = std::find_if(known.parts.begin(), known.parts.end(),
                                  [&](const NamedPart& part) { return part.begin > index; });
  if (after == known.parts.begin()) return;
  const NamedPart& part = *std::prev(after);
  std::size_t count = 0;
  for (const NamedPart& each : known.parts) {  // two tiles may overlap
    if (each.begin == part.begin && count < finding::Memory::kParts)
      memory.parts[count++] = {each.name, static_cast<std::int64_t>(index - each.begin)};
  }
  memory.form = finding::Memory::Form::element;
  memory.name = known.array;
  memory.index = static_cast<std::int64_t>(index);
  const NamedPart* meant = only_part(core::line_of(access.pc), known);
  if (meant != nullptr && meant->begin < part.begin) memory.past = meant->name;
}

finding::Name past_part(const core::Access& access) {
  const NamedParts known = core::named_parts();
  const NamedPart* meant = only_part(core::line_of(access.pc), known);
  return meant == nullptr ? finding::Name() : finding::Name(meant->name);
}

}  // namespace simt::check
