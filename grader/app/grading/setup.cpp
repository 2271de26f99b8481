#include "app/grading/setup.hpp"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <ctime>
#include <system_error>
#include <thread>

#include "app/course_files/hand_out.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kLargestSecret = 4096, kMostReadOfSecret = 1 << 20;

/// One line. `of` is what an error names.
std::string one_line(std::string secret, const std::string& of, const char* kind) {
  const auto refuse = [&](const char* why) {
    throw UsageError(
        fmt::format("{} {}\n  expected {} with one line of at most {} bytes", of, why, kind, kLargestSecret));
  };
  while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
  if (secret.empty()) refuse("does not contain a secret");
  if (secret.find('\n') != std::string::npos) refuse("contains several lines");
  if (secret.size() > kLargestSecret) refuse("contains a line that is too long");
  return secret;
}

std::string secret_in(const std::filesystem::path& file, const std::string& remedy) {
  std::optional<std::string> read = base::read_file(file, kMostReadOfSecret);
  if (!read)
    throw UsageError(fmt::format("{} can't be read: {}\n  {}", file.string(),
                                 std::generic_category().message(errno), remedy));
  return one_line(*std::move(read), file.string(), "a file");
}

/// Takes the settings' values for options that were not given.
GradingOptions with_settings(GradingOptions options, const Settings& settings) {
  if (options.official && options.backend == "auto" && !settings.backend.empty())
    options.backend = settings.backend;
  if (options.backend == "auto" && !options.elsewhere.empty()) options.backend = options.elsewhere;
  return options;
}

/// Throws EnvironmentError.
void check_isolation(const std::string& required) {
  const sandbox::Isolation& best = sandbox::isolation();
  if (required.empty() || sandbox::covers(best.level, *sandbox::level_from_string(required))) return;
  throw EnvironmentError(fmt::format(
      "isolation '{}' is required, but this machine has '{}'\n  {}\n  {} doctor explains how to get more; "
      "leave out --require-isolation to grade with what is available",
      required, sandbox::to_string(best.level), fmt::join(best.missing, "\n  "), base::program_name()));
}

/// What was asked for; with "auto" all that there is.
BackendChoice choose_backend(const GradingOptions& options, const Programs& programs) {
  const bool has_engine = !programs.worker.empty();
  BackendChoice choice;
  if (options.backend == "cpu" || options.profile || options.trace) {
    if (!has_engine)
      throw UsageError("backend 'cpu' is not available: this mergelab was built without the CPU engine");
    return {{Backend::cpu}, "", std::nullopt};
  }
  if (!options.elsewhere.empty()) {
    const bool without_engine = options.backend == "both" && !has_engine;
    return {named<Backends>(without_engine ? "gpu" : options.backend).value(), "", std::nullopt};
  }
  GpuSearch search = find_gpu(programs.gpu_worker);
  const bool asked = options.backend != "auto";
  if (!search.gpu) {
    if (asked || !has_engine)
      throw UsageError(fmt::format("backend '{}' is not available: {}{}", asked ? options.backend : "gpu",
                                   search.reason, has_engine ? "\n  use --backend cpu" : ""));
    return {{Backend::cpu}, search.reason, std::nullopt};
  }
  if (options.backend == "both" && !has_engine)
    throw UsageError(
        "backend 'both' is not available: this mergelab was built without the CPU engine\n  use --backend "
        "gpu");
  const Backends backends = named<Backends>(asked ? options.backend : has_engine ? "both" : "gpu").value();
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
  if (!options.sanitizer || !options.elsewhere.empty()) return {};
  if (!choice.backends.has(Backend::gpu))
    throw UsageError(fmt::format("--sanitizer needs a GPU: {}\n  the CPU engine always makes these checks",
                                 choice.reason.empty() ? "the backend is cpu" : choice.reason));
  const auto found = find_sanitizer(*choice.gpu);
  if (!found)
    throw UsageError(
        "compute-sanitizer is neither next to nvcc nor on the PATH; the CUDA toolkit contains it");
  return *found;
}

unsigned processors(const GradingOptions& options) {
  return options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
}

GradeOptions grade_options(const GradingOptions& options, const BackendChoice& choice,
                           const std::string& secret) {
  return {.backends = choice.backends,
          .seed = options.seed,
          .secret = secret,
          .now = options.official ? std::optional<Moment>(std::time(nullptr)) : std::nullopt,
          .order = *named<RunOrder>(options.order),
          .profile = options.profile,
          .trace = options.trace,
          .trace_numbers = options.trace_numbers,
          .local = options.local,
          .gpu = choice.gpu ? choice.gpu->name : "",
          .reference = options.reference,
          .jobs = processors(options),
          .sanitizer = sanitizer_for(options, choice)};
}

/// "address space", "cgroup v2", or both.
std::string memory_control(Backends backends) {
  std::string names = backends.has(Backend::cpu) ? "address space" : "";
  if (backends.has(Backend::gpu))
    names += (names.empty() ? "" : " and ") + sandbox::to_string(sandbox::memory_control());
  return names;
}

/// "CPU engine", "NVIDIA H200", or both.
std::string device_names(const BackendChoice& choice) {
  std::string names = choice.backends.has(Backend::cpu) ? "CPU engine" : "";
  if (choice.gpu) names += (names.empty() ? "" : " and ") + choice.gpu->name;
  return names;
}

/// The labs/ of an installed course may be everyone's: then a student's are where they are.
std::filesystem::path own_labs(const Course& course) {
  fs::path labs = course.root / "labs";
  std::error_code ignored;
  if (!base::is_installed() || !fs::equivalent(course.root, source_root(), ignored)) return labs;
  if (fs::is_directory("labs")) return "labs";
  if (::access(labs.c_str(), W_OK) == 0) return labs;
  throw UsageError(fmt::format(
      "this folder has no labs/\n  go to the one that has yours, or begin with a copy: cp -r {} labs",
      labs.string()));
}

}  // namespace

std::string find_secret(const std::filesystem::path& file, const Settings& settings) {
  if (!file.empty()) return secret_in(file, "--secret-file takes a file that you can read");
  if (!settings.secret_file.empty())
    return secret_in(settings.secret_file,
                     fmt::format("{} names it as \"secret_file\"", settings.file.string()));
  if (settings.secret_variable.empty()) return "";
  const char* value = std::getenv(settings.secret_variable.c_str());
  if (value == nullptr)
    throw UsageError(
        fmt::format("the variable {} is not set\n  {} names it as \"secret_env\" of hidden cases; or use "
                    "--secret-file",
                    settings.secret_variable, settings.file.string()));
  return one_line(value, "the variable " + settings.secret_variable, "a variable");
}

Setup::Setup(const GradingOptions& options)
    : course_(course::load(course_root(options.course), options.settings)),
      options_(with_settings(options, course_.settings)),
      secret_(find_secret(options.secret_file, options.official ? course_.settings : Settings{})),
      programs_(find_programs_for(options_, backend_)),
      progress_(options.text),
      grader_(course_, programs_, grade_options(options_, backend_, secret_), folder_,
              [this](const Lab& lab, const Step& step) {
                progress_.show(lab, step);
                if (also_) also_(lab, step);
              }) {
  check_isolation(options.require_isolation);
}

unsigned Setup::jobs() const { return processors(options_); }

const std::string& Setup::grader_fingerprint() {
  if (grader_fingerprint_.empty()) grader_fingerprint_ = fingerprint_of(programs_);
  return grader_fingerprint_;
}

void Setup::keep_observations(ObservedRuns* runs, bool may_run) {
  if (how_.empty()) {
    const Grading grading = empty_grading("");
    how_ = fmt::format("{} {} {} {} {} {} {} {} {}", MERGELAB_VERSION, grader_fingerprint(), grading.compiler,
                       grading.device, grading.backend, options_.seed, options_.order, options_.sanitizer,
                       secret_);
  }
  grader_.keep_in(runs, may_run, how_);
}

std::vector<const Lab*> named_labs(const Course& course, const std::vector<std::string>& words) {
  std::vector<const Lab*> chosen;
  for (const std::string& word : words) chosen.push_back(&course::find_lab(course, word));
  if (chosen.empty()) {
    for (const Lab& lab : course.labs) chosen.push_back(&lab);
  }
  std::ranges::sort(chosen);  // they point into one vector: course order
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

std::vector<const Lab*> graded_labs(const Course& course, const std::vector<std::string>& words) {
  std::vector<const Lab*> labs = named_labs(course, words);
  const auto out = std::ranges::find_if(labs, [](const Lab* lab) { return !lab->graded && !lab->advanced; });
  if (!words.empty() && out != labs.end()) {
    throw UsageError(fmt::format("{} is not graded in this course\n  {} says so; `{}` tries it", (*out)->name,
                                 course.settings.file.string(), base::command("run", lab_number(**out))));
  }
  if (words.empty()) std::erase_if(labs, [](const Lab* lab) { return !lab->graded; });
  return labs;
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
  grading.secret = !secret_.empty();
  const Settings& settings = course_.settings;
  if (!settings.file.empty())
    grading.settings = {settings.name, settings.fingerprint, "", settings.gradescope};
  grading.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  grading.device = device_names(backend_);
  grading.compiler = submission::compiler_version(programs_.toolchain.compiler);
  if (backend_.gpu) grading.compiler += fmt::format(", nvcc {}", backend_.gpu->toolkit);
  return grading;
}

std::filesystem::path submission_folder(const std::filesystem::path& given, const Course& course) {
  if (given.empty()) return own_labs(course);
  // The course's own, wherever this is called.
  if ((given == "solutions" || given == "solutions/") && fs::is_directory(course.root / given))
    return course.root / "solutions";
  if (fs::is_directory(given)) return given;
  if (given.is_relative() && fs::is_directory(course.root / given)) return course.root / given;
  if (given.lexically_normal() == "solutions" && is_hand_out(course.root))
    throw in_a_hand_out(fmt::format("the solutions are not in it\n  `{}` grades your own files",
                                    base::command("grade", "labs")));
  throw UsageError(
      fmt::format("{} is not a folder\n  a submission is a folder with the same relative paths as labs/, for "
                  "example SUBMISSION/{}/{}",
                  given.string(), course.labs.front().name, course.labs.front().file));
}

std::filesystem::path student_file(const Lab& lab, const std::filesystem::path& folder) {
  const submission::LabFile own = submission::find_lab_file(folder, lab);
  if (own.state == submission::FileState::present) return own.path;
  throw UsageError(own.state == submission::FileState::refused
                       ? fmt::format("{} {}", (folder / lab.name / lab.file).string(), own.reason)
                       : fmt::format("{} does not exist\n  {}", (folder / lab.name / lab.file).string(),
                                     own.reason.empty()
                                         ? fmt::format("the skeleton is labs/{}/{}", lab.name, lab.file)
                                         : own.reason));
}

submission::Sources student_sources(const Course& course, const Lab& lab,
                                    const std::filesystem::path& folder) {
  submission::Sources sources{{lab.name, {student_file(lab, folder)}}};
  for (const Lab* used : submission::used_labs(course, lab)) {
    const submission::LabFile file = submission::find_lab_file(folder, *used);
    if (file.state == submission::FileState::present) sources[used->name] = {file.path};
  }
  take_included(course, lab, folder, sources);
  return sources;
}

submission::Sources own_sources(const Course& course, const Lab& lab, const std::filesystem::path& folder) {
  submission::Sources sources = student_sources(course, lab, folder);
  for (const Lab* used : submission::used_labs(course, lab)) {
    if (!sources.contains(used->name))
      throw UsageError(
          fmt::format("{}, which lab {} builds on, is missing: only your own files are used here\n  `{}` "
                      "restores its skeleton",
                      (folder / used->name / used->file).string(), lab_number(lab),
                      base::command("reset", lab_number(*used))));
  }
  return sources;
}

}  // namespace mergelab::app
