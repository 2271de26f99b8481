#include "app/grading/observed.hpp"

#include <fmt/ranges.h>

#include <ctime>
#include <sstream>

#include "app/grading/lab_grader.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "report/result_json.hpp"

namespace mergelab::app {

/// The line in front of a run's tests, which are a line each.
struct RunLine {
  Observed seen;  // all but its observations
  std::int64_t tests = 0;
};

void fields(auto& io, Is<RunLine> auto& line) {
  auto& value = line.seen;
  MERGELAB_EACH_FIELD(lab, inputs, items, allowed, builds, deductions)
  io("tests", line.tests);
}

namespace {

constexpr const char* kObservationsSchema = "{\"schema\":\"mergelab.observations/1\"}";

bool is_right(const Outcome& outcome) {
  return outcome.verdict == Verdict::passed || outcome.verdict == Verdict::too_slow;
}

const double* metric_of(const Item& item, const Observation& seen) {
  const auto metric = seen.outcome.metrics.find(item.metric);
  return metric == seen.outcome.metrics.end() ? nullptr : &metric->second;
}

std::optional<double> known_limit(const Observed& known, const std::string& item) {
  const auto found = known.allowed.find(item);
  return found == known.allowed.end() ? std::nullopt : std::optional(found->second);
}

/// Whether a test passed up to the old limit and would not up to the new one.
bool is_in_doubt(const Item& item, const Observed& known) {
  const std::optional<double> now = allowed(item);
  return item.is_timed() && now && std::ranges::any_of(known.observations, [&](const auto& seen) {
           const double* metric = metric_of(item, seen);
           return seen.item == item.id && seen.outcome.passed() && metric != nullptr && *metric > *now;
         });
}

/// By the thresholds of `item`; the figure stays.
void judge_again(const Item& item, Outcome& outcome, const double* metric) {
  if (!is_right(outcome) || metric == nullptr || !std::isfinite(*metric)) return;
  const std::optional<double> limit = allowed(item);
  outcome.message.clear();  // it may name the old threshold; the score says the figure and the new one
  outcome.verdict = limit && *metric > *limit ? Verdict::too_slow : Verdict::passed;
  if (outcome.passed()) outcome.symptom.clear();
}

std::string bytes_of(const fs::path& file) { return base::read_file(file).value_or(""); }

/// A lab's file as the grader finds it, or why it takes none.
std::string lab_file(const fs::path& root, const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(root, lab);
  return file.state == submission::FileState::present ? bytes_of(file.path) : "- " + file.reason;
}

constexpr std::size_t kLongestInput = std::size_t{256} << 20U;

/// In eights: a program has megabytes.
std::uint64_t hash_bytes(std::uint64_t hash, const std::string& bytes) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::copy_n(bytes.data() + at, sizeof(eight), reinterpret_cast<char*>(&eight));
    hash = base::mix(hash ^ eight);
  }
  return base::hash_text(hash, std::string_view(bytes).substr(at));
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder, ignored)) {
    if (file.is_regular_file(ignored)) files.push_back(file.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::optional<double> allowed(const Item& item) {
  if (item.kind != ItemKind::performance) return std::nullopt;
  return item.max_ratio ? item.max_ratio : item.full;
}

std::set<std::string> stale_items(const Lab& lab, const std::map<std::string, std::string>& items,
                                  const Observed& known) {
  std::set<std::string> stale;
  for (const Item& item : lab.items) {
    const auto found = known.items.find(item.id), now = items.find(item.id);
    const bool holds = found != known.items.end() && now != items.end() && found->second == now->second;
    if (!holds || is_in_doubt(item, known)) stale.insert(item.id);
  }
  return stale;
}

Observed merged(const Lab& lab, Observed known, Observed fresh, const std::set<std::string>& items) {
  Observed all = std::move(known);
  std::erase_if(all.observations, [&](const Observation& seen) {
    return items.contains(seen.item) || lab.find_item(seen.item) == nullptr;
  });
  for (Observation& seen : all.observations) {
    const Item& item = *lab.find_item(seen.item);
    if (item.kind == ItemKind::performance && known_limit(all, item.id) != allowed(item))
      judge_again(item, seen.outcome, metric_of(item, seen));
  }
  for (Observation& seen : fresh.observations) all.observations.push_back(std::move(seen));
  for (BuildResult& built : fresh.builds) {
    const bool is_known = std::ranges::any_of(all.builds, [&](const BuildResult& other) {
      return other.value == built.value && other.backend == built.backend;
    });
    if (!is_known) all.builds.push_back(std::move(built));
  }
  const auto place = [&](const Observation& seen) {
    const Item* item = lab.find_item(seen.item);
    return std::tuple(seen.backend, !item->checks, item - lab.items.data());
  };
  std::ranges::stable_sort(all.observations,
                           [&](const Observation& a, const Observation& b) { return place(a) < place(b); });
  all.allowed.clear();
  for (const Item& item : lab.items) {
    if (const std::optional<double> limit = allowed(item)) all.allowed[item.id] = *limit;
  }
  return all;
}

ObservedRuns::ObservedRuns(const std::string& text) try {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != kObservationsSchema)
    throw std::runtime_error("they are from another version");
  while (std::getline(lines, line)) {
    auto [seen, tests] = JsonReader::read<RunLine>(JsonValue::parsed(line));
    for (std::int64_t i = 0; i < tests; ++i) {
      if (!std::getline(lines, line)) throw std::runtime_error("the last ones are missing");
      seen.observations.push_back(judge::observation_from_line(line));
    }
    Key key(seen.lab, seen.inputs);
    runs_[std::move(key)] = std::move(seen);
  }
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("these observations can't be read: ") + error.what());
}

std::optional<Observed> ObservedRuns::find(const std::string& lab, const std::string& inputs) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find({lab, inputs});
  if (found == runs_.end()) return std::nullopt;
  used_.insert(found->first);
  return found->second;
}

void ObservedRuns::keep(Observed seen) {
  const std::lock_guard lock(mutex_);
  Key key(seen.lab, seen.inputs);
  used_.insert(key);
  runs_[std::move(key)] = std::move(seen);
}

std::string ObservedRuns::text() const {
  const std::lock_guard lock(mutex_);
  std::string text = std::string(kObservationsSchema) + "\n";
  for (const Key& key : used_) {
    const Observed& seen = runs_.at(key);
    RunLine line{seen, static_cast<std::int64_t>(seen.observations.size())};
    text += JsonWriter::write(line).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (const Observation& each : seen.observations) text += judge::observation_to_line(each) + "\n";
  }
  return text;
}

std::string fingerprint(const Course& course, const Lab& lab, const fs::path& submission,
                        const GradingOptions& options, const Grading& grading) {
  std::uint64_t hash = base::kHashOfNothing;
  const auto add = [&](std::string_view text) { hash = base::hash_text(hash, text); };
  for (const std::string& text :
       {grading.backend, grading.device, grading.compiler, std::to_string(options.seed), options.only,
        options.order, std::string(options.sanitizer ? "sanitizer" : ""),
        std::string(grading.secret ? "secret" : ""), std::string(MERGELAB_VERSION),
        bytes_of(course.root / "datasets" / "catalog.json"), course.settings.fingerprint,
        grading.settings ? grading.settings->submitted : "",
        std::string(shows_details(lab, std::time(nullptr)) ? "details" : "")}) {
    add(text);
  }
  for (const Hint& hint : lab.hints) {  // also those of course.json, whose other labs don't matter here
    add(fmt::format("{} {} {} {}", fmt::join(hint.items, ","), fmt::join(hint.symptoms, ","), hint.only,
                    hint.text));
  }
  for (const Lab& earlier : course.labs) {
    for (const std::string_view file : course::kLabFiles)
      add(bytes_of(course.root / "labs" / earlier.name / file));
    add(lab_file(submission, earlier));
    add(lab_file(course.root / "solutions", earlier));
    if (earlier.name == lab.name) break;
  }
  return fmt::format("{:016x}", hash);
}

std::string fingerprint_of(const Programs& programs) {
  std::vector<fs::path> files{programs.judge, programs.worker, programs.gpu_worker,
                              programs.toolchain.simt_cc};
  for (const fs::path& folder :
       {programs.toolchain.include_dir / "mergelab", programs.toolchain.worker_dir}) {
    const std::vector<fs::path> found = files_below(folder);
    files.insert(files.end(), found.begin(), found.end());
  }
  std::uint64_t hash = base::kHashOfNothing;
  for (const fs::path& file : files) {
    if (!file.empty()) hash = hash_bytes(hash, base::read_file(file, kLongestInput).value_or(""));
  }
  return fmt::format("{:016x}", hash);
}

std::string inputs_of(const Lab& lab, const submission::Sources& sources, const std::string& how) {
  std::uint64_t hash = base::hash_text(base::kHashOfNothing, how);
  for (const auto& [name, source] : sources) {
    for (const std::string& text : {name, std::string(source.is_reference ? "reference" : ""),
                                    base::read_file(source.file).value_or("")})
      hash = base::hash_text(hash, text);
  }
  hash = base::hash_text(
      hash, fmt::format("{} {} {} {}", lab.name, lab.file, lab.function, lab.limits.build_cpu_s));
  for (const ForbiddenName& name : lab.forbidden)
    hash = base::hash_text(hash, fmt::format("{} {} {}", name.name, name.percent, name.why));
  return fmt::format("{:016x}", hash);
}

std::map<std::string, std::string> inputs_of_items(const judge::Job& job) {
  std::map<std::string, std::string> inputs;
  judge::Job alone = job;
  alone.worker.clear();  // a path; its bytes count in how a lab is graded
  alone.yardsticks.clear();
  alone.objects.clear();
  alone.sources.clear();
  alone.reference.clear();
  for (Item item : job.lab.items) {
    alone.families.clear();
    for (const Family& family : job.families) {
      if (family.name == item.family) alone.families.push_back(family);
    }
    item.full.reset();
    item.max_ratio.reset();
    alone.lab.items = {item};
    inputs[item.id] =
        fmt::format("{:016x}", base::hash_text(base::kHashOfNothing, judge::job_to_json(alone)));
  }
  return inputs;
}

}  // namespace mergelab::app
