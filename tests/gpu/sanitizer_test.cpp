// Broken rules on a GPU, as compute-sanitizer reports them.
#include "gpu_grading.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

class GpuSanitizer : public GpuGrading {
 protected:
  [[nodiscard]] json rules(int lab) const { return item(lab, "rules", "gpu", {"--sanitizer"}); }
};

TEST_F(GpuSanitizer, finds_nothing_in_the_solutions) {
  for (const int lab : {3, 4, 5}) {
    const json seen = rules(lab);
    EXPECT_EQ(seen.at("status"), "passed") << lab << seen.dump(1);
    EXPECT_EQ(seen.at("backend"), "gpu");
  }
}

TEST_F(GpuSanitizer, tells_a_race_with_both_lines) {
  const std::string text = read(tiled());
  const std::size_t at = text.find("__syncthreads();", text.find("__syncthreads();") + 1);
  ASSERT_NE(at, std::string::npos);
  write(tiled(), std::string(text).replace(at, 16, "                "));
  const json seen = rules(4);
  EXPECT_EQ(seen.at("status"), "checker_violation") << seen.dump(1);
  EXPECT_NE(seen.at("message").get<std::string>().find("merge_tiled.cuh:"), std::string::npos)
      << seen.dump(1);
}

TEST_F(GpuSanitizer, tells_an_access_out_of_bounds) {
  replace(basic(), "  if (first >= total) return;",
          "  if (first >= total) {\n    C[total + 100000] = 1;\n    return;\n  }");
  replace(basic(), "total / kOutputsPerBlock + (", "total / kOutputsPerBlock + 1 + (");
  const json seen = rules(3);
  EXPECT_EQ(seen.at("status"), "checker_violation") << seen.dump(1);
  EXPECT_NE(seen.at("message").get<std::string>().find("merge_basic.cuh:"), std::string::npos)
      << seen.dump(1);
}

}  // namespace
}  // namespace mergelab
