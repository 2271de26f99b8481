// mergelab calibrate: measures this machine with the reference solutions, and writes thresholds as settings.
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/course_files/hand_out.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

using Json = nlohmann::ordered_json;

struct CalibrateOptions {
  GradingOptions grading;
  std::vector<std::string> labs;
  std::uint64_t runs = 5;
  fs::path out;
};

/// An item that a clock grades, and what the reference needed: by case, a figure for each run.
struct Timed {
  const Lab* lab;
  const Item* item;
  std::map<std::string, std::vector<double>> runs = {};
};

std::vector<Timed> timed_items(const std::vector<const Lab*>& labs, const LabGrader& grader) {
  std::vector<Timed> found;
  for (const Lab* lab : labs) {
    for (const Item& item : lab->items) {
      for (const Backend backend : item.backends.all()) {
        if (!item.is_timed() || !grader.runs(item, backend)) continue;
        found.push_back({lab, &item});
        break;
      }
    }
  }
  return found;
}

void measure(Setup& setup, Timed& timed) {
  const Course& course = setup.course();
  Lab part = restrict_to(course, *timed.lab, timed.item->id);
  part.forbidden.clear();  // of students
  const LabResult result =
      setup.grader().grade(part, reference_sources(course, *timed.lab, reference_file(course, *timed.lab)));
  const std::string figure = timed.item->is_timed_on_device() ? "cub_ratio" : timed.item->metric;
  for (const ItemResult& item : result.items) {
    for (const Observation& test : item.tests) {
      const auto value = test.outcome.metrics.find(figure);
      if (value == test.outcome.metrics.end() || !(value->second > 0))
        throw EnvironmentError(fmt::format("{} {}: the reference solution could not be timed: {}",
                                           timed.lab->name, test.test, test.outcome.message));
      timed.runs[test.test.substr(test.test.find('/') + 1)].push_back(value->second);
    }
  }
  if (timed.runs.empty())
    throw EnvironmentError(fmt::format("{} {}: the reference solution could not be timed: {}",
                                       timed.lab->name, timed.item->id, result.message));
}

void print_row(const Timed& timed, const score::Calibration& found, const Item& own) {
  for (const auto& [name, values] : timed.runs) {
    const auto [least, most] = std::ranges::minmax_element(values);
    say::print(stderr, "{:<20} {:<14} {:<14} {:>7.3f}  {:.3f} to {:.3f}\n", timed.lab->name, timed.item->id,
               name, found.medians.at(name), *least, *most);
  }
  const auto threshold = [](const char* name, std::optional<double> now, std::optional<double> before) {
    if (now)
      say::print(stderr, "{:<20} {} {:.6g} (the course: {:.6g})\n", "", name, *now, before.value_or(0));
  };
  threshold("max_ratio", found.max_ratio, own.max_ratio);
  threshold("full", found.full, own.full);
  threshold("zero", found.zero, own.zero);
  say::print(stderr, "{:<20} the runs differ by {:.0f}%{}\n", "", 100 * found.spread,
             found.is_noisy() ? ": too noisy" : "");
}

/// The settings that are there, or new ones.
Json settings_to_change(const fs::path& file) {
  std::error_code error;
  if (file.empty() || !fs::exists(file, error)) return {{"schema", "mergelab.settings/1"}};
  return Json::parse(base::read_file(file).value_or(""));
}

void put(Json& settings, const std::string& gpu, const Timed& timed, const score::Calibration& found) {
  Json& item = settings["labs"][timed.lab->name]["items"][timed.item->id];
  if (!found.reference.empty()) item["reference"][gpu] = found.reference;
  if (found.max_ratio) item["max_ratio"] = *found.max_ratio;
  if (found.full) item["full"] = *found.full;
  if (found.zero) item["zero"] = *found.zero;
}

int calibrate(CalibrateOptions& options) {
  if (options.runs < 2) throw UsageError("--runs: at least 2 runs are needed to see how much they differ");
  std::error_code error;
  const bool is_there = !options.out.empty() && fs::exists(options.out, error);
  options.grading.settings = is_there ? options.out : fs::path();
  if (!options.out.empty()) base::check_writable(options.out);
  options.grading.reference = false;  // it is what is graded here
  Setup setup(options.grading);
  const Course& course = setup.course();
  if (is_hand_out(course.root)) throw in_a_hand_out("calibrate times the reference solutions");
  const Course plain = course::load(course.root, fs::path());
  std::vector<Timed> all = timed_items(graded_labs(course, options.labs), setup.grader());
  if (all.empty())
    throw UsageError("none of the items of these labs is timed on this backend: there is nothing to measure");
  for (std::uint64_t run = 1; run <= options.runs; ++run) {
    for (Timed& timed : all) {
      setup.progress().note(timed.lab->name, fmt::format("run {} of {}", run, options.runs));
      measure(setup, timed);
      setup.progress().finish(timed.lab->name);
    }
  }
  setup.progress().clear();
  Json settings = settings_to_change(options.out);
  bool noisy = false;
  say::print(stderr, "the reference solutions, with the median, the fastest and the slowest of {} runs:\n",
             options.runs);
  for (const Timed& timed : all) {
    const Item& own = *plain.find_lab(timed.lab->name)->find_item(timed.item->id);
    const score::Calibration found = score::calibrated(own, timed.runs);
    print_row(timed, found, own);
    put(settings, setup.gpu(), timed, found);
    noisy = noisy || found.is_noisy();
  }
  if (noisy)
    throw EnvironmentError(
        fmt::format("runs of one solution differ by more than {:.0f}%, so nothing was written\n  calibrate "
                    "again while the machine is idle, or with more --runs",
                    100 * score::kMostSpread));
  if (options.out.empty()) {
    say::print("{}\n", settings.dump(2));
    return kGraded;
  }
  base::write_atomically(options.out, settings.dump(2) + "\n");
  say::print(stderr, "wrote {}; `{}` shows what it changes\n", options.out.string(),
             base::command("check-course", "--settings " + quoted(options.out.string())));
  return kGraded;
}

}  // namespace

Run calibrate(CommandOptions& command) {
  const auto options = std::make_shared<CalibrateOptions>();
  command.labs(options->labs);
  command.number("--runs", options->runs, "Number of times that each reference solution is timed", "N");
  command.option("--out", options->out, "Settings file for the thresholds; without it they are printed",
                 "FILE");
  add_backend(command, options->grading);
  add_text(command, options->grading.text, "No progress");
  command.course(options->grading.course);
  command.isolation(options->grading.require_isolation);
  return [options] { return calibrate(*options); };
}

}  // namespace mergelab::app
