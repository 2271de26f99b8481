#include "source_policy.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <tuple>

#include "base/read_file.hpp"
#include "lexing.hpp"

namespace simt::cxx {
namespace {

namespace fs = std::filesystem;

/// The words of a directive, without its `#`.
std::string directive_words(std::string_view line) {
  line.remove_prefix(line.substr(0, 2) == "%:" ? 2 : 1);
  std::string words;
  for (const char c : line) {
    if (!is_blank(c)) {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  while (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

/// `__no_sanitize__` is `no_sanitize`.
std::string_view bare(std::string_view name) {
  if (name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__") {
    name = name.substr(2, name.size() - 4);
  }
  return name;
}

/// The user's spelling of the include, or the file's name if the line has none.
std::string include_as_written(const std::string& file, int line, const std::string& entered) {
  std::ifstream stream(file);
  std::string text;
  for (int i = 0; i < line && std::getline(stream, text); ++i) {
  }
  const std::size_t begin = text.find('#');
  const bool literal = text.find('"') != std::string::npos || text.find('<') != std::string::npos;
  if (!stream || begin == std::string::npos || !literal || text.find("include") == std::string::npos) {
    return "#include of " + entered;
  }
  const std::size_t end = std::min(text.find("//"), text.size());
  text = text.substr(begin, end < begin ? text.size() : end - begin);
  while (!text.empty() && is_blank(text.back())) text.pop_back();
  return text;
}

class PolicyChecker {
 public:
  PolicyChecker(const SourceText& source, const Policy& policy)
      : source_(source), tokens_(source.tokens), policy_(policy) {
    for (const Rule& rule : policy.of(Subject::word)) words_.push_back(split(rule.pattern));
  }

  std::vector<Refusal> run(const fs::path& cuda_headers) {
    for (const Entered& entered : source_.entered) include(entered, cuda_headers);
    for (const Token& directive : source_.directives) pragma(directive);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      word(i);
      attributes(i);
    }
    const auto place = [](const Refusal& refusal) { return std::tie(refusal.file, refusal.line); };
    std::stable_sort(refusals_.begin(), refusals_.end(),
                     [&](const Refusal& a, const Refusal& b) { return place(a) < place(b); });
    refusals_.erase(std::unique(refusals_.begin(), refusals_.end()), refusals_.end());
    return std::move(refusals_);
  }

 private:
  static std::vector<std::string_view> split(std::string_view pattern) {
    std::vector<std::string_view> parts;
    while (!pattern.empty()) {
      const std::size_t end = pattern.find(' ');
      if (end != 0) parts.push_back(pattern.substr(0, end));
      pattern.remove_prefix(end == std::string_view::npos ? pattern.size() : end + 1);
    }
    return parts;
  }

  [[nodiscard]] std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view{};
  }
  void report(const Rule& rule, std::string_view found, std::size_t file, int line) {
    refusals_.push_back(rule.refuse(found, source_.files[file], line));
  }
  void check(Subject subject, std::string_view name, const Token& token) {
    if (const Rule* rule = policy_.rule_against(subject, name)) report(*rule, name, token.file, token.line);
  }

  void include(const Entered& entered, const fs::path& cuda_headers) {
    const std::string path = fs::weakly_canonical(entered.file).string();
    const Rule* rule = policy_.rule_against(Subject::include, path);
    if (may_enter(entered.file, policy_, cuda_headers)) {
      if (!entered.holds_tokens) return;
      rule = policy_.rule_against(Subject::library, "");
      if (rule == nullptr) return;
    }
    const std::string& from = source_.files[entered.from];
    report(*rule, include_as_written(from, entered.line, entered.file), entered.from, entered.line);
  }

  /// Other directives after preprocessing come from macros, to deceive a second reading.
  void pragma(const Token& directive) {
    const std::string words = directive_words(directive.text);
    if (words.rfind("pragma ", 0) == 0) {
      check(Subject::pragma, words.substr(7), directive);
    } else {
      check(Subject::directive, "#" + words, directive);
    }
  }

  void word(std::size_t i) {
    // A backslash outside of literals can join two lines when the text is read again.
    if (text(i) == "\\") check(Subject::directive, "\\", tokens_[i]);
    for (std::size_t r = 0; r < words_.size(); ++r) {
      const std::vector<std::string_view>& parts = words_[r];
      std::size_t k = 0;
      while (k < parts.size() && fits(parts[k], text(i + k))) ++k;
      if (k < parts.size()) continue;
      const Rule& rule = policy_.of(Subject::word)[r];
      if (rule.verb == Rule::Verb::refuse) report(rule, text(i), tokens_[i].file, tokens_[i].line);
      return;
    }
  }

  /// A list of attributes that is not closed yet: `__attribute__((a, b(1)))`, `[[a, gnu::b(1)]]`.
  struct List {
    bool gnu;
    std::int64_t depth;  // of its parentheses
  };

  /// Follows all lists at once: a separate search for each end would take too long with many unclosed ones.
  void attributes(std::size_t i) {
    if (text(i) == "(") ++depth_;
    if (text(i) == ")") {
      --depth_;
      while (!lists_.empty() && lists_.back().depth + (lists_.back().gnu ? 0 : -1) >= depth_)
        lists_.pop_back();
    }
    if (is_attribute_name(i)) attribute(i);
    if (text(i) == "]") {
      while (!lists_.empty() && !lists_.back().gnu && lists_.back().depth == depth_) lists_.pop_back();
    }
    if ((text(i) == "__attribute__" || text(i) == "__attribute") && text(i + 1) == "(") open({true, depth_});
    if (i > 0 && text(i - 1) == "[" && text(i) == "[") open({false, depth_});
  }

  void open(const List& list) {
    const bool again = !lists_.empty() && lists_.back().gnu == list.gnu && lists_.back().depth == list.depth;
    if (!again) lists_.push_back(list);
  }

  /// GNU's lists have names at the second depth; standard ones outside of parentheses, where they are no
  /// namespaces.
  [[nodiscard]] bool is_attribute_name(std::size_t i) const {
    for (auto list = lists_.rbegin(); list != lists_.rend() && list->depth + 2 >= depth_; ++list) {
      if (list->gnu && depth_ == list->depth + 2) return true;
      const bool is_namespace = text(i + 1) == "::" || text(i) == "using" || text(i - 1) == "using";
      if (!list->gnu && depth_ == list->depth && !is_namespace) return true;
    }
    return false;
  }

  void attribute(std::size_t i) {
    if (!text(i).empty() && starts_name(text(i).front())) {
      check(Subject::attribute, bare(text(i)), tokens_[i]);
    }
  }

  const SourceText& source_;
  const std::vector<Token>& tokens_;
  const Policy& policy_;
  std::vector<std::vector<std::string_view>> words_;  // of the rules on words
  std::int64_t depth_ = 0;                            // open parentheses
  std::vector<List> lists_;                           // the innermost last
  std::vector<Refusal> refusals_;
};

}  // namespace

bool may_enter(const std::string& file, const Policy& policy, const fs::path& cuda_headers) {
  const fs::path path = fs::weakly_canonical(file);
  const fs::path folder = path.parent_path(), own = fs::weakly_canonical(cuda_headers);
  return folder == own || folder == own / "cooperative_groups" || folder == own / "cuda" ||
         policy.is_library(path.string()) || policy.rule_against(Subject::include, path.string()) == nullptr;
}

bool engine_has(const std::string& name, const Policy& policy, const fs::path& cuda_headers) {
  const std::optional<std::string> text = mergelab::base::read_file(cuda_headers / name);
  return text && text->find("#error") == std::string::npos &&
         may_enter((cuda_headers / name).string(), policy, cuda_headers);
}

void take_engines_headers(SourceText& source, const Policy& policy, const fs::path& cuda_headers) {
  for (Entered& entered : source.entered) {
    entered.holds_tokens = false;
    const std::string path = fs::weakly_canonical(entered.file).string();
    for (const std::string folder : {"/include/cccl/", "/include/"}) {  // CUDA 13 has the first
      const std::size_t at = path.rfind(folder);
      if (at == std::string::npos) continue;
      const std::string name = path.substr(at + folder.size());
      if (engine_has(name, policy, cuda_headers)) entered.file = (cuda_headers / name).string();
      break;
    }
  }
}

std::vector<Refusal> source_refusals(const SourceText& source, const Policy& policy,
                                     const fs::path& cuda_headers) {
  return PolicyChecker(source, policy).run(cuda_headers);
}

}  // namespace simt::cxx
