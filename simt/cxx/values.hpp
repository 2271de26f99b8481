// Symbolic values of code: sums of unknowns and a constant. Two equal sums have equal values in every run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace simt::cxx {

/// `terms` identifies a sum of multiples of unknowns, stored in Values; 0 is the empty sum.
struct Value {
  std::uint32_t terms = 0;
  std::int64_t constant = 0;
  [[nodiscard]] bool operator==(const Value&) const = default;
};

class Values {
 public:
  /// Equal to nothing before it.
  [[nodiscard]] Value unknown() { return of_terms({{next_unknown_++, 1}}); }
  /// The unknown with this name, for a function of other values.
  [[nodiscard]] Value named(const std::string& name) {
    const auto [found, fresh] = names_.try_emplace(name, next_unknown_);
    if (fresh) ++next_unknown_;
    return of_terms({{found->second, 1}});
  }
  [[nodiscard]] Value apply(const char* function, Value value) {
    return named(std::string(function) + ' ' + std::to_string(value.terms) + ' ' +
                 std::to_string(value.constant));
  }
  [[nodiscard]] Value sum(Value x, Value y) {
    const std::int64_t constant = add(x.constant, y.constant);
    if (x.terms == 0) return {y.terms, constant};
    if (y.terms == 0) return {x.terms, constant};
    Terms terms = sums_[x.terms];
    for (const auto& [unknown, times] : sums_[y.terms]) {
      std::int64_t& sum = terms[unknown];
      sum = add(sum, times);
      if (sum == 0) terms.erase(unknown);
    }
    return {of_terms(terms).terms, constant};
  }
  [[nodiscard]] Value product(Value value, std::int64_t factor) {
    if (value.terms == 0 || factor == 0) return {0, multiply(value.constant, factor)};
    Terms terms;
    for (const auto& [unknown, times] : sums_[value.terms]) {
      if (const std::int64_t product = multiply(times, factor); product != 0) terms[unknown] = product;
    }
    return {of_terms(terms).terms, multiply(value.constant, factor)};
  }

 private:
  using Terms = std::map<std::uint32_t, std::int64_t>;

  // Like the processor: bits beyond 64 are lost.
  static std::int64_t add(std::int64_t x, std::int64_t y) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
  }
  static std::int64_t multiply(std::int64_t x, std::int64_t y) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  }

  Value of_terms(const Terms& terms) {
    if (terms.empty()) return {};
    const auto [found, fresh] = numbers_.try_emplace(terms, static_cast<std::uint32_t>(sums_.size()));
    if (fresh) sums_.push_back(terms);
    return {found->second, 0};
  }

  std::vector<Terms> sums_ = {{}};
  std::map<Terms, std::uint32_t> numbers_;
  std::map<std::string, std::uint32_t> names_;
  std::uint32_t next_unknown_ = 0;
};

}  // namespace simt::cxx
