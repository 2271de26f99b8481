// The names that a case of the catalog may use, each with its meaning. docs/formats.md lists the same; a test
// holds both together.
#pragma once

#include "model/terms.hpp"

namespace mergelab::judge {

/// A kind of arrays that a catalog may ask for.
struct Generator : Term {
  bool is_sorted = true;  // as a merge needs them
};
/// generate.cpp makes them.
[[nodiscard]] std::span<const Generator> generators();

/// For the lists of a k-way merge: how long they are, and which keys land in which.
[[nodiscard]] std::span<const Term> list_lengths();
[[nodiscard]] std::span<const Term> list_orders();

/// The metrics of items that grade the CPU engine's counters.
[[nodiscard]] std::span<const Term> traffic_metrics();

/// Those of functions that run on several ranks, which the judge counts as it passes their messages on.
[[nodiscard]] std::span<const Term> transport_metrics();

}  // namespace mergelab::judge
