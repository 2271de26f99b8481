// A grading's progress, for a terminal, a watched lab or a test.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::app {

struct Step {
  enum class What { building, testing } what = What::building;
  std::size_t done = 0, total = 0;    // tests
  const Observation* seen = nullptr;  // the test that is done; its words may quote a reference's lines
  std::string running{};              // the test that runs now; empty: none, or withheld
};
using Watcher = std::function<void(const Lab&, const Step&)>;

}  // namespace mergelab::app
