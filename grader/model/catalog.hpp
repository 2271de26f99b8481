// The families of cases that a rubric's items are decided by.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/backend.hpp"
#include "model/formula.hpp"
#include "model/interface.hpp"

namespace mergelab {

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

/// One case of a family.
struct CaseSpec {
  std::string name;                   // unique in its family; with it the test's name, "ties/runs_of_1025"
  int count = 1;                      // how many problems of this kind the test holds
  std::optional<std::uint64_t> seed;  // instead of the family's
  std::map<std::string, Given> arguments;  // of a function without a kit, by name
  std::string of_kit;                      // else what the kit has read, as it wrote it
  bool needs_launch = false;               // whether its sizes follow from the submission's launch
  bool is_spelled_out = false;             // no seed changes it
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
