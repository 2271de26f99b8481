#include "sandbox/level.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sandbox/filter.hpp"

namespace mergelab::sandbox {
namespace {

constexpr std::array<std::pair<Fence, std::string_view>, 3> kFences{{
    {Fence::process, "process"},
    {Fence::user, "user"},
    {Fence::namespaces, "namespaces"},
}};
constexpr std::string_view kWithSeccomp = "+seccomp";

/// What the user allows at most.
Level ceiling() {
  const char* name = std::getenv("MERGELAB_ISOLATION");
  if (name == nullptr || *name == '\0') return {Fence::namespaces, true};
  if (const std::optional<Level> level = level_from_string(name)) return *level;
  std::vector<std::string> names;
  for (const Level level : all_levels()) names.push_back(to_string(level));
  throw std::runtime_error(
      fmt::format("MERGELAB_ISOLATION={} is not a level of isolation\n  the levels are {}", name,
                  fmt::join(names, ", ")));
}

Isolation find_best() {
  const Level most = ceiling();
  constexpr Level kBest{Fence::namespaces, true};
  if (covers(most, kBest) && why_not(kBest).empty()) return {kBest, {}};
  Isolation best;
  if (const std::string reason = why_not({Fence::process, true}); !reason.empty()) {
    best.missing.push_back("no seccomp: " + reason);
  } else if (!most.seccomp) {
    best.missing.emplace_back("no seccomp: MERGELAB_ISOLATION asks for less");
  } else {
    best.level.seccomp = true;
  }
  for (const Fence fence : {Fence::namespaces, Fence::user}) {
    const std::string name = to_string(Level{fence, false});
    if (fence > most.fence) {
      best.missing.push_back(fmt::format("no {}: MERGELAB_ISOLATION asks for less", name));
      continue;
    }
    const std::string reason = why_not({fence, best.level.seccomp});
    if (reason.empty()) {
      best.level.fence = fence;
      break;
    }
    best.missing.push_back(fmt::format("no {}: {}", name, reason));
  }
  return best;
}

std::optional<Isolation>& current() {
  static std::optional<Isolation> instance;
  return instance;
}

}  // namespace

std::string to_string(Level level) {
  std::string name;
  for (const auto& [fence, words] : kFences) {
    if (fence == level.fence) name = words;
  }
  if (level.seccomp) name += kWithSeccomp;
  return name;
}

std::optional<Level> level_from_string(std::string_view name) {
  for (const Level level : all_levels()) {
    if (to_string(level) == name) return level;
  }
  return std::nullopt;
}

std::vector<Level> all_levels() {
  std::vector<Level> levels;
  for (const auto& [fence, words] : kFences) {
    for (const bool seccomp : {false, true}) levels.push_back({fence, seccomp});
  }
  return levels;
}

bool covers(Level reached, Level wanted) {
  return reached.fence >= wanted.fence && (reached.seccomp || !wanted.seccomp);
}

const Isolation& isolation() {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  if (!current()) current() = find_best();
  return *current();
}

void use_isolation(Level level) { current() = Isolation{level, {}}; }

}  // namespace mergelab::sandbox
