#include "app/questions/bug_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "app/command_line/errors.hpp"
#include "judge/findings.hpp"
#include "kits/keys/problems.hpp"
#include "kits/kits.hpp"

namespace mergelab::app {
namespace {

constexpr double kCpuS = 5;
constexpr std::uint64_t kSteps = 20'000'000, kLabels = 1;
constexpr std::array kTypes{ValueType::int32, ValueType::record};

/// All sorted arrays of so many keys 1, 2 and 3.
std::vector<std::vector<int>> sorted_arrays(std::size_t length) {
  std::vector<std::vector<int>> all;
  for (std::size_t threes = 0; threes <= length; ++threes) {
    for (std::size_t twos = 0; threes + twos <= length; ++twos) {
      std::vector<int> keys(length, 1);
      std::fill_n(keys.rbegin(), threes + twos, 2);
      std::fill_n(keys.rbegin(), threes, 3);
      all.push_back(std::move(keys));
    }
  }
  return all;
}

std::vector<judge::Arrays> pairs_of(std::size_t keys) {
  std::vector<judge::Arrays> pairs;
  for (std::size_t m = 0; m <= keys; ++m) {
    for (const std::vector<int>& a : sorted_arrays(m)) {
      for (const std::vector<int>& b : sorted_arrays(keys - m)) pairs.push_back({a, b});
    }
  }
  return pairs;
}

/// What may be quoted: not a reference in place of an earlier lab's file.
std::vector<std::filesystem::path> own_files(const submission::Sources& sources) {
  std::vector<std::filesystem::path> files;
  for (const auto& [name, source] : sources) {
    if (!source.is_reference) files.push_back(source.file);
  }
  return files;
}

bool is_hint(const Violation& violation) { return violation.rule == "unasked_error"; }

}  // namespace

BugTrial::BugTrial(const Course& course, const Programs& programs, const std::filesystem::path& folder,
                   const Lab& lab, const submission::Sources& sources)
    : lab_(lab), worker_(programs.worker), files_(own_files(sources)) {
  if (worker_.empty())
    throw UsageError("this mergelab was built without the CPU engine, which runs the bugs");
  std::vector<BuildKind> kinds;
  for (const ValueType type : kTypes) kinds.emplace_back(type, true);
  build_ = submission::build(course, lab, sources, kinds, programs.toolchain, folder);
  for (const BuildResult& result : build_.results) {
    if (!result.ok)
      throw EnvironmentError(fmt::format("the file with the bug does not compile\n{}", result.log));
  }
}

judge::Session& BugTrial::session(ValueType type) {
  std::unique_ptr<judge::Session>& session = sessions_[type];
  if (!session || session->broken()) {
    judge::WorkerSetup setup;
    setup.worker = worker_;
    setup.object = build_.objects.at(BuildKind(type, true));
    setup.value_size = static_cast<int>(judge::value_bytes(type));
    setup.limits = lab_.limits;
    setup.files = files_;
    session = std::make_unique<judge::Session>(setup);
  }
  return *session;
}

std::string BugTrial::first_failure(const std::vector<judge::Arrays>& inputs, int section, int tile,
                                    ValueType type) {
  judge::ProblemSet set = judge::problems_of(inputs, *lab_.kit, lab_.interface, {section, tile});
  for (std::size_t i = 0; lab_.kit == &rank_kit() && i < inputs.size(); ++i) {
    std::vector<int> k(inputs[i].a.size() + inputs[i].b.size() + 1);
    std::iota(k.begin(), k.end(), 0);
    set.queries[i] = judge::ranks_query(set, i, k);
  }
  const judge::Image image(set, type, lab_.on_host() ? wire::Memory::host : wire::Memory::device, kLabels);
  // On the host an array is watched at one end at a time.
  const bool both_ends = lab_.on_host();
  for (const wire::Placement placement : {wire::Placement::end, wire::Placement::start}) {
    if (placement != wire::Placement::end && !both_ends) continue;
    judge::Session& asked = session(type);
    const auto answer = asked.broken() ? std::nullopt
                                       : asked.ask({.image = image,
                                                    .placement = placement,
                                                    .watch = wire::kWatchAccesses,
                                                    .step_limit = kSteps},
                                                   kCpuS);
    if (!answer) return judge::text_of(asked.broken()->why, files_);
    for (const Violation& violation : answer->violations) {
      if (!is_hint(violation)) return judge::text_of(violation.why, files_);
    }
    const Outcome outcome = lab_.kit->check(set, image, answer->returned, {}, true);
    if (!outcome.passed()) return judge::text_of(outcome.why, files_);
  }
  return "";
}

std::string BugTrial::failure(const TrialInput& input) {
  for (const ValueType type : kTypes) {
    std::string message = first_failure({input.arrays}, input.section, input.tile, type);
    if (!message.empty()) return message;
  }
  return "";
}

BugTrial::Search BugTrial::find_smaller(const TrialInput& than, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  std::vector<std::pair<int, int>> shapes{{than.section, than.tile}};
  if (lab_.has_shape()) {
    for (const int tile : {1, 2, 4, 256}) {
      for (const int section : {tile, 2 * tile, 3 * tile}) shapes.emplace_back(section, tile);
    }
  }
  for (std::size_t keys = 0; keys < than.keys(); ++keys) {
    const std::vector<judge::Arrays> pairs = pairs_of(keys);
    for (const auto& [section, tile] : shapes) {
      for (const ValueType type : kTypes) {
        if (std::chrono::steady_clock::now() > end) return {std::nullopt, false};
        if (first_failure(pairs, section, tile, type).empty()) continue;
        for (const judge::Arrays& pair : pairs) {
          if (!first_failure({pair}, section, tile, type).empty())
            return {TrialInput{pair, section, tile}, true};
        }
      }
    }
  }
  return {std::nullopt, true};
}

}  // namespace mergelab::app
