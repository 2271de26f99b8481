// Which names are function templates, as far as tokens show: launches of these need their arguments deduced.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace simt::cxx {

/// Notices the names of function templates as tokens go by: the name before the first parenthesis after
/// `template <...>`.
class TemplateNames {
 public:
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
    last_ = {};
  }

  [[nodiscard]] bool has(std::string_view name) const { return names_.find(name) != names_.end(); }

 private:
  enum class State { Elsewhere, Head, Declaration };

  static bool takes_parentheses(std::string_view word) {
    return word == "__attribute__" || word == "decltype" || word == "requires" || word == "alignas" ||
           word == "noexcept" || word == "explicit";
  }

  State state_ = State::Elsewhere;
  int angles_ = 0;
  std::size_t depth_ = 0;
  std::string_view last_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace simt::cxx
