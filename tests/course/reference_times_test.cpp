// The reference solution's times on GPUs: those of the course, and those that settings add.
#include <gtest/gtest.h>

#include "course/course.hpp"
#include "support/places.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

TEST(ReferenceTimes, of_another_gpu_come_from_settings) {
  const TinyCourse tiny;
  const auto with_reference = [&](const std::string& reference) {
    tiny.write("mine.json", R"({"schema": "mergelab.settings/1",
"labs": {"03_basic_kernel": {"items": {"time": {"reference": )" +
                                reference + "}}}}}");
    return load(MERGELAB_SOURCE_DIR, tiny.root() / "mine.json").labs.at(2).find_item("time")->reference;
  };
  const auto found = with_reference(R"({"NVIDIA L4": {"two_to_24": 2.5, "lopsided": 3}})");
  EXPECT_EQ(found.at("NVIDIA L4"), (std::map<std::string, double>{{"two_to_24", 2.5}, {"lopsided", 3}}));
  EXPECT_EQ(found.at("NVIDIA H200").at("two_to_24"), 3.71) << "the others stay";
  EXPECT_EQ(with_reference(R"({"NVIDIA H200": {"two_to_24": 2.5, "lopsided": 3}})").size(), 1U);
  const auto mistake = [&](const std::string& reference) {
    try {
      static_cast<void>(with_reference(reference));
    } catch (const Error& error) {
      const std::string text = error.what();
      return text.substr(text.find("/labs/03"));
    }
    return std::string();
  };
  const std::string place = "/labs/03_basic_kernel/items/time/reference";
  EXPECT_EQ(mistake(R"({"two_to_24": 2.5, "lopsided": 3})"), place + "/lopsided: expected an object, got 3");
  EXPECT_EQ(mistake(R"({"NVIDIA L4": {"two_to_24": 2.5}})"),
            place + "/NVIDIA L4: lacks the case \"lopsided\" of its family");
  EXPECT_EQ(
      mistake(R"({"NVIDIA L4": {"two_to_24": 2, "lopsided": 3, "odd": 1}})"),
      place + "/NVIDIA L4/odd: is not a case of the family \"device_timing\"; it has two_to_24, lopsided");
}

}  // namespace
}  // namespace mergelab::course
