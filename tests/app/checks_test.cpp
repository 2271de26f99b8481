// Broken rules and counters, from a student's file to the report, on the course's own labs.
#include <fmt/format.h>

#include "command.hpp"
#include "support/long_run.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class ChecksTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::copy(source() / "solutions", mine_, fs::copy_options::recursive);
  }
  /// A copy of the course with little to grade: these labs have only these items, the others only their
  /// first.
  [[nodiscard]] fs::path little_course(const std::vector<int>& labs,
                                       const std::vector<std::string>& items) const {
    fs::path course = folder_ / "little";
    fs::create_directories(course);
    for (const char* part : {"labs", "datasets"})
      fs::copy(source() / part, course / part,
               fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    for (const auto& entry : fs::directory_iterator(course / "labs")) {
      const fs::path file = entry.path() / "lab.json";
      if (!fs::exists(file)) continue;
      json definition = json::parse(read(file)), kept = json::array();
      const auto is_this = [&](int lab) {
        return entry.path().filename().string().starts_with(fmt::format("{:02}_", lab));
      };
      if (std::ranges::any_of(labs, is_this)) {
        for (const std::string& id : items) {
          for (const json& each : definition.at("items"))
            if (each.at("id") == id) kept.push_back(each);
        }
      } else {
        kept.push_back(definition.at("items").at(0));
      }
      for (json& each : kept) each["points"] = 1;
      definition["items"] = kept;
      definition["points"] = kept.size();
      definition.erase("hints");  // some name items that are left out
      write(file, definition.dump());
    }
    const fs::path file = course / "labs/course.json";
    json definition = json::parse(read(file)), hints = json::array();
    for (const json& hint : definition.at("hints"))
      if (!hint.contains("items")) hints.push_back(hint);
    definition["hints"] = hints;
    write(file, definition.dump());
    return course;
  }
  void grade(const std::vector<int>& labs, const std::vector<std::string>& items, Words more = {}) const {
    // With --case no report is written unless it is asked for.
    Words words{"grade",
                mine_.string(),
                "--quiet",
                "--json",
                "report.json",
                "--course",
                little_course(labs, items).string()};
    for (const int lab : labs) words.insert(words.end(), {"--lab", std::to_string(lab)});
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = mergelab(words);
    EXPECT_EQ(ran.code, 0) << ran.text;
  }
  [[nodiscard]] json item(const std::string& id) const {
    const json graded = report();
    for (const json& each : graded.at("labs").at(0).at("items")) {
      if (each.at("id") == id) return each;
    }
    ADD_FAILURE() << "no item " << id;
    return {};
  }
  /// Leaves out the k-th barrier of a file, counted from 1; its other lines keep their numbers.
  void leave_out_barrier(const fs::path& file, int k) const {
    std::string text = read(file);
    std::size_t at = 0;
    for (int i = 0; i < k; ++i) at = text.find("__syncthreads();", at + 1);
    ASSERT_NE(at, std::string::npos);
    write(file, text.replace(at, 16, "                "));
  }

  fs::path mine_ = folder_ / "mine";
};
using ChecksTestSlow = ChecksTest;

/// A barrier of a solution, and the source of the two lines that race without it.
struct Barrier {
  int lab, number;
  const char *first, *second;
};

TEST_F(ChecksTestSlow, each_barrier_that_is_left_out_is_a_race_of_the_right_two_lines) {
  const std::map<int, fs::path> files{{4, "04_tiled_kernel/merge_tiled.cuh"},
                                      {5, "05_circular_buffer/merge_circular.cuh"}};
  const char* kBounds = "if (thread < 2) bounds[thread] = co_rank(";
  const char* kLength = "const int A_length = bounds[1] - bounds[0];";
  const char* kStore = "C[C_curr + C_completed + k] = tileC[k];";
  const char* kSearch = "if (A[i] <= B[k - i - 1]) {";  // of tiles that the next round refills
  const std::vector<Barrier> barriers{{4, 1, kBounds, kLength},
                                      {4, 2, "tileA[i] = A[A_curr + A_consumed + i];", "head_A = tileA[i];"},
                                      {4, 3, kStore, "tileC[k] = from_A ? head_A : head_B;"},
                                      {5, 1, kBounds, kLength},
                                      {5, 2, "tileA[i] = A[A_curr + A_consumed + i];", "head_A = A.first();"},
                                      {5, 3, kSearch, "tileB[j] = B[B_curr + B_consumed + j];"}};
  // The others in a long run.
  const auto step = in_long_run<std::size_t>(1, 4);
  for (std::size_t b = 1 % step; b < barriers.size(); b += step) {
    const Barrier& barrier = barriers[b];
    SCOPED_TRACE(fmt::format("lab {}, barrier {}", barrier.lab, barrier.number));
    const fs::path file = mine_ / files.at(barrier.lab);
    const std::string whole = read(file);
    ASSERT_NO_FATAL_FAILURE(leave_out_barrier(file, barrier.number));
    grade({barrier.lab}, {"rules"});
    const json rules = item("rules");
    EXPECT_EQ(rules.at("score"), 0);
    const std::string message = rules.at("message");
    const std::size_t first = message.find(barrier.first);
    EXPECT_NE(first, std::string::npos) << message;
    EXPECT_NE(message.find(barrier.second, first), std::string::npos) << message;
    EXPECT_EQ(finding_of(rules).at("id"), "race");
    write(file, whole);
  }
}

TEST_F(ChecksTestSlow, findings_are_the_same_on_every_run) {
  ASSERT_NO_FATAL_FAILURE(leave_out_barrier(mine_ / "04_tiled_kernel/merge_tiled.cuh", 3));
  std::string first;
  for (int run = 0; run < in_long_run(10, 2); ++run) {
    // Both labs are graded, side by side where --jobs lets them.
    grade({4, 5}, {"plain", "rules"}, {"--jobs", run % 2 == 0 ? "1" : "2"});
    const json graded = report();
    std::string now;
    for (const json& lab : graded.at("labs")) {
      for (const json& each : lab.at("items")) {
        now += each.at("id").get<std::string>() + finding_of(each).dump() +
               each.at("message").get<std::string>() + each.at("metrics").dump();
      }
    }
    if (run == 0) first = now;
    EXPECT_EQ(now, first);
  }
  EXPECT_TRUE(contains(first, "\"id\":\"race\""));
}

TEST_F(ChecksTestSlow, an_endless_loop_ends_with_its_line) {
  replace(mine_ / "04_tiled_kernel/merge_tiled.cuh", "C_completed += C_in_tile;", "C_completed += 0;");
  grade({4}, {"plain"}, {"--case", "plain/one_tile"});
  const json plain = item("plain");
  EXPECT_EQ(plain.at("status"), "timed_out");
  const json found = finding_of(plain);
  EXPECT_EQ(found.at("id"), "endless_loop");
  EXPECT_EQ(found.at("access").at("at").at("file"), "merge_tiled.cuh") << found;
}

TEST_F(ChecksTestSlow, host_code_can_not_reach_the_device) {
  replace(mine_ / "03_basic_kernel/merge_basic.cuh", "const int total = m + n;\n  if (total == 0) return;",
          "const int total = m + n;\n  if (total == 0) return;\n  C[0] = A[0];");
  grade({3}, {"plain"}, {"--case", "plain/one_tile"});
  const json plain = item("plain");
  EXPECT_EQ(plain.at("status"), "checker_violation");
  EXPECT_TRUE(contains(plain.at("message").get<std::string>(), "host code reads A[0]"));
  EXPECT_FALSE(plain.at("hint").get<std::string>().empty());
}

TEST_F(ChecksTestSlow, a_race_in_a_traffic_case_alone_costs_the_rules_wherever_they_stand) {
  // Of what runs under checks, only the case of `traffic` has so many outputs.
  replace(mine_ / "04_tiled_kernel/merge_tiled.cuh", "int C_completed = 0;",
          "__shared__ volatile int raced;\n  if (m + n >= 60000) raced = thread;\n  int C_completed = 0;");
  std::string first;
  for (const std::vector<std::string>& order : std::vector<std::vector<std::string>>{
           {"plain", "rules", "loads"}, {"loads", "plain", "rules"}, {"rules", "loads", "plain"}}) {
    grade({4}, order);
    const json rules = item("rules");
    EXPECT_EQ(rules.at("status"), "checker_violation");
    EXPECT_EQ(rules.at("score"), 0);
    EXPECT_TRUE(contains(rules.at("message").get<std::string>(), "writes raced"));
    EXPECT_EQ(item("plain").at("status"), "passed");
    if (first.empty()) first = rules.at("message");
    EXPECT_EQ(rules.at("message"), first);
  }
}

TEST_F(ChecksTestSlow, order_of_blocks_can_be_chosen) {
  grade({4}, {"plain"}, {"--order", "reverse"});
  EXPECT_EQ(item("plain").at("status"), "passed");
  grade({4}, {"plain"}, {"--order", "random"});
  EXPECT_EQ(item("plain").at("status"), "passed");
  EXPECT_EQ(mergelab("run 4 --order sideways").code, 2);
}

TEST_F(ChecksTestSlow, profile_shows_the_lines_that_the_readmes_talk_about) {
  const Ran tiled = mergelab({"profile", "4", "--dir", mine_.string(), "--plain", "--quiet"});
  EXPECT_EQ(tiled.code, 0);
  // The loads come first, then the searches in shared memory and the store, then the merges.
  std::size_t at = 0;
  for (const char* line :
       {"for (int i = thread", "co_rank.cuh:", "for (int k = thread", "if (++j < B_in_tile)"}) {
    at = tiled.text.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << "\n" << tiled.text;
  }
  const Ran basic = mergelab({"profile", "3", "--dir", mine_.string(), "--plain", "--quiet"});
  at = basic.text.find("########");  // the hottest line: a search of global memory, with scattered reads
  ASSERT_NE(at, std::string::npos) << basic.text;
  EXPECT_TRUE(contains(basic.text.substr(at, 120), "co_rank.cuh"));
}

TEST_F(ChecksTest, profile_says_what_it_is_for) {
  const Ran none = mergelab("profile 1");
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.text, "labs with a profile: 3, 4, 5"));
  replace(mine_ / "04_tiled_kernel/merge_tiled.cuh", "tileC[k];", "tileC[0];");
  const Ran wrong = mergelab({"profile", "4", "--dir", mine_.string(), "--plain", "--quiet"});
  EXPECT_EQ(wrong.code, 0);
  EXPECT_TRUE(contains(wrong.text, "A wrong run has no profile"));
}

}  // namespace
}  // namespace mergelab
