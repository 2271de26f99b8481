// A small lab with a test's code, compiled by the real driver.
#pragma once

#include "submission/submission.hpp"
#include "support/interfaces.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::submission {

namespace fs = std::filesystem;

class Forbidden : public testing::Test {
 protected:
  Forbidden() {
    Lab earlier;
    earlier.name = "01_earlier";
    earlier.file = "earlier.cuh";
    Lab lab;
    lab.name = "02_merge";
    lab.file = "merge.cuh";
    lab.function = "merge";
    lab.kit = &merge_kit();
    lab.interface = host_merge();
    lab.uses = {earlier.name};
    course_.labs = {earlier, lab};
    const fs::path source = MERGELAB_SOURCE_DIR;
    toolchain_ = {SIMT_CC, source / "include", source / "grader" / "worker", source / "simt" / "include",
                  CXX_COMPILER};
    submit("01_earlier", "#pragma once\n#include <mergelab/lab.cuh>\n");
  }

  void submit(const std::string& name, const std::string& text) {
    sources_[name].file = folder_.path() / name / course_.find_lab(name)->file;
    write_text(sources_[name].file, text);
  }

  /// A right lab but for `extra`, whose first line is line 3 of the file, and `body`, line 1 of the function.
  BuildResult compile(const std::string& extra, const std::string& body = "") {
    return compile_file(
        "#include <mergelab/lab.cuh>\n#include \"earlier.cuh\"\n" + extra +
        "\ninline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {\n" + body +
        "\n  int i = 0, j = 0, k = 0;\n"
        "  while (i < m && j < n) { if (A[i] <= B[j]) C[k++] = A[i++]; else C[k++] = B[j++]; }\n"
        "  while (i < m) C[k++] = A[i++];\n  while (j < n) C[k++] = B[j++];\n}\n");
  }
  BuildResult compile_file(const std::string& text) {
    submit("02_merge", text);
    static int number = 0;
    const fs::path folder = folder_.path() / ("build " + std::to_string(number++));
    return build(course_, course_.labs.back(), sources_, {BuildKind(ValueType::int32)}, toolchain_, folder)
        .results.at(0);
  }

  void expect_forbidden(const std::string& extra, const std::string& says, const std::string& body = "") {
    const BuildResult result = compile(extra, body);
    EXPECT_EQ(result.verdict, Verdict::forbidden) << extra << body << "\n" << result.log;
    EXPECT_FALSE(result.ok);
    EXPECT_TRUE(contains(result.log, says)) << extra << body;
    EXPECT_FALSE(contains(result.log, folder_.path().string()));
    EXPECT_FALSE(contains(result.log, "adapter"));
  }
  void expect_passes(const std::string& extra, const std::string& body = "") {
    const BuildResult result = compile(extra, body);
    EXPECT_EQ(result.verdict, Verdict::passed) << extra << body << "\n" << result.log;
  }

  TemporaryFolder folder_{"submission-", kEntered};
  Course course_;
  Toolchain toolchain_;
  Sources sources_;
};

}  // namespace mergelab::submission
