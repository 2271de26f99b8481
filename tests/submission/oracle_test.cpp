// The object of an oracle.cpp.
#include "submission/oracle.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <vector>

#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "worker/call.h"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;
using Role = Argument::Role;

class OracleTest : public testing::Test {
 protected:
  OracleTest() {
    lab_.name = "01_sums";
    lab_.kit.reset();
    lab_.oracle = folder_.path() / "oracle.cpp";
    lab_.interface = {.arguments = {{.name = "x", .role = Role::in, .type = "float", .extents = {"n"}},
                                    {.name = "n", .role = Role::size},
                                    {.name = "y", .role = Role::out, .type = "double", .extents = {"n"}}},
                      .returns = "int"};
    toolchain_.include_dir = fs::path(MERGELAB_SOURCE_DIR) / "include";
    toolchain_.worker_dir = fs::path(MERGELAB_SOURCE_DIR) / "grader/worker";
    toolchain_.compiler = "c++";
  }
  OracleBuild built(const std::string& text) {
    write_text(lab_.oracle, "#include <mergelab/oracle.hpp>\n" + text);
    return build_oracle(lab_, toolchain_, folder_.path() / std::to_string(++builds_),
                        folder_.path() / "kept");
  }

  TemporaryFolder folder_{"mergelab-oracle-"};
  Lab lab_;
  Toolchain toolchain_;
  int builds_ = 0;
};

const char* const kSums =
    "int expected(const float* x, int n, double* y) {\n"
    "  double sum = 0;\n  for (int i = 0; i < n; ++i) y[i] = sum += x[i];\n  return n;\n}\n";

TEST_F(OracleTest, answers_the_call_of_a_lab) {
  const OracleBuild oracle = built(kSums);
  ASSERT_EQ(oracle.failure, "");
  void* const handle = ::dlopen(oracle.object.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << ::dlerror();
  std::vector<float> x{1, 2, 4};
  std::vector<double> y(3);
  const MergelabArray arrays[] = {{x.data(), 12, true}, {nullptr, 0, false}, {y.data(), 24, false}};
  const int row[] = {0, 3, 0};
  int returned = 0;
  const MergelabCall call{.arrays = arrays,
                          .argument_count = 3,
                          .rows = reinterpret_cast<const unsigned char*>(row),
                          .call_count = 1,
                          .returned = &returned,
                          .rank = 0,
                          .ranks = 0,
                          .transport = nullptr};
  reinterpret_cast<decltype(&mergelab_call)>(::dlsym(handle, "mergelab_call"))(&call);
  EXPECT_EQ(y, (std::vector<double>{1, 3, 7}));
  EXPECT_EQ(returned, 3);
  ::dlclose(handle);
}

TEST_F(OracleTest, is_kept_by_its_content) {
  EXPECT_EQ(built(kSums).object, folder_.path() / "1/oracle.so");
  const fs::path kept = built(kSums).object;
  EXPECT_EQ(kept.parent_path(), folder_.path() / "kept");
  EXPECT_FALSE(fs::exists(folder_.path() / "2"));
  EXPECT_EQ(built(std::string(kSums) + "// another\n").object, folder_.path() / "3/oracle.so");
  lab_.interface.arguments[1].type = "long long";
  EXPECT_NE(built(kSums).failure, "");  // another function is asked for
}

TEST_F(OracleTest, says_what_the_instructor_did_wrong) {
  const std::string declaration = "int expected(const float* x, int n, double* y)";
  const std::string other = built("int expected(const float* x, long n, double* y) { return 0; }\n").failure;
  EXPECT_NE(other.find("labs/01_sums/oracle.cpp does not compile; it has to define\n  " + declaration),
            std::string::npos)
      << other;
  EXPECT_NE(other.find("other parameters"), std::string::npos) << other;
  const std::string broken = built("int expected(const float* x, int n, double* y) { return m; }\n").failure;
  EXPECT_NE(broken.find("\noracle.cpp:2:"), std::string::npos) << broken;
  EXPECT_NE(built("").failure.find("has to define"), std::string::npos);
  fs::remove(lab_.oracle);
  EXPECT_NE(build_oracle(lab_, toolchain_, folder_.path() / "none", "").failure.find("can't be read"),
            std::string::npos);
}

}  // namespace
}  // namespace mergelab::submission
