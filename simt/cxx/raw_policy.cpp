#include "raw_policy.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/read_file.hpp"
#include "lexing.hpp"
#include "source_policy.hpp"

namespace simt::cxx {
namespace {

/// The source with its continued lines joined; each character keeps its line's number.
struct Joined {
  std::string text;
  std::vector<int> lines;
};

// Longer than any included file's name; a truncated name is none of these, and is refused.
constexpr std::size_t kLongestArgument = 256;

bool ends_line(char c) { return c == '\n' || c == '\r'; }

Joined join(std::string_view source) {
  Joined joined;
  int line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      std::size_t end = i + 1;  // compilers allow blanks between the backslash and the line's end
      while (end < source.size() && is_blank(source[end])) ++end;
      if (end < source.size() && source[end] == '\n') {
        i = end;
        ++line;
        continue;
      }
    }
    const bool counted = source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n';
    joined.text += source[i];
    joined.lines.push_back(line);
    if (source[i] == '\n' || (source[i] == '\r' && !counted)) ++line;
  }
  return joined;
}

/// For each place in the text, where the blanks and comments that begin there end. Computed backwards, since
/// each of many directives may be followed by the same many comments.
std::vector<std::size_t> ends_of_blanks(std::string_view text) {
  const std::size_t size = text.size();
  std::vector<std::size_t> ends(size + 1, size);
  std::size_t close = size, nearer_close = size;  // the first `*/` at i+2 or later, at i+1 or later
  for (std::size_t i = size; i-- > 0;) {
    if (text.substr(i, 2) == "/*") {
      ends[i] = close == size ? size : ends[close + 2];
    } else {
      ends[i] = is_blank(text[i]) && !ends_line(text[i]) ? ends[i + 1] : i;
    }
    close = nearer_close;
    if (text.substr(i, 2) == "*/") nearer_close = i;
  }
  return ends;
}

class DirectiveFinder {
 public:
  explicit DirectiveFinder(const Joined& joined)
      : text_(joined.text), lines_(joined.lines), ends_of_blanks_(ends_of_blanks(text_)) {}

  std::vector<RawDirective> run() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::size_t length = hash(i);
      if (length != 0 && may_begin_line(i)) directive(i, i + length);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t hash(std::size_t i) const {
    if (text_[i] == '#') return 1;
    if (text_.substr(i, 2) == "%:") return 2;
    return text_.substr(i, 3) ==
                   "?"
                   "?="
               ? 3
               : 0;
  }

  /// Whether only blanks are before it, or the end of a comment.
  [[nodiscard]] bool may_begin_line(std::size_t i) const {
    while (i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\t' || text_[i - 1] == '\v' ||
                     text_[i - 1] == '\f' || (text_[i - 1] & 0x80) != 0)) {
      --i;
    }
    return i == 0 || ends_line(text_[i - 1]) || (i >= 2 && text_.substr(i - 2, 2) == "*/");
  }

  void directive(std::size_t begin, std::size_t i) {
    RawDirective directive;
    directive.line = lines_[begin];
    i = ends_of_blanks_[i];
    if (i >= text_.size()) return;
    if (is_digit(text_[i])) {
      directive.name = "line";
    } else if (starts_name(text_[i])) {
      directive.name = text_.substr(i, name_length(text_.substr(i)));
      i += directive.name.size();
    } else {
      return;
    }
    const std::string_view rest = text_.substr(ends_of_blanks_[i], kLongestArgument);
    directive.argument = rest.substr(0, rest.find_first_of("\r\n"));
    found_.push_back(std::move(directive));
  }

  std::string_view text_;
  const std::vector<int>& lines_;
  std::vector<std::size_t> ends_of_blanks_;
  std::vector<RawDirective> found_;
};

}  // namespace

std::vector<RawDirective> raw_directives(std::string_view source) {
  const Joined joined = join(source);
  return DirectiveFinder(joined).run();
}

namespace {

namespace fs = std::filesystem;

using Visit = std::function<void(const fs::path& file, const RawDirective& directive)>;

void for_each_directive(const UserFiles& files, const Visit& visit) {
  std::vector<fs::path> paths;
  for (const fs::path& folder : files.folders()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string source = mergelab::base::read_file(path).value_or("");
    for (const RawDirective& directive : raw_directives(source)) visit(path, directive);
  }
}

bool is_include(const RawDirective& directive) {
  return directive.name == "include" || directive.name == "include_next" || directive.name == "import";
}

/// The name between the quotes or the angle brackets; nothing for a computed one.
std::optional<std::string> literal_name(const std::string& argument) {
  if (argument.empty() || (argument.front() != '"' && argument.front() != '<')) return std::nullopt;
  const std::size_t end = argument.find(argument.front() == '<' ? '>' : '"', 1);
  if (end == std::string::npos) return std::nullopt;
  return argument.substr(1, end - 1);
}

std::string as_written(const RawDirective& directive) {
  std::string text = "#" + directive.name + " " + directive.argument;
  text.resize(std::min(text.find("//"), std::min<std::size_t>(text.size(), 80)));
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.pop_back();
  return text;
}

/// The rule for includes without a known path.
const Rule* include_rule(const Policy& policy) { return policy.rule_against(Subject::include, "/"); }

/// Whether a header of this name is a library's with every compiler.
bool is_library_name(const std::string& name, const Policy& policy) {
  return policy.is_library("/c++/0/" + name) || policy.is_library("/include/" + name);
}

}  // namespace

std::vector<Refusal> raw_refusals(const UserFiles& files, const Policy& policy) {
  std::vector<Refusal> refusals;
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    if (const Rule* rule = policy.rule_against(Subject::directive, directive.name)) {
      refusals.push_back(rule->refuse(directive.name, file.string(), directive.line));
    }
    const Rule* rule = include_rule(policy);
    if (!is_include(directive) || rule == nullptr) return;
    const std::optional<std::string> name = literal_name(directive.argument);
    if (name && fs::path(*name).is_relative() && name->find("..") == std::string::npos) return;
    refusals.push_back(rule->refuse(as_written(directive), file.string(), directive.line));
  });
  return refusals;
}

std::string library_includes(const UserFiles& files, const Policy& policy, const fs::path& cuda_headers,
                             std::set<std::string> names) {
  const auto is_library = [&](const std::string& name) {
    return is_library_name(name, policy) || engine_has(name, policy, cuda_headers);
  };
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    const std::optional<std::string> name = literal_name(directive.argument);
    if (is_include(directive) && name && !fs::exists(file.parent_path() / *name) && is_library(*name)) {
      names.insert(*name);
    }
  });
  if (names.empty()) return {};
  // Some libraries write their attributes in words that are CUDA's macros.
  std::string text = "#pragma push_macro(\"__noinline__\")\n#undef __noinline__\n";
  for (const char* copy : {"memcpy", "memmove", "memset", "memcmp"}) {
    text += "#define __builtin_" + std::string(copy) + " " + copy + "\n";
  }
  for (const std::string& name : names) {
    text += "#if __has_include(<" + name + ">)\n#include <" + name + ">\n#endif\n";
  }
  for (const char* copy : {"memcpy", "memmove", "memset", "memcmp"}) {
    text += "#undef __builtin_" + std::string(copy) + "\n";
  }
  return text + "#pragma pop_macro(\"__noinline__\")\n";
}

std::vector<Refusal> unresolved_includes(const UserFiles& files, const Policy& policy,
                                         const std::vector<fs::path>& include_folders,
                                         const fs::path& cuda_headers) {
  std::vector<Refusal> refusals;
  const Rule* rule = include_rule(policy);
  if (rule == nullptr) return refusals;
  for_each_directive(files, [&](const fs::path& file, const RawDirective& directive) {
    const std::optional<std::string> name = literal_name(directive.argument);
    if (!is_include(directive) || !name) return;
    if (fs::exists(file.parent_path() / *name) || is_library_name(*name, policy)) return;
    bool exists = false;
    for (const fs::path& folder : include_folders) {
      if (!fs::exists(folder / *name)) continue;
      exists = true;
      if (may_enter((folder / *name).string(), policy, cuda_headers)) return;
    }
    // A missing "helper.cuh": the compiler has reported it.
    if (!exists && directive.argument.front() == '"' && name->find('/') == std::string::npos) return;
    refusals.push_back(rule->refuse(as_written(directive), file.string(), directive.line));
  });
  return refusals;
}

}  // namespace simt::cxx
