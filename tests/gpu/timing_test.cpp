// Only merging in time earns time points.
#include "gpu_grading.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

constexpr const char* kLaunch = "merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, C);";

class GpuTiming : public GpuGrading {
 protected:
  /// The basic kernel's launch done in another way.
  json time_of(const std::string& launch) {
    replace(basic(), kLaunch, launch);
    return item(3, "time");
  }
  static void expect_nothing(const json& time, const std::string& status) {
    EXPECT_EQ(time.at("score"), 0) << time.dump(1);
    EXPECT_EQ(time.at("status"), status) << time.dump(1);
  }
};

TEST_F(GpuTiming, on_another_stream_is_not_measured) {
  expect_nothing(time_of("static cudaStream_t own = nullptr;\n"
                         "  if (own == nullptr) cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);\n"
                         "  merge_basic_kernel<<<blocks, kBasicBlockThreads, 0, own>>>(A, m, B, n, C);"),
                 "invalid_measurement");
}

TEST_F(GpuTiming, half_on_another_stream_is_not_measured) {
  expect_nothing(time_of("static cudaStream_t own = nullptr;\n"
                         "  if (own == nullptr) cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);\n"
                         "  merge_basic_kernel<<<blocks / 2 + 1, kBasicBlockThreads>>>(A, m, B, n, C);\n"
                         "  merge_basic_kernel<<<blocks, kBasicBlockThreads, 0, own>>>(A, m, B, n, C);"),
                 "invalid_measurement");
}

TEST_F(GpuTiming, a_result_kept_for_the_same_pointers_is_wrong) {
  expect_nothing(time_of("static const value_t* seen = nullptr;\n  static value_t* kept = nullptr;\n"
                         "  const size_t bytes = static_cast<size_t>(total) * sizeof(value_t);\n"
                         "  if (seen == A && kept != nullptr) {\n"
                         "    cudaMemcpyAsync(C, kept, bytes, cudaMemcpyDeviceToDevice);\n    return;\n  }\n"
                         "  merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, C);\n"
                         "  seen = A;\n  cudaFree(kept);\n  cudaMalloc(&kept, bytes);\n"
                         "  cudaMemcpyAsync(kept, C, bytes, cudaMemcpyDeviceToDevice);"),
                 "wrong_answer");
}

TEST_F(GpuTiming, what_works_in_the_first_call_alone_is_wrong) {
  expect_nothing(time_of("static int calls = 0;\n  if (calls++ > 0) return;\n"
                         "  merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, C);"),
                 "wrong_answer");
}

TEST_F(GpuTiming, a_thread_of_the_host_is_forbidden) {
  write(basic(), read(basic()) +
                     "\n#ifdef __CUDACC__\n#include <thread>\n"
                     "inline void later() { std::thread([] {}).detach(); }\n"
                     "__attribute__((used)) static void (*keep)() = later;\n#endif\n");
  EXPECT_EQ(item(3, "time").at("score"), 0);
}

TEST_F(GpuTiming, an_access_policy_window_of_the_stream_is_forbidden) {
  expect_nothing(
      time_of("#ifdef __CUDACC__\n"
              "  cudaStreamAttrValue window{};\n"
              "  window.accessPolicyWindow.base_ptr = const_cast<value_t*>(A);\n"
              "  window.accessPolicyWindow.num_bytes = 32 << 20;\n"
              "  window.accessPolicyWindow.hitRatio = 1;\n"
              "  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;\n"
              "  cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &window);\n"
              "#endif\n  " +
              std::string(kLaunch)),
      "forbidden");
}

TEST_F(GpuTiming, an_access_policy_window_of_the_launch_is_refused) {
  expect_nothing(time_of("#ifdef __CUDACC__\n"
                         "  cudaLaunchAttribute window{};\n"
                         "  window.id = cudaLaunchAttributeAccessPolicyWindow;\n"
                         "  window.val.accessPolicyWindow.base_ptr = const_cast<value_t*>(A);\n"
                         "  window.val.accessPolicyWindow.num_bytes = 32 << 20;\n"
                         "  window.val.accessPolicyWindow.hitRatio = 1;\n"
                         "  window.val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;\n"
                         "  cudaLaunchConfig_t config{};\n"
                         "  config.gridDim = blocks;\n  config.blockDim = kBasicBlockThreads;\n"
                         "  config.attrs = &window;\n  config.numAttrs = 1;\n"
                         "  cudaLaunchKernelEx(&config, merge_basic_kernel, A, m, B, n, C);\n"
                         "#else\n  " +
                         std::string(kLaunch) + "\n#endif"),
                 "wrong_answer");
}

TEST_F(GpuTiming, a_limit_for_persisting_lines_is_refused) {
  // By its number: the name is forbidden.
  const json time = time_of(
      "#ifdef __CUDACC__\n"
      "  if (cudaDeviceSetLimit(static_cast<cudaLimit>(6), 1 << 20) == cudaSuccess) return;\n"
      "#endif\n  " +
      std::string(kLaunch));
  EXPECT_EQ(time.at("status"), "passed") << time.dump(1);
}

TEST_F(GpuTiming, a_kernel_that_runs_twice_gets_what_the_curve_says) {
  const std::string launch =
      "merge_tiled_kernel<<<blocks, kBlockSize, shared_bytes>>>(A, m, B, n, C, section, tile);";
  replace(tiled(), launch, launch + "\n  " + launch);
  const json time = item(4, "time");
  const double share = time.at("score").get<double>() / time.at("max_score").get<double>();
  // log(10 / 2) / log(10 / 1.2)
  EXPECT_NEAR(share, 0.759, 0.05) << time.dump(1);
}

TEST_F(GpuTiming, is_held_against_the_reference_in_the_same_run) {
  for (const int lab : {3, 4, 5, 6, 7}) {
    const json time = item(lab, "time");
    EXPECT_EQ(time.at("status"), "passed") << time.dump(1);
    EXPECT_NEAR(time.at("metrics").at("slowdown").get<double>(), 1, 0.05) << time.dump(1);
    EXPECT_GT(time.at("metrics").at("reference_ms"), 0);
  }
}

TEST_F(GpuTiming, needs_recorded_figures_of_this_gpu_where_the_course_has_no_solutions) {
  fs::create_directories(folder_ / "unsolved");
  for (const char* part : {"labs", "datasets"})
    fs::copy(source() / part, folder_ / "unsolved" / part, fs::copy_options::recursive);
  const json time = item(4, "time", "gpu", {"--course", (folder_ / "unsolved").string()});
  const bool is_recorded =
      report().at("device").at("name").get<std::string>().find("NVIDIA H200") != std::string::npos;
  EXPECT_EQ(time.at("status"), is_recorded ? "passed" : "not_run") << time.dump(1);
  EXPECT_FALSE(time.at("metrics").contains("reference_ms"));
  EXPECT_TRUE(time.at("metrics").contains("cub_ratio"));
}

}  // namespace
}  // namespace mergelab
