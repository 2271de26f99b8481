// Keeps what a judge saw in a reference's file from the student whose file it replaces.
#pragma once

#include <string>
#include <vector>

#include "model/observation.hpp"

namespace mergelab::app {

/// Leaves the lines of these files out of profiles, and their numbers and text out of sentences: "at
/// co_rank.cuh".
void hide_lines(std::vector<Observation>& observations, const std::vector<std::string>& files);

}  // namespace mergelab::app
