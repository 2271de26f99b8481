// A scanner with just enough of C++'s tokens to recognise launches: literals (raw ones too), comments,
// numbers with separators, directive lines and brackets.
#include "rewriter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flags.hpp"
#include "lexing.hpp"
#include "simt/elf/object_file.hpp"
#include "template_names.hpp"

namespace simt::cxx {
namespace {

bool is_unroll_pragma(std::string_view line) {
  std::string words;
  for (const char c : line.substr(1)) {
    if (!is_blank(c)) words += c;
  }
  return words.rfind("pragmaunroll", 0) == 0;
}

class Rewriter {
 public:
  Rewriter(std::string_view text, const std::function<bool(std::string_view)>& is_user_file, bool as_calls)
      : text_(text),
        is_user_file_(is_user_file),
        as_calls_(as_calls),
        compiled_by_clang_(compiled_by_clang(text)),
        in_user_file_(is_user_file("")) {
    out_.reserve(text.size() + text.size() / 64);
  }

  std::string run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (!of_host_.empty() && at_ == of_host_.front().whole.begin) {
        const auto [whole, variable] = of_host_.front();
        of_host_.erase(of_host_.begin());
        out_ += "::simt::launches::host_copy(" + std::string(variable) + ", ";
        copy(whole.end - at_);
        out_ += ')';
      } else if (at_ == cast_.begin) {
        out_.append(static_cast<std::size_t>(
                        std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                   text_.begin() + static_cast<std::ptrdiff_t>(cast_.end), '\n')),
                    '\n');  // lines keep their numbers
        at_ = cast_.end;
      } else if (c == '\n') {
        copy(1);
        line_start = true;
      } else if (is_blank(c)) {
        copy(1);
      } else if (c == '#' && line_start) {
        directive();
      } else {
        line_start = false;
        token();
      }
    }
    return std::move(out_);
  }

 private:
  // A launch before its `>>>`.
  struct Launch {
    std::size_t out;  // the place of its `<<<` in out_
    std::size_t length;
    std::size_t depth;  // open brackets around it
    std::size_t name;   // where a kernel template's name begins in out_, or that of one with default
                        // arguments; kNowhere for other kernels
    bool has_address;   // a kernel with default arguments
    unsigned long long references;  // among the parameters of a kernel template
  };

  static constexpr std::size_t kNowhere = std::string::npos;

  /// A part of text_.
  struct Range {
    std::size_t begin = kNowhere, end = kNowhere;
  };

  // Nested launches in configurations. Closing one moves the text behind it.
  static constexpr std::size_t kMostOpen = 64;

  static constexpr std::string_view kOpen = " ->* ::simt::LaunchConfig(";

  [[nodiscard]] char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool sees(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void copy(std::size_t count) {
    count = std::min(count, text_.size() - at_);
    out_ += text_.substr(at_, count);
    at_ += count;
  }

  void directive() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    if (const std::optional<LineMarker> marker = parse_marker(line)) {
      in_user_file_ = is_user_file_(marker->file);
    }
    if (in_user_file_ && is_unroll_pragma(line)) {
      at_ = end;
    } else {
      copy(line.size());
    }
  }

  void token() {
    const char c = text_[at_];
    if (in_user_file_ && !as_calls_ && (c == '(' || c == 'r') && erases_kernel()) return;
    if (starts_name(c)) {
      name();
      return;
    }
    after_operator_ = after_operator_ && c == '(';  // `operator()<<<`, in any meaning
    if (sees("::")) {
      if (last_name_.empty()) name_begin_ = out_.size();
      qualified_ = true;
      last_name_ = {};
      copy(2);
      return;
    }
    const bool opens_launch = angles('<') > 0;
    if (c == ':' && in_user_file_ && !last_name_.empty() &&
        is_digit(text_[std::min(text_.find_first_not_of(" \t", at_ + 1), text_.size() - 1)]))
      bit_fields_.insert(last_name_);  // or a label before a number, which does no harm
    if (!opens_launch) forget_name(c);
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      copy(number_length(text_.substr(at_)));
    } else if (c == '"' || c == '\'') {
      copy(literal_length(text_.substr(at_)));
    } else if (sees("//")) {
      copy(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else if (sees("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      copy(end == std::string_view::npos ? text_.size() : end + 2 - at_);
    } else {
      punctuation(c);
    }
  }

  void name() {
    const std::string_view word = text_.substr(at_, name_length(text_.substr(at_)));
    const bool after_shared = std::exchange(after_shared_, false);
    if (word.rfind("__simt_", 0) == 0 && keyword(word)) return;
    if (after_shared && word == "alignas" && alignment(word)) return;
    if (!qualified_) name_begin_ = after_member_ ? kNowhere : out_.size();
    qualified_ = after_member_ = false;
    last_name_ = word;
    if (in_user_file_) templates_.name(word);
    if (cluster_.part == Clustered::Part::head) cluster_.name = word;
    copy(word.size());
    if (peek(0) == '"' && is_raw_prefix(word)) copy(raw_literal_length(text_.substr(at_)));
    if (in_user_file_ && (word == "cudaLaunchKernel" || word == "cudaLaunchCooperativeKernel"))
      cast_ = cast_of_first_argument();
    if (in_user_file_ && is_one_of(word, kTakePointers)) find_host_copies();
    if (is_device_variable_) last_variable_ = word;
    after_operator_ = word == "operator";
  }

  bool take(std::string_view what, std::size_t& end) const {
    while (end < text_.size() && (is_blank(text_[end]) || text_[end] == '\n')) ++end;
    if (text_.substr(end, what.size()) != what) return false;
    end += what.size();
    return true;
  }

  /// `(void*)`, or `reinterpret_cast<void*>`.
  [[nodiscard]] Range pointer_cast(std::size_t end) const {
    const std::size_t begin = end;
    const bool in_brackets = take("(", end);
    if (!in_brackets && !(take("reinterpret_cast", end) && take("<", end))) return {};
    take("const", end);
    if (!take("void", end)) return {};
    take("const", end);
    return take("*", end) && take(in_brackets ? ")" : ">", end) ? Range{begin, end} : Range{};
  }

  /// The cast in `cudaLaunchKernel((void*)kernel, ...)`, which would remove the parameters' types.
  [[nodiscard]] Range cast_of_first_argument() const {
    std::size_t end = at_;
    return take("(", end) ? pointer_cast(end) : Range{};
  }

  /// `(void*)kernel`, and `params.func = (void*)pointer`: what replaces the cast keeps the parameters' types.
  bool erases_kernel() {
    const Range cast = pointer_cast(at_);
    if (cast.begin != at_ || text_.substr(cast.begin, cast.end - cast.begin).find('\n') != kNowhere)
      return false;
    if (!templates_.is_kernel(name_behind(cast.end)) && !casts_variable(cast)) return false;
    out_ += "::simt::launches::Untyped() ->* ";
    at_ = cast.end;
    return true;
  }

  /// The last part of the name that follows, also in parentheses or behind `&`.
  [[nodiscard]] std::string_view name_behind(std::size_t end) const {
    take("(", end);
    take("&", end);
    std::string_view name;
    do {
      while (end < text_.size() && is_blank(text_[end])) ++end;
      name = text_.substr(end, name_length(text_.substr(end)));
      end += name.size();
    } while (take("::", end));
    return name;
  }

  /// Whether a variable, such as `kernels[i]`, is all that is cast: it may be a pointer to a kernel.
  [[nodiscard]] bool casts_variable(const Range& cast) const {
    constexpr std::string_view kBefore = "=(,{?:", kInside = "[].->:";
    const std::size_t last = out_.find_last_not_of(" \t\n");
    if (last == kNowhere || kBefore.find(out_[last]) == kNowhere) return false;
    std::size_t end = cast.end;
    if (text_[cast.begin] == 'r') take("(", end);
    bool is_name = false;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (is_name && (c == ',' || c == ')' || c == ';' || c == '}')) return true;
      if (is_blank(c)) continue;
      const bool goes_on = is_digit(c) || kInside.find(c) != kNowhere;
      if (!starts_name(c) && !(is_name && goes_on)) return false;
      is_name = true;
    }
    return false;
  }

  // `cudaMemset(&variable, ...)` in host code gets the address of the host's copy of a __device__ variable.

  static constexpr std::array<std::string_view, 8> kTakePointers{
      "cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", "cudaMemcpy2DAsync",
      "cudaMemset", "cudaMemsetAsync", "cudaMemset2D", "cudaMemset2DAsync"};

  /// Behind `__device__` or `__constant__`: the last name before a sign is the variable's.
  void end_device_variable(char c) {
    if (!is_device_variable_ || c == ':' || c == '<' || c == '>' || c == '*' || c == '&') return;
    if (c != '(' && !last_variable_.empty()) device_variables_.emplace(last_variable_, c == '[');
    is_device_variable_ = c == ',';
    last_variable_ = {};
  }

  /// Notes the arguments at at_ that are such an address, maybe cast.
  void find_host_copies() {
    std::size_t at = at_;
    if (as_calls_ || device_variables_.empty() || !take("(", at)) return;
    int depth = 0;
    for (std::size_t begin = at; at < text_.size() && depth >= 0;) {
      const char c = text_[at];
      if (depth == 0 && (c == ',' || c == ')')) {
        while (begin < at && (is_blank(text_[begin]) || text_[begin] == '\n')) ++begin;
        const std::string_view variable = variable_of_address(text_.substr(begin, at - begin));
        if (!variable.empty()) of_host_.push_back({{begin, at}, variable});
        begin = at + 1;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      at += is_digit(c)             ? number_length(text_.substr(at))
            : c == '"' || c == '\'' ? literal_length(text_.substr(at))
                                    : 1;
    }
  }

  /// `x` of `&x`, `(char*)&x[2]`, and of `x` if it is an array.
  [[nodiscard]] std::string_view variable_of_address(std::string_view argument) const {
    if (argument.find('#') != kNowhere) return {};  // a line marker
    std::size_t at = argument.rfind("*)");
    if (argument.front() == '(' && at != kNowhere) argument.remove_prefix(at + 2);
    argument = without_blanks(argument);
    const bool is_address = argument.substr(0, 1) == "&";
    argument = without_blanks(argument.substr(is_address ? 1 : 0));
    std::size_t end = 0, last = 0;  // of a name with its namespaces
    for (; end < argument.size() && (continues_name(argument[end]) || argument[end] == ':'); ++end) {
      if (argument[end] == ':') last = end + 1;
    }
    const auto known = device_variables_.find(argument.substr(last, end - last));
    if (known == device_variables_.end() || !(is_address || known->second)) return {};
    const std::string_view rest = without_blanks(argument.substr(end));
    const bool is_part = rest.empty() || (is_address ? rest[0] == '[' || rest[0] == '.' : rest[0] == '+');
    return is_part && rest.find('(') == kNowhere ? argument.substr(0, end) : std::string_view();
  }

  /// Replaces CUDA's keywords of declarations with those of <simt/keywords.hpp>.
  bool keyword(std::string_view word) {
    if (word == "__simt_global__" && in_user_file_) templates_.kernel();
    if (in_user_file_ && (word == "__simt_device__" || word == "__simt_constant__")) {
      is_device_variable_ = true;
      last_variable_ = {};
    }
    if (word == "__simt_shared__") {
      // g++ would guard a class with constructors, though the one without arguments does nothing.
      out_ += compiled_by_clang_ ? "thread_local" : "__constinit thread_local";
      after_shared_ = last_name_ != "extern";  // there nvcc refuses it
    } else if (word == "__simt_constant__") {
      // A section for each declaration: compilers put no const and other variables into one.
      if (last_name_ != "extern")
        out_ +=
            "__attribute__((section(\"" + std::string(elf::kConstantSections) + std::to_string(at_) + "\")))";
    } else if (word == "__simt_cluster_dims__") {
      read_cluster_shape(word.size());
      return true;
    } else if (word != "__simt_global__" && word != "__simt_device__" && word != "__simt_host__" &&
               word != "__simt_managed__") {
      return false;
    }
    at_ += word.size();
    return true;
  }

  /// `__cluster_dims__(2, 1, 1)`: the engine learns the kernel's shape behind its declaration.
  void read_cluster_shape(std::size_t length) {
    const std::size_t begin = std::min(text_.find('(', at_ + length), text_.size());
    std::size_t end = begin, depth = 0;
    do {
      if (end == text_.size()) break;
      if (text_[end] == '(') ++depth;
      if (text_[end] == ')') --depth;
      if (text_[end] == '\n') out_ += '\n';  // lines keep their numbers
      ++end;
    } while (depth > 0);
    cluster_ = {Clustered::Part::head, text_.substr(begin, end - begin), {}, 0};
    at_ = end;
  }

  void find_clustered(char c) {
    using Part = Clustered::Part;
    Clustered& kernel = cluster_;
    const bool closes = c == ')' || c == '}';
    if (kernel.part == Part::head && c == '(' && kernel.name != "__attribute__") {
      kernel.part = Part::parameters;
      kernel.depth = depth_;
    } else if (kernel.part == Part::parameters && closes && depth_ == kernel.depth + 1) {
      kernel.part = Part::behind;
    } else if (kernel.part == Part::behind && c == '{') {
      kernel.part = Part::body;
    } else if ((kernel.part == Part::body && closes && depth_ == kernel.depth + 1) ||
               (kernel.part == Part::behind && c == ';')) {
      kernel.part = Part::end;
    }
  }

  void keep_cluster() {
    const std::string name(cluster_.name);
    if (templates_.has(name)) {
      out_ +=
          " static_assert(sizeof(int) == 0, \"the CPU engine does not read __cluster_dims__ of kernel "
          "templates; launch this one with cudaLaunchAttributeClusterDimension\");";
    } else {
      out_ += " [[maybe_unused]] static const int simt_cluster_" + std::to_string(at_) +
              " = ::simt::keep_cluster(reinterpret_cast<const void*>(&" + name + "), ::dim3" +
              std::string(cluster_.shape) + ");";
    }
    cluster_ = {};
  }

  /// `__shared__ alignas(128) int tile[256];`, as in CUDA's guide: C++ wants the attribute elsewhere, but
  /// accepts the compilers' own spelling there, with a number.
  bool alignment(std::string_view word) {
    std::size_t at = at_ + word.size();
    while (at < text_.size() && is_blank(text_[at])) ++at;
    const std::size_t open = at;
    int depth = 0;
    do {
      if (at >= text_.size() || text_[at] == '\n') return false;
      if (text_[at] == '(') ++depth;
      if (text_[at] == ')') --depth;
      ++at;
    } while (depth > 0);
    out_ += "__attribute__((aligned";
    out_.append(text_.substr(open, at - open));
    out_ += "))";
    at_ = at;
    return true;
  }

  void punctuation(char c) {
    const std::size_t opens = angles('<'), closes = angles('>');
    if (opens > 0 && in_user_file_ && !after_operator_ && launches_.size() < kMostOpen) {
      const bool deduced = !last_name_.empty() && templates_.has(last_name_);
      const bool has_defaults = !last_name_.empty() && templates_.has_defaults(last_name_);
      const bool is_instance = last_char_is('>') && instance_.begin != kNowhere;
      const bool is_partial = is_instance && arguments_of_instance() < instance_.needed;
      std::size_t name = deduced || has_defaults ? name_begin_ : kNowhere;
      if (is_partial || (is_instance && instance_.has_defaults)) name = instance_.begin;
      const unsigned long long references =
          is_instance ? instance_.references : templates_.references(last_name_);
      launches_.push_back({out_.size(), opens, depth_, name, !deduced && !is_partial, references});
      forget_name('<');
      copy(opens);
    } else if (closes > 0 && !launches_.empty() && launches_.back().depth == depth_) {
      close_launch(closes);
    } else {
      if (in_user_file_) templates_.punctuation(c, depth_);
      if (cluster_.part != Clustered::Part::none) find_clustered(c);
      if (c == ';' || c == '{' || c == '}') instance_ = {};
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if (c == ')' || c == ']' || c == '}') close_bracket();
      if (c == ';') forget_launches(depth_);
      end_device_variable(c);
      const bool ends_arguments = !typed_ends_.empty() && typed_ends_.back() == at_;
      copy(1);
      if (cluster_.part == Clustered::Part::end) keep_cluster();
      if (ends_arguments) {
        typed_ends_.pop_back();
        out_ += "; }";
      }
    }
  }

  /// `<<<`, also with a blank before its last sign, as some formatters leave it. 0: none is here; else its
  /// length.
  [[nodiscard]] std::size_t angles(char sign) const {
    if (peek(0) != sign || peek(1) != sign) return 0;
    std::size_t last = 2;
    while (is_blank(peek(last))) ++last;
    return peek(last) == sign ? last + 1 : 0;
  }

  void close_launch(std::size_t length) {
    const Launch launch = launches_.back();
    launches_.pop_back();
    if (as_calls_) {
      copy(length);
      for (std::size_t i = launch.out; i < out_.size(); ++i) {
        if (out_[i] != '\n') out_[i] = ' ';
      }
      return;
    }
    out_.replace(launch.out, launch.length, kOpen);
    at_ += length;
    // Such a call has all arguments, also where the kernel has default ones.
    const std::size_t end = end_of_typed_arguments();
    find_host_copies();
    const bool is_typed = end != kNowhere && (launch.name == kNowhere || launch.has_address);
    if (launch.name != kNowhere && !is_typed) wrap(launch);
    out_ += ')';
    if (is_typed) {
      typed_ends_.push_back(end);
      out_ += " ->* [&](const auto& simt_launch) { simt_launch";
    }
  }

  /// Where the arguments that follow end, if one of them needs the kernel's parameter: a list in braces gets
  /// its type from there, and nothing else can refer to a bit-field.
  [[nodiscard]] std::size_t end_of_typed_arguments() const {
    std::size_t depth = 0;
    bool begins = false, is_typed = false;
    std::string_view name;
    for (std::size_t i = at_; i < text_.size();) {
      const char c = text_[i];
      if (is_blank(c) || c == '\n') {
        ++i;
        continue;
      }
      if (depth == 0 && c != '(') return kNowhere;
      if (depth == 1 && begins && c == '{') is_typed = true;
      if (depth == 1 && (c == ',' || c == ')') && bit_fields_.count(name) > 0) is_typed = true;
      begins = (depth == 0 && c == '(') || (depth == 1 && c == ',');
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth == 0) return is_typed ? i : kNowhere;
      const std::string_view rest = text_.substr(i);
      name = rest.substr(0, starts_name(c) ? name_length(rest) : 0);
      i += !name.empty()           ? name.size()
           : is_digit(c)           ? number_length(rest)
           : c == '"' || c == '\'' ? literal_length(rest)
                                   : 1;
    }
    return kNowhere;
  }

  /// A call deduces arguments, and adds missing ones.
  void wrap(const Launch& launch) {
    std::string kernel = out_.substr(launch.name, launch.out - launch.name);
    while (!kernel.empty() && (is_blank(kernel.back()) || kernel.back() == '\n')) kernel.pop_back();
    if (launch.has_address && kernel.find('\n') != std::string::npos) return;  // lines keep their numbers
    const bool takes_references = !launch.has_address && launch.references != 0;
    out_.insert(launch.out, launch.has_address || takes_references ? "(simt_a...); })" : "(simt_a...); }");
    out_.insert(launch.name, "[&](auto&... simt_a) { ");
    if (takes_references)
      out_.insert(launch.name, "::simt::with_references<" + std::to_string(launch.references) + "ULL>(");
    if (launch.has_address) out_.insert(launch.name, "::simt::with_defaults(" + kernel + ", ");
  }

  void forget_name(char c) {
    const bool has_defaults = templates_.has_defaults(last_name_);
    if (c == '<' && !last_name_.empty() && (has_defaults || templates_.has(last_name_)))
      instance_ = {name_begin_, out_.size() + 1, templates_.needed(last_name_), has_defaults,
                   templates_.references(last_name_)};
    after_member_ = c == '.' || (c == '>' && last_char_is('-'));
    qualified_ = false;
    last_name_ = {};
  }
  /// Of a template.
  [[nodiscard]] int arguments_of_instance() const {
    int count = 1, depth = 0;
    for (const char c : std::string_view(out_).substr(instance_.arguments)) {
      if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
      if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
      count += c == ',' && depth == 0 ? 1 : 0;
    }
    return count;
  }
  [[nodiscard]] bool last_char_is(char c) const { return at_ > 0 && text_[at_ - 1] == c; }

  void close_bracket() {
    if (depth_ > 0) --depth_;
    forget_launches(depth_ + 1);
  }

  // What opened at this depth or deeper can't be closed any more.
  void forget_launches(std::size_t depth) {
    while (!launches_.empty() && launches_.back().depth >= depth) launches_.pop_back();
  }

  std::string_view text_;
  const std::function<bool(std::string_view)>& is_user_file_;
  bool as_calls_;  // without configurations
  bool compiled_by_clang_;
  bool in_user_file_;
  bool after_operator_ = false;
  // The qualified name that ends here, if any: its last part, and its beginning in out_.
  std::string_view last_name_;
  std::size_t name_begin_ = kNowhere;
  // The last name of a template, or of a kernel with default arguments, before a `<`.
  struct Instance {
    std::size_t begin = kNowhere, arguments = 0;  // in out_
    int needed = 0;                               // template arguments
    bool has_defaults = false;
    unsigned long long references = 0;
  } instance_;
  // A kernel with __cluster_dims__, and the part of its declaration that is read.
  struct Clustered {
    enum class Part { none, head, parameters, behind, body, end } part = Part::none;
    std::string_view shape, name;
    std::size_t depth = 0;  // around its parameters
  } cluster_;
  bool after_shared_ = false;  // the last name was __shared__
  bool qualified_ = false;     // after `::`
  bool after_member_ = false;  // after `.` or `->`
  TemplateNames templates_;
  Range cast_;  // to omit
  struct OfHost {
    Range whole;
    std::string_view variable;
  };
  std::vector<OfHost> of_host_;  // addresses of variables among the arguments that follow
  std::map<std::string, bool, std::less<>> device_variables_;  // whether they are arrays
  bool is_device_variable_ = false;                            // or function: its declaration begins
  std::string_view last_variable_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<Launch> launches_;
  std::vector<std::size_t> typed_ends_;  // of arguments under way, see end_of_typed_arguments()
  std::set<std::string_view> bit_fields_;
  std::string out_;
};

}  // namespace

std::string rewrite_launches(std::string_view preprocessed,
                             const std::function<bool(std::string_view file)>& is_user_file) {
  return Rewriter(preprocessed, is_user_file, false).run();
}

std::string launches_as_calls(std::string_view preprocessed,
                              const std::function<bool(std::string_view file)>& is_user_file) {
  return Rewriter(preprocessed, is_user_file, true).run();
}

}  // namespace simt::cxx
