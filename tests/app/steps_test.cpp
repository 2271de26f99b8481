// A lab that is written in steps: each step earns its points before the next one is started.
#include "app/command.hpp"
#include "base/regex.hpp"

namespace mergelab {
namespace {

struct Step {
  int lab;
  fs::path file;
  std::set<int> written;  // regions as in the solution; all others as in the skeleton
  std::string item;
};
void PrintTo(const Step& step, std::ostream* out) { *out << "step " << step.item << " of lab " << step.lab; }

class StepsTestSlow : public CommandTest, public testing::WithParamInterface<Step> {
 protected:
  /// Where region `number` of a lab file begins, and how long it is.
  static std::pair<std::size_t, std::size_t> region(const std::string& text, int number) {
    const std::string name = "// TODO " + std::to_string(number);
    const std::size_t begin = text.find(name + " begin"), end = text.find(name + " end");
    if (begin == std::string::npos || end == std::string::npos) return {std::string::npos, 0};
    return {begin, end - begin};
  }
  /// Deletes what the lab's README says to delete.
  static void follow(const std::string& readme, std::string& text) {
    static const base::Regex kDeleted("Delete `(LAB_TODO\\([0-9]+\\);)`");
    for (const std::smatch& found : base::regex_matches(readme, kDeleted)) {
      if (const std::size_t at = text.find(found[1].str()); at != std::string::npos)
        text.erase(at, found[1].length());
    }
  }
};

TEST_P(StepsTestSlow, earns_its_points_before_the_next_is_begun) {
  const Step& step = GetParam();
  fs::copy(source() / "labs", folder_ / "mine", fs::copy_options::recursive);
  fs::copy(source() / "solutions" / "02_co_rank", folder_ / "mine" / "02_co_rank",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  std::string text = base::read_file(source() / "labs" / step.file).value();
  const std::string solution = base::read_file(source() / "solutions" / step.file).value();
  for (const int number : step.written) {
    const auto [from, from_length] = region(solution, number);
    const auto [to, to_length] = region(text, number);
    ASSERT_NE(from, std::string::npos) << number;
    ASSERT_NE(to, std::string::npos) << number;
    text.replace(to, to_length, solution.substr(from, from_length));
  }
  follow(base::read_file(source() / "labs" / step.file.parent_path() / "README.md").value(), text);
  write(folder_ / "mine" / step.file, text);
  const Ran ran = mergelab({"run", std::to_string(step.lab), "--dir", "mine", "--case", step.item,
                            "--backend", "cpu", "--course", source().string(), "--strict"});

  expect_says(ran, 0, "  passed");
}

INSTANTIATE_TEST_SUITE_P(
    Labs, StepsTestSlow,
    testing::Values(Step{6, "06_merge_path/merge_path.cuh", {1, 2, 3}, "one_tile"},
                    Step{6, "06_merge_path/merge_path.cuh", {1, 2, 3, 4, 5}, "plain"},
                    Step{8, "08_k_way_merge/k_way_merge.cuh", {1, 2, 3, 4}, "one_share"},
                    Step{8, "08_k_way_merge/k_way_merge.cuh", {1, 2, 3, 4, 5, 6, 7}, "two_shares"}),
    [](const auto& tested) { return "lab_" + std::to_string(tested.param.lab) + "_" + tested.param.item; });

}  // namespace
}  // namespace mergelab
