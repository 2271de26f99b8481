// The hand-out of the real course: its content, what it must not contain, and that a student can use it.
#include <fmt/ranges.h>

#include "app/command_line/console.hpp"
#include "app/course_files/public_data.hpp"
#include "app/course_files/release.hpp"
#include "base/regex.hpp"
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class ReleaseTest : public CommandTest {
 protected:
  [[nodiscard]] Ran release(const Words& more = {}) const {
    return mergelab(Words("release out --quiet") + more);
  }
  [[nodiscard]] std::string git(const std::string& words) const {
    return shell("git -c safe.directory='*' -C out " + words).text;
  }
  /// Files, relative to the hand-out, but for git's own.
  [[nodiscard]] static std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const fs::path relative = entry.path().lexically_relative(folder);
      if (entry.is_regular_file() && *relative.begin() != ".git") files.push_back(relative);
    }
    return files;
  }
  /// The content of the test's folder besides the tiny course.
  [[nodiscard]] std::set<std::string> left() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename().string());
    names.erase("course");
    return names;
  }
  /// A hand-out made by the library, from the files of the hand-out "out" in place of the checkout's.
  [[nodiscard]] app::releases::Released release_of_out(const fs::path& to,
                                                       const fs::path& programs = {}) const {
    fs::create_directories(out_ / "docs");
    fs::copy(source() / "docs/hand_out.md.in", out_ / "docs", fs::copy_options::overwrite_existing);
    return app::releases::make_hand_out(to, {{course::load(source()), ""}}, {out_, false, programs},
                                        [](const std::string&) {});
  }
  [[nodiscard]] std::string refusal(const fs::path& to, const fs::path& programs = {}) const {
    return error_of<app::UsageError>([&] { return release_of_out(to, programs); });
  }

  fs::path out_ = folder_ / "out";
};
using ReleaseTestSlow = ReleaseTest;

/// Code without blanks, quotes and what stands behind "//".
std::string bare(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) i = std::min(text.find('\n', i), text.size() - 1);
    if (std::string_view(" \t\r\n\"'\\`,").find(text[i]) == std::string_view::npos) result += text[i];
  }
  return result;
}

/// Each two lines of a file's TODO regions, bare; not found by the code under test.
std::set<std::string> answers(const std::string& solution) {
  std::set<std::string> found;
  std::istringstream lines(solution);
  std::string before;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("// TODO ") != std::string::npos) {
      inside = line.find(" begin") != std::string::npos;
      before.clear();
      continue;
    }
    const std::string code = bare(line);
    if (!inside || code.empty()) continue;
    if (!before.empty() && (before + code).size() > 24) found.insert(before + code);
    before = code;
  }
  return found;
}

TEST_F(ReleaseTestSlow, holds_nothing_of_a_solution_in_any_file) {
  ASSERT_EQ(release().code, 0);
  std::set<std::string> wanted;
  for (const fs::path& file : files_in(source() / "solutions")) {
    if (file.extension() == ".cuh" && file.string().find("wrong") == std::string::npos)
      wanted.merge(answers(read(source() / "solutions" / file)));
  }
  ASSERT_GT(wanted.size(), 60U);
  EXPECT_TRUE(wanted.contains("while(i<m)C[k++]=A[i++];while(j<n)C[k++]=B[j++];"));
  for (const fs::path& file : files_in(out_)) {
    const std::string text = bare(read(out_ / file));
    for (const std::string& answer : wanted) EXPECT_FALSE(contains(text, answer)) << file << ": " << answer;
  }
}

TEST_F(ReleaseTestSlow, gives_editors_the_paths_that_are_right_in_a_hand_out) {
  const std::string own = read(source() / "labs/compile_flags.txt");
  std::string flags = own;
  for (const auto& [from, to] : {std::pair("../simt", (source() / "simt").string()),
                                 {"-I../include", "-I" + (source() / "include").string()}})
    flags.replace(flags.find(from), std::string(from).size(), to);
  write(course_ / "labs/compile_flags.txt", flags);
  expect_says(release({"--course", course_.string()}), 0, "");
  EXPECT_EQ(read(out_ / "labs/compile_flags.txt"), own);
}

TEST_F(ReleaseTestSlow, holds_what_a_student_needs_and_a_history_of_one_commit) {
  ASSERT_EQ(release().code, 0);
  std::set<std::string> top;
  for (const auto& entry : fs::directory_iterator(out_)) top.insert(entry.path().filename().string());
  EXPECT_EQ(fmt::format("{}", fmt::join(top, " ")),
            ".clangd .devcontainer .dockerignore .git .gitignore .vscode CMakeLists.txt CMakePresets.json "
            "Dockerfile LICENSE README.md bench cmake datasets docs grader include integrations kits lab "
            "labs simt skeletons tests");
  std::set<std::string> tests;
  for (const auto& entry : fs::directory_iterator(out_ / "tests"))
    tests.insert(entry.path().filename().string());
  for (const char* solved : {"fake_course", "fake_ranks", "fuzz", "hostile", "mutants", "app", "nvcc_parity"})
    EXPECT_FALSE(tests.contains(solved)) << solved;
  EXPECT_FALSE(contains(read(out_ / "datasets/catalog.json"), "\"hidden\":true"));
  EXPECT_NO_THROW(static_cast<void>(course::load(out_)));
  for (const char* file : {"datasets/catalog.json", "labs/course.json"})  // as its own tests demand
    EXPECT_TRUE(nlohmann::json::parse(read(out_ / file)).contains("$schema")) << file;
  EXPECT_EQ(git("rev-list --all --count"), "1\n");
  EXPECT_EQ(git("status --porcelain"), "");
  EXPECT_EQ(git("ls-files | wc -l"), fmt::format("{}\n", files_in(out_).size()));
  EXPECT_EQ(git("log -1 --format=%an"), "mergelab\n");
  EXPECT_EQ(git("remote"), "");
  EXPECT_TRUE(contains(read(out_ / "README.md"), "| 5 `05_circular_buffer` | `merge_circular.cuh` | 25 |"));
  EXPECT_NE(fs::status(out_ / "lab").permissions() & fs::perms::others_exec, fs::perms::none);
}

TEST_F(ReleaseTestSlow, may_hold_another_course) {
  const std::string fundamentals = (source() / "courses/fundamentals").string();
  ASSERT_EQ(release({"--with-course", fundamentals}).code, 0);
  const fs::path more = out_ / "courses/fundamentals";
  EXPECT_NO_THROW(static_cast<void>(course::load(out_)));
  const Course course = course::load(more);
  ASSERT_EQ(course.labs.size(), course::load(fundamentals).labs.size());
  EXPECT_FALSE(fs::exists(more / "solutions"));
  for (const fs::path& file : files_in(more)) {
    if (file.extension() != ".json") continue;
    EXPECT_FALSE(contains(read(more / file), "\"hidden\":true")) << file;
  }
  EXPECT_TRUE(contains(read(out_ / "README.md"), "./lab run --course courses/fundamentals 1"));
  expect_says(mergelab({"run", "--course", more.string(), "1"}), 0, "TODO 1");
  for (const char* twice : {"", "/"})
    expect_says(
        mergelab({"release", "other", "--with-course", fundamentals, "--with-course", fundamentals + twice}),
        2, "is in the hand-out already");
  expect_says(mergelab({"release", "other", "--with-course", more.string()}), 2, "this is a hand-out");
  EXPECT_FALSE(fs::exists(folder_ / "other"));
}

TEST_F(ReleaseTestSlow, has_no_dead_links) {
  ASSERT_EQ(release().code, 0);
  const base::Regex link(R"(\]\(([^)\s#:]+)(#[^)\s]*)?\))");
  std::size_t links = 0;
  for (const fs::path& file : files_in(out_)) {
    if (file.extension() != ".md") continue;
    const std::string text = read(out_ / file);
    for (const std::smatch& found : base::regex_matches(text, link)) {
      EXPECT_TRUE(fs::exists((out_ / file).parent_path() / found[1].str())) << file << ": " << found[1];
      ++links;
    }
  }
  EXPECT_GT(links, 10U);
}

TEST_F(ReleaseTestSlow, is_the_same_again_but_for_the_bugs_that_one_may_ask_for) {
  ASSERT_EQ(release().code, 0);
  EXPECT_EQ(git("rev-parse HEAD"), release_of_out(folder_ / "again").commit + "\n");
  fs::remove_all(out_);
  expect_says(mergelab("release out --with-detective"), 0, "almost solutions");
  EXPECT_TRUE(fs::exists(out_ / "detective/04_tiled_kernel/02.json"));
}

TEST_F(ReleaseTestSlow, grades_as_a_student_uses_it_and_says_what_is_not_in_it) {
  ASSERT_EQ(release().code, 0);
  const auto here = [&](const Words& words) { return mergelab(words + Words{"--course", "out"}); };
  expect_says(here("list"), 0, "next: lab 1");
  expect_says(here("run 1 --case plain --backend cpu"), 0, "TODO 1");
  fs::copy(source() / "solutions/01_sequential_merge/merge_sequential.cuh", out_ / "labs/01_sequential_merge",
           fs::copy_options::overwrite_existing);
  expect_says(here("run 1 --backend cpu"), 0, "10 / 10");
  // A right file of lab 3, on the skeleton of lab 2.
  fs::copy(source() / "solutions/03_basic_kernel/merge_basic.cuh", out_ / "labs/03_basic_kernel",
           fs::copy_options::overwrite_existing);
  expect_says(here("grade out/labs --lab 3 --backend cpu"), 0, "carried forward on the course's grader");
  const Ran unfinished = here("run 3 --backend cpu");
  expect_says(unfinished, 0, "co_rank.cuh is of lab 2, which lab 3 builds on: finish it first",
              "the better score counts");
  EXPECT_FALSE(contains(unfinished.text, "this is a hand-out"));  // said once
  fs::remove(out_ / "labs/02_co_rank/co_rank.cuh");
  expect_says(here("run 3 --backend cpu"), 2, "`./lab reset --course out 2` restores its skeleton");
  expect_says(here("reset 2"), 0, "is the skeleton again");
  expect_says(here("diff 1"), 0, "while (i < m && j < n)");
  for (const Words& words : {Words{"selfcheck"},
                             {"show", "1"},
                             {"wrong"},
                             {"wrong", "4/half_consumed"},
                             {"detective"},
                             {"grade", "solutions"},
                             {"run", "3", "--with-reference"},
                             {"release", "further"},
                             {"package", "gradescope"}})
    expect_says(here(words), 2, "error: this is a hand-out: ");
}

TEST_F(ReleaseTestSlow, refuses_a_solution_wherever_it_lies_and_leaves_nothing) {
  ASSERT_EQ(release().code, 0);
  ASSERT_EQ(refusal(folder_ / "sound"), "");
  fs::remove_all(folder_ / "sound");
  const auto planted = [&](const std::string& file, const std::string& more, const std::string& says) {
    const std::string before = read(out_ / file);
    write(out_ / file, before + more);
    const std::string told = refusal(folder_ / "leaky");
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    EXPECT_TRUE(contains(told, fmt::format("{}:{}: holds {}", file, line, says)));
    EXPECT_EQ(left(), (std::set<std::string>{"out"}));
    write(out_ / file, before);
  };
  planted("docs/student.md", "    while (i < m) C[k++] = A[i++];\n    while (j < n) C[k++] = B[j++];\n",
          "solutions/01_sequential_merge/");
  planted("include/mergelab/random.cuh",
          "// A_consumed += A_used;\n// B_consumed += C_in_tile - A_used;\n// C_completed += C_in_tile;\n",
          "solutions/04_tiled_kernel/");
  planted("kits/keys/check.cpp",
          "int lo = first, hi = last; while (lo < hi) { const int p = lo + (hi - lo) / 2; if (X[p] <= Y[q - "
          "p - 1]) { lo = p + 1; } else { hi = p; } } return lo;\n",
          "solutions/");
}

TEST_F(ReleaseTest, says_in_a_sentence_what_the_programs_need) {
  write(folder_ / "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\n"
        "message(FATAL_ERROR \"static libraries are missing: install libarchive-dev libsqlite3-dev "
        "nettle-dev libacl1-dev liblzma-dev (Debian's and Ubuntu's names)\")\n");
  try {
    static_cast<void>(
        app::releases::build_programs(folder_, folder_ / "portable", [](const std::string&) {}));
    FAIL() << "it was built";
  } catch (const app::EnvironmentError& error) {
    EXPECT_STREQ(
        error.what(),
        "no hand-out was created, because its programs can't be built: static libraries are missing: install "
        "libarchive-dev libsqlite3-dev nettle-dev libacl1-dev liblzma-dev (Debian's and Ubuntu's names)");
  }
}

TEST_F(ReleaseTestSlow, takes_programs_along_and_looks_for_solutions_in_them) {
  using namespace std::string_literals;
  ASSERT_EQ(release().code, 0);
  const fs::path programs = folder_ / "programs", judge = programs / "bin/mergelab-judge";
  const std::string sound =
      "\x7f"
      "ELF\0GLIBC_2.7\0GLIBC_2.34\0GLIBC_PRIVATE\0"s;
  write(judge, sound);
  write(programs / "bin/mergelab-init", "GLIBC_2.99");  // it is static
  write(programs / "lib/libsimt.so", "GLIBC_2.17");
  fs::permissions(judge, fs::perms::owner_exec, fs::perm_options::add);
  ASSERT_EQ(refusal(folder_ / "sound", programs), "");
  EXPECT_EQ(read(folder_ / "sound/programs/bin/mergelab-judge"), sound);
  EXPECT_NE(fs::status(folder_ / "sound/programs/bin/mergelab-judge").permissions() & fs::perms::others_exec,
            fs::perms::none);
  EXPECT_TRUE(contains(read(folder_ / "sound/README.md"), "with glibc 2.34 or later"));
  EXPECT_TRUE(contains(read(out_ / "README.md"), "installs and builds what is missing"));
  write(judge, sound + read(source() / "solutions/02_co_rank/co_rank.cuh"));
  EXPECT_TRUE(contains(refusal(folder_ / "leaky", programs), "mergelab-judge:"));
  EXPECT_FALSE(fs::exists(folder_ / "leaky"));
}

TEST_F(ReleaseTestSlow, leaves_behind_what_the_list_does_not_name) {
  const fs::path mine = folder_ / "mine";
  fs::create_directory(mine);
  for (const char* part : {"labs", "skeletons", "solutions", "datasets"})
    fs::copy(source() / part, mine / part, fs::copy_options::recursive);
  for (const char* name :
       {"labs/my_settings.json", "labs/secret.txt", "labs/.mergelab.json", "datasets/hidden.npy",
        "labs/01_sequential_merge/secret", "labs/01_sequential_merge/merge_sequential.cuh.1.bak"})
    write(mine / name, "a secret of the course\n");
  // A solution that somebody has left in labs/ is not what students begin with.
  fs::copy(mine / "solutions/02_co_rank/co_rank.cuh", mine / "labs/02_co_rank",
           fs::copy_options::overwrite_existing);
  ASSERT_EQ(release("--course mine").code, 0);
  for (const fs::path& file : files_in(out_))
    EXPECT_FALSE(contains(read(out_ / file), "a secret of the course")) << file;
  EXPECT_EQ(read(out_ / "labs/02_co_rank/co_rank.cuh"), read(source() / "labs/02_co_rank/co_rank.cuh"));
}

TEST_F(ReleaseTestSlow, refuses_places_where_it_can_not_be) {
  write(folder_ / "out/mine.txt", "kept");
  expect_says(mergelab("release out"), 2, "out exists and is not an empty folder");
  EXPECT_EQ(read(folder_ / "out/mine.txt"), "kept");
  write(folder_ / "file", "kept");
  expect_says(mergelab("release file"), 2, "file exists and is not an empty folder");
  expect_says(mergelab({"release", (source() / "hand_out").string()}), 2,
              "a hand-out is a separate repository");
  EXPECT_FALSE(fs::exists(source() / "hand_out"));
  expect_says(mergelab("release none/out"), 2, "does not exist");
  expect_says(mergelab("release /proc/out"), 2, "/proc/out can't be created");
  expect_says(mergelab("release"), 2, "DIR is required");
  fs::create_directory(folder_ / "empty");
  EXPECT_EQ(mergelab("release empty/").code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "empty/lab"));
}

TEST_F(ReleaseTest, says_that_git_is_missing_and_leaves_nothing) {
  fs::create_directory(folder_ / "bin");
  fs::create_symlink("/usr/bin/env", folder_ / "bin/env");
  expect_says(run({kProgram, "release", "out"}, {{"PATH", (folder_ / "bin").string()}}), 3,
              "apt-get install git");
  EXPECT_EQ(left(), (std::set<std::string>{"bin"}));
}

TEST_F(ReleaseTest, leaves_nothing_where_a_file_can_not_be_written) {
  // A limit on the size of files simulates a full disk.
  expect_says(shell("trap '' XFSZ; ulimit -f 8; exec \"$MERGELAB\" release out"), 3,
              "the hand-out can't be written");
  EXPECT_EQ(left(), std::set<std::string>());
}

TEST_F(ReleaseTest, makes_practice_of_hidden_cases_and_drops_arrays_that_they_name) {
  write(course_ / "datasets/catalog.json", R"({"schema": "mergelab.catalog/1", "families": [
    {"name": "open", "about": "x", "generator": "few", "seed": 7, "cases": [
      {"name": "seen", "generator": "literal", "a": [1], "b": [2]}]},
    {"name": "closed", "about": "x", "generator": "few", "seed": 7, "hidden": true, "cases": [
      {"name": "made", "m": 4, "n": 4, "seed": 11},
      {"name": "named", "generator": "literal", "a": [4711], "b": [2]},
      {"name": "filed", "generator": "literal", "a_file": "secret.npy", "b_file": "secret.npy"}]}]})");
  Course course;
  course.root = course_;
  const auto files = app::releases::public_datasets(course);
  EXPECT_EQ(files.size(), 2U);
  const auto families = nlohmann::json::parse(files.at("datasets/catalog.json")).at("families");
  EXPECT_EQ(families.at(0).at("seed"), 7);
  EXPECT_EQ(families.at(0).at("cases").size(), 1U);
  EXPECT_EQ(families.at(1).at("hidden"), false);
  EXPECT_NE(families.at(1).at("seed"), 7);
  ASSERT_EQ(families.at(1).at("cases").size(), 1U);
  EXPECT_EQ(families.at(1).at("cases").at(0).at("name"), "made");
  EXPECT_NE(families.at(1).at("cases").at(0).at("seed"), 11);
  replace(course_ / "datasets/catalog.json", R"({"name": "made", "m": 4, "n": 4, "seed": 11},)", "");
  EXPECT_THROW(static_cast<void>(app::releases::public_datasets(course)), app::UsageError);
}

}  // namespace
}  // namespace mergelab
