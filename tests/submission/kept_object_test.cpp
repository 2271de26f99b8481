// Kept objects: reused only if all of their inputs are the same.
#include <chrono>
#include <iterator>

#include "build_lab.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

class KeptObjects : public BuildLab {
 protected:
  KeptObjects() {
    fs::copy(toolchain_.simt_cc, driver_);
    toolchain_.simt_cc = driver_;
    toolchain_.kept_objects = kept_;
  }
  /// Builds in a folder that is not there yet.
  [[nodiscard]] Build build_in(const std::string& name, BuildKind kind = kInt) {
    target_ = folder_.path() / name;
    return run({kind});
  }
  [[nodiscard]] static std::string object(const Build& build, BuildKind kind = kInt) {
    return read_text(build.objects.at(kind));
  }
  /// Changes what is kept, so that it is seen to be taken.
  void mark_what_is_kept() {
    for (const auto& entry : fs::directory_iterator(kept_)) {
      std::string text = read_text(entry.path());
      text.replace(text.rfind("-O2"), 3, "-O9");  // in the object, which comes last
      write_text(entry.path(), text);
    }
  }
  [[nodiscard]] static bool is_marked(const std::string& object) { return object.starts_with("-O9 "); }
  [[nodiscard]] std::ptrdiff_t count() const {
    return fs::exists(kept_) ? std::distance(fs::directory_iterator(kept_), fs::directory_iterator()) : 0;
  }

  fs::path kept_ = folder_.path() / "kept", driver_ = folder_.path() / "fake_driver";
};

TEST_F(KeptObjects, are_taken_with_what_the_compiler_said_and_the_name_of_the_new_folder) {
  submit(lab().name, "// FAKE: warning\n");
  const Build first = build_in("one");
  const std::string compiled = object(first), said = first.results.at(0).log;
  EXPECT_EQ(count(), 1);
  mark_what_is_kept();
  const Build again = build_in("two");
  EXPECT_TRUE(again.results.at(0).ok);
  EXPECT_EQ(again.results.at(0).log, said);
  EXPECT_NE(said.find("unused variable 'k'"), std::string::npos) << said;
  EXPECT_TRUE(is_marked(object(again))) << object(again);
  EXPECT_EQ(object(again).find("/one"), std::string::npos) << object(again);
  EXPECT_EQ(object(again).size(), compiled.size());
  EXPECT_NE(object(again).find((folder_.path() / "two" / "src" / "adapter.cu").string()), std::string::npos);
}

TEST_F(KeptObjects, are_not_taken_where_a_file_differs) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  submit(course_.labs.front().name, "// an earlier lab's file\n");
  EXPECT_FALSE(is_marked(object(build_in("two"))));
  submit(lab().name, "// other words\n");
  EXPECT_FALSE(is_marked(object(build_in("six"))));
  EXPECT_EQ(count(), 3);
}

TEST_F(KeptObjects, are_not_taken_for_another_type_rule_limit_or_driver) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  EXPECT_FALSE(is_marked(object(build_in("two", kRecord), kRecord)));
  lab().limits.build_cpu_s += 1;
  EXPECT_FALSE(is_marked(object(build_in("six"))));
  lab().limits.build_cpu_s -= 1;
  lab().forbidden.emplace_back().name = "sort";
  EXPECT_FALSE(is_marked(object(build_in("ten"))));
  lab().forbidden.clear();
  fs::last_write_time(driver_, fs::last_write_time(driver_) + std::chrono::seconds(1));
  EXPECT_FALSE(is_marked(object(build_in("new"))));
  fs::last_write_time(driver_, fs::last_write_time(driver_) - std::chrono::seconds(1));
  EXPECT_TRUE(is_marked(object(build_in("old"))));
}

TEST_F(KeptObjects, are_not_taken_into_a_folder_whose_name_is_longer) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  EXPECT_FALSE(is_marked(object(build_in("three"))));
}

TEST_F(KeptObjects, that_are_cut_off_are_compiled_anew) {
  const Build first = build_in("one");
  for (const auto& entry : fs::directory_iterator(kept_)) fs::resize_file(entry, fs::file_size(entry) - 1);
  EXPECT_EQ(object(build_in("two")).size(), object(first).size());
}

TEST_F(KeptObjects, are_none_of_a_build_that_failed) {
  submit(lab().name, "// FAKE: error\n");
  EXPECT_FALSE(build_in("one").results.at(0).ok);
  EXPECT_FALSE(build_in("two").results.at(0).ok);
  EXPECT_EQ(count(), 0);
}

TEST_F(KeptObjects, are_none_without_a_folder_for_them) {
  toolchain_.kept_objects.clear();
  EXPECT_TRUE(build_in("one").results.at(0).ok);
  EXPECT_EQ(count(), 0);
}

}  // namespace
}  // namespace mergelab::submission
