// What is said of a function that lab.json declares wrongly.
#include "course/course.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

/// What is said of the first lab with this in place of its arguments, behind file, line and pointer.
std::string complaint_about(const std::string& arguments, const std::string& runs = kFirstRuns) {
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, runs);
  tiny.replace(kFirstLab, kFirstArguments, arguments);
  const std::string complaint = tiny.complaint(), place = "labs/01_add/lab.json:6: /interface";
  EXPECT_EQ(complaint.substr(0, place.size()), complaint.empty() ? "" : place) << complaint;
  return complaint.substr(std::min(complaint.size(), place.size()));
}

const std::string kA = R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )",
                  kB = R"({ "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, )",
                  kC = R"({ "name": "C", "type": "value", "out": ["m+n"] })";
const std::string kMergesArrays =
    ": a function of the kit \"merge\" has other arrays: in value [m], in value [n], out value [m+n]";

TEST(InterfaceFile, may_have_other_names_and_another_order) {
  EXPECT_EQ(complaint_about(kA + kB + kC), "");
  EXPECT_EQ(
      complaint_about(R"({ "name": "merged", "type": "value", "out": ["n + m"] }, )"
                      R"({ "name": "m", "size": true }, { "name": "x", "type": "value", "in": ["m"] }, )"
                      R"({ "name": "y", "type": "value", "in": ["n"] }, { "name": "n", "size": true })"),
      "");
}

TEST(InterfaceFile, names_each_mistake_about_an_argument) {
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "float", "out": ["m+n"] })"),
            "/arguments/4/type: an array of a kit is of \"value\" or \"int\"");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "2C", "type": "value", "out": ["m+n"] })"),
            "/arguments/4/name: expected a C++ name of at most 31 characters, such as \"rows\"");
  EXPECT_EQ(complaint_about(kA + kB + kA + kC), "/arguments/4/name: \"A\" is the name of two arguments");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value", "out": [] })"),
            "/arguments/4/out: expected at least one size, such as [\"n\"]");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value", "in": ["m"], "out": ["m"] })"),
            "/arguments/4/out: an array has one of \"in\", \"out\", \"inout\" and \"scratch\"");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value", "out": ["m"], "size": true })"),
            "/arguments/4/size: an array is not a size");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value" })"),
            "/arguments/4/type: a number is an int; an array has \"in\", \"out\" or \"scratch\"");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value", "out": [9] })"),
            "/arguments/4/out/0: expected a number of elements in quotes, such as \"n\" or \"256\", got 9\n  "
            "write \"9\"");
  EXPECT_EQ(complaint_about(kA + kB + R"({ "name": "C", "type": "value", "out": "m" })"),
            "/arguments/4/out: expected a list, got \"m\"\n  write [\"m\"]");
  std::string many;
  for (int i = 0; i < 17; ++i) many += R"({ "name": "a)" + std::to_string(i) + R"(" }, )";
  EXPECT_EQ(complaint_about(many + kC), "/arguments: a function has at most 16 arguments");
}

TEST(InterfaceFile, names_each_mistake_about_an_extent) {
  const auto out = [](const std::string& extent) {
    return complaint_about(kA + kB + R"({ "name": "C", "type": "value", "out": [")" + extent + R"("] })");
  };
  EXPECT_EQ(out("m+mm"), "/arguments/4/out: \"mm\" is not a number of this function\n  its numbers are m, n");
  EXPECT_EQ(out("m+"), "/arguments/4/out: 'm+' ends where a number or a name is expected");
  EXPECT_EQ(out("m-2*n"), "/arguments/4/out: 'm-2*n' is below 0");
  EXPECT_EQ(out("2147483647*2"), "/arguments/4/out: '2147483647*2' is over 2^31-1");
  EXPECT_EQ(out("m"), "/arguments" + kMergesArrays);
}

TEST(InterfaceFile, fits_its_kit) {
  EXPECT_EQ(complaint_about(kA + kC),
            "/arguments/2/out: \"n\" is not a number of this function\n  its numbers are m");
  EXPECT_EQ(complaint_about(kA + kB + kC + R"(, { "name": "s", "type": "value", "scratch": ["m"] })"),
            "/arguments" + kMergesArrays);
  EXPECT_EQ(complaint_about(kA + kB + kC + R"(, { "name": "k" })"),
            "/arguments/5/name: the kit \"merge\" has no number \"k\"; it has m, n, section, tile");
  EXPECT_EQ(complaint_about(kA + kB + kC + R"(, { "name": "tile" })"),
            "/arguments: a function has all of \"section\", \"tile\", or none");
  EXPECT_EQ(
      complaint_about(kFirstArguments, R"("kit": "merge", "interface": { "returns": "int", "runs": "host")"),
      ": a function of the kit \"merge\" returns nothing");
  EXPECT_EQ(complaint_about(kFirstArguments, R"("kit": "merge", "interface": { "runs": "ranks")"),
            "/runs: only a function of the kit \"lists\" runs on ranks");
  EXPECT_EQ(complaint_about(kFirstArguments, R"("kit": "sort", "interface": { "runs": "host")"),
            "/runs: a function of the kit \"sort\" runs on the device");
  EXPECT_EQ(complaint_about(kFirstArguments, R"("kit": "merge", "interface": { "runs": "gpu")"),
            "/runs: unknown value \"gpu\"\n  known: host, device, ranks");
}

}  // namespace
}  // namespace mergelab::course
