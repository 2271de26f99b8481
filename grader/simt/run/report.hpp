// The findings of a program, by cause: a bug that thousands of threads run into at several lines is one.
#pragma once

#include <simt/engine.hpp>
#include <string>
#include <vector>

namespace simt::run {

/// Findings of one rule about the same memory; the first one is told.
struct Cause {
  std::vector<Finding> findings;
};

/// In the order in which the causes were found. Launches whose errors nobody asked about are in none.
[[nodiscard]] std::vector<Cause> causes_of(const std::vector<Finding>& findings);

/// For people, on several lines; "" if nothing was found. `dropped`: findings beyond the engine's limit.
[[nodiscard]] std::string text_of(const std::vector<Cause>& causes, std::uint64_t dropped);

/// simt.findings/1: an array of causes.
[[nodiscard]] std::string json_of(const std::vector<Cause>& causes);

}  // namespace simt::run
