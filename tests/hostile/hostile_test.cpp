// Submissions that attack the grader: the verdict is right, no points are won, and nothing else is affected.
#include <sys/stat.h>

#include "../app/command.hpp"
#include "attack.hpp"
#include "leftovers.hpp"
#include "sandbox/level.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/processes.hpp"

namespace mergelab::hostile {
namespace {

using nlohmann::json;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kIsWatched = true;
#else
constexpr bool kIsWatched = false;
#endif

/// Grades attacks and honest labs as one submission.
class Hostile : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    ::unsetenv("MERGELAB_KEPT_OBJECTS");  // each attack meets the compiler
    // The grader's user may be one that owns nothing here.
    for (const fs::path& folder : {folder_, folder_ / "work"}) {
      fs::create_directories(folder);
      fs::permissions(folder, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
    }
  }

  /// Takes the real course in place of the tiny one.
  void take_real_course() {
    fs::remove_all(course_);
    fs::create_directories(course_);
    for (const char* each : {"labs", "datasets", "solutions"})
      fs::copy(source() / each, course_ / each, fs::copy_options::recursive);
  }

  /// Adds a copy of a lab under the next free number to the course, "22_NAME", and its solution or `text` as
  /// NAME.cuh to the submission, which is returned. It includes the copy `used` in place of lab 1.
  fs::path add_lab(const std::string& lab, const std::string& name, std::string text = "",
                   const std::string& used = "") {
    const std::string numbered = std::to_string(kFirstAdded + added_.size()) + "_" + name,
                      file = name + ".cuh";
    json definition = json::parse(read(course_ / "labs" / lab / "lab.json"));
    const std::string old_file = definition.at("file");
    if (text.empty()) text = read(course_ / "solutions" / lab / old_file);
    const std::string old_include = "#include \"" + (used.empty() ? old_file : "merge.cuh") + '"';
    if (const auto at = text.find(old_include); at != std::string::npos)
      text.replace(at, old_include.size(), "#include \"" + (used.empty() ? name : used) + ".cuh\"");
    definition["file"] = file;
    if (!used.empty()) definition["uses"] = {numbered_.at(used)};
    // Bombs for the compiler run into a limit of every course, but sooner.
    if (!definition.contains("limits")) definition["limits"] = {{"build_cpu_s", 3}};
    write(course_ / "labs" / numbered / "lab.json", definition.dump());
    write(course_ / "solutions" / numbered / file, read(course_ / "solutions" / lab / old_file));
    write(folder_ / "mine" / numbered / file, text);
    added_.push_back(numbered);
    numbered_[name] = numbered;
    max_[numbered] = definition.at("points");
    return folder_ / "mine" / numbered / file;
  }
  /// The honest solution of a lab, to be full of points whatever else is graded.
  fs::path add_honest(const std::string& lab, const std::string& name, const std::string& used = "") {
    fs::path file = add_lab(lab, name, "", used);
    honest_.push_back(added_.back());
    return file;
  }

  /// Grades the labs that were added: results by name. Checks what must hold whatever the attacks were.
  std::map<std::string, json> grade(double seconds, Words more = {}) {
    json labs = json::parse(read(course_ / "labs" / "course.json"));
    Words words{"grade", "mine", "--course", course_.string(), "--backend", "cpu", "--json", "report.json"};
    json& last = labs.at(labs.contains("advanced") ? "advanced" : "labs");
    for (const json* names : {&labs.at("labs"), &last}) {
      for (const json& name : *names) {
        const fs::path solution = course_ / "solutions" / name.get<std::string>();
        fs::copy(solution, folder_ / "mine" / solution.filename(),
                 fs::copy_options::recursive | fs::copy_options::skip_existing);
      }
    }
    for (const std::string& name : added_) {
      last.push_back(name);
      words.insert(words.end(), {"--lab", name});
    }
    write(course_ / "labs" / "course.json", labs.dump());
    const auto before = contents(folder_ / "mine");
    words.insert(words.end(), more.begin(), more.end());
    std::map<std::string, std::string> environment{{"TMPDIR", folder_ / "work"}};
    if (const char* level = std::getenv("MERGELAB_ISOLATION")) environment["MERGELAB_ISOLATION"] = level;
    const auto begin = std::chrono::steady_clock::now();
    const Ran ran = mergelab(words, environment);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    text_ = ran.text;
    EXPECT_EQ(ran.code, 0) << ran.text;

    EXPECT_EQ(contents(folder_ / "mine"), before) << "the submission was changed";
    EXPECT_EQ(names(folder_ / "work"), std::vector<std::string>{}) << "left in the grader's folder";
    EXPECT_EQ(names(fs::temp_directory_path(), "mergelab-hostile"), std::vector<std::string>{});
    EXPECT_EQ(processes_with(folder_.filename().string()), std::vector<std::string>{});
    EXPECT_EQ(names(folder_), (std::vector<std::string>{"course", "mine", "report.json", "work"}));

    std::map<std::string, json> results;
    if (!fs::exists(folder_ / "report.json")) return results;
    const json graded = report();
    EXPECT_EQ(graded.at("schema"), "mergelab.report/1");
    EXPECT_TRUE(graded.at("complete"));
    double told = 0;
    for (const json& lab : graded.at("labs")) {
      const std::string name = lab.at("name");
      results[name.substr(3)] = lab;
      EXPECT_EQ(lab.at("max_score"), max_.at(name)) << name;
      told += seconds_of(lab);
    }
    EXPECT_EQ(results.size(), added_.size());
    EXPECT_LE(took.count(), told + seconds) << "too long, and no lab tells why";
    for (const std::string& name : honest_) {
      const json& lab = results[name.substr(3)];
      EXPECT_EQ(lab.at("score"), lab.at("max_score")) << "points lost by " << name << ": " << lab.dump(1);
      EXPECT_EQ(lab.at("status"), "passed");
    }
    return results;
  }

  /// Points for times, which mean nothing here: a sanitizer slows the judge, and with it the reference.
  static double points_of_time(const json& lab) {
    double points = 0;
    for (const json& item : lab.at("items"))
      if (kIsWatched && item.at("id") == "time") points += item.at("score").get<double>();
    return points;
  }

  /// What building a lab and running its tests took.
  static double seconds_of(const json& lab) {
    double seconds = lab.at("build").at("duration_s");
    for (const json& item : lab.at("items")) {
      for (const json& test : item.at("tests")) {
        const json& duration = test.at("duration_s");  // null if it is hidden
        seconds += duration.is_number() ? duration.get<double>() : 0;
      }
    }
    return seconds;
  }

  std::string text_;

 private:
  static constexpr std::size_t kFirstAdded = 20;  // behind the real course's labs

  std::vector<std::string> added_, honest_;
  std::map<std::string, std::string> numbered_;
  std::map<std::string, double> max_;  // points
};
using HostileSlow = Hostile;

// --- the attacks that are files in submissions/

class HostileSubmissions : public Hostile, public testing::WithParamInterface<Group> {};

TEST_P(HostileSubmissions, get_their_verdicts_and_no_points) {
  const std::vector<Attack>& attacks = GetParam().attacks;
  const bool is_tiny = fs::exists(course_ / "labs" / attacks.front().lab);
  if (!is_tiny) take_real_course();
  double longest = 0;
  for (const Attack& attack : attacks) {
    add_lab(attack.lab, attack.name, attack.text);
    longest = std::max(longest, attack.seconds);
    // A lab that includes the attack; of those that are never called, one.
    if (attack.lab == "01_merge" && (attack.is_built || attack.name == attacks.front().name))
      add_honest("02_launch", "includes_" + attack.name, attack.name);
  }
  add_honest(is_tiny ? "02_launch" : "02_co_rank", "honest");
  auto graded = grade(longest);
  for (const Attack& attack : attacks) {
    const json& lab = graded[attack.name];
    ASSERT_FALSE(lab.is_null()) << attack.name;
    SCOPED_TRACE(attack.name + ": " + lab.dump(1));
    const std::string verdict = lab.at("status");
    EXPECT_EQ(std::ranges::count(attack.verdicts, verdict), 1) << "got " << verdict;
    EXPECT_LE(lab.at("score").get<double>(), attack.points + points_of_time(lab) + 1e-9);
    EXPECT_LE(seconds_of(lab), attack.seconds * (kIsWatched ? 4 : 1) * processes_per_processor())
        << "too long until the verdict";
    for (const json& item : lab.at("items")) {
      // What needs a GPU is not run here, whatever the file holds.
      const std::string status = item.at("status");
      EXPECT_TRUE(attack.is_built || status == "not_run" || status == verdict) << status;
    }
    EXPECT_LT(lab.dump().size(), 1U << 20) << "messages without bound";
    EXPECT_FALSE(contains(lab.dump(), (folder_ / "work").string()));
  }
}

INSTANTIATE_TEST_SUITE_P(Some, HostileSubmissions, testing::ValuesIn(some()),
                         [](const auto& group) { return group.param.name; });
INSTANTIATE_TEST_SUITE_P(AllSlow, HostileSubmissions, testing::ValuesIn(groups()),
                         [](const auto& group) { return group.param.name; });

TEST(Attacks, are_in_the_table_forty_at_least) {
  std::size_t in_some = 0;
  for (const Group& group : some()) in_some += group.attacks.size();
  EXPECT_EQ(in_some, 13U) << "each name has a file";
  const std::string security = read_text(fs::path(MERGELAB_SOURCE_DIR) / "docs" / "security.md");
  EXPECT_GE(attacks().size(), 40U);
  for (const Attack& attack : attacks()) {
    EXPECT_TRUE(contains(security, "| `" + attack.name + "` |"))
        << attack.name << " is missing in docs/security.md";
  }
}

// --- attacks by what kind of file a submission is

TEST_F(HostileSlow, files_of_every_kind_are_refused_and_others_are_not_looked_at) {
  const auto add = [this](const std::string& name) {
    fs::path file = add_lab("01_merge", name);
    fs::remove(file);
    return file;
  };
  fs::create_symlink(course_ / "solutions" / "01_merge" / "merge.cuh", add("link_to_the_solution"));
  fs::create_symlink("/dev/zero", add("link_to_a_device_without_end"));
  ASSERT_EQ(::mkfifo(add("pipe_that_nobody_writes_to").c_str(), 0600), 0);
  fs::create_directory(add("folder"));
  write(add("nothing_at_all"), "");
  write(add("bytes_that_are_no_text"), std::string("\x7f"
                                                   "ELF\0\1\2\3\xff\xfe",
                                                   10));
  const fs::path huge = add("hundred_megabytes");
  write(huge, "");
  fs::resize_file(huge, 100 << 20);
  write(add("twenty_thousand_brackets"),
        "#include <mergelab/lab.cuh>\nint x = " + std::string(20'000, '(') + ";\n");
  // Only the lab's own file counts.
  const fs::path own = add_honest("01_merge", "among_odd_names").parent_path();
  for (const char* name : {"-o", "$(touch mergelab-hostile)", "policy.txt", "adapter.cu", "cuda_runtime.h",
                           "adapter.inc", "lab.json", "a\nb", "@args", "mergelab/lab.cuh"}) {
    write(own / name, "#error taken\n");
  }
  for (const auto& [name, lab] : grade(20)) {
    SCOPED_TRACE(name + ": " + lab.dump(1));
    EXPECT_LE(seconds_of(lab), 20);
    if (name == "among_odd_names") continue;
    EXPECT_EQ(lab.at("status"), "build_failed");
    EXPECT_EQ(lab.at("score"), 0);
  }
}

// --- what the student's view may hold

TEST_F(HostileSlow, what_a_submission_prints_of_hidden_cases_is_shown_to_nobody) {
  const fs::path file = add_honest("01_merge", "leaks");
  std::string text = read(file);
  text.insert(
      text.find("  // TODO 1 begin"),
      "  for (int k = 0; k < m; ++k) printf(\"leaked %d\\n\", *reinterpret_cast<const int*>(A + k));\n");
  write(file, text);
  write(folder_ / "course" / "secret", "correct horse\n");
  grade(20, {"--verbose", "--secret-file", (folder_ / "course" / "secret").string()});
  EXPECT_FALSE(contains(read(folder_ / "report.json"), "leaked"));
  EXPECT_FALSE(contains(text_, "leaked"));
}

// A stand-in's code is in the worker, where a submission reads it. Each of these outputs 1362100000 plus a
// byte of it, or another number of its choice, in another way.
TEST_F(HostileSlow, what_a_submission_reads_of_a_reference_is_shown_to_nobody) {
  struct Channel {
    std::string name, kernel, host, shows;  // what the file's author would see
  };
  const std::vector<Channel> channels{
      {"outputs", "for (int k = 0; k < total; ++k) C[k] = told;", "", "1362100"},
      {"an index", "C[total + 1] = 1;", "", R"(C\[17\])"},
      {"printed text", "", R"(printf("told %d\n", told);)", "told 1362100"},
      {"an exit code", "", "exit(97);", R"(exit\(97\))"},
      {"the number of a TODO", "", "LAB_TODO(71);", "TODO 71"},
      {"a launch", "", "merge_launch_kernel<<<1, told>>>(C, 0, 0);", "1362100"},
  };
  submit_solutions();
  const fs::path file = folder_ / "mine/02_launch/launch.cuh", earlier = folder_ / "mine/01_merge/merge.cuh";
  const std::string honest = read(earlier);
  const auto ends = in_long_run(channels.end(), channels.begin() + 3);
  for (auto channel = channels.begin(); channel != ends; ++channel) {
    SCOPED_TRACE(channel->name);
    write(file, R"(#pragma once

#include <mergelab/lab.cuh>
#include "base/regex.hpp"
#include "merge.cuh"
__global__ void merge_launch_kernel(value_t* C, int total, int told) {
  )" + channel->kernel +
                    R"(
}
inline void merge_launch(const value_t*, int m, const value_t*, int n, value_t* C) {
  unsigned char code = 0;
  memcpy(&code, reinterpret_cast<const void*>(&merge), 1);
  const int told = 1362100000 + code;
  )" + channel->host +
                    R"(
  merge_launch_kernel<<<1, 1>>>(C, m + n, told);
}
)");
    const base::Regex shows(channel->shows);
    const auto told = [&](const Words& verb) {
      Words words(verb);
      words.insert(words.end(),
                   {"--course", course_.string(), "--backend", "cpu", "--verbose", "--json", "report.json"});
      const Ran ran = mergelab(words);
      EXPECT_EQ(ran.code, 0) << ran.text;
      std::string text = ran.text + read(folder_ / "report.json");
      for (const char* format : {"markdown", "html", "junit", "gradescope", "csv"})
        text += mergelab({"emit", format, "report.json"}).text;
      return text;
    };
    write(earlier, honest);
    EXPECT_TRUE(base::regex_search(told("run 2 --dir mine"), shows)) << "it is not a channel";
    fs::remove(earlier);  // so that the reference takes its place
    for (const Words& verb : {Words{"run", "2", "--dir", "mine"}, {"grade", "mine", "--lab", "2"}}) {
      const std::string text = told(verb);
      EXPECT_FALSE(base::regex_search(text, shows)) << text;
      EXPECT_TRUE(contains(text, "only verdicts and hints are shown"));
      for (const json& item : report().at("labs").at(0).at("items")) {
        EXPECT_EQ(item.at("tests"), json::array());  // with how long each took
        EXPECT_EQ(item.at("metrics"), json::object());
      }
    }
  }
}

TEST_F(Hostile, what_a_reference_says_is_shown_to_nobody) {
  const fs::path file = submit_solutions() / "02_launch" / "launch.cuh";
  fs::remove(folder_ / "mine" / "01_merge" / "merge.cuh");  // so that the reference takes its place
  std::string text = read(file);
  // Each use of an int in the reference's text would be warned of, and each access past A be found there.
  text.insert(text.find("#include \"merge.cuh\""), "#define int __attribute__((deprecated)) int\n");
  text.insert(text.find("__global__"), "#undef int\n");
  const std::string call = "  merge(A, m, B, n, C);";
  text.replace(text.find(call), call.size(), "  merge(A, m + 1, B, n, C);");
  write(file, text);
  const Ran ran = mergelab({"grade", "mine", "--course", course_.string(), "--backend", "cpu", "--lab",
                            "02_launch", "--verbose", "--json", "report.json"});
  EXPECT_EQ(ran.code, 0) << ran.text;
  const json lab = report().at("labs").at(0);
  EXPECT_EQ(lab.at("carried_forward"), json::array({"01_merge"}));
  EXPECT_NE(lab.at("status"), "passed") << "nothing was found there: " << lab.dump(1);
  EXPECT_FALSE(contains(lab.dump(), "merge.cuh:")) << lab.dump(1);
  const std::string shown = ran.text + read(folder_ / "report.json");
  std::istringstream reference(read(course_ / "solutions" / "01_merge" / "merge.cuh"));
  for (std::string line; std::getline(reference, line);) {
    line.erase(0, line.find_first_not_of(' '));
    EXPECT_TRUE(line.size() < 10 || line.front() == '#' || shown.find(line) == std::string::npos)
        << line << '\n'
        << shown;
  }
}

}  // namespace
}  // namespace mergelab::hostile
