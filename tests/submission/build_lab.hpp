// A lab of three, and a test's driver instead of simt-cc.
#pragma once

#include "submission/submission.hpp"
#include "support/interfaces.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::submission {

inline constexpr BuildKind kInt(ValueType::int32), kRecord(ValueType::record), kCounted(ValueType::counted);

class BuildLab : public testing::Test {
 protected:
  BuildLab() {
    Lab co_rank;
    co_rank.name = "02_co_rank";
    co_rank.file = "co_rank.cuh";
    Lab basic;
    basic.name = "03_basic_kernel";
    basic.file = "merge_basic.cuh";
    basic.uses = {co_rank.name};
    Lab tiled;
    tiled.name = "04_tiled_kernel";
    tiled.file = "merge_tiled.cuh";
    tiled.function = "merge_tiled";
    tiled.interface = shaped_merge();
    tiled.uses = {basic.name};
    course_.labs = {co_rank, basic, tiled};
    toolchain_ = {std::filesystem::path(FIXTURES) / "fake_simt_cc", "/opt/include", "/opt/worker", {}, "sh"};
    for (const Lab& lab : course_.labs) submit(lab.name, "// " + lab.file + "\n");
  }

  [[nodiscard]] Lab& lab() { return course_.labs.back(); }
  void submit(const std::string& name, const std::string& text) {
    sources_[name].file = folder_.path() / "submission" / name / course_.find_lab(name)->file;
    write_text(sources_[name].file, text);
  }
  [[nodiscard]] Build run(const std::vector<BuildKind>& kinds = {kInt}) {
    return build(course_, lab(), sources_, kinds, toolchain_, target_);
  }
  /// The result of a build for int by a driver that does what `word` says.
  [[nodiscard]] BuildResult run_fake(const std::string& word) {
    submit(lab().name, "// FAKE: " + word + "\n");
    return run().results.at(0);
  }

  TemporaryFolder folder_{"submission-", kEntered};
  std::filesystem::path target_ = folder_.path() / "build of Größe";
  Course course_;
  Toolchain toolchain_;
  Sources sources_;
};

}  // namespace mergelab::submission
