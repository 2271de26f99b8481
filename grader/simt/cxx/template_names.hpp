// Which names are function templates or overloaded kernels, or have default arguments, as far as tokens show:
// launches of these need more than the kernel's address.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
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
  }

  /// `depth` counts the brackets around `c`.
  void punctuation(char c, std::size_t depth) {
    if (state_ == State::Head) {
      if (angles_ == 0) depth_ = depth;
      if (depth == depth_ && c == '<') ++angles_;
      if (depth == depth_ && c == '>' && --angles_ == 0) state_ = State::Declaration;
    } else if (state_ == State::Declaration && depth == depth_) {
      if (c == '(' && !last_.empty() && !takes_parentheses(last_)) {
        names_.insert(std::string(last_));
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
  }

  /// Whether there was a `=` in the parentheses just behind the name.
  [[nodiscard]] bool has_defaults(std::string_view name) const {
    return defaulted_.find(name) != defaulted_.end();
  }

  [[nodiscard]] bool is_kernel(std::string_view name) const { return marked_.find(name) != marked_.end(); }

  [[nodiscard]] bool has(std::string_view name) const { return names_.find(name) != names_.end(); }

 private:
  /// The second definition of a kernel is another overload.
  void read_kernel(char c, std::size_t depth) {
    if (kernel_ == Kernel::Head && c == '(' && !last_.empty() && !takes_parentheses(last_)) {
      kernel_name_ = last_;
      kernel_depth_ = depth;
      marked_.insert(std::string(last_));
      kernel_ = Kernel::Parameters;
    } else if (kernel_ == Kernel::Parameters && c == ')' && depth == kernel_depth_ + 1) {
      kernel_ = Kernel::Behind;
    } else if (kernel_ == Kernel::Behind) {
      if (c == '{' && !kernels_.insert(std::string(kernel_name_)).second)
        names_.insert(std::string(kernel_name_));
      if (c == '{' || c == ';') kernel_ = Kernel::Elsewhere;
    }
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
  std::size_t kernel_depth_ = 0;  // around its parameters
  std::set<std::string, std::less<>> names_, defaulted_, kernels_, marked_;
  std::vector<Parentheses> open_;
};

}  // namespace simt::cxx
