// Labs without a kit: what is read, and what is said of mistakes in lab.json and cases.json.
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "model/npy.hpp"
#include "support/places.hpp"
#include "support/sections.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

const std::string kCases = "labs/01_add/cases.json";
const std::string kItem = R"({"id": "plain", "kind": "correctness", "points": 1, "about": "is right"})";

/// The tiny course with a saxpy in place of its labs.
class OwnLab {
 public:
  OwnLab() {
    course_.write(kCourseFile, R"({"schema": "mergelab.course/1", "title": "t", "labs": ["01_add"]})");
    write_lab();
    write_cases();
  }
  void write_lab(const std::string& items = kItem, const std::string& y = R"("compare": {"relative": 1e-6})",
                 const std::string& more = "") const {
    course_.write(
        kFirstLab,
        R"({"schema": "mergelab.lab/1", "title": "t", "file": "add.cuh", "function": "add", "points": 1,
"constants": {"block": 64}, )" +
            more +
            R"("interface": {"runs": "device", "arguments": [
{"name": "a", "type": "float"}, {"name": "x", "type": "float", "in": ["n"]},
{"name": "y", "type": "float", "inout": ["n"], )" +
            y + R"(}, {"name": "n", "size": true}]},
"items": [)" +
            items + "]}");
  }
  void write_cases(const std::string& arguments = R"("a": 2, "n": "3*block+1")") const {
    course_.write(kCases, R"({"schema": "mergelab.cases/1", "families": [{"name": "plain", "about": "some",
"arguments": {"x": "ones"}, "cases": [{"name": "one", "arguments": {)" +
                              arguments + "}}]}]}");
  }
  [[nodiscard]] const TinyCourse& course() const { return course_; }
  /// What is said of it, behind a case's or an item's place.
  [[nodiscard]] std::string said() const {
    const std::string complaint = course_.complaint();
    return complaint.substr(std::min(complaint.size(), complaint.find("): ") + 3));
  }
  [[nodiscard]] std::string said_of(const std::string& arguments) const {
    write_cases(arguments);
    return said();
  }

 private:
  TinyCourse course_;
};

TEST(CasesFile, says_where_inputs_belong) {
  const OwnLab own;
  EXPECT_EQ(own.said_of(R"("a": 2, "n": 1}, "in": {"x": "ones")"),
            "inputs belong in \"arguments\"\n  write \"arguments\": {\"x\": ...}");
  own.write_cases(R"("a": 2, "n": 1}, "x": "ones", "count": {)");
  EXPECT_TRUE(contains(own.course().complaint(), "write \"arguments\": {\"x\": ...}"));
}

TEST(CasesFile, says_which_type_to_write) {
  const OwnLab own;
  const auto said = [&](const std::string& type) {
    own.write_lab(kItem, R"("compare": {"relative": 1e-6}}, {"name": "b", "type": ")" + type + "\"");
    const std::string complaint = own.course().complaint();
    return complaint.substr(complaint.find("/type: ") + 7);
  };
  EXPECT_EQ(said("bool"), "unknown type \"bool\"\n  write \"unsigned char\"");
  EXPECT_EQ(said("std::int64_t"), "unknown type \"std::int64_t\"\n  write \"long long\"");
  EXPECT_EQ(said("duoble").substr(0, 45), "unknown type \"duoble\"\n  did you mean \"double\"");
}

TEST(CasesFile, gives_families_to_the_lab) {
  const OwnLab own;
  ASSERT_EQ(own.course().complaint(), "");
  const Course course = load(own.course().root(), std::filesystem::path());
  const Lab& lab = course.labs.front();
  EXPECT_FALSE(lab.kit);
  EXPECT_EQ(lab.items.front().family, "01_add/plain");
  const CaseSpec& spec = course.find_family("01_add/plain")->cases.front();
  EXPECT_EQ(spec.arguments.at("n").size.text(), "3*block+1");
  EXPECT_EQ(spec.arguments.at("x").generator, "ones");
  EXPECT_EQ(spec.arguments.at("y").generator, "uniform");
  EXPECT_EQ(declaration_of(lab.interface, lab.function),
            "void add(float a, const float* x, float* y, int n)");
}

TEST(CasesFile, names_each_mistake) {
  const OwnLab own;
  const std::vector<Section> files =
      sections_of(read_text(MERGELAB_SOURCE_DIR "/tests/course/mistakes.cases"), "//! ");
  const auto mistakes = std::ranges::find(files, kCases, &Section::name);
  ASSERT_NE(mistakes, files.end());
  for (const auto& [arguments, message] : sections_of(mistakes->text, "//+"))
    EXPECT_EQ(own.said_of(arguments) + "\n", message);
  own.write_cases(R"("a": 2, "n": 3, "x": {"generator": "file", "file": "x.npy"})");
  EXPECT_TRUE(contains(own.course().complaint(), "x.npy does not exist"));
}

TEST(CasesFile, knows_what_a_half_can_be) {
  const OwnLab own;
  own.course().replace(kFirstLab, R"({"name": "x", "type": "float", "in": ["n"]})",
                       R"({"name": "x", "type": "half", "in": ["n"]})");
  const auto said = [&](const std::string& x, const std::string& n = "2") {
    own.write_cases("\"a\": 2, \"n\": " + n + ", \"x\": " + x);
    return own.course().complaint();
  };
  EXPECT_EQ(said("[0.1, -65504]"), "");
  EXPECT_TRUE(contains(said("[0.1, 65505]"), "half can't have this value"));
  EXPECT_EQ(said(R"("index")", "2049"), "");
  EXPECT_TRUE(contains(said(R"("index")", "2050"), "x has 2050 elements, but half can't be 2049"));
  EXPECT_EQ(said(R"({"generator": "few", "distinct": 2049})"), "");
  EXPECT_TRUE(contains(said(R"({"generator": "few", "distinct": 2050})"), "half has fewer values"));
}

TEST(OwnCase, takes_sizes_from_the_shapes_of_its_arrays) {
  const OwnLab own;
  const Course course = load(own.course().root(), std::filesystem::path());
  const Lab& lab = course.labs.front();
  const std::filesystem::path file = own.course().root() / "x.npy";
  const float x[3] = {1, 2, 4};
  const std::int64_t shape = 3;
  write_npy(file, element_type_named("float"), std::span(&shape, 1), std::as_bytes(std::span(x)));
  const CaseSpec spec = own_case(lab, {{"a", "2"}, {"x", file.string()}});
  EXPECT_EQ(std::get<std::int64_t>(spec.arguments.at("n").values.front()), 3);
  EXPECT_EQ(spec.arguments.at("y").generator, "uniform");
  EXPECT_EQ(own_case(lab, {{"a", "2"}, {"x", "1.5,-2"}}).arguments.at("x").values,
            (std::vector<Number>{1.5, std::int64_t{-2}}));
  EXPECT_EQ(own_case(lab, {{"a", "2"}, {"n", "0"}, {"x", ""}}).arguments.at("x").values.size(), 0U);
  const auto said = [&](const std::map<std::string, std::string>& words) {
    return error_of<Error>([&] { return own_case(lab, words); });
  };
  EXPECT_EQ(said({{"a", "2"}}), "no value is given for n: add n=VALUE");
  EXPECT_EQ(said({{"x", "1,2"}}), "no value is given for a: add a=VALUE");
  EXPECT_EQ(said({{"a", "2"}, {"n", "2.5"}}), "n: '2.5' is not a number of type int");
  EXPECT_EQ(said({{"a", "2"}, {"x", "1,,2"}}),
            "x: '' is not a number of type float, and not the name of a .npy file");
  EXPECT_EQ(said({{"a", "2"}, {"n", "4"}, {"x", file.string()}}), "x has 4 elements, but x.npy has 3");
  EXPECT_EQ(said({{"a", "1e39"}, {"n", "1"}}), "a: '1e39' is not a number of type float");
}

TEST(CasesFile, gives_no_value_that_its_type_lacks) {
  const OwnLab own;
  own.course().replace(
      kFirstLab, R"({"name": "a", "type": "float"})",
      R"({"name": "a", "type": "short"}, {"name": "b", "type": "unsigned char", "in": ["n"]})");
  const auto said = [&](const std::string& arguments) { return own.said_of(arguments); };
  EXPECT_EQ(said(R"("a": -32768, "n": 3, "b": [0, 7, 255])"), "");
  EXPECT_EQ(said(R"("a": -32769, "n": 3)"), "short can't have this value");
  EXPECT_EQ(said(R"("a": "40*n", "n": 1000)"),
            "\"n\" is neither a number of this function nor a constant\n"
            "  known are block");
  EXPECT_EQ(said(R"("a": "600*block", "n": 3)"), "\"a\" is 38400, which short can't be");

  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": [0, 7, 256])"), "unsigned char can't have this value");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": [0, 7, 0.5])"), "unsigned char can't have this value");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "x": [0, 7, 1e39])"), "float can't have this value");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": {"generator": "integers", "low": -1, "high": 5})"),
            "unsigned char can't have this value");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": {"generator": "integers", "low": 1})").substr(0, 21),
            "the key \"high\" is mis");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": {"generator": "few", "distinct": 256})"), "");
  EXPECT_EQ(said(R"("a": 1, "n": 3, "b": {"generator": "few", "distinct": 257})"),
            "unsigned char has fewer values");
  EXPECT_EQ(said(R"("a": 1, "n": 256, "b": "permutation")"), "");
  EXPECT_EQ(said(R"("a": 1, "n": 257, "b": "permutation")"),
            "b has 257 elements, but unsigned char can't be 256");
}

TEST(CasesFile, has_sizes_whatever_is_drawn) {
  const OwnLab own;
  own.course().replace(kFirstLab, R"({"name": "n", "size": true})",
                       R"({"name": "n", "size": true}, {"name": "k", "size": true})");
  own.write_cases(R"("a": 2, "n": {"generator": "uniform", "low": 3, "high": 9}, "k": "n-3")");
  EXPECT_EQ(own.course().complaint(), "");
  own.write_cases(R"("a": 2, "n": {"generator": "uniform", "low": 2, "high": 9}, "k": "n-3")");
  EXPECT_TRUE(contains(own.course().complaint(), "\"k\" is -1, below 0"));
  own.write_cases(R"("a": 2, "n": {"generator": "uniform", "low": 2, "high": 9}, "k": "4-n")");
  EXPECT_TRUE(contains(own.course().complaint(), "\"k\" is -5, below 0"));
}

TEST(CasesFile, is_needed) {
  const OwnLab own;
  std::filesystem::remove(own.course().root() / kCases);
  EXPECT_TRUE(contains(own.course().complaint(), kCases));
}

TEST(OwnLab, needs_a_comparison_of_real_numbers) {
  const OwnLab own;
  const auto said = [&](const std::string& y) {
    own.write_lab(kItem, y);
    const std::string complaint = own.course().complaint();
    return complaint.substr(std::min(complaint.size(), complaint.find(": /interface") + 12));
  };
  EXPECT_EQ(said(R"("size": false)"),
            "/arguments/2: a result of type float needs \"compare\", such as {\"absolute\": 1e-6, "
            "\"relative\": 1e-5}");
  EXPECT_EQ(said(R"("compare": {"ulps": 4})"), "");
  EXPECT_EQ(
      said(R"("compare": {"ulps": 4, "relative": 1})").find("/arguments/2/compare: expected \"exact\", "),
      0U);
  EXPECT_EQ(said(R"("compare": {})").find("/arguments/2/compare: expected \"exact\", "), 0U);
}

TEST(OwnLab, counts_in_its_own_units) {
  const OwnLab own;
  const auto said = [&](const std::string& fields) {
    own.write_lab(
        kItem +
        R"(, {"id": "loads", "kind": "performance", "points": 0, "about": "loads", "family": "plain", )" +
        fields + "}");
    return own.said();
  };
  const std::string counted = R"("backends": ["cpu"], "max_ratio": 2, )";
  EXPECT_EQ(said(counted + R"("metric": "load_bytes", "of": ["x"], "per": "2*n/block", "at_least": 4)"), "");
  EXPECT_EQ(said(counted + R"("metric": "load_bytes", "of": ["z"])").substr(0, 17), "unknown value \"z\"");
  EXPECT_EQ(said(counted + R"("metric": "barriers", "of": ["x"])"), "\"barriers\" is not counted by array");
  EXPECT_EQ(said(counted + R"("metric": "loads", "per": "a")"),
            "\"a\" is neither a number of this function nor a constant\n  known are n, block");
  EXPECT_EQ(said(counted + R"("metric": "loads", "at_least": 0.25)"),
            "expected a whole number, or a formula such as \"n/4\"\n  of a part of 1 let \"per\" name more");
  EXPECT_EQ(said(R"("max_ratio": 2, "metric": "loads")"),
            "the CPU engine counts: expected \"backends\": [\"cpu\"]");
  EXPECT_EQ(said(counted + R"("metric": "time_ratio", "yardstick": "reference")"),
            "a device function is timed with \"backends\": [\"gpu\"]");
  EXPECT_EQ(said(counted + R"("metric": "loads", "yardstick": "cub")").substr(0, 19),
            "unknown value \"cub\"");
}

TEST(OwnLab, may_have_extents_that_some_numbers_make_negative) {
  const OwnLab own;
  own.course().replace(kFirstLab, R"("in": ["n"])", R"("in": ["n-2"])");
  EXPECT_EQ(own.course().complaint(), "");
  own.write_cases(R"("a": 2, "n": 1)");
  EXPECT_TRUE(contains(own.course().complaint(), "'n-2' is below 0"));
}

TEST(OwnLab, has_no_keys_of_kits) {
  const OwnLab own;
  own.write_lab(kItem, R"("compare": "exact")", R"("shape": {"section": 1, "tile": 1}, )");
  EXPECT_TRUE(contains(own.course().complaint(), "/shape: only a lab with a \"kit\" has this key"));
  own.write_lab(kItem, R"("compare": "exact")", R"("refuse": ["cub::"], )");
  EXPECT_TRUE(contains(own.course().complaint(), "/refuse/0: expected a name such as"));
  own.write_lab(kItem, R"("compare": "exact")", R"("refuse": ["thrust"], )");
  EXPECT_EQ(own.course().complaint(), "");
}

TEST(OwnLab, may_name_a_library_whose_time_is_shown) {
  const OwnLab own;
  const auto write = [&](const std::string& library) {
    own.write_lab(R"({"id": "time", "kind": "performance", "points": 1, "about": "is fast", "family": "plain",
"metric": "time_ratio", "yardstick": "reference", "full": 1, "zero": 2, "backends": ["gpu"]})",
                  R"("compare": {"relative": 1e-6})", R"("library": )" + library + ", ");
  };
  const std::string by_cublas = R"({"name": "cublasSaxpy", "links": ["cublas"]})";
  write(by_cublas);
  EXPECT_TRUE(
      contains(own.course().complaint(), "/library.cuh is missing: the lab's function, by cublasSaxpy"));
  std::ofstream(own.course().root() / "labs" / "01_add" / "library.cuh") << "";
  EXPECT_EQ(own.course().complaint(), "");
  const Course course = load(own.course().root());
  const Lab& lab = course.labs.front();
  ASSERT_TRUE(lab.library);
  EXPECT_EQ(lab.library->name, "cublasSaxpy");
  EXPECT_EQ(lab.library->links, std::vector<std::string>{"cublas"});
  write(R"({"name": "cublasSaxpy", "links": ["-Wl,x"]})");
  EXPECT_TRUE(contains(own.course().complaint(), "/library/links/0: expected a library's name"));
  own.write_lab(kItem, R"("compare": {"relative": 1e-6})", R"("library": )" + by_cublas + ", ");
  EXPECT_TRUE(contains(own.course().complaint(), "/library: no item is timed on a GPU"));
}

}  // namespace
}  // namespace mergelab::course
