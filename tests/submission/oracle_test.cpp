// The object of an oracle.cpp.
#include "submission/layout.hpp"

#include <dlfcn.h>

#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "worker/call.h"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;
using Role = Argument::Role;

class OracleTest : public testing::Test {
 protected:
  OracleTest() {
    lab_.name = "01_sums";
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

  /// The objects that are kept.
  [[nodiscard]] std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder_.path() / "kept")) files.push_back(file.path());
    return files;
  }

  TemporaryFolder folder_{"mergelab-oracle-"};
  Lab lab_;
  Toolchain toolchain_;
  int builds_ = 0;
};
using OracleTestSlow = OracleTest;

const char* const kSums =
    "int expected(const float* x, int n, double* y) {\n"
    "  double sum = 0;\n  for (int i = 0; i < n; ++i) y[i] = sum += x[i];\n  return n;\n}\n";

TEST_F(OracleTestSlow, answers_the_call_of_a_lab) {
  const OracleBuild oracle = built(kSums);
  ASSERT_EQ(oracle.failure, "");
  void* const handle = ::dlopen(oracle.objects.at(OracleCall::expected).c_str(), RTLD_NOW | RTLD_LOCAL);
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

TEST_F(OracleTestSlow, is_kept_by_its_content) {
  ASSERT_EQ(built(kSums).failure, "");
  ASSERT_EQ(kept().size(), 1U);
  const fs::path file = kept().front();
  write_text(file, "what was kept");
  const fs::path taken = built(kSums).objects.at(OracleCall::expected);
  EXPECT_EQ(read_text(taken), "what was kept");
  EXPECT_EQ(taken, folder_.path() / "2/expected.so") << "workers can't read the folder of kept objects";
  EXPECT_NE(fs::status(taken).permissions() & fs::perms::others_read, fs::perms::none);
  EXPECT_NE(read_text(built(std::string(kSums) + "// another\n").objects.at(OracleCall::expected)),
            "what was kept");
  EXPECT_EQ(kept().size(), 2U);
  lab_.interface.arguments[1].type = "long long";
  EXPECT_NE(built(kSums).failure, "");  // another function is asked for
}

TEST_F(OracleTestSlow, is_not_taken_where_others_can_write) {
  ASSERT_EQ(built(kSums).failure, "");
  const fs::path file = kept().front();
  write_text(file, "what was kept");
  for (const fs::path& open : {file, file.parent_path()}) {
    fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
    EXPECT_NE(read_text(built(kSums).objects.at(OracleCall::expected)), "what was kept") << open;
    fs::permissions(open, fs::perms::others_write, fs::perm_options::remove);
    write_text(file, "what was kept");
  }
  fs::rename(file, folder_.path() / "elsewhere");
  fs::create_symlink(folder_.path() / "elsewhere", file);
  EXPECT_NE(read_text(built(kSums).objects.at(OracleCall::expected)), "what was kept");
}

TEST_F(OracleTest, may_be_noexcept_and_overloaded) {
  std::string sums = kSums;
  sums.insert(sums.find(" {"), " noexcept");
  EXPECT_EQ(built("int expected(int n) { return n; }\n" + sums).failure, "");
}

TEST_F(OracleTestSlow, says_what_the_instructor_did_wrong) {
  const std::string declaration = "int expected(const float* x, int n, double* y)";
  const std::string other = built("int expected(const float* x, long n, double* y) { return 0; }\n").failure;
  EXPECT_TRUE(
      contains(other, "labs/01_sums/oracle.cpp does not compile; it has to define\n  " + declaration));
  EXPECT_TRUE(contains(built("int expected(const float* x, int n, double* y) { return m; }\n").failure,
                       "\nlabs/01_sums/oracle.cpp:2:"));
  EXPECT_TRUE(contains(built("").failure, "has to define"));
  fs::remove(lab_.oracle);
  EXPECT_TRUE(contains(build_oracle(lab_, toolchain_, folder_.path() / "none", "").failure, "can't be read"));
}

TEST_F(OracleTestSlow, has_more_functions_where_the_source_declares_them) {
  const OracleBuild built_with = built(
      std::string(kSums) +
      "void generate(float* x, int n, unsigned seed) { std::fill_n(x, n, seed); }\n"
      "std::string check(const float* x, int n, const double* y, int returned) { return x[0] > y[0] || n != "
      "returned ? \"no\" : \"\"; }\n"
      "std::string explain(const float*, int, const double*, int, const char* array, long long element) {\n"
      "  return array + std::to_string(element);\n}\n");
  EXPECT_EQ(built_with.failure, "");
  EXPECT_EQ(built_with.objects.size(), 4U);
  EXPECT_EQ(built(kSums).objects.size(), 1U);
}

TEST_F(OracleTestSlow, wants_them_as_they_are_called) {
  const std::string other =
      built(std::string(kSums) + "bool check(const float*, int, const double*, int) { return true; }\n")
          .failure;
  EXPECT_TRUE(contains(
      other,
      "it has to define\n  std::string check(const float* x, int n, const double* y, int returned)\n"));
  lab_.interface.arguments[2].role = Role::inout;
  EXPECT_EQ(declaration_of(OracleCall::explain, lab_.interface),
            "std::string explain(const float* x, int n, const double* y_before, const double* y, int "
            "returned, const char* array, long long element)");
  EXPECT_EQ(declaration_of(OracleCall::generate, lab_.interface),
            "void generate(float* x, int n, double* y, unsigned seed)");
}

TEST_F(OracleTestSlow, has_the_structs_of_the_interface) {
  lab_.interface.arguments[0].type = "Point";
  lab_.interface.arguments[0].fields = {{"x", "float"}, {"h", "half"}, {"i", "short"}};
  const std::string function = "int expected(const Point* x, int n, double* y) { y[0] = x->x; return n; }\n";
  EXPECT_EQ(built("struct Point { float x; half h; short i; };\n" + function).failure, "");
  EXPECT_EQ(built("typedef struct { float x; __half h; short i; } Point;\n" + function).failure, "");
  for (const char* const other : {"struct Point { float x; half h; unsigned short i; };\n",
                                  "struct Point { float x; short i; half h; };\n",
                                  "struct Point { float x; half h; short i; ~Point() {} };\n"}) {
    const std::string failure = built(other + function).failure;
    EXPECT_TRUE(contains(failure,
                         "labs/01_sums/oracle.cpp does not compile; it has to define\n  struct Point { float "
                         "x; __half h; short i; };\n  int expected(const Point* x, int n, double* y)\n"))
        << other;
    EXPECT_TRUE(contains(failure, "expected struct Point {")) << other;
  }
  lab_.interface.arguments[0].role = Role::inout;  // check gets it twice
  EXPECT_EQ(built("struct Point { float x; half h; short i; };\n#include <string>\n"
                  "int expected(Point* x, int n, double* y) { y[0] = x->x; return n; }\n"
                  "std::string check(const Point* a, const Point* b, int n, const double*, int) {\n"
                  "  return a[0].i == b[n].i ? \"\" : \"no\";\n}\n")
                .failure,
            "");
}

TEST(OracleSource, declares_what_it_does_not_only_call_or_mention) {
  EXPECT_TRUE(defines("std::string check(int n) { return \"\"; }", OracleCall::check));
  EXPECT_TRUE(defines("static const char *check (int n);", OracleCall::check));
  for (const char* const none :
       {"// void check(int n)\n", "/* int check(int n) */", "return check(n);", "check(n);",
        "int recheck(int n);", "const char* text = \"void check(int)\";", "int check_all(int n);"})
    EXPECT_FALSE(defines(none, OracleCall::check)) << none;
}

}  // namespace
}  // namespace mergelab::submission
