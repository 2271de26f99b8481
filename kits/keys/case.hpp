// A case of a kit: arrays of keys to generate, their sizes as data, and their layout in memory.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::judge {

/// What a size may refer to. `section` and `tile` are the grader's own arguments, in elements; the other
/// three are observed at a probe launch, never stated by a submission, and 0 if the lab launches nothing.
struct Symbols {
  std::int64_t section = 0;
  std::int64_t tile = 0;
  std::int64_t block = 0;    // threads per block
  std::int64_t threads = 0;  // threads per grid
  std::int64_t share = 0;    // outputs per thread, rounded up
};

/// "2*tile+1", evaluated for the shape and launch that are graded.
class Size {
 public:
  Size() = default;
  /// Throws std::invalid_argument as Formula does, and for other names than those of Symbols.
  explicit Size(std::string_view text);

  [[nodiscard]] const std::string& text() const { return formula_.text(); }
  /// Whether the value depends on what a probe launch shows.
  [[nodiscard]] bool needs_launch() const;
  /// The value, or 0 for one below 0: a submission chooses its launch, and "threads/2-1" is -1 for a launch
  /// of one thread. Throws std::out_of_range when it is over 2^31-1 or divides by 0.
  [[nodiscard]] std::int64_t evaluate(const Symbols& symbols) const;
  /// The same with its sign. Where no launch decides it, a value below 0 is a mistake in the course's data.
  [[nodiscard]] std::int64_t evaluate_signed(const Symbols& symbols) const;

 private:
  Formula formula_;
};

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
  int vary = 0;                                  // percent that section, m, n and k may be smaller by
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
