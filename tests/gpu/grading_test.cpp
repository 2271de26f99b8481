// Gradings of right and wrong submissions on a GPU.
#include "gpu_grading.hpp"
#include "hostile/attack.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

TEST_F(GpuGrading, gives_the_solutions_full_marks_on_both_backends) {
  const Ran ran = on_gpu({"grade", (source() / "solutions").string(), "--quiet"}, "both");
  ASSERT_EQ(ran.code, 0) << ran.text;
  const json graded = report();
  EXPECT_EQ(graded.at("score"), 100) << graded.dump(1);
  EXPECT_EQ(graded.at("backend"), "both");
  EXPECT_EQ(item_of(graded.at("labs").at(3), "ties").at("backend"), "both");
  EXPECT_EQ(item_of(graded.at("labs").at(3), "time").at("backend"), "gpu");
  EXPECT_EQ(item_of(graded.at("labs").at(3), "loads").at("backend"), "cpu");
  EXPECT_EQ(item_of(graded.at("labs").at(3), "rules").at("backend"), "cpu");  // without --sanitizer
}

TEST_F(GpuGrading, tells_which_todo_a_kernel_reached) {
  fs::remove_all(mine_);
  fs::copy(source() / "labs", mine_, fs::copy_options::recursive);
  for (const char* solved : {"01_sequential_merge/merge_sequential.cuh", "02_co_rank/co_rank.cuh"}) {
    fs::copy_file(source() / "solutions" / solved, mine_ / solved, fs::copy_options::overwrite_existing);
  }
  replace(basic(), "LAB_TODO(4);", "merge_basic_kernel<<<1, 32>>>(A, m, B, n, C);");
  const json plain = item(3, "plain");
  EXPECT_EQ(plain.at("status"), "todo");
  const json todo = finding_of(plain);
  EXPECT_EQ(todo.at("id"), "todo");
  EXPECT_EQ(todo.at("word"), "merge_basic.cuh");
  EXPECT_EQ(todo.at("numbers").at(0), 1);
  EXPECT_EQ(item(3, "time").at("status"), "todo");
}

TEST_F(GpuGrading, loses_one_family_alone_by_a_kernel_that_the_device_ends) {
  // Only keys that are all alike take it out of bounds.
  replace(basic(), "  if (first >= total) return;",
          "  if (first >= total) return;\n"
          "  if (m > 1 && first == 0 && A[0] == A[m - 1]) *reinterpret_cast<volatile int*>(C + (1LL << 40)) "
          "= 1;");
  const json ties = item(3, "ties");
  EXPECT_EQ(ties.at("status"), "crashed") << ties.dump(1);
  EXPECT_EQ(finding_of(ties).at("id"), "gpu_address");
  EXPECT_EQ(item(3, "plain").at("status"), "passed");
}

TEST_F(GpuGrading, ends_a_kernel_that_never_does) {
  replace(basic(), "  if (first >= total) return;",
          "  if (first >= total) return;\n  volatile int* const flag = reinterpret_cast<volatile int*>(C);\n"
          "  while (m == 1 && *flag != 123456789) *flag = 0;");
  const json edges = item(3, "edges");
  EXPECT_EQ(edges.at("status"), "timed_out") << edges.dump(1);
}

// Read also where there is no GPU, so that a missing one is noticed.
const hostile::Attack *const kPinned = &hostile::attack_named("host_merge_in_pinned_memory"),
                             *const kArguments = &hostile::attack_named("host_merge_in_arguments");

TEST_F(GpuGrading, gives_nothing_for_a_merge_on_the_host) {
  for (const auto* const attack : {kPinned, kArguments}) {
    write(basic(), attack->text);
    for (const char* id : {"plain", "time"}) {
      const json lost = item(3, id);
      EXPECT_EQ(lost.at("score"), 0) << attack->name << lost.dump(1);
      // So many launches may take longer than a case may take.
      if (id == std::string("time") && lost.at("status") == "timed_out") continue;
      EXPECT_EQ(lost.at("status"), "checker_violation") << attack->name << lost.dump(1);
      EXPECT_EQ(finding_of(lost).at("id"), "host_values") << lost.at("message");
    }
  }
}

TEST_F(GpuGrading, lets_host_code_look_at_values_and_pass_parameters) {
  replace(basic(), "  merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, C);",
          "  const size_t bytes = (m + n) * sizeof(value_t);\n"
          "  value_t *pinned = nullptr, *managed = nullptr;\n"
          "  cudaMallocHost(&pinned, bytes);\n"
          "  cudaMallocManaged(&managed, bytes);\n"
          "  cudaMemcpy(pinned, A, m * sizeof(value_t), cudaMemcpyDeviceToHost);\n"
          "  merge_basic_kernel<<<blocks, kBasicBlockThreads>>>(A, m, B, n, managed);\n"
          "  cudaMemcpy(C, managed, bytes, cudaMemcpyDeviceToDevice);\n"
          "  cudaMemcpy(pinned, C, bytes, cudaMemcpyDeviceToHost);\n"
          "  cudaFree(managed);\n"
          "  cudaFreeHost(pinned);");
  for (const char* id : {"plain", "edges", "random"}) {
    const json kept = item(3, id);
    EXPECT_EQ(kept.at("status"), "passed") << kept.dump(1);
  }
}

TEST_F(GpuGrading, sees_the_grid_and_shared_memory_of_a_launch) {
  replace(tiled(), "(m + n - 1) / section + 1;", "2 * ((m + n - 1) / section + 1);");
  const json shape = item(4, "shape");
  EXPECT_EQ(shape.at("status"), "wrong_answer") << shape.dump(1);
  EXPECT_NE(shape.at("message").get<std::string>().find("expected"), std::string::npos);
}

TEST_F(GpuGrading, holds_the_tiled_kernel_that_is_handed_in_as_lab_5_to_its_loads) {
  expect_says(mergelab({"wrong", "5/tiled_kernel", "--out", circular().string()}), 0, "");
  const json lab = lab_of(5, "", "both");
  EXPECT_EQ(item_of(lab, "loads").at("score"), 0) << item_of(lab, "loads").dump(1);
  EXPECT_EQ(item_of(lab, "ties").at("status"), "passed");
  EXPECT_LT(lab.at("score").get<double>(), 23.0);
}

}  // namespace
}  // namespace mergelab
