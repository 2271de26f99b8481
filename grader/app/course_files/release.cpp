#include "app/course_files/release.hpp"

#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <fstream>
#include <system_error>

#include "app/course_files/hand_out.hpp"
#include "app/course_files/public_data.hpp"
#include "app/course_files/search.hpp"
#include "app/course_files/wrong_file.hpp"
#include "app/machine/children.hpp"
#include "base/lines.hpp"
#include "base/regex.hpp"
#include "course/course.hpp"

namespace mergelab::app::releases {
namespace {

/// A file that is copied unchanged, from a folder to the same place below the hand-out or to another.
struct CopiedFile {
  std::filesystem::path from, to;  // `to` is relative to the hand-out
};

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
    {"simt/", "the CPU engine"},
    {"bench/results/", "the grader links it: the output of `bench`"},
    {"integrations/grade.sh", "grades on a runner: feedback in a student's repository"},
    {"integrations/github/set_up.sh", "builds the grader there"},
    {"integrations/github/grade.sh", "shows points there"},
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
  return !file.filename().string().starts_with('.') && std::ranges::find(kEndings, ending) != kEndings.end();
}

bool has_hidden_folder(const fs::path& relative) {
  return std::ranges::any_of(relative, [](const fs::path& each) { return each.string().starts_with('.'); });
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

/// The grader's files: what kParts names. `source` is the checkout. Throws UsageError for what is missing
/// there.
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

/// The labs' files that a student gets as they are: rubrics, READMEs, figures. The skeletons are not among
/// them.
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

constexpr std::size_t kMostLeaksTold = 10;
constexpr const char* kPrograms = "programs";  // their folder, in which ./lab looks for them

/// A folder next to the hand-out's place, removed with its contents unless it was renamed to it.
class Unfinished {
 public:
  explicit Unfinished(const fs::path& place) {
    std::string pattern =
        (place.parent_path() / fmt::format(".{}.XXXXXX", place.filename().string())).string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw UsageError(
          fmt::format("{} can't be created: {}\n  choose a folder in a place where you can write",
                      place.string(), std::generic_category().message(errno)));
    path_ = pattern;
    fs::permissions(
        path_,
        fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec,
        fs::perm_options::add);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

  void finish(const fs::path& place) {
    if (::rename(path_.c_str(), place.c_str()) != 0)
      throw UsageError(fmt::format(
          "{} can't be created: {}\n  another program created it meanwhile: choose another folder",
          place.string(), std::generic_category().message(errno)));
    path_.clear();
  }

 private:
  fs::path path_;
};

void write(const fs::path& file, const std::string& text, bool is_program) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  errno = 0;
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream)
    throw EnvironmentError(
        fmt::format("the hand-out can't be written: {}\n  it was removed again; free some space, or choose a "
                    "folder elsewhere",
                    error ? error.message() : std::generic_category().message(errno)));
  if (is_program)
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
}

bool is_program(const fs::path& file) { return ::access(file.c_str(), X_OK) == 0; }

/// A link of a page to what is not handed out becomes its words; where these are but a page's name, with who
/// has it.
std::string without_dead_links(const std::string& text, const fs::path& page) {
  static const base::Regex link(R"(\[([^\]\[]*)\]\(([^)\s#]+)(#[^)\s]*)?\))");
  std::string result;
  auto rest = text.cbegin();
  for (std::smatch found; base::regex_search(rest, text.cend(), found, link); rest = found.suffix().first) {
    const std::string target = found[2];
    const bool leads = target.find(':') != std::string::npos || fs::exists(page.parent_path() / target);
    result += found.prefix().str();
    result += leads ? found[0].str() : found[1].str();
    if (!leads && found[1].str().ends_with(".md")) result += ", which the course's staff has";
  }
  return result.append(rest, text.cend());
}

/// compile_flags.txt of a course with the paths that they have in a hand-out.
std::string flags_in_hand_out(const std::string& text, const HandedOut& handed_out, const fs::path& source) {
  const fs::path labs = handed_out.course.root / "labs";
  fs::path top;
  for (const fs::path& folder : handed_out.at / "labs") top /= folder.empty() ? "" : "..";
  std::string result;
  for (const std::string& line : base::lines_of(text)) {
    const std::string option = line.starts_with("-I") ? "-I" : "";
    const fs::path path = line.substr(option.size());
    const bool leads_out = line.size() > option.size() && (path.is_absolute() || *path.begin() == "..");
    const fs::path whole = leads_out ? fs::weakly_canonical(labs / path) : "";
    const fs::path below = whole.lexically_relative(fs::canonical(source));
    const bool is_ours = fs::exists(whole) && !below.empty() && *below.begin() != "..";
    result += (is_ours ? option + (top / below).generic_string() : line) + "\n";
  }
  return result;
}

/// The first line that git printed, run without a user's settings: no hooks, no templates, no signatures.
/// Throws EnvironmentError.
std::string run_git(const fs::path& folder, const std::vector<std::string>& words,
                    const std::string& date = "@0 +0000") {
  std::vector<std::string> command = {"env"};
  for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"})
    command.insert(command.end(), {"-u", name});
  for (const char* setting : {"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_TEMPLATE_DIR=",
                              "GIT_AUTHOR_NAME=mergelab", "GIT_AUTHOR_EMAIL=mergelab@localhost",
                              "GIT_COMMITTER_NAME=mergelab", "GIT_COMMITTER_EMAIL=mergelab@localhost"})
    command.emplace_back(setting);
  command.insert(command.end(),
                 {"GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date, "git", "-C", folder.string()});
  command.insert(command.end(), words.begin(), words.end());
  std::vector<std::string> printed;
  const int code = run_lines(command, [&](const std::string& line) { printed.push_back(line); });
  if (code != 0)
    throw EnvironmentError(fmt::format("git could not give the hand-out a history (status {})\n  {}", code,
                                       fmt::join(printed, "\n  ")));
  return printed.empty() ? "" : printed.front();
}

/// The commit's date, the same for the same course: SOURCE_DATE_EPOCH, or the date of the course's own last
/// commit, or 1970.
std::string commit_date(const fs::path& course) {
  const char* given = std::getenv("SOURCE_DATE_EPOCH");
  std::string seconds = given != nullptr ? given : "";
  const auto is_number = [&] {
    return !seconds.empty() && seconds.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!is_number())
    run_lines({"git", "-C", course.string(), "log", "-1", "--format=%ct"},
              [&](const std::string& line) { seconds = line; });
  return fmt::format("@{} +0000", is_number() ? seconds : "0");
}

std::string commit(const fs::path& folder, const std::vector<HandedOut>& courses) {
  std::vector<std::string> titles;
  for (const HandedOut& each : courses) titles.push_back(each.course.title);
  run_git(folder, {"-c", "init.defaultBranch=main", "init", "--quiet"});
  run_git(folder, {"add", "--all", "--force"});
  run_git(folder, {"commit", "--quiet", "--message", fmt::format("Hand out {}", fmt::join(titles, ", "))},
          commit_date(courses.front().course.root));
  return run_git(folder, {"rev-parse", "HEAD"});
}

SolutionSearch search_for_solutions(const std::vector<HandedOut>& courses) {
  SolutionSearch search;
  for (const HandedOut& each : courses) {
    const Course& course = each.course;
    for (const Lab& lab : course.labs) {
      const auto add = [&](const fs::path& file, const std::string& text) {
        search.add_solution((each.at / file.lexically_relative(course.root)).string(), text);
      };
      const fs::path reference = course.root / "solutions" / lab.name / lab.file;
      add(reference, read_text(reference));
      for (const WrongFile& file : find_wrong_files(course, lab)) add(file.file, file.source);
    }
  }
  for (const auto& [course, at] : courses) {
    for (const Lab& lab : course.labs) {
      search.allow(skeleton_text(course, lab));
      if (!lab.oracle.empty()) search.allow(read_text(lab.oracle));  // students' own gradings need it
    }
  }
  return search;
}

/// Throws UsageError.
void refuse_leaks(const fs::path& folder, const std::vector<HandedOut>& courses,
                  const std::map<fs::path, fs::path>& origins, const std::set<fs::path>& bugs) {
  const SolutionSearch search = search_for_solutions(courses);
  std::vector<std::string> found;
  for (const auto& [to, from] : origins) {
    if (bugs.contains(to)) continue;  // asked for, and said to be nearly solutions
    const std::string text = read_text(folder / to);
    for (const Leak& leak : search.find(*to.begin() == kPrograms ? texts_in(text) : text))
      found.push_back(fmt::format("{}:{}: holds {}:{}", from.string(), leak.first_line, leak.solution,
                                  leak.solution_line));
  }
  if (found.empty()) return;
  const std::size_t more = found.size() - std::min(found.size(), kMostLeaksTold);
  found.resize(found.size() - more);
  throw UsageError(
      fmt::format("the hand-out would contain pieces of solutions, so it was not created:\n  {}{}\n  change "
                  "these lines; code that is not an answer may be in the lab's skeleton, outside its TODO "
                  "regions, and then does not count as a piece of a solution",
                  fmt::join(found, "\n  "), more > 0 ? fmt::format("\n  and {} more", more) : ""));
}

/// Without "..", links, and a slash at the end.
fs::path whole_path(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  return whole.has_filename() ? whole : whole.parent_path();
}

constexpr std::size_t kLinesShown = 25, kShortestText = 4;

/// CMake's first error as a sentence; where it has none, the last lines.
std::string complaint(const std::vector<std::string>& lines) {
  const auto is_error = [](const std::string& line) { return line.starts_with("CMake Error"); };
  const auto error = std::ranges::find_if(lines, is_error);
  if (error == lines.end()) {
    const auto shown = std::min(lines.size(), kLinesShown);
    return fmt::format("\n  {}",
                       fmt::join(lines.end() - static_cast<std::ptrdiff_t>(shown), lines.end(), "\n  "));
  }
  std::string words;
  for (auto line = error + 1; line != lines.end() && line->starts_with("  "); ++line)
    words += line->substr(1);
  return words;
}

/// Throws EnvironmentError with what it complains of.
void run_cmake(std::vector<std::string> words, const std::function<void(const std::string&)>& on_line) {
  std::vector<std::string> lines;
  words.insert(words.begin(), {"env", "NINJA_STATUS=%f/%t ", "cmake"});
  const int code = run_lines(words, [&](const std::string& line) {
    lines.push_back(line);
    on_line(line);
  });
  if (code != 0)
    throw EnvironmentError("no hand-out was created, because its programs can't be built:" +
                           complaint(lines));
}

/// The largest N of GLIBC_2.N among the symbols that a program needs.
int glibc_of(const std::string& program) {
  constexpr std::string_view kPrefix = "GLIBC_2.";
  int newest = 0;
  for (std::size_t at = 0; (at = program.find(kPrefix, at)) != std::string::npos;) {
    at += kPrefix.size();
    newest = std::max(newest, std::atoi(program.c_str() + at));
  }
  return newest;
}

}  // namespace

void check_place(const fs::path& given, const std::vector<HandedOut>& courses, const fs::path& source) {
  const fs::path folder = whole_path(given);
  std::vector<fs::path> roots = {fs::canonical(source)};
  for (const HandedOut& each : courses) roots.push_back(fs::canonical(each.course.root));
  for (const fs::path& root : roots) {
    const fs::path below = folder.lexically_relative(root);
    if (below.empty() || *below.begin() == "..") continue;
    throw UsageError(
        fmt::format("{} is inside {}\n  a hand-out is a separate repository: choose a folder outside, such "
                    "as ../hand_out",
                    given.string(), root.string()));
  }
  std::error_code error;
  if (fs::exists(fs::symlink_status(given, error)) &&
      !(fs::is_directory(given, error) && fs::is_empty(given, error)))
    throw UsageError(fmt::format(
        "{} exists and is not an empty folder\n  it was not changed: name a folder that does not exist",
        given.string()));
  if (!fs::is_directory(folder.parent_path(), error))
    throw UsageError(fmt::format("{} can't be created: folder {} does not exist\n  create that first",
                                 given.string(), folder.parent_path().string()));
  if (run_lines({"env", "git", "--version"}, [](const std::string&) {}) != 0)
    throw EnvironmentError(
        "git not found, which creates the history of a hand-out\n  install it (Debian: apt-get install git)");
}

Released make_hand_out(const fs::path& given, const std::vector<HandedOut>& courses,
                       const ReleaseOptions& options,
                       const std::function<void(const std::string&)>& progress) {
  const fs::path folder = whole_path(given);
  Unfinished unfinished(folder);
  const fs::path& root = unfinished.path();
  std::map<fs::path, fs::path> origins;  // files of the hand-out, and where each is from
  std::set<fs::path> bugs;
  const auto add = [&](const fs::path& to, const std::string& text, const fs::path& from) {
    write(root / to, text, is_program(from));
    origins[to] = from;
  };
  progress("copying");
  for (const CopiedFile& file : grader_files(options.source)) add(file.to, read_text(file.from), file.from);
  for (const HandedOut& each : courses) {
    const auto& [course, at] = each;
    for (const CopiedFile& file : lab_files(course)) {
      const std::string text = read_text(file.from);
      const bool has_flags = file.to.filename() == "compile_flags.txt";
      add(at / file.to, has_flags ? flags_in_hand_out(text, each, options.source) : text, file.from);
    }
    for (const Lab& lab : course.labs) {
      const std::string text = skeleton_text(course, lab);
      const fs::path name = fs::path(lab.name) / lab.file;
      for (const char* folder : {"labs", "skeletons"})  // the second is for `reset` and `diff`
        add(at / folder / name, text, course.root / "labs" / name);
    }
    for (const Lab& lab : options.with_detective ? course.labs : std::vector<Lab>()) {
      int number = 0;
      for (const Bug& bug : find_bugs(course, lab)) {
        const fs::path to = at / "detective" / lab.name / fmt::format("{:02}.json", ++number);
        add(to, to_json(bug), course.root / "solutions" / lab.name / "wrong");
        bugs.insert(to);
      }
    }
    // Hidden cases and secrets: public_data.hpp.
    for (const auto& [name, text] : public_datasets(course)) add(at / name, text, course.root / name);
  }
  std::string machines;
  if (!options.programs.empty()) {
    for (const auto& entry : fs::recursive_directory_iterator(options.programs)) {
      const fs::path to = kPrograms / entry.path().lexically_relative(options.programs);
      if (entry.is_regular_file()) add(to, read_text(entry.path()), entry.path());
    }
    machines = machines_of(options.programs);
  }
  add("README.md", public_readme(options.source, courses, machines),
      options.source / "docs" / "hand_out.md.in");
  for (const auto& [to, from] : origins) {
    if (to.extension() == ".md") write(root / to, without_dead_links(read_text(root / to), root / to), false);
  }
  progress("searching it for solutions");
  refuse_leaks(root, courses, origins, bugs);
  progress("creating its commit");
  Released released{origins.size(), commit(root, courses), machines};
  unfinished.finish(folder);
  return released;
}

fs::path build_programs(const fs::path& source, const fs::path& folder,
                        const std::function<void(const std::string&)>& progress) {
  const fs::path build = folder / "build";
  fs::path programs = folder / "programs";
  const auto quietly = [](const std::string&) {};
  progress("configuring the programs");
  run_cmake({"-S", source.string(), "-B", build.string(), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DMERGELAB_PORTABLE=ON", "-DMERGELAB_TESTS=OFF", "-DMERGELAB_CUDA=OFF"},
            quietly);
  run_cmake({"--build", build.string(), "--target", "mergelab_tools"}, [&](const std::string& line) {
    progress("building the programs, " + line.substr(0, line.find(' ')));
  });
  fs::remove_all(programs);
  run_cmake(
      {"--install", build.string(), "--prefix", programs.string(), "--component", "programs", "--strip"},
      quietly);
  return programs;
}

std::string machines_of(const fs::path& programs) {
  int glibc = 0;
  for (const char* folder : {"bin", "lib"}) {
    for (const auto& entry : fs::directory_iterator(programs / folder)) {
      const bool is_static = entry.path().filename() == "mergelab-init";
      if (!is_static) glibc = std::max(glibc, glibc_of(read_text(entry.path())));
    }
  }
  utsname machine{};
  ::uname(&machine);
  return fmt::format("Linux on {} with glibc 2.{} or later", machine.machine, glibc);
}

std::string texts_in(const std::string& program) {
  const auto is_text = [](char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n'; };
  std::string texts;
  for (auto at = program.begin(); at != program.end();) {
    const auto end = std::find_if_not(at, program.end(), is_text);
    if (static_cast<std::size_t>(end - at) >= kShortestText) texts.append(at, end).push_back('\n');
    at = std::find_if(end, program.end(), is_text);
  }
  return texts;
}

}  // namespace mergelab::app::releases
