// Lab 8 on lists in files, bench/k_way: correct for lists of all lengths, and the messages for invalid files.
#include <sys/wait.h>

#include <cmath>

#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {
namespace {

class KWayFiles : public testing::Test {
 protected:
  struct Ran {
    int status = 0;
    std::string output;
  };

  [[nodiscard]] Ran run(const std::string& words) const {
    const std::string log = path("log");
    const int status =
        std::system((MERGELAB_BINARY_DIR "/bin/k_way_files " + words + " >" + log + " 2>&1").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(log)};
  }
  [[nodiscard]] Ran merge(int k) const {
    return run(std::to_string(k) + " " + path("sizes") + " " + path("elements") + " " + path("result") +
               " --repeats 1");
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  template <class T>
  void write(const std::string& name, const std::vector<T>& values) const {
    write_text(path(name),
               std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }
  [[nodiscard]] std::vector<double> read(const std::string& name) const {
    const std::string bytes = read_text(path(name));
    std::vector<double> values(bytes.size() / sizeof(double));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  void expect_refused(int k, const std::string& text) const { expect_refused(k, std::vector{text}); }
  /// With one of these texts.
  void expect_refused(int k, const std::vector<std::string>& texts) const {
    write("result", std::vector<double>{42});
    const Ran ran = merge(k);
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(std::ranges::any_of(
        texts, [&](const std::string& text) { return ran.output.find(text) != std::string::npos; }))
        << "expected: " << testing::PrintToString(texts) << "\n"
        << ran.output;
    EXPECT_EQ(read("result"), std::vector<double>{42}) << "the result of before is lost";
  }

  TemporaryFolder folder_;
};

TEST_F(KWayFiles, are_merged_with_empty_lists_and_lists_of_one_element) {
  write("sizes", std::vector<int>{0, 3, 1, 0, 2});
  write("elements", std::vector<double>{-1.5, 2, 1e300, 2, -HUGE_VAL, 0.25});
  const Ran ran = merge(5);
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "5 lists, 6 elements: "));
  EXPECT_EQ(read("result"), (std::vector<double>{-HUGE_VAL, -1.5, 0.25, 2, 2, 1e300}));
}

TEST_F(KWayFiles, are_made_and_merged_again) {
  const Ran made = run("--make 30 200 " + path("sizes") + " " + path("elements"));
  EXPECT_EQ(made.status, 0) << made.output;
  std::vector<double> elements = read("elements");
  EXPECT_GT(elements.size(), 2000U);
  EXPECT_FALSE(std::is_sorted(elements.begin(), elements.end()));
  const Ran ran = merge(200);
  EXPECT_EQ(ran.status, 0) << ran.output;
  std::sort(elements.begin(), elements.end());
  EXPECT_EQ(read("result"), elements);
}

TEST_F(KWayFiles, are_refused_where_they_are_no_lists) {
  write("sizes", std::vector<int>{2, 2});
  write("elements", std::vector<double>{1, 2, 4, 3});
  expect_refused(2, "elements: list 1 is not sorted: element 0 is 4.000000, and the next one is 3.000000");
  expect_refused(3, "sizes has only 8 bytes, expected 3 sizes of 4 bytes");
  expect_refused(1, "sizes has more than 4 bytes, expected 1 sizes of 4 bytes");
  for (const int k : {0, 1025}) {  // in the words of older versions of CLI11, or of newer ones
    const std::string value = "Value " + std::to_string(k) + " not in range ";
    expect_refused(k, {value + "1 to 1024", value + "[1 - 1024]"});
  }
  write("elements", std::vector<double>{1, std::nan("")});
  expect_refused(2, "elements has only 16 bytes, expected 4 elements of 8 bytes");
  write("elements", std::vector<double>{1, std::nan(""), 3, 4});
  expect_refused(2, "list 0 is not sorted");
  write("sizes", std::vector<int>{5, -1});
  expect_refused(2, "sizes: list 1 has -1 elements");
  write("sizes", std::vector<int>{std::numeric_limits<int>::max(), 1});
  expect_refused(2, "all lists together have more than 2147483647 elements");
}

TEST_F(KWayFiles, show_a_function_that_is_wrong) {
  write_text(path("merge.cu"), R"(#include <cuda_runtime.h>
extern "C" int k_way_merge_element_bytes() { return 8; }
extern "C" void run_k_way_merge(const void* lists, const int*, int, int total, void* C) {
  cudaMemcpy(C, lists, total * 8, cudaMemcpyDeviceToDevice);
})");
  const std::string command =
      MERGELAB_BINARY_DIR "/bin/simt-cc -w -o " + path("merge.so") + " " + path("merge.cu");
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  write("sizes", std::vector<int>{1, 2});
  write("elements", std::vector<double>{1, 0.5, 3});
  const Ran ran = run("2 " + path("sizes") + " " + path("elements") + " " + path("result") + " --object " +
                      path("merge.so"));
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(contains(ran.output, "WRONG: element 0 of the result is 1, expected 0.5"));
}

}  // namespace
}  // namespace mergelab
