#include "app/learning/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/learning/hint_stages.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kMostPassed = 20;

std::string bytes_of(const std::filesystem::path& file) { return base::read_file(file).value_or(""); }

void take_in(const LabResult& result, const std::string& inputs, std::vector<std::string> hints, Recorded how,
             StudentState& state) {
  LabState& lab = state[result.name];
  if (lab.max_score != result.max_score) lab.best = 0;  // the rubric has changed
  lab.max_score = result.max_score;
  if (how.keeps_score) lab.best = std::max(lab.best, *result.score);
  lab.inputs = inputs;
  if (how.keeps_score && *result.score >= result.max_score) {
    std::erase(lab.passed, inputs);
    lab.passed.push_back(inputs);
    if (lab.passed.size() > kMostPassed) lab.passed.erase(lab.passed.begin());
  }
  lab.lost.clear();
  bool all_right = true;
  for (const ItemResult& item : result.items) {
    const bool is_right = item.status == Verdict::passed || item.status == Verdict::not_run;
    all_right = all_right && is_right;
    if (item.kind == ItemKind::correctness && !is_right) lab.lost.push_back(item.id);
  }
  lab.solved = lab.solved || (how.keeps_score && all_right);
  if (lab.hints != hints) lab.hints_shown = 0;  // there is something else to say
  if (how.on_screen && !hints.empty()) lab.hints_shown = std::max<std::size_t>(lab.hints_shown, 1);
  lab.hints = std::move(hints);
}

}  // namespace

std::string inputs_of(const Course& course, const Lab& lab, const submission::Sources& sources) {
  std::uint64_t hash = base::kHashOfNothing;
  for (const std::string_view file : course::kLabFiles)
    hash = base::hash_text(hash, bytes_of(course.root / "labs" / lab.name / file));
  for (const auto& [name, source] : sources) hash = base::hash_text(hash, bytes_of(source.file));
  return fmt::format("{:016x}", hash);
}

StudentState record_run(const StateFile& file, const Place& place, const Lab& lab,
                        const submission::Sources& sources, const LabResult& result, Recorded how) {
  StudentState state = file.read();
  if (!result.score) return state;
  const std::string inputs = inputs_of(place.course, lab, sources);
  const std::vector<std::string> hints =
      hint_stages(place, lab, sources.at(lab.name).file, result, how.with_reference);
  how.on_screen = how.on_screen && is_first_stage_told(result);
  take_in(result, inputs, hints, how, state);
  file.update([&](StudentState& kept) {
    take_in(result, inputs, hints, how, kept);
    state = kept;
  });
  return state;
}

}  // namespace mergelab::app
