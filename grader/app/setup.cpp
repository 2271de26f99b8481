#include "app/setup.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <thread>

#include "course/course.hpp"
#include "sandbox/process.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kLargestSecret = 4096;

std::string read_secret(const Settings& settings) {
  if (settings.secret_file.empty()) return "";
  std::ifstream file(settings.secret_file, std::ios::binary);
  std::string secret{std::istreambuf_iterator<char>(file), {}};
  while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
  if (!file || secret.empty() || secret.size() > kLargestSecret) {
    throw UsageError(
        fmt::format("{} does not hold a secret\n  expected a file with one line of at most {} bytes",
                    settings.secret_file.string(), kLargestSecret));
  }
  return secret;
}

Backend chosen_backend(const Settings& settings) {
  if (settings.backend == "auto" || settings.backend == "cpu") return Backend::cpu;
  throw UsageError(
      fmt::format("backend '{}' is not there: this mergelab was built for the CPU engine alone\n"
                  "  use --backend cpu",
                  settings.backend));
}

GradeOptions grade_options(const Settings& settings) {
  return {chosen_backend(settings),
          settings.seed,
          read_secret(settings),
          settings.only,
          *run_order_from_string(settings.order),
          settings.profile};
}

}  // namespace

Setup::Setup(const Settings& settings)
    : settings_(settings),
      course_(course::load(course_root(settings))),
      programs_(find_programs()),
      progress_(settings),
      grader_(course_, programs_, grade_options(settings), folder_,
              [this](const Lab& lab, const Step& step) { progress_.show(lab, step); }) {}

unsigned Setup::jobs() const {
  return settings_.jobs != 0 ? settings_.jobs : std::max(1U, std::thread::hardware_concurrency());
}

std::vector<const Lab*> Setup::labs() const {
  std::vector<const Lab*> chosen;
  for (const std::string& word : settings_.labs) chosen.push_back(&course::find_lab(course_, word));
  if (chosen.empty()) {
    for (const Lab& lab : course_.labs) chosen.push_back(&lab);
  }
  std::sort(chosen.begin(), chosen.end());  // they point into one vector: course order
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Grading Setup::empty_grading(const std::string& submission) const {
  Grading grading;
  grading.submission = submission;
  grading.backend = "cpu";
  grading.isolation = sandbox::isolation_level();
  grading.seed = settings_.seed;
  grading.secret = !settings_.secret_file.empty();
  grading.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  grading.device = "CPU engine";
  grading.compiler = submission::compiler_version(programs_.toolchain.compiler);
  return grading;
}

std::filesystem::path submission_folder(const Settings& settings, const Course& course) {
  namespace fs = std::filesystem;
  if (settings.submission.empty()) return course.root / "labs";
  if (fs::is_directory(settings.submission)) return settings.submission;
  if (settings.submission.is_relative() && fs::is_directory(course.root / settings.submission)) {
    return course.root / settings.submission;
  }
  throw UsageError(
      fmt::format("{} is not a folder\n  a submission is a folder with the same relative paths as labs/, for "
                  "example SUBMISSION/{}/{}",
                  settings.submission.string(), course.labs.front().name, course.labs.front().file));
}

submission::Sources student_sources(const Course& course, const Lab& lab,
                                    const std::filesystem::path& folder) {
  submission::Sources sources;
  const submission::LabFile own = submission::find_lab_file(folder, lab);
  if (own.state != submission::FileState::present) {
    throw UsageError(own.state == submission::FileState::refused
                         ? fmt::format("{} {}", (folder / lab.name / lab.file).string(), own.reason)
                         : fmt::format("{} does not exist\n  the skeleton is labs/{}/{}",
                                       (folder / lab.name / lab.file).string(), lab.name, lab.file));
  }
  sources[lab.name] = own.path;
  for (const std::string& name : lab.uses) {
    const Lab& used = *course.find_lab(name);
    const submission::LabFile file = submission::find_lab_file(folder, used);
    if (file.state == submission::FileState::present)
      sources[name] = file.path;
    else if (const auto reference = reference_file(course, used); !reference.empty())
      sources[name] = reference;
  }
  return sources;
}

}  // namespace mergelab::app
