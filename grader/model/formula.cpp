#include "model/formula.hpp"

#include <cctype>
#include <stdexcept>
#include <utility>

namespace mergelab {
namespace {

constexpr std::size_t kLongestText = 200;

std::string in_quotes(std::string_view text) { return std::string("'").append(text).append("'"); }

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::int64_t to_number(std::string_view digits) {
  std::int64_t number = 0;
  for (const char digit : digits) {
    number = number * 10 + (digit - '0');
    if (number > kLargestSize)
      throw std::invalid_argument(in_quotes(digits) + " is too large; at most 2147483647 is possible");
  }
  return number;
}

std::int64_t times(std::int64_t a, std::int64_t b, const std::string& text) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw std::out_of_range(in_quotes(text) + " is over 2^31-1");
  return product;
}

}  // namespace

class Formula::Parser {
  /// Numbers, words and single characters, one after the other; "" at the end.
  class Scanner {
   public:
    explicit Scanner(std::string_view text) : text_(text) { advance(); }

    [[nodiscard]] std::string_view token() const { return token_; }
    [[nodiscard]] bool at_end() const { return token_.empty(); }
    void advance() {
      while (begin_ < text_.size() && is_space(text_[begin_])) ++begin_;
      std::size_t end = begin_;
      if (end < text_.size()) {
        const bool number = is_digit(text_[end]);
        const bool word = !number && is_word(text_[end]);
        ++end;
        while ((number || word) && end < text_.size() &&
               (number ? is_digit(text_[end]) : is_word(text_[end])))
          ++end;
      }
      token_ = text_.substr(begin_, end - begin_);
      begin_ = end;
    }
    /// Takes the token if it is this character.
    bool take(char c) {
      if (token_.size() != 1 || token_.front() != c) return false;
      advance();
      return true;
    }

   private:
    std::string_view text_, token_;
    std::size_t begin_ = 0;
  };

 public:
  explicit Parser(std::string_view text) : text_(text), scanner_(text) {}

  /// All of the text.
  std::vector<Term> read() {
    if (scanner_.at_end()) throw std::invalid_argument("a size is empty; expected one such as \"2*rows+1\"");
    std::vector<Term> terms = sum();
    if (!scanner_.at_end()) refuse("one of + - * / is expected");
    return terms;
  }

 private:
  std::vector<Term> sum() {
    std::vector<Term> terms;
    Term term{scanner_.take('-'), {}};
    while (true) {
      term.factors.push_back(factor(false));
      while (true) {
        const bool divide = scanner_.take('/');
        if (!divide && !scanner_.take('*')) break;
        term.factors.push_back(factor(divide));
      }
      terms.push_back(std::exchange(term, {}));
      term.negative = scanner_.take('-');
      if (!term.negative && !scanner_.take('+')) return terms;
    }
  }

  Factor factor(bool divide) {
    Factor result;
    result.divide = divide;
    if (scanner_.take('(')) {
      result.sum = sum();
      if (scanner_.at_end()) throw std::invalid_argument(in_quotes(text_) + " ends where ) is expected");
      if (!scanner_.take(')')) refuse("one of + - * / ) is expected");
      return result;
    }
    const std::string_view token = scanner_.token();
    if (token.empty())
      throw std::invalid_argument(in_quotes(text_) + " ends where a number or a name is expected");
    if (is_digit(token.front())) {
      result.number = to_number(token);
    } else if (!is_word(token.front())) {
      refuse("a number or a name is expected");
    } else {
      result.name = token;
    }
    scanner_.advance();
    return result;
  }

  [[noreturn]] void refuse(const char* expected) const {
    throw std::invalid_argument(in_quotes(scanner_.token()) + " stands where " + expected);
  }

  std::string_view text_;
  Scanner scanner_;
};

Formula::Formula(std::string_view text) : text_(text) {
  if (text.size() > kLongestText) throw std::invalid_argument("a size is at most 200 characters long");
  terms_ = Parser(text).read();
}

void Formula::add_names(const std::vector<Term>& terms, std::vector<std::string>& names) {
  for (const Term& term : terms) {
    for (const Factor& factor : term.factors) {
      if (!factor.name.empty()) names.push_back(factor.name);
      add_names(factor.sum, names);
    }
  }
}

std::vector<std::string> Formula::names() const {
  std::vector<std::string> names;
  add_names(terms_, names);
  return names;
}

std::int64_t Formula::evaluate(const ValueOf& value_of) const {
  const std::int64_t value = sum_of(terms_, value_of);
  if (value > kLargestSize) throw std::out_of_range(in_quotes(text_) + " is over 2^31-1");
  return value;
}

std::int64_t Formula::sum_of(const std::vector<Term>& terms, const ValueOf& value_of) const {
  std::int64_t sum = 0;
  for (const Term& term : terms) {
    std::int64_t product = term.negative ? -1 : 1;
    for (const Factor& factor : term.factors) {
      const std::int64_t value = !factor.name.empty() ? value_of(factor.name)
                                 : factor.sum.empty() ? factor.number
                                                      : sum_of(factor.sum, value_of);
      if (factor.divide && value == 0) throw std::out_of_range(in_quotes(text_) + " divides by 0");
      // The sign is the term's, so that -7/2 is -(7/2): rounded as without it.
      product = factor.divide && value != -1 ? product / value : times(product, value, text_);
    }
    if (__builtin_add_overflow(sum, product, &sum))
      throw std::out_of_range(in_quotes(text_) + " is over 2^31-1");
  }
  return sum;
}

}  // namespace mergelab
