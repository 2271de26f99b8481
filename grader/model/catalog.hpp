// The families of cases that a rubric's items are decided by.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/backend.hpp"
#include "model/interface.hpp"
#include "model/size_expr.hpp"

namespace mergelab {

/// How the m keys of a case become the sorted lists of a k-way merge.
struct ListsSpec {
  int k = 0;
  std::string lengths = "random";  // one of list_lengths()
  std::string order = "mixed";     // one of list_orders()
};

/// What a case gives for one argument of a function without a kit.
struct Given {
  std::string generator;              // one of array_generators(); of a number "size", "number" or "uniform"
  Formula size{};                     // "size": by the lab's constants, and the numbers before it
  Number low = 0.0, high = 0.0;       // both included; of integers, low > high: all values of the type
  std::int64_t distinct = 0;          // "few"
  std::vector<Number> values{};       // "literal"; "number": one
  std::filesystem::path file{};       // "file": a .npy file of the array
  std::vector<std::int64_t> shape{};  // of the array in the file
  std::uint64_t digest = 0;           // of its elements, when the case was read
};

/// One case of a family: a pair of sorted arrays to generate, and their layout in memory.
struct CaseSpec {
  std::string name;       // unique in its family; with it the test's name, "ties/runs_of_1025"
  std::string generator;  // one of generators()
  SizeExpr m, n;          // lengths of A and B, in elements
  SizeExpr run{"1"};      // generators with runs: their length, in elements
  int distinct = 0;       // generators with few values: how many
  int count = 1;          // how many problems of this kind the test holds
  int offset_a = 0, offset_b = 0, offset_c = 0;  // elements past a 16-byte boundary, 0 to 3
  bool adjacent = false;                         // B starts where A ends
  std::optional<SizeExpr> section, tile;         // instead of the lab's shape
  int vary = 0;                                  // percent that section, m and n may be smaller by
  std::optional<std::uint64_t> seed;             // instead of the family's
  std::vector<int> keys_a, keys_b;               // generator "literal": the arrays themselves
  std::optional<ListsSpec> lists;                // for a k-way merge: lists in place of A and B; n is 0
  std::map<std::string, Given> arguments;        // of a function without a kit, by name; A, B, m, n are empty
  [[nodiscard]] bool needs_launch() const;
  /// What its sizes refer to: `of_lab`, but with the case's own shape where it has one.
  [[nodiscard]] Symbols symbols(Symbols of_lab) const;
};

/// Cases that isolate one difficulty.
struct Family {
  std::string name;
  std::string about;    // one sentence for a student
  bool hidden = false;  // mixed with an instructor's secret, if one is given
  Backends backends;
  std::uint64_t seed = 1;
  std::vector<CaseSpec> cases;
};

}  // namespace mergelab
