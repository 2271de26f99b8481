// A lab whose function runs on ranks, from its data to the report: the tiny course of tests/fake_ranks.
#include "app/command.hpp"

namespace mergelab {
namespace {

class TransportTest : public CommandTest {
 protected:
  void SetUp() override { fs::copy(source() / "tests" / "fake_ranks", ranks_, fs::copy_options::recursive); }
  [[nodiscard]] Ran on_ranks(const Words& words) const {
    return mergelab(words + Words{"--course", ranks_.string()});
  }

  fs::path ranks_ = folder_ / "ranks";
};
using TransportTestSlow = TransportTest;

TEST_F(TransportTestSlow, grades_a_right_solution_and_counts_what_it_sends) {
  expect_says(on_ranks({"grade", (ranks_ / "solutions").string(), "--json", "r.json"}), 0,
              "10 / 10   passed");
  const nlohmann::json report = nlohmann::json::parse(read(folder_ / "r.json"));
  std::map<std::string, double> figures;
  for (const nlohmann::json& item : report.at("labs").at(0).at("items")) {
    for (const nlohmann::json& test : item.at("tests")) {
      for (const auto& [name, value] : test.at("metrics").items())
        figures[name] = std::max(figures[name], value.get<double>());
    }
  }
  EXPECT_EQ(figures.at("exchanges"), 3);
  EXPECT_GE(figures.at("balance"), 1);
  EXPECT_LT(figures.at("balance"), 1.5);
  // Three quarters of its keys go to the three others, and few samples.
  EXPECT_GT(figures.at("sent"), 0.5);
  EXPECT_LT(figures.at("sent"), 1.2);
}

TEST_F(TransportTestSlow, tells_a_mistake_with_its_rank_and_its_hint) {
  const fs::path file = ranks_ / "solutions/01_ranks/rank_sort.cuh";
  std::string text = read(file);
  const std::string right = "receive[r] = counts[r * ranks + rank]";
  ASSERT_TRUE(contains(text, right));
  text.replace(text.find(right), right.size(), "receive[r] = send[r]");
  write(file, text);
  const Ran ran = on_ranks({"run", "1", "--dir", (ranks_ / "solutions").string(), "--case", "plain"});
  EXPECT_TRUE(contains(ran.text, "send the counts to all ranks"));
}

TEST_F(TransportTestSlow, names_the_todo_that_is_left_once) {
  const Ran ran = on_ranks({"run", "1", "--dir", (ranks_ / "labs").string(), "--case", "plain"});
  EXPECT_TRUE(contains(ran.text, todo_text(1, "rank_sort.cuh")));
  EXPECT_FALSE(contains(ran.text, "rank 0:"));
}

TEST_F(TransportTest, has_no_use_for_two_sorted_arrays) {
  const std::string dir = (ranks_ / "solutions").string();
  const std::string other = " follows one process, and 01_ranks runs on ranks";
  expect_says(on_ranks({"standalone", "1", "--dir", dir}), 2, "standalone" + other);
  expect_says(on_ranks({"debug", "1", "--dir", dir}), 2, "debug" + other);
  expect_says(on_ranks({"trace", "1", "--dir", dir}), 2,
              "trace follows one process, and 01_ranks runs on ranks");
  expect_says(on_ranks({"ask", dir, "--lab", "1"}), 2, "ask" + other);
  expect_says(on_ranks({"run", "1", "--dir", dir, "--arg", "A=1", "--arg", "B=2"}), 2,
              "01_ranks runs on ranks: on the course's cases only");
  expect_says(on_ranks("predict 1"), 2, "01_ranks has no questions");
}

TEST_F(TransportTestSlow, has_wrong_solutions_that_lose_what_they_say) {
  expect_says(on_ranks("selfcheck"), 0, "early_return.patch");
}

TEST_F(TransportTest, has_data_that_is_refused_where_it_does_not_fit) {
  const std::string catalog = read(ranks_ / "datasets/catalog.json"),
                    lab = read(ranks_ / "labs/01_ranks/lab.json");
  const auto refused = [&](const char* file, std::string text, const std::string& from, const std::string& to,
                           const std::string& why) {
    ASSERT_TRUE(contains(text, from)) << from;
    write(ranks_ / file, text.replace(text.find(from), from.size(), to));
    expect_says(on_ranks("list"), 2, why);
    write(ranks_ / "datasets/catalog.json", catalog);
    write(ranks_ / "labs/01_ranks/lab.json", lab);
  };
  refused("datasets/catalog.json", catalog, R"({"k": 5, "lengths": "alone"})", R"({"k": 17})",
          "it has 17 lists, but this lab's function runs on 1 to 16 ranks");
  refused("labs/01_ranks/lab.json", lab, R"("checker": "accesses", "backends": ["cpu"])",
          R"("checker": "accesses")",
          "compute-sanitizer runs one process, but this lab's function runs on ranks");
  refused(
      "labs/01_ranks/lab.json", lab, R"("runs": "ranks")", R"("runs": "device")",
      "a function of the kit \"lists\" has other arrays: in value [total], in int [k+1], out value [total]");
}

}  // namespace
}  // namespace mergelab
