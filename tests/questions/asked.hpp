// Reads a question like a student: only its text.
#pragma once

#include "base/regex.hpp"
#include "kits/questions/question.hpp"
#include "support/test.hpp"

namespace mergelab::predict {

constexpr std::uint64_t kSeeds = 200;

inline std::vector<int> numbers_in(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream stream(text);
  for (int number = 0; stream >> number;) numbers.push_back(number);
  return numbers;
}

/// The elements behind "\n  A ", up to "m =".
inline std::vector<int> array_in(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n  " + name + " ");
  if (begin == std::string::npos) return {};
  return numbers_in(text.substr(begin + 4, text.find('=', begin) - begin - 5));
}

/// What the pattern's groups match.
inline std::vector<int> figures_in(const std::string& text, const std::string& pattern) {
  std::smatch hit;
  std::vector<int> numbers;
  if (!base::regex_search(text, hit, base::Regex(pattern))) {
    ADD_FAILURE() << "no " << pattern << " in\n" << text;
    return std::vector<int>(8, 1);
  }
  for (std::size_t i = 1; i < hit.size(); ++i) numbers.push_back(std::stoi(hit[i]));
  return numbers;
}

/// The value of an index such as "(t + 1) % 64" or "2 * t + 2 * t / 32", for one t.
class Index {
 public:
  Index(std::string text, int t) : text_(std::move(text)), t_(t) {}
  int value() {
    const int result = sum();
    EXPECT_EQ(at_, text_.size()) << text_;
    return result;
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  int operand() {
    const char c = peek();
    if (c == 't') return ++at_, t_;
    if (c == '(') {
      ++at_;
      const int inner = sum();
      EXPECT_EQ(peek(), ')');
      return ++at_, inner;
    }
    std::size_t length = 0;
    const int number = std::stoi(text_.substr(at_), &length);
    at_ += length;
    return number;
  }
  int product() {
    int result = operand();
    for (char c = peek(); c == '*' || c == '/' || c == '%'; c = peek()) {
      ++at_;
      const int right = operand();
      result = c == '*' ? result * right : c == '/' ? result / right : result % right;
    }
    return result;
  }
  int sum() {
    int result = product();
    for (char c = peek(); c == '+' || c == '-' || c == '^'; c = peek()) {
      ++at_;
      const int right = product();
      result = c == '+' ? result + right : c == '-' ? result - right : result ^ right;
    }
    return result;
  }

  std::string text_;
  int t_;
  std::size_t at_ = 0;
};

}  // namespace mergelab::predict
