// Structs of a lab's interface, and arrays of them in its cases: what is read, and what is said of mistakes.
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

const std::string kStruct = R"("Point": ["double x", "float y", "int cell"])",
                  kCompare = R"(, "compare": {"absolute": 1e-5})";

/// A course whose first lab moves points.
class Points {
 public:
  Points() {
    write();
    write_cases("");
  }
  void write(const std::string& structs = kStruct, const std::string& compare = kCompare,
             const std::string& more = "") const {
    course_.write(
        kFirstLab,
        R"({"schema": "mergelab.lab/1", "title": "t", "file": "add.cuh", "function": "add", "points": 1,
"constants": {"block": 64}, "items": [{"id": "plain", "kind": "correctness", "points": 1, "about": "adds"}],
"interface": {"runs": "device", "structs": {)" +
            structs + R"(}, "arguments": [{"name": "n", "size": true}, )" + more +
            R"({"name": "points", "type": "Point", "inout": ["n"])" + compare + "}]}}");
  }
  void write_cases(const std::string& points) const {
    course_.write("labs/01_add/cases.json",
                  R"({"schema": "mergelab.cases/1", "families": [{"name": "plain", "about": "some", "cases": [
{"name": "one", "arguments": {)" +
                      points + R"("n": 2}}]}]})");
  }
  /// Behind the file, the line and the pointer's beginning.
  [[nodiscard]] std::string complaint(const std::string& end = ": /interface") const {
    const std::string text = course_.complaint();
    EXPECT_TRUE(contains(text, end));
    return text.substr(std::min(text.size(), text.find(end) + end.size()));
  }
  [[nodiscard]] std::string about_structs(const std::string& structs) const {
    write(structs);
    return complaint(": /interface/structs");
  }
  [[nodiscard]] std::string about_compare(const std::string& compare) const {
    write(kStruct, compare);
    return complaint(": /interface/arguments/1");
  }
  [[nodiscard]] const TinyCourse& course() const { return course_; }

 private:
  TinyCourse course_;
};

TEST(StructsFile, gives_fields_to_arrays) {
  const Points points;
  ASSERT_EQ(points.course().complaint(), "");
  const Lab lab = load(points.course().root(), std::filesystem::path()).labs.front();
  const Argument& array = lab.interface.arguments.back();
  EXPECT_EQ(struct_declaration(array), "struct Point { double x; float y; int cell; };");
  EXPECT_EQ(declaration_of(lab.interface, lab.function), "void add(int n, Point* points)");
  EXPECT_EQ(array.fields[1].compare.absolute, 1e-5);
  EXPECT_EQ(array.fields[2].compare.how, Compare::How::exact);
  EXPECT_EQ(array.element_bytes(0), 16U);
}

TEST(StructsFile, has_a_comparison_for_each_field) {
  const Points points;
  points.write(kStruct, R"(, "compare": {"x": {"ulps": 3}, "y": "exact", "cell": {"absolute": 2}})");
  ASSERT_EQ(points.course().complaint(), "");
  const Lab lab = load(points.course().root(), std::filesystem::path()).labs.front();
  const std::vector<Field>& fields = lab.interface.arguments.back().fields;
  EXPECT_EQ(fields[0].compare.ulps, 3);
  EXPECT_EQ(fields[1].compare.how, Compare::How::exact);
  EXPECT_EQ(fields[2].compare.absolute, 2);
  points.write(kStruct, R"(, "compare": "exact")");
  EXPECT_EQ(points.course().complaint(), "");
}

TEST(StructsFile, names_each_mistake_about_a_field) {
  const Points points;
  EXPECT_EQ(points.about_structs(R"("Point": ["flot x"])").substr(0, 60),
            "/Point/0: unknown type \"flot\"\n  did you mean \"float\"?  known");
  EXPECT_EQ(points.about_structs(R"("Point": ["value x"])").substr(0, 30),
            "/Point/0: unknown type \"value\"");
  EXPECT_EQ(points.about_structs(R"("Point": ["x"])"),
            "/Point/0: expected a type and a name, such as \"float x\"");
  EXPECT_EQ(points.about_structs(R"("Point": ["float 2x"])"),
            "/Point/0: \"2x\" is not a C++ name of at most 31 characters");
  EXPECT_EQ(points.about_structs(R"("Point": ["float x", "int x"])"),
            "/Point/1: \"x\" is the name of two fields");
  EXPECT_EQ(points.about_structs(R"("Point": [])"),
            "/Point: expected at least one field, such as [\"float x\"]");
  std::string many = R"("int a")";
  for (char c = 'b'; c <= 'q'; ++c) many += std::string(R"(, "int )") + c + '"';
  EXPECT_EQ(points.about_structs(R"("Point": [)" + many + "]"), "/Point: a struct has at most 16 fields");
}

TEST(StructsFile, refuses_names_that_are_taken) {
  const Points points;
  for (const char* const name :
       {"class", "value", "float4", "uint3", "int64_t", "half", "__half", "co_await"}) {
    const std::string quoted = std::string("\"") + name + "\"";
    EXPECT_EQ(points.about_structs(quoted + R"(: ["int a"])"),
              std::string("/") + name + ": " + quoted +
                  " has a meaning in C++ or CUDA already\n  choose another name");
  }
  EXPECT_EQ(points.about_structs(R"("Point": ["int operator"])"),
            "/Point/0: \"operator\" has a meaning in C++ or CUDA already\n  choose another name");
  EXPECT_EQ(points.about_structs(R"("add": ["int a"], )" + kStruct),
            "/add: \"add\" is also the name of the function");
  EXPECT_EQ(points.about_structs(R"("block": ["int a"], )" + kStruct),
            "/block: \"block\" is also the name of a constant");
  EXPECT_EQ(points.about_structs(R"("points": ["int a"], )" + kStruct),
            "/points: \"points\" is also the name of an argument");
  EXPECT_EQ(points.about_structs(R"("Other": ["int a"], )" + kStruct),
            "/Other: no argument has \"type\": \"Other\"");
}

TEST(StructsFile, says_how_gaps_are_closed) {
  const Points points;
  EXPECT_EQ(points.about_structs(R"("Point": ["float x", "int y", "short z", "double w"])"),
            "/Point/3: C++ leaves a gap of 6 bytes in front of \"w\", and a struct of a lab has none\n  move "
            "it in front of \"x\"");
  EXPECT_EQ(points.about_structs(R"("Point": ["double x", "unsigned char y"])"),
            "/Point: C++ leaves a gap of 7 bytes behind the last field, and a struct of a lab has none\n  "
            "add \"unsigned char unused1\", \"unsigned short unused2\", \"unsigned unused4\"");
  points.write(
      R"("Point": ["double x", "unsigned char y", "unsigned char unused1", "unsigned short unused2", )"
      R"("unsigned unused4"])");
  EXPECT_EQ(points.course().complaint(), "");
  points.write(R"("Point": ["unsigned char r", "unsigned char g", "unsigned char b"])", "");
  EXPECT_EQ(points.course().complaint(), "");
}

TEST(StructsFile, names_each_mistake_about_an_argument) {
  const Points points;
  points.write(kStruct, kCompare, R"({"name": "origin", "type": "Point"}, )");
  EXPECT_EQ(points.complaint(), "/arguments/1/type: only an array has elements of a struct");
  points.write(kStruct, kCompare, R"({"name": "m", "type": "Point", "size": true}, )");
  EXPECT_EQ(points.complaint(), "/arguments/1/type: only an array has elements of a struct");
  points.write(R"("Piont": ["int x"])");
  EXPECT_EQ(points.complaint().substr(0, 63),
            "/arguments/1/type: unknown type \"Point\"\n  did you mean \"Piont\"?");
  EXPECT_EQ(complaint_with(kFirstLab, kFirstRuns, std::string(kFirstRuns) + R"(, "structs": {})"),
            "labs/01_add/lab.json:6: /interface/structs: only a lab without a \"kit\" has this key");
}

TEST(StructsFile, names_each_mistake_about_a_comparison) {
  const Points points;
  EXPECT_EQ(points.about_compare(""),
            ": a result of type double needs \"compare\", such as {\"absolute\": 1e-6, \"relative\": 1e-5}");
  EXPECT_EQ(points.about_compare(R"(, "compare": {"x": {"ulps": 3}})"),
            "/compare: lacks \"y\", which is of type float");
  EXPECT_EQ(points.about_compare(R"(, "compare": {"x": {"ulps": 3}, "z": "exact"})").substr(0, 25),
            "/compare: unknown key \"z\"");
  const std::string order =
      ": structs are compared element by element; oracle.cpp can take any order by \"check\"";
  EXPECT_EQ(points.about_compare(R"(, "compare": "as_set")"), "/compare" + order);
  EXPECT_EQ(points.about_compare(R"(, "compare": {"x": "as_set", "y": "exact"})"), "/compare/x" + order);
}

TEST(StructsFile, has_a_generator_for_each_field) {
  const Points points;
  points.write_cases(R"("points.x": "ones", "points.cell": [4, -5], )");
  ASSERT_EQ(points.course().complaint(), "");
  const Course course = load(points.course().root(), std::filesystem::path());
  const auto& arguments = course.find_family("01_add/plain")->cases.front().arguments;
  EXPECT_EQ(arguments.at("points.x").generator, "ones");
  EXPECT_EQ(arguments.at("points.y").generator, "uniform");
  EXPECT_EQ(arguments.at("points.cell").values.at(1), Number(std::int64_t{-5}));
  EXPECT_FALSE(arguments.contains("points"));
  const auto about = [&](const std::string& given) {
    points.write_cases(given);
    return points.complaint(": case 'plain/one' (/families/0/cases/0");
  };
  EXPECT_EQ(about(R"("points": "ones", )"),
            "/arguments/points): \"points\" is not an input of this function\n  did you mean \"points.x\"?  "
            "n, points.x, points.y, points.cell");
  EXPECT_EQ(about(R"("points.cell": [1.5, 2], )"), "/arguments/points.cell/0): int can't have this value");
  EXPECT_EQ(about(R"("points.cell": [1, 2, 3], )"), "): points.cell has 2 elements, but 3 are listed");
}

TEST(StructsFile, has_lists_of_fields_that_are_typed) {
  const Points points;
  const Lab lab = load(points.course().root(), std::filesystem::path()).labs.front();
  const CaseSpec spec = own_case(lab, {{"points.cell", "1,2,3"}});
  EXPECT_EQ(spec.arguments.at("n").values.at(0), Number(std::int64_t{3}));
  EXPECT_EQ(spec.arguments.at("points.x").generator, "uniform");
}

}  // namespace
}  // namespace mergelab::course
