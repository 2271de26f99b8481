// Which tests a job consists of: one per item and case, decided only by rubric, catalog and backend.
#pragma once

#include <string>
#include <vector>

#include "judge/protocol.hpp"

namespace mergelab::judge {

struct PlannedTest {
  const Item* item = nullptr;
  const Family* family = nullptr;
  const CaseSpec* spec = nullptr;
  [[nodiscard]] std::string name() const { return item->id + "/" + spec->name; }
};

/// In the rubric's order, so that whatever ends a worker costs the tests of one item; but what runs without
/// checks, because it is large or timed, comes last. Points into `job`.
[[nodiscard]] std::vector<PlannedTest> plan(const Job& job);

/// Whether test i begins a part of the plan that starts with new workers: an item, or for ranks, whose
/// workers take long to start, all items in a row with the same build. Two judges share a job by its parts.
[[nodiscard]] bool begins_part(const Job& job, const std::vector<PlannedTest>& tests, std::size_t i);

}  // namespace mergelab::judge
