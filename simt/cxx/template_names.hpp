// What the rewriter of launches knows of the functions in front of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cxx {

/// Detects the names of function templates in a sequence of tokens: the name before the first parenthesis
/// after `template <...>`.
class TemplateNames {
 public:
  /// `__global__`: a kernel's parameters follow.
  void kernel() { kernel_ = Kernel::Head; }

  void name(std::string_view word) {
    if (word == "template") {
      state_ = State::Head;
      angles_ = 0;
    } else if (state_ == State::Head && angles_ == 0) {
      state_ = State::Elsewhere;  // an explicit instantiation
    }
    last_ = word;
    last_sign_ = '\0';
  }

  /// `depth` counts the brackets around `c`.
  void punctuation(char c, std::size_t depth) {
    if (state_ == State::Head) {
      if (angles_ == 0) depth_ = depth;
      if (depth == depth_ && c == '<' && ++angles_ == 1) parameters_ = needed_ = 0;
      if (depth == depth_ && angles_ == 1) parameter(c);
      if (depth == depth_ && c == '>' && --angles_ == 0) state_ = State::Declaration;
    } else if (state_ == State::Declaration && depth == depth_) {
      if (c == '(' && !last_.empty() && !takes_parentheses(last_)) {
        const auto [entry, is_new] = names_.try_emplace(std::string(last_), needed_);
        if (!is_new) entry->second = std::min(entry->second, needed_);
        state_ = State::Elsewhere;
      } else if (c == ';' || c == '{' || c == '=') {
        state_ = State::Elsewhere;
      }
    }
    read_kernel(c, depth);
    if (c == '(' && !last_.empty()) open_.push_back({last_, depth});
    if (c == '=' && !open_.empty() && open_.back().depth + 1 == depth) {
      defaulted_.insert(std::string(open_.back().name));
    }
    while (c == ')' && !open_.empty() && open_.back().depth + 1 >= depth) open_.pop_back();
    last_ = {};
    last_sign_ = c;
  }

  /// Whether there was a `=` in the parentheses just behind the name.
  [[nodiscard]] bool has_defaults(std::string_view name) const {
    return defaulted_.find(name) != defaulted_.end();
  }

  [[nodiscard]] bool is_kernel(std::string_view name) const { return marked_.find(name) != marked_.end(); }

  [[nodiscard]] bool has(std::string_view name) const { return names_.find(name) != names_.end(); }

  /// Which parameters of a kernel are references, as bits; the last bit stands for all that follow, too.
  [[nodiscard]] unsigned long long references(std::string_view name) const {
    const auto entry = references_.find(name);
    return entry != references_.end() ? entry->second : 0;
  }

  /// Up to which parameter the template needs arguments; those that are not given are deduced.
  [[nodiscard]] int needed(std::string_view name) const {
    const auto entry = names_.find(name);
    return entry != names_.end() ? entry->second : 0;
  }

 private:
  /// Of a template: one with a default value, or a list of any length (`...`), need not be given or deduced.
  void parameter(char c) {
    is_optional_ = is_optional_ || c == '=' || c == '.';
    if (c != ',' && c != '>') return;
    ++parameters_;
    if (!std::exchange(is_optional_, false)) needed_ = parameters_;
  }

  /// The second definition of a kernel is another overload, and so is a declaration with another number of
  /// parameters.
  void read_kernel(char c, std::size_t depth) {
    if (kernel_ == Kernel::Head && c == '(' && !last_.empty() && !takes_parentheses(last_)) {
      kernel_name_ = last_;
      kernel_depth_ = depth;
      marked_.insert(std::string(last_));
      kernel_ = Kernel::Parameters;
      kernel_parameters_ = 0;
      bit_ = 1;
      brackets_ = 0;
      is_default_ = false;
    } else if (kernel_ == Kernel::Parameters && c == ')' && depth == kernel_depth_ + 1) {
      kernel_ = Kernel::Behind;
      const auto [known, is_new] = counts_.try_emplace(std::string(kernel_name_), kernel_parameters_);
      if (!is_new && known->second != kernel_parameters_) names_.try_emplace(std::string(kernel_name_), 0);
    } else if (kernel_ == Kernel::Parameters) {
      read_kernel_parameter(c, depth - kernel_depth_ - 1);
    } else if (kernel_ == Kernel::Behind) {
      if (c == '{' && !kernels_.insert(std::string(kernel_name_)).second)
        names_.try_emplace(std::string(kernel_name_), 0);
      if (c == '{' || c == ';') kernel_ = Kernel::Elsewhere;
    }
  }

  /// `T& x`, `T (&x)[2]`, `T&... x`; `depth` counts the brackets in the parameter.
  void read_kernel_parameter(char c, std::size_t depth) {
    if (depth == 0 && c == '<') ++brackets_;
    if (depth == 0 && c == '>') --brackets_;
    if (brackets_ != 0) return;
    unsigned long long& references = references_[std::string(kernel_name_)];
    if (depth == 0 && c == '=') is_default_ = true;
    if (c == '&' && !is_default_ && (depth == 0 || (depth == 1 && last_sign_ == '('))) references |= bit_;
    if (depth == 0 && c == '.' && (references & bit_) != 0) references |= ~(bit_ - 1);
    if (depth != 0 || c != ',') return;
    is_default_ = false;
    ++kernel_parameters_;
    if (bit_ << 1 != 0) bit_ <<= 1;
  }

  enum class State { Elsewhere, Head, Declaration };
  enum class Kernel { Elsewhere, Head, Parameters, Behind };

  static bool takes_parentheses(std::string_view word) {
    return word == "__attribute__" || word == "decltype" || word == "requires" || word == "alignas" ||
           word == "noexcept" || word == "explicit";
  }

  struct Parentheses {
    std::string_view name;  // in front of them
    std::size_t depth;      // around them
  };

  State state_ = State::Elsewhere;
  int angles_ = 0;
  std::size_t depth_ = 0;
  std::string_view last_;
  Kernel kernel_ = Kernel::Elsewhere;
  std::string_view kernel_name_;
  std::size_t kernel_depth_ = 0;     // around its parameters
  int kernel_parameters_ = 0;        // commas between them
  unsigned long long bit_ = 1;       // of the current one
  int brackets_ = 0;                 // of template arguments around
  bool is_default_ = false;          // behind `=`
  char last_sign_ = '\0';            // if it was the last token
  int parameters_ = 0, needed_ = 0;  // of the template that is declared: all, and up to the last needed one
  bool is_optional_ = false;         // its current parameter
  std::map<std::string, int, std::less<>> names_, counts_;
  std::map<std::string, unsigned long long, std::less<>> references_;
  std::set<std::string, std::less<>> defaulted_, kernels_, marked_;
  std::vector<Parentheses> open_;
};

}  // namespace simt::cxx
