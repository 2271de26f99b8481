#include "app/release/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/command_line/errors.hpp"
#include "course/course.hpp"

namespace mergelab::app::releases {
namespace {

namespace fs = std::filesystem;

struct Part {
  std::string_view path;  // a file; "folder/": its source files at any depth; "folder/*": those in it
  std::string_view why;   // a student needs it
};

/// What stays behind on purpose: solutions/; .git and its history; tests that grade solutions or hold some
/// (app, batch, bench, fuzz, gpu, hostile, judge, mutants, nvcc_parity, questions, submission, simt, whose
/// kernels solve exercises, fake_course, fake_ranks); bench but for results, since its kernels are solutions;
/// docs for those who write labs; .ci and .github, which test all of that.
constexpr Part kParts[] = {
    {"lab", "the front end"},
    {"CMakeLists.txt", "builds the grader"},
    {"CMakePresets.json", "CMake in an editor reads it"},
    {"cmake/", "builds the grader"},
    {"LICENSE", "must accompany every copy"},
    {".gitignore", "keeps build files and progress out of a student's commits"},
    {".clangd", "lets an editor read the labs"},
    {".vscode/", "lets an editor run the labs"},
    {".devcontainer/", "a container with everything that is needed"},
    {"Dockerfile", "a container with everything that is needed"},
    {".dockerignore", "keeps that container small"},
    {"include/", "the header that lab files include"},
    {"grader/", "the grader itself"},
    {"kits/", "the grader itself"},
    {"bench/results/", "the grader links it: the output of `bench`"},
    {"ci/grade.sh", "grades on a runner: feedback in a student's repository"},
    {"ci/github/set_up.sh", "builds the grader there"},
    {"ci/github/grade.sh", "shows points there"},
    {"docs/student.md", "for students"},
    {"docs/rules.md", "what a lab file may contain"},
    {"docs/simt.md", "what the CPU engine checks and counts"},
    {"docs/timing.md", "how time is graded"},
    {"docs/security.md", "how submissions are isolated"},
    {"docs/formats.md", "the formats of reports and course data; tests compare it with the grader"},
    {"docs/mergelab.1", "every command and option"},
    {"tests/CMakeLists.txt", "`./lab test`: that the grader works on a student's machine"},
    {"tests/support/", "code that these tests share"},
    {"tests/base/", "tests without a solution"},
    {"tests/model/", "tests without a solution"},
    {"tests/course/", "tests without a solution"},
    {"tests/sandbox/", "tests without a solution"},
    {"tests/wire/", "tests without a solution"},
    {"tests/worker/", "tests without a solution"},
    {"tests/score/", "tests without a solution"},
    {"tests/report/", "tests without a solution"},
    {"tests/hand_out/", "the first steps of a student"},
    {"tests/lab_script/", "tests of ./lab"},
};

/// Of a folder only sources go in, so that stray files stay behind.
bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 17> kEndings = {"",     ".cpp",   ".hpp", ".h",  ".inc",     ".cu",
                                                         ".cuh", ".cmake", ".txt", ".in", ".json",    ".js",
                                                         ".css", ".html",  ".md",  ".sh", ".no_score"};
  const std::string ending = file.extension().string();
  return !file.filename().string().starts_with('.') &&
         std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool has_hidden_folder(const fs::path& relative) {
  return std::any_of(relative.begin(), relative.end(),
                     [](const fs::path& each) { return each.string().starts_with('.'); });
}

void add_folder(const fs::path& source, const fs::path& folder, bool deep, std::vector<CopiedFile>& files) {
  for (auto entry = fs::recursive_directory_iterator(source / folder);
       entry != fs::recursive_directory_iterator(); ++entry) {
    if (!deep) entry.disable_recursion_pending();
    const fs::path relative = entry->path().lexically_relative(source / folder);
    if (entry->is_regular_file() && is_source(relative) && !has_hidden_folder(relative))
      files.push_back({entry->path(), folder / relative});
  }
}

}  // namespace

std::vector<CopiedFile> grader_files(const fs::path& source) {
  std::vector<CopiedFile> files;
  for (const Part& part : kParts) {
    const bool deep = part.path.ends_with('/'), is_folder = deep || part.path.ends_with("/*");
    const fs::path path = is_folder ? fs::path(part.path).parent_path() : fs::path(part.path);
    if (is_folder ? !fs::is_directory(source / path) : !fs::is_regular_file(source / path))
      throw UsageError(
          fmt::format("{} is missing: {}\n  a hand-out is made from a whole checkout of mergelab",
                      (source / path).string(), part.why));
    if (is_folder) {
      add_folder(source, path, deep, files);
    } else {
      files.push_back({source / path, path});
    }
  }
  return files;
}

std::vector<CopiedFile> lab_files(const Course& course) {
  const fs::path labs = course.root / "labs";
  std::vector<CopiedFile> files = {{labs / "course.json", "labs/course.json"}};
  for (const char* for_editors : {".clangd", "compile_flags.txt"}) {
    if (fs::exists(labs / for_editors)) files.push_back({labs / for_editors, fs::path("labs") / for_editors});
  }
  for (const Lab& lab : course.labs) {
    const fs::path from = labs / lab.name, to = fs::path("labs") / lab.name;
    std::vector<std::string_view> names(std::begin(course::kLabFiles), std::end(course::kLabFiles));
    for (const char* shown : {"README.md", "library.cuh"}) names.emplace_back(shown);
    for (const std::string_view name : names) {
      if (fs::exists(from / name)) files.push_back({from / name, to / name});
    }
    for (const auto& entry : fs::directory_iterator(from)) {
      const fs::path ending = entry.path().extension();
      if (ending == ".svg" || ending == ".png" || ending == ".npy")
        files.push_back({entry.path(), to / entry.path().filename()});
    }
  }
  return files;
}

std::vector<CopiedFile> bug_files(const Course& course) {
  std::vector<CopiedFile> files;
  for (const Lab& lab : course.labs) {
    const fs::path folder = course.root / "detective" / lab.name;
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".json")
        files.push_back({entry.path(), fs::path("detective") / lab.name / entry.path().filename()});
    }
  }
  return files;
}

}  // namespace mergelab::app::releases
