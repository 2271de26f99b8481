// A case of a kit: arrays of keys to generate, and their layout in memory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kits/keys/size.hpp"
#include "model/catalog.hpp"
#include "model/json_value.hpp"

namespace mergelab::judge {

/// How the m keys of a case become the sorted lists of a k-way merge.
struct ListsSpec {
  int k = 0;
  std::string lengths = "random";  // one of list_lengths()
  std::string order = "mixed";     // one of list_orders()
};

struct KeysCase {
  std::string generator = {};                    // one of generators()
  Size m = {}, n = {};                           // lengths of A and B, in elements
  Size run{"1"};                                 // generators with runs: their length, in elements
  int distinct = 0;                              // generators with few values: how many
  int count = 1;                                 // CaseSpec's
  int offset_a = 0, offset_b = 0, offset_c = 0;  // elements past a 16-byte boundary, 0 to 3
  bool adjacent = false;                         // B starts where A ends
  std::optional<Size> section = {}, tile = {};   // instead of the lab's shape
  int vary = 0;                                  // percent that section, m and n may be smaller by
  std::vector<int> keys_a = {}, keys_b = {};     // generator "literal": the arrays themselves
  std::vector<int> starts = {};                  // of a user's own lists: Arrays::starts
  std::optional<ListsSpec> lists = {};           // for a k-way merge: lists in place of A and B; n is 0

  [[nodiscard]] bool needs_launch() const;
  /// What its sizes refer to: `of_lab`, but with the case's own shape where it has one.
  [[nodiscard]] Symbols symbols(Symbols of_lab) const;
};

/// A case of the catalog; `generator`: the family's, or "". Throws DataError.
[[nodiscard]] KeysCase read_keys_case(const JsonValue& object, const std::string& generator, int count,
                                      const std::filesystem::path& root);

/// Writes it into a case.
void set_case(const KeysCase& keys, CaseSpec& spec);
[[nodiscard]] CaseSpec spec_of(const KeysCase& keys, const std::string& name = "");
/// Reads it back.
[[nodiscard]] KeysCase keys_case(const CaseSpec& spec);

}  // namespace mergelab::judge
