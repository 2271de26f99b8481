// The fixture of tests that need a GPU, and the requests of those of several functions.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>

#include "child.hpp"
#include "../shared/library_test.hpp"

class OnlyOnGpuTest : public LibraryTest {
 protected:
  [[nodiscard]] int call(const char* name) const { return module().function<int (*)()>(name)(); }

  /// Functions, and how many GiB of device memory each takes.
  void call_where_there_is_memory(std::initializer_list<std::pair<const char*, int>> functions) const {
    std::size_t free_bytes = 0, all_bytes = 0;
    for (const auto& [name, gigabytes] : functions) {
      ASSERT_EQ(cudaMemGetInfo(&free_bytes, &all_bytes), cudaSuccess);
      if (free_bytes < static_cast<std::size_t>(gigabytes) << 30)
        GTEST_SKIP() << "less than " << gigabytes << " GiB of device memory are free";
      EXPECT_EQ(call(name), 0) << name;
    }
  }

  /// Two tests of the program LIBRARY_TESTS under each tool of compute-sanitizer.
  static void are_clean_under_every_tool(const std::string& two_tests) {
    if (!std::filesystem::exists(COMPUTE_SANITIZER)) GTEST_SKIP() << "no " COMPUTE_SANITIZER;
    for (const char* tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
      Child child({COMPUTE_SANITIZER, "--tool", tool, "--error-exitcode", "9", LIBRARY_TESTS,
                   "--gtest_filter=" + two_tests});
      EXPECT_EQ(child.wait(), 0) << tool << ":\n" << child.seen();
      EXPECT_NE(child.seen().find("[  PASSED  ] 2 tests"), std::string::npos) << tool << ":\n"
                                                                              << child.seen();
    }
  }
};
