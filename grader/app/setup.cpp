#include "app/setup.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>
#include <thread>

#include "app/errors.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "sandbox/level.hpp"
#include "sandbox/memory_group.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kLargestSecret = 4096, kMostReadOfSecret = 1 << 20;

std::string read_secret(const GradingOptions& options) {
  if (options.secret_file.empty()) return "";
  const std::string file = options.secret_file.string();
  const auto refuse = [&](const char* why) {
    throw UsageError(
        fmt::format("{} {}\n  expected a file with one line of at most {} bytes", file, why, kLargestSecret));
  };
  std::optional<std::string> read = base::read_file(options.secret_file, kMostReadOfSecret);
  if (!read) {
    throw UsageError(fmt::format("{} can't be read: {}\n  --secret-file takes a file that you may read", file,
                                 std::generic_category().message(errno)));
  }
  std::string secret = *std::move(read);
  while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
  if (secret.empty()) refuse("does not hold a secret");
  if (secret.find('\n') != std::string::npos) refuse("holds several lines");
  if (secret.size() > kLargestSecret) refuse("holds too long a line");
  return secret;
}

/// Throws EnvironmentError.
void check_isolation(const std::string& required) {
  const sandbox::Isolation& best = sandbox::isolation();
  if (required.empty() || sandbox::covers(best.level, *sandbox::level_from_string(required))) return;
  throw EnvironmentError(fmt::format(
      "isolation '{}' is asked for, and '{}' is what this machine gives\n  {}\n  {} doctor says how "
      "to get more; without --require-isolation it is graded as it is",
      required, sandbox::to_string(best.level), fmt::join(best.missing, "\n  "), base::program_name()));
}

/// What was asked for; with "auto" all that there is.
BackendChoice choose_backend(const GradingOptions& options, const Programs& programs) {
  const bool has_engine = !programs.worker.empty();
  BackendChoice choice;
  if (options.backend == "cpu" || options.profile || options.trace) {
    if (!has_engine)
      throw UsageError("backend 'cpu' is not there: this mergelab was built without the CPU engine");
    return {{Backend::cpu}, "", std::nullopt};
  }
  GpuSearch search = find_gpu(programs.gpu_worker);
  const bool asked = options.backend != "auto";
  if (!search.gpu) {
    if (asked || !has_engine) {
      throw UsageError(fmt::format("backend '{}' is not there: {}{}", asked ? options.backend : "gpu",
                                   search.reason, has_engine ? "\n  use --backend cpu" : ""));
    }
    return {{Backend::cpu}, search.reason, std::nullopt};
  }
  if (options.backend == "both" && !has_engine)
    throw UsageError(
        "backend 'both' is not there: this mergelab was built without the CPU engine\n  use --backend gpu");
  const Backends backends = backends_from_string(asked        ? options.backend
                                                 : has_engine ? "both"
                                                              : "gpu")
                                .value();
  return {backends, asked ? "" : search.reason, std::move(search.gpu)};
}

/// The tools for what was chosen.
Programs find_programs_for(const GradingOptions& options, BackendChoice& choice) {
  Programs programs = find_programs();
  choice = choose_backend(options, programs);
  if (choice.gpu) {
    programs.toolchain.nvcc = choice.gpu->nvcc;
    programs.toolchain.compute_capability = choice.gpu->compute_capability;
  }
  std::vector<sandbox::Command> trials = submission::trials(programs.toolchain);
  if (choice.gpu) trials.push_back(gpu_trial(programs.gpu_worker));
  sandbox::demand(std::move(trials));
  return programs;
}

std::filesystem::path sanitizer_for(const GradingOptions& options, const BackendChoice& choice) {
  if (!options.sanitizer) return {};
  if (!choice.backends.has(Backend::gpu))
    throw UsageError(fmt::format("--sanitizer needs a GPU: {}\n  on the CPU engine such checks always run",
                                 choice.reason.empty() ? "the backend is cpu" : choice.reason));
  const auto found = find_sanitizer(*choice.gpu);
  if (!found)
    throw UsageError(
        "compute-sanitizer is neither beside nvcc nor on the PATH; it comes with the CUDA toolkit");
  return *found;
}

GradeOptions grade_options(const GradingOptions& options, const BackendChoice& choice) {
  return {.backends = choice.backends,
          .seed = options.seed,
          .secret = read_secret(options),
          .order = *run_order_from_string(options.order),
          .profile = options.profile,
          .trace = options.trace,
          .trace_k = options.trace_k,
          .local = options.local,
          .sanitizer = sanitizer_for(options, choice)};
}

/// "address space", "cgroup v2", or both.
std::string memory_control(Backends backends) {
  std::string names = backends.has(Backend::cpu) ? "address space" : "";
  if (backends.has(Backend::gpu)) {
    names += (names.empty() ? "" : " and ") + sandbox::to_string(sandbox::memory_control());
  }
  return names;
}

/// "CPU engine", "NVIDIA H200", or both.
std::string device_names(const BackendChoice& choice) {
  std::string names = choice.backends.has(Backend::cpu) ? "CPU engine" : "";
  if (choice.gpu) names += (names.empty() ? "" : " and ") + choice.gpu->name;
  return names;
}

}  // namespace

Setup::Setup(const GradingOptions& options)
    : options_(options),
      course_(course::load(course_root(options.course))),
      programs_(find_programs_for(options, backend_)),
      progress_(options.text),
      grader_(course_, programs_, grade_options(options, backend_), folder_,
              [this](const Lab& lab, const Step& step) {
                progress_.show(lab, step);
                if (also_) also_(lab, step);
              }) {
  check_isolation(options.require_isolation);
}

unsigned Setup::jobs() const {
  return options_.jobs != 0 ? options_.jobs : std::max(1U, std::thread::hardware_concurrency());
}

std::vector<const Lab*> named_labs(const Course& course, const std::vector<std::string>& words) {
  std::vector<const Lab*> chosen;
  for (const std::string& word : words) chosen.push_back(&course::find_lab(course, word));
  if (chosen.empty()) {
    for (const Lab& lab : course.labs) chosen.push_back(&lab);
  }
  std::sort(chosen.begin(), chosen.end());  // they point into one vector: course order
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Grading Setup::empty_grading(const std::string& submission) const {
  Grading grading;
  grading.submission = submission;
  grading.backend = to_string(backend_.backends);
  grading.backend_reason = backend_.reason;
  grading.isolation = sandbox::to_string(sandbox::isolation().level);
  grading.memory_control = memory_control(backend_.backends);
  grading.isolation_missing = sandbox::isolation().missing;
  grading.seed = options_.seed;
  grading.secret = !options_.secret_file.empty();
  grading.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  grading.device = device_names(backend_);
  grading.compiler = submission::compiler_version(programs_.toolchain.compiler);
  if (backend_.gpu) grading.compiler += fmt::format(", nvcc {}", backend_.gpu->toolkit);
  return grading;
}

std::filesystem::path submission_folder(const std::filesystem::path& given, const Course& course) {
  namespace fs = std::filesystem;
  if (given.empty()) return course.root / "labs";
  if (fs::is_directory(given)) return given;
  if (given.is_relative() && fs::is_directory(course.root / given)) return course.root / given;
  throw UsageError(
      fmt::format("{} is not a folder\n  a submission is a folder with the same relative paths as labs/, for "
                  "example SUBMISSION/{}/{}",
                  given.string(), course.labs.front().name, course.labs.front().file));
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
  sources[lab.name] = {own.path};
  for (const Lab* used : submission::used_labs(course, lab, folder)) {
    const submission::LabFile file = submission::find_lab_file(folder, *used);
    if (file.state == submission::FileState::present)
      sources[used->name] = {file.path};
    else
      take_reference(course, *used, sources);
  }
  return sources;
}

}  // namespace mergelab::app
