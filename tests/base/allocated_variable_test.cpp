// Names of memory come from the student's lines, or not at all.
#include "base/allocated_variable.hpp"

#include <gtest/gtest.h>

namespace mergelab::base {
namespace {

TEST(AllocatedVariable, is_the_argument_of_cudaMalloc) {
  for (const char* line :
       {"cudaMalloc(&parts, bytes);", "check(cudaMalloc((void**)&parts, 4 * sizeof(int)));",
        "if (cudaMallocManaged( &parts , n) != cudaSuccess) return;",
        "const cudaError_t status = cudaMalloc(&parts, sizeof(T) * count);",
        "thrust::device_vector<int> parts(n.size(), 1);", "device_vector<pair<int, int>> parts = host;"})
    EXPECT_EQ(allocated_variable({{line, "f"}}), "parts") << line;
  for (const char* line : {"", "parts = make();", "cudaMalloc(parts, n);", "cudaMalloc(&table.parts, n);",
                           "thrust::device_vector<int> a(n), b(n);", "thrust::device_vector<int> a = b, c;",
                           "cudaMalloc(&parts, n), cudaMalloc(&sums, n);"})
    EXPECT_EQ(allocated_variable({{line, "f"}}), "") << line;
  EXPECT_EQ(allocated_variable({}), "");
}

TEST(AllocatedVariable, is_the_one_of_several_on_the_line_whose_turn_it_was) {
  const char* const two = "cudaMalloc(&parts, n); cudaMalloc((void**)&sums, n);";
  EXPECT_EQ(allocated_variable({{two, "f", 0, 2}}), "parts");
  EXPECT_EQ(allocated_variable({{two, "f", 1, 2}}), "sums");
  EXPECT_EQ(allocated_variable({{two, "f", 0, 1}}), "") << "the other one may not have run";
  EXPECT_EQ(allocated_variable({{two, "f", 2, 3}}), "") << "a macro may have a third";
  EXPECT_EQ(allocated_variable({{two, "f", 2, 2}}), "");
}

TEST(AllocatedVariable, is_what_the_caller_assigns_it_to) {
  const auto name = [](const char* line, const char* function = "device_array") {
    return allocated_variable({{"cudaMalloc(&memory, n);", function}, {line, "sort"}});
  };
  for (const char* line :
       {"const auto parts = device_array<value_t>(received);", "parts = detail::device_array<int>(n);",
        "int* const parts = device_array(n);", "const Holder<int> parts(device_array<int>(n));",
        "std::unique_ptr<int[]> parts{device_array<int>(n)};"})
    EXPECT_EQ(name(line), "parts") << line;
  EXPECT_EQ(allocated_variable({{"cudaMalloc(&memory, n);", "Array"},
                                {"return Array<T>(n);", "make"},
                                {"auto parts = make<int>(n);", "sort"}}),
            "parts");
  EXPECT_EQ(name("DeviceArray<int> parts(n);", "DeviceArray"), "parts");
  for (const char* line :
       {"use(device_array<int>(n));", "return device_array<int>(n);", "device_array<int>(n);", ""})
    EXPECT_EQ(name(line), "memory") << line;
}

TEST(AllocatedVariable, is_not_looked_for_in_endless_lines) {
  EXPECT_EQ(allocated_variable({{"cudaMalloc(&parts, " + std::string(1 << 20, '(') + "n);", "f"}}), "");
}

}  // namespace
}  // namespace mergelab::base
