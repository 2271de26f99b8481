// Submissions that attack the grader, graded by the built mergelab: the verdict is right, no points are won,
// and nothing else suffers.
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "../app/command.hpp"
#include "attack.hpp"
#include "leftovers.hpp"
#include "sandbox/level.hpp"
#include "support/places.hpp"
#include "support/processes.hpp"

namespace mergelab::hostile {
namespace {

using nlohmann::json;

fs::path submissions() { return fs::path(MERGELAB_SOURCE_DIR) / "tests" / "hostile" / "submissions"; }

/// Grades a course's solutions with an attack in place of one lab.
class Hostile : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    // The grader's user may be one that owns nothing here.
    for (const fs::path& folder : {folder_, folder_ / "work"}) {
      fs::create_directories(folder);
      fs::permissions(folder, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
    }
  }

  /// The solutions of the attack's course as the submission "mine"; returns where the attacked file lies.
  fs::path submit_solutions(const std::string& lab) {
    lab_ = lab;
    if (!fs::exists(course_ / "labs" / lab)) {
      course_ = source();
    } else {
      // Bombs for the compiler run into a limit of every course, but sooner.
      for (const char* each : {"01_merge", "02_launch"}) {
        replace(course_ / "labs" / each / "lab.json",
                "\"uses\":", "\"limits\": {\"build_cpu_s\": 3}, \"uses\":");
      }
    }
    fs::copy(course_ / "solutions", folder_ / "mine", fs::copy_options::recursive);
    const json definition = json::parse(read(course_ / "labs" / lab / "lab.json"));
    points_ = definition.at("points");
    return folder_ / "mine" / lab / definition.at("file").get<std::string>();
  }

  /// Grades the attacked lab and another one. What must hold whatever the attack was is checked here.
  json grade(double seconds, std::vector<std::string> more = {}) {
    const auto before = contents(folder_ / "mine");
    std::vector<std::string> words{"grade", "mine", "--course", course_.string(), "--backend", "cpu",
                                   "--lab", lab_,   "--lab",    other_lab(),      "--json",    "report.json"};
    words.insert(words.end(), more.begin(), more.end());
    std::map<std::string, std::string> environment{{"TMPDIR", (folder_ / "work").string()}};
    if (const char* level = std::getenv("MERGELAB_ISOLATION")) environment["MERGELAB_ISOLATION"] = level;
    const auto begin = std::chrono::steady_clock::now();
    const Ran ran = mergelab(words, environment);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    text_ = ran.text;
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_LE(took.count(), seconds) << "too long until the verdict";
    RecordProperty("seconds", std::to_string(took.count()));

    EXPECT_EQ(contents(folder_ / "mine"), before) << "the submission was changed";
    EXPECT_EQ(names(folder_ / "work"), std::vector<std::string>{}) << "left in the grader's work folder";
    EXPECT_EQ(names(fs::temp_directory_path(), "mergelab-hostile"), std::vector<std::string>{});
    EXPECT_EQ(processes_with(folder_.filename().string()), std::vector<std::string>{});
    std::vector<std::string> expected{"course", "mine", "report.json", "work"};
    EXPECT_EQ(names(folder_), expected);

    if (!fs::exists(folder_ / "report.json")) return json::object();
    const json graded = report();
    EXPECT_EQ(graded.at("schema"), "mergelab.report/1");
    EXPECT_TRUE(graded.at("complete"));
    json attacked = json::object();
    for (const json& lab : graded.at("labs")) {
      if (lab.at("name") == lab_) {
        attacked = lab;
        EXPECT_EQ(lab.at("max_score"), points_);
      } else {
        EXPECT_EQ(lab.at("score"), lab.at("max_score")) << "the attack cost another lab its points";
        EXPECT_EQ(lab.at("status"), "passed");
      }
    }
    EXPECT_EQ(graded.at("labs").size(), 2U);
    return attacked;
  }

  /// A lab that is graded beside the attacked one: one that includes its file, or a quick one.
  [[nodiscard]] std::string other_lab() const {
    if (lab_ == "01_merge") return "02_launch";
    if (lab_ == "02_launch") return "01_merge";
    return lab_ == "01_sequential_merge" ? "02_co_rank" : "01_sequential_merge";
  }

  std::string lab_, text_;
  double points_ = 0;
};

// --- the attacks that are files in submissions/

class HostileSubmission : public Hostile, public testing::WithParamInterface<std::string> {};

TEST_P(HostileSubmission, gets_its_verdict_and_no_points) {
  const std::string merge = read(course_ / "solutions" / "01_merge" / "merge.cuh");
  const std::string text = attack_source(submissions(), GetParam(), merge);
  const Attack attack = read_attack(text);
  write(submit_solutions(attack.lab), text);
  const json lab = grade(attack.seconds);
  const std::string verdict = lab.at("status");
  EXPECT_NE(std::ranges::find(attack.verdicts, verdict), attack.verdicts.end()) << lab.dump(1);
  EXPECT_LE(lab.at("score").get<double>(), attack.points + 1e-9) << lab.dump(1);
  if (verdict == "forbidden" || verdict == "build_failed") {
    for (const json& item : lab.at("items")) {
      // What needs a GPU is not run here, whatever the file holds.
      if (item.at("status") == "not_run") continue;
      EXPECT_EQ(item.at("status"), verdict) << item.dump(1);
    }
  }
  EXPECT_LT(lab.dump().size(), 1U << 20) << "messages without bound";
  EXPECT_EQ(lab.dump().find((folder_ / "work").string()), std::string::npos) << lab.dump(1);
}

INSTANTIATE_TEST_SUITE_P(Of, HostileSubmission, testing::ValuesIn(attacks_in(submissions())),
                         [](const auto& name) { return name.param; });

TEST(HostileSubmissions, are_forty_at_least) { EXPECT_GE(attacks_in(submissions()).size(), 40U); }

TEST(HostileSubmissions, are_all_in_the_table) {
  std::ostringstream security;
  security << std::ifstream(fs::path(MERGELAB_SOURCE_DIR) / "docs" / "security.md").rdbuf();
  for (const std::string& name : attacks_in(submissions())) {
    EXPECT_NE(security.str().find("| `" + name + "` |"), std::string::npos)
        << name << " is missing in docs/security.md";
  }
}

// --- attacks by what kind of file a submission is

class HostileFile : public Hostile {
 protected:
  fs::path file() { return submit_solutions("01_merge"); }
  void expect_refused(const std::string& verdict = "build_failed") {
    const json lab = grade(20);
    EXPECT_EQ(lab.at("status"), verdict) << lab.dump(1);
    EXPECT_EQ(lab.at("score"), 0);
  }
};

TEST_F(HostileFile, a_link_to_the_solution) {
  const fs::path link = file();
  fs::remove(link);
  fs::create_symlink(course_ / "solutions" / "01_merge" / "merge.cuh", link);
  expect_refused();
}

TEST_F(HostileFile, a_link_to_a_device_without_end) {
  const fs::path link = file();
  fs::remove(link);
  fs::create_symlink("/dev/zero", link);
  expect_refused();
}

TEST_F(HostileFile, a_pipe_that_nobody_writes_to) {
  const fs::path pipe = file();
  fs::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  expect_refused();
}

TEST_F(HostileFile, a_folder) {
  const fs::path folder = file();
  fs::remove(folder);
  fs::create_directory(folder);
  expect_refused();
}

TEST_F(HostileFile, nothing_at_all) {
  write(file(), "");
  expect_refused();
}

TEST_F(HostileFile, bytes_that_are_no_text) {
  write(file(), std::string("\x7f"
                            "ELF\0\1\2\3\xff\xfe",
                            10));
  expect_refused();
}

TEST_F(HostileFile, a_hundred_megabytes) {
  const fs::path huge = file();
  fs::resize_file(huge, 100 << 20);
  expect_refused();
}

TEST_F(HostileFile, twenty_thousand_brackets) {
  const fs::path nested = file();
  write(nested, "#include <mergelab/lab.cuh>\nint x = " + std::string(20'000, '(') + ";\n");
  expect_refused();
}

TEST_F(HostileFile, more_files_of_odd_names_beside_its_own) {
  const fs::path own = file();
  for (const char* name : {"-o", "$(touch mergelab-hostile)", "policy.txt", "adapter.cu", "cuda_runtime.h",
                           "adapter.inc", "lab.json", "a\nb", "@args"}) {
    write(own.parent_path() / name, "#error taken\n");
  }
  fs::create_directories(own.parent_path() / "mergelab");
  write(own.parent_path() / "mergelab" / "lab.cuh", "#error taken\n");
  const json lab = grade(20);
  EXPECT_EQ(lab.at("score"), points_) << "only the lab's own file counts: " << lab.dump(1);
}

// --- what the student's view may hold

TEST_F(Hostile, what_a_submission_prints_of_hidden_cases_is_shown_to_nobody) {
  const fs::path file = submit_solutions("01_merge");
  std::string text = read(file);
  text.insert(
      text.find("  // TODO 1 begin"),
      "  for (int k = 0; k < m; ++k) printf(\"leaked %d\\n\", *reinterpret_cast<const int*>(A + k));\n");
  write(file, text);
  write(folder_ / "course" / "secret", "correct horse\n");
  const json lab = grade(20, {"--verbose", "--secret-file", (folder_ / "course" / "secret").string()});
  EXPECT_EQ(lab.at("score"), points_) << lab.dump(1);
  EXPECT_EQ(read(folder_ / "report.json").find("leaked"), std::string::npos);
  EXPECT_EQ(text_.find("leaked"), std::string::npos) << text_;
}

TEST_F(Hostile, what_a_reference_says_is_shown_to_nobody) {
  const fs::path file = submit_solutions("02_launch");
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
  EXPECT_NE(lab.dump().find("at merge.cuh"), std::string::npos) << "nothing was found there: " << lab.dump(1);
  EXPECT_EQ(lab.dump().find("merge.cuh:"), std::string::npos) << lab.dump(1);
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
