// How a lab's function is called: everything that the grader must know about it, in one table.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mergelab {

/// The most ranks that a function runs on.
inline constexpr int kMostRanks = 16;

/// What C has to hold after a call. judge/outputs/ has a file for each.
enum class Output {
  merge,  // the stable merge of A and B: m + n elements
  ranks,  // the splits of the ranks k that are asked for: an int each
  sort,   // A in order, stable: m elements, and B is empty
};

struct Signature {
  std::string_view name;         // of worker/signatures/NAME.inc
  std::string_view call;         // a function f that the worker can call
  std::string_view declaration;  // for docs/formats.md, in Markdown
  bool on_host = false;          // runs on the host; any other launches kernels
  bool has_shape = false;        // takes section and tile
  bool takes_lists = false;      // A is several sorted lists, one behind another, and where each starts
  // Runs on several ranks, each a separate process, which reach each other only through a transport; A is the
  // rank's own list then, not sorted, and the Cs of all ranks, one behind another, are sorted.
  bool is_distributed = false;
  Output output = Output::merge;

  [[nodiscard]] constexpr bool asks_ranks() const { return output == Output::ranks; }
  [[nodiscard]] constexpr bool sorts() const { return output == Output::sort; }
  /// Whether it is about two sorted arrays. Own arrays, traces and questions are only for such functions.
  [[nodiscard]] constexpr bool merges_or_ranks() const {
    return output == Output::merge || output == Output::ranks;
  }
};

[[nodiscard]] std::span<const Signature> signatures();
[[nodiscard]] constexpr std::string_view to_string(const Signature& signature) { return signature.name; }
/// "merges", "finds ranks", "sorts".
[[nodiscard]] std::string_view in_words(Output output);
/// What such a function does: "runs on ranks", "merges lists", or in_words() of its output.
[[nodiscard]] std::string_view in_words(const Signature& signature);
/// "int co_rank(int k, const value_t* A, int m, const value_t* B, int n)".
[[nodiscard]] std::string declaration_of(const Signature& signature, std::string_view function);
/// Throws std::out_of_range for another name.
[[nodiscard]] const Signature& signature_named(std::string_view name);

}  // namespace mergelab
