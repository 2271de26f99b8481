// Mutants: a solution with one small mistake in it, made by a fixed list of operators, so that what the
// grader misses is found by rote and not by whoever thinks of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mergelab::mutants {

struct Mutant {
  std::string lab;     // "04_tiled_kernel"
  std::string op;      // one of operator_names()
  std::string change;  // "<= -> <"
  int line = 0, column = 0;
  std::string text;  // the whole file

  /// "04_tiled_kernel:57:20:rel: <= -> <", the same on every machine for the same solution.
  [[nodiscard]] std::string id() const;
};

/// In the order of tables:
///   rel      a comparison takes or loses its edge: < and <=, > and >=, == and !=
///   bound    its right side moves by one, the way that `rel` does not move it
///   arith    + and -, * and /, += and -=, ++ and --, | and &
///   logic    && and ||
///   minmax   min and max
///   const    a number is one more or one less
///   off      what an integer is made, assigned or returned as is one more or one less
///   swap     two arguments of a call, a launch or an initialiser change places
///   barrier  a __syncthreads() is gone
///   drop     an assignment or an early return is gone
[[nodiscard]] const std::vector<std::string>& operator_names();

/// Every mutant of a lab's file, in the order of the text: changes inside function bodies alone, no text
/// twice. Throws std::invalid_argument for a text whose brackets don't match.
[[nodiscard]] std::vector<Mutant> mutants_of(const std::string& lab, const std::string& source);

/// `count` of them, each at most once, in the order that `seed` puts them in; all when there are no more.
[[nodiscard]] std::vector<Mutant> sample(std::vector<Mutant> mutants, std::size_t count, std::uint64_t seed);

}  // namespace mergelab::mutants
