// Why a lab lost points: items with the same cause are reported as one.
#pragma once

#include "report/build_log.hpp"
#include "report/report.hpp"

namespace mergelab::report {

/// Items that lost points for one cause, according to the observations.
struct Cause {
  std::vector<const ItemResult*> items;        // in the rubric's order
  const ItemResult* representative = nullptr;  // a broken rule before what it spoils
};

/// The one to fix first leads: a broken rule of CUDA spoils other items, and says where. Points into `lab`.
[[nodiscard]] std::vector<Cause> causes_of(const LabResult& lab);

/// The visible test that shows again why an item lost its points: `rules` may report another item's test.
/// Empty if there is none, or if the lab does not compile: then it would add nothing.
[[nodiscard]] std::string failing_test(const ItemResult& item);

/// Why an item lost its points, with its test in front: "plain/one_tile: C[3] expected 5, got 4".
[[nodiscard]] std::string cause_with_test(const ItemResult& item);

/// The variable without a value that the compiler names, where a cause may be its consequence: something came
/// out wrong, or it is sure.
[[nodiscard]] std::optional<Uninitialised> uninitialised_variable(const LabResult& lab, const Cause& cause);

/// The cause's hint: of a variable without a value before that of the item. A broken rule whose case belongs
/// to an item that has another cause shares that item's: one mistake, one hint.
[[nodiscard]] std::string hint_of(const LabResult& lab, const Cause& cause);

/// The first visible test that saw a broken rule of CUDA which no lost item reports: the run is of one case,
/// or of items about something else. Or nullptr.
[[nodiscard]] const Observation* unreported_violation(const LabResult& lab);

/// Of the case that shows why an item lost its points; the item's own is the worst of all its cases.
[[nodiscard]] Verdict verdict_of(const ItemResult& item);

/// How the lab went, by what to fix first: "wrong answer", "outside an array".
[[nodiscard]] std::string_view headline_of(const LabResult& lab);
[[nodiscard]] std::string_view headline_of(const ItemResult& item);

/// Whether the grader failed by a mistake in the lab's oracle, which stays however often it runs.
[[nodiscard]] bool fails_by_oracle(const LabResult& lab);

/// "merge_tiled.cuh:32"; empty for an unknown line.
[[nodiscard]] std::string place_of(const finding::Site& site);

}  // namespace mergelab::report
