// mergelab package: makes the file that a course system takes as its autograder.

#include <system_error>

#include "app/course_files/hand_out.hpp"
#include "app/grading/report_file.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

struct PackageOptions {
  std::string kind;
  fs::path out, course;
};

/// What building a grader takes, in the source tree: no tests, no documentation.
constexpr const char* kSources[] = {"CMakeLists.txt", "LICENSE", "lab",  "cmake",   "bench",
                                    "grader",         "kits",    "simt", "include", "integrations"};

bool is_left_out(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with(".mergelab.json") || name.ends_with(".bak") || name == ".DS_Store";
}

/// 2020-01-01 00:00:00 UTC, whenever it was written.
void set_time(const fs::path& file) {
  constexpr timespec kTime{1'577'836'800, 0};
  const timespec times[2]{kTime, kTime};
  if (::utimensat(AT_FDCWD, file.c_str(), times, 0) != 0)
    throw std::system_error(errno, std::generic_category(), file.string());
}

/// The archive's names, each with the file that it holds. Sorted, so that the archive is the same each time.
class Contents {
 public:
  void add(const fs::path& file, const fs::path& name) {
    if (!is_left_out(file)) files_.emplace_back(name.generic_string(), file);
  }
  void add_folder(const fs::path& folder, const fs::path& name) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) add(entry.path(), name / entry.path().lexically_relative(folder));
    }
  }
  /// Copies all of them to a folder, with the permissions that they have in git.
  void lay_out(const fs::path& folder) const {
    for (const auto& [name, file] : files_) {
      fs::create_directories((folder / name).parent_path());
      fs::copy_file(file, folder / name);
      const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
      fs::permissions(folder / name, static_cast<fs::perms>(runs ? 0755 : 0644));
      set_time(folder / name);
    }
  }
  [[nodiscard]] std::vector<std::string> names() {
    std::ranges::sort(files_);
    std::vector<std::string> names;
    for (const auto& [name, file] : files_) names.push_back(name);
    return names;
  }
  [[nodiscard]] std::size_t size() const { return files_.size(); }

 private:
  std::vector<std::pair<std::string, fs::path>> files_;
};

Contents gradescope(const fs::path& sources, const Course& course) {
  Contents contents;
  contents.add(sources / "integrations/gradescope/setup.sh", "setup.sh");
  contents.add(sources / "integrations/gradescope/run_autograder", "run_autograder");
  const fs::path top = "mergelab";
  for (const char* each : kSources) {
    const fs::path from = sources / each;
    if (fs::is_directory(from))
      contents.add_folder(from, top / each);
    else
      contents.add(from, top / each);
  }
  for (const char* each : {"labs", "datasets"}) contents.add_folder(course.root / each, top / each);
  // Of the solutions only those that replace an earlier lab's file.
  for (const Lab& lab : course.labs) {
    const fs::path reference = reference_file(course, lab);
    if (!reference.empty()) contents.add(reference, top / "solutions" / lab.name / lab.file);
  }
  return contents;
}

/// With only names, times and permissions, so that the archive depends on nothing else.
void write_zip(const fs::path& folder, const std::vector<std::string>& names, const fs::path& zip) {
  sandbox::Command command;
  command.argv = {"zip", "-q", "-X", "-D", zip.string()};
  command.argv.insert(command.argv.end(), names.begin(), names.end());
  const char* path = std::getenv("PATH");
  command.env = {{"PATH", path != nullptr ? path : "/usr/bin:/bin"}, {"TZ", "UTC"}, {"LANG", "C.UTF-8"}};
  command.directory = folder;
  command.limits.wall_s = 300;
  sandbox::Exit exit;
  try {
    exit = sandbox::run(command);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format(
        "zip, which writes the archive, can't be run: {}\n  install it (Debian and Ubuntu: apt-get "
        "install zip)",
        error.code().message()));
  }
  if (exit.end != sandbox::End::exited || exit.code != 0 || !fs::exists(zip))
    throw EnvironmentError("zip could not write the archive:\n" + exit.output);
}

int package(const PackageOptions& options) {
  if (options.kind != "gradescope")
    throw UsageError(
        fmt::format("no package for '{}'\n  `package` supports gradescope; docs/integrations.md describes "
                    "other course systems",
                    options.kind));
  if (is_hand_out(course_root(options.course)))
    throw in_a_hand_out(
        "it lacks files that a course's grader needs\n  your course's staff creates the package");
  const fs::path sources = source_root();
  if (!fs::exists(sources / "CMakeLists.txt") || !fs::exists(sources / "integrations/gradescope/setup.sh"))
    throw UsageError(
        "a package contains mergelab's sources, which were not found\n  run ./lab package in a checkout of "
        "the source");
  const Course course = course::load(course_root(options.course));
  static_cast<void>(ReportFile(options.out));  // before any work: whether it can be written
  WorkFolder work;
  const fs::path folder = work.fresh("package"), zip = work.path() / "package.zip";
  Contents contents = gradescope(sources, course);
  contents.lay_out(folder);
  write_zip(folder, contents.names(), zip);
  const std::optional<std::string> bytes = base::read_file(zip);
  if (!bytes) throw EnvironmentError("the archive can't be read back");
  base::write_atomically(options.out, *bytes);
  say::print(
      "{}: {} files, {} KiB; upload it as the autograder of a programming assignment\n  keep it secret: it "
      "contains the reference solutions and the hidden cases\n",
      options.out.string(), contents.size(), bytes->size() / 1024);
  return kGraded;
}

}  // namespace

Run package(CommandOptions& command) {
  const auto options = std::make_shared<PackageOptions>();
  options->out = "autograder.zip";
  command.positional("SYSTEM", options->kind, "gradescope");
  command.option("--out", options->out, "File to write instead of autograder.zip", "FILE");
  command.course(options->course);
  return [options] { return package(*options); };
}

}  // namespace mergelab::app
