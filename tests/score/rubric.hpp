// A rubric of four items and its observations, which each test modifies.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "score/score.hpp"

namespace mergelab::score {

inline Item make_item(const std::string& id, Points points, ValueType value = ValueType::int32) {
  Item item;
  item.id = item.family = id;
  item.points = points;
  item.value = value;
  item.about = "about " + id;
  item.backends = {Backend::cpu, Backend::gpu};
  return item;
}

/// plain 4, ties 3, stability 2 (Record), comparisons 1 (counted, only cpu, full at 1, zero at 4).
inline Lab make_lab() {
  Lab lab;
  lab.name = "04_tiled_kernel";
  lab.points = 10;
  lab.items = {make_item("plain", 4), make_item("ties", 3), make_item("stability", 2, ValueType::record),
               make_item("comparisons", 1, ValueType::counted)};
  Item& comparisons = lab.items.back();
  comparisons.kind = ItemKind::performance;
  comparisons.backends = {Backend::cpu};
  comparisons.metric = "comparison_ratio";
  comparisons.yardstick = "merge_comparisons";
  comparisons.full = 1;
  comparisons.zero = 4;
  return lab;
}

inline Observation make_observation(const std::string& item, const std::string& name,
                                    Verdict verdict = Verdict::passed, const std::string& message = "",
                                    const std::string& symptom = "") {
  Observation seen;
  seen.item = seen.family = item;
  seen.test = item + "/" + name;
  seen.outcome.verdict = verdict;
  seen.outcome.message = message;
  seen.outcome.symptom = symptom;
  seen.duration_s = 0.25;
  return seen;
}

inline Observation make_measured(const std::string& name, double ratio, Verdict verdict = Verdict::passed) {
  Observation seen =
      make_observation("comparisons", name, verdict, verdict == Verdict::passed ? "" : "too many");
  seen.outcome.metrics["comparison_ratio"] = ratio;
  return seen;
}

/// Every item passes, two tests each.
inline std::vector<Observation> all_passed(Backend backend = Backend::cpu) {
  std::vector<Observation> all{make_observation("plain", "a"),
                               make_observation("plain", "b"),
                               make_observation("ties", "a"),
                               make_observation("ties", "b"),
                               make_observation("stability", "a"),
                               make_observation("stability", "b"),
                               make_measured("a", 0.9),
                               make_measured("b", 1.0)};
  for (Observation& seen : all) seen.backend = backend;
  return all;
}

inline std::vector<BuildResult> good_builds() {
  return {{ValueType::int32, true, Verdict::passed, "", 1},
          {ValueType::record, true, Verdict::passed, "", 1},
          {ValueType::counted, true, Verdict::passed, "", 1}};
}

/// All passed but the observations of the items that are given here.
inline std::vector<Observation> with(const std::vector<Observation>& changed) {
  std::vector<Observation> all;
  for (const Observation& seen : all_passed()) {
    bool replaced = false;
    for (const Observation& other : changed) replaced |= other.item == seen.item;
    if (!replaced) all.push_back(seen);
  }
  all.insert(all.end(), changed.begin(), changed.end());
  return all;
}

inline LabResult scored(const std::vector<Observation>& observations, const Lab& lab = make_lab()) {
  return score_lab(lab, {Backend::cpu}, good_builds(), observations);
}

/// A view, so that g++ sees that what is returned refers to `result` alone.
inline const ItemResult& item_of(const LabResult& result, std::string_view id) {
  for (const ItemResult& item : result.items) {
    if (item.id == id) return item;
  }
  throw std::out_of_range("no item " + std::string(id));
}

/// "wrong_answer, 0 of 3: C[5] expected 7"; without a message "passed, 3 of 3".
template <class Result>
std::string told(const Result& result, const std::string& score) {
  return std::string(to_string(result.status)) + ", " + score + " of " + to_string(result.max_score) +
         (result.message.empty() ? "" : ": " + result.message);
}
inline std::string told(const LabResult& result) {
  return told(result, result.score ? to_string(*result.score) : "no score");
}
inline std::string told(const LabResult& result, std::string_view id) {
  return told(item_of(result, id), to_string(item_of(result, id).score));
}

/// The hint of an item, the first of these, where all other items passed.
inline std::string hint_of(const std::vector<Observation>& changed, const Lab& lab) {
  return item_of(scored(with(changed), lab), changed.front().item).hint;
}

}  // namespace mergelab::score
