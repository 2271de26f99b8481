// Labs of other kinds than merges: graded, and made.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "base/program_name.hpp"
#include "model/npy.hpp"
#include "support/places.hpp"

namespace mergelab {
namespace {

class AnyLabTest : public CommandTest {
 protected:
  [[nodiscard]] Ran other(const Words& words) const {
    return mergelab(words + Words{"--course", (source() / "tests/any_lab").string()});
  }
  /// The solution of a lab with one text replaced, graded.
  [[nodiscard]] Ran changed(const std::string& lab, const std::string& file, const std::string& from,
                            const std::string& to) const {
    std::string text = read_text(source() / "tests/any_lab/solutions" / lab / file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    fs::create_directories(folder_ / "mine" / lab);
    write_text(folder_ / "mine" / lab / file, text.replace(at, from.size(), to));
    return other({"run", lab, "--dir", (folder_ / "mine").string(), "--backend", "cpu"});
  }
};
using AnyLabTestSlow = AnyLabTest;

TEST_F(AnyLabTest, gives_full_marks_to_a_solution) {
  expect_says(other("grade solutions --backend cpu --lab 1"), 0, "20 / 20");
}

TEST_F(AnyLabTestSlow, gives_full_marks_to_the_solutions) {
  expect_says(other("grade solutions --backend cpu --json report.json"), 0, "100 / 100");
}

TEST_F(AnyLabTestSlow, names_wrong_elements_in_their_shape) {
  expect_says(changed("02_matmul", "matmul.cuh", "C[row * columns + column] = sum;",
                      "C[row * columns + column] = row == 1 ? 0 : sum;"),
              0, "C[1][0] expected ");
  expect_says(changed("02_matmul", "matmul.cuh", "C[row * columns + column] = sum;",
                      "C[row * columns + column] = row == 1 ? 0 : sum;"),
              0, "; row 1 is wrong");
}

TEST_F(AnyLabTestSlow, counts_in_the_units_of_the_lab) {
  expect_says(changed("03_histogram", "histogram.cuh", "&own[data[i]]", "&bins[data[i]]"), 0,
              "makes 1 atomic operations per n, only of bins; full points up to 0.26");
}

TEST_F(AnyLabTest, refuses_names_that_would_do_its_work) {
  expect_says(changed("01_scan", "scan.cuh", "inline constexpr int kScanThreads",
                      "namespace cub { struct Scan {}; }\ninline constexpr int kScanThreads"),
              0, "this lab is about writing it yourself");
}

TEST_F(AnyLabTestSlow, names_both_declarations_where_parameters_differ) {
  expect_says(changed("01_scan", "scan.cuh", "inline void scan(const float* x, int n, float* y, float* sums)",
                      "inline void scan(const float* x, float* y, int n, float* sums)"),
              0, "scan.cuh:50:", "the lab calls `void scan(const float* x, int n, float* y, float* sums)`",
              "but this is `void scan(const float*, float*, int, float*)`");
}

TEST_F(AnyLabTest, is_traced_in_the_units_of_its_arrays) {
  expect_says(other({"trace", "2", "--case", "plain/one_tile", "--dir",
                     (source() / "tests/any_lab/solutions").string(), "--json", "trace.json"}),
              0, "rows = 16, inner = 16, columns = 16; 1 block of 256 threads", "A[0..255] → tile_a[0..255]");
  const nlohmann::json trace = report("trace.json");
  const nlohmann::json& c = trace.at("arrays").at(2);
  EXPECT_EQ(c.at("shape"), nlohmann::json({16, 16}));
  EXPECT_EQ(c.at("wrong"), nlohmann::json::array());
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_NEAR(c.at("output").at(i).get<double>(), c.at("expected").at(i).get<double>(), 1e-4);
  EXPECT_EQ(trace.at("arrays").at(3).at("type"), "float");
  EXPECT_FALSE(trace.at("events").at("value").at(0).is_number_integer());
}

TEST_F(AnyLabTestSlow, is_traced_to_the_first_wrong_element) {
  (void)changed("02_matmul", "matmul.cuh", "C[row * columns + column] = sum;",
                "if (row != 1 || column != 3) C[row * columns + column] = row == 1 ? 0 : sum;");
  const std::string mine = (folder_ / "mine").string();
  expect_says(other({"trace", "2", "--case", "plain/one_tile", "--dir", mine, "--json", "trace.json"}), 0,
              "The first wrong element: C[1][0]\n  right is ",
              "it was written last by block 0, phase 2: thread 16 writes C[1][0] = 0 at matmul.cuh:");
  const nlohmann::json wrong = report("trace.json").at("arrays").at(2);
  std::vector<int> row(16);
  std::iota(row.begin(), row.end(), 16);
  EXPECT_EQ(wrong.at("wrong"), nlohmann::json(row));
  EXPECT_TRUE(wrong.at("output").at(19).is_null());
  const Ran page = other({"run", "2", "--dir", mine, "--backend", "cpu", "--html=page.html"});
  expect_says(page, 0, "microscope: page.html");
  EXPECT_TRUE(contains(read(folder_ / "page.html"), R"("numbers":[{"name":"rows",)"));
}

TEST_F(AnyLabTest, has_no_trace_of_what_it_should_not_show) {
  const auto said = [&](const Words& words) {
    return other(Words{"trace", "1", "--dir", (source() / "tests/any_lab/solutions").string()} + words);
  };
  expect_says(said("--case hidden/lengths"), 2, "is a hidden case");
  expect_says(said("--case many/blocks_of_blocks"), 2,
              "elements in all arrays, but a trace shows at most 8192");
  expect_says(said("--arg A=1 --arg B=2"), 2, "expected NAME=VALUE, where NAME is one of ");
  expect_says(said("--arg n=9000"), 2, "elements in all arrays, but a trace shows at most 8192");
  expect_says(said("--svg x.svg"), 2, "01_scan has no kit: only labs with a kit have questions (predict)");
  expect_says(other("predict 1"), 2, "01_scan has no kit: only labs with a kit have questions (predict)");
  expect_says(other("detective 1"), 2, "01_scan has no kit: only labs with a kit have questions (predict)");
  expect_says(other("detective"), 2, "01_scan has no kit: only labs with a kit have questions (predict)");
}

TEST_F(AnyLabTest, shows_what_an_atomic_leaves) {
  expect_says(other({"trace", "3", "--case", "plain/all_values", "--dir",
                     (source() / "tests/any_lab/solutions").string()}),
              0, "thread   0  reads data[0] = 142; writes own[142] = 1");
}

TEST_F(AnyLabTestSlow, runs_on_a_students_own_arguments) {
  const std::string solutions = (source() / "tests/any_lab/solutions").string();
  const auto own = [&](const Words& words) {
    return other(Words{"run", "3", "--backend", "cpu", "--dir", solutions} + words);
  };
  expect_says(own("--arg data=1,1,2"), 0, "elements: right");
  expect_says(own("--arg n=70000"), 0, "elements: right");
  expect_says(own("--arg data=1,1,2 --arg n=2"), 2, "data has 2 elements, but 3 are listed");
  expect_says(own("--arg data=1,256"), 2, "'256' is not a number of type unsigned char");
  expect_says(own("--arg bins=1"), 2, "expected NAME=VALUE, where NAME is one of data, n");
  expect_says(own("--arg data=none.npy"), 2, "none.npy does not exist");
  expect_says(own("--arg data=1 --case plain"), 2, "--case has its own inputs: leave out --arg");
  expect_says(other({"trace", "3", "--dir", solutions, "--arg", "data=7,7"}), 0, "writes own[7] = 2");
}

TEST_F(AnyLabTestSlow, gets_the_inputs_of_a_case_and_what_it_has_to_give) {
  expect_says(other("data 3 plain/all_values --out data"), 0,
              "data/plain_all_values_bins_expected.npy  256 of int",
              " --arg data=data/plain_all_values_data.npy --arg n=");
  std::vector<int> bins = read_npy(folder_ / "data/plain_all_values_bins_expected.npy");
  const NpyArray data =
      read_npy(folder_ / "data/plain_all_values_data.npy", element_type_named("unsigned char"));
  for (const std::byte value : data.bytes) --bins[std::to_integer<std::size_t>(value)];
  EXPECT_EQ(bins, std::vector<int>(256));
  (void)changed("03_histogram", "histogram.cuh", "own[data[i]]", "own[data[i] / 2]");
  expect_says(other({"run", "3", "--dir", (folder_ / "mine").string(), "--backend", "cpu", "--arg",
                     "data=" + (folder_ / "data/plain_all_values_data.npy").string()}),
              0, "elements: not right");
}

TEST_F(AnyLabTest, has_halves_everywhere) {
  const std::string solutions = (source() / "tests/any_lab/solutions").string();
  expect_says(other("data 4 edges/by_hand --out data"), 0, "data/edges_by_hand_A.npy  3 * 2 of half",
              "scale = 2");
  const NpyArray y = read_npy(folder_ / "data/edges_by_hand_y_expected.npy", element_type_named("half"));
  const Half right[] = {2 * (1 - 2 + 4 * static_cast<float>(Half(0.1))), 2 * (0.5F + 4096 + 12)};
  EXPECT_TRUE(std::ranges::equal(y.bytes, std::as_bytes(std::span(right))));
  const auto own = [&](const Words& words) {
    return other(Words{"run", "4", "--backend", "cpu", "--dir", solutions} + words);
  };
  expect_says(own("--arg A=data/edges_by_hand_A.npy --arg x=1,2,0.1 --arg scale=-0.1"), 0, "elements: right");
  expect_says(own("--arg x=1,70000 --arg scale=1 --arg rows=1"), 2, "'70000' is not a number of type half");
  expect_says(other({"trace", "4", "--case", "edges/by_hand", "--dir", solutions, "--json", "trace.json"}), 0,
              "scale = 2, rows = 2, columns = 3");
  const nlohmann::json trace = report("trace.json");
  EXPECT_EQ(trace.at("arrays").at(0).at("type"), "half");
  EXPECT_EQ(trace.at("arrays").at(0).at("input").at(4), static_cast<double>(Half(0.1)));
  EXPECT_EQ(trace.at("arrays").at(2).at("output"), trace.at("arrays").at(2).at("expected"));
}

TEST_F(AnyLabTestSlow, names_wrong_halves) {
  expect_says(changed("04_half_product", "half_product.cuh", "__half2float(scale) * sum",
                      "__half2float(scale) * sum + (row == 1 ? 1.5f : 0)"),
              0, "y[1] expected ");
  expect_says(other({"run", "4", "--dir", (folder_ / "mine").string(), "--backend", "cpu", "--arg", "A=0.1",
                     "--arg", "x=1", "--arg", "scale=1", "--arg", "columns=1", "--arg", "rows=1"}),
              0, "elements: right");
  expect_says(
      other({"run", "4", "--dir", (folder_ / "mine").string(), "--backend", "cpu", "--arg", "A=0.1,0.1",
             "--arg", "x=1", "--arg", "scale=1", "--arg", "columns=1", "--arg", "rows=2"}),
      0, "y[1] expected 0.1, got 1.6");
}

TEST_F(AnyLabTest, is_made_from_a_declaration) {
  const fs::path copy = folder_ / "other";
  fs::copy(source() / "tests/any_lab", copy, fs::copy_options::recursive);
  const auto made = [&](const std::string& name, const std::string& declaration) {
    return mergelab({"new", name, "--interface", declaration, "--course", copy.string()});
  };
  expect_says(made("06_saxpy", "void saxpy(float a, const float *x, float* y, int n);"), 0,
              "06_saxpy/oracle.cpp");
  expect_says(mergelab({"list", "--course", copy.string()}), 0, "06_saxpy/saxpy.cuh");
  expect_says(mergelab({"run", "6", "--dir", (copy / "labs").string(), "--course", copy.string(), "--backend",
                        "cpu"}),
              0, "TODO 1 in saxpy.cuh");
  expect_says(made("06_other", "void other(int* y, int n)"), 2, "06_saxpy has this number");
  expect_says(made("6_other", "void other(int* y, int n)"), 2, "begins with two digits");
  expect_says(made("07_other", "void saxpy(int* y, int n)"), 2, "rename the function");
  expect_says(made("07_other", "void other(Point* y, int n)"), 2,
              "the parameter 'Point* y': unknown type 'Point'\n  did you mean 'int'?  known: int, char");
  expect_says(made("08_halves", "__half halves(half a, const __half *x, half* y, int n)"), 0,
              "08_halves/halves.cuh");
  expect_says(mergelab({"run", "8", "--dir", (copy / "labs").string(), "--course", copy.string(), "--backend",
                        "cpu"}),
              0, "TODO 1 in halves.cuh");
  expect_says(made("07_other", "void other(int* y)"), 2, "the array y has no length");
  expect_says(made("07_other", "nothing"), 2, "is not the declaration of a function");
  expect_says(mergelab({"new", "07_other", "--course", copy.string()}), 2, "--interface is missing");
  expect_says(
      made("09_chars", "void chars(const char *__restrict__ text, const int n, char const* by, char* y);"), 0,
      fmt::format("`./lab selfcheck --course {} --lab 9`", base::quoted(copy.string())));
  expect_says(mergelab({"run", "9", "--dir", (copy / "solutions").string(), "--course", copy.string(),
                        "--backend", "cpu", "--arg", "text=-1,2", "--arg", "by=300,1"}),
              2, "'300' is not a number of type char");
}

TEST_F(AnyLabTest, says_what_to_write_in_place_of_what_a_declaration_cannot_have) {
  const auto refused = [&](const std::string& declaration, const std::string& why) {
    expect_says(mergelab({"new", "07_other", "--interface", declaration, "--course", "own"}), 2, why);
    EXPECT_FALSE(fs::exists(folder_ / "own")) << declaration;
  };
  refused("void f(const bool* x, int n, int* y)",
          "the parameter 'const bool* x': unknown type 'bool'\n  write 'unsigned char'");
  refused("void f(const flaot* x, int n, int* y)", "unknown type 'flaot'\n  did you mean 'float'?");
  refused("void f(const std::size_t n, int* y)", "write 'unsigned long long'");
  refused("void f(const float& x, int n, int* y)",
          "'const float& x': a reference\n  write 'const float x' for a number, 'const float* x' for");
  refused("void f(float** x, int n)",
          "the parameter 'float* * x': a pointer to pointers\n  write one array, row behind row: 'float* x'");
  refused("void f(const float x[3], int n, int* y)", "write 'const float* x'");
  refused("void f(const float* x, int n = 3, int* y)", "a value by default\n  write 'int n'");
  refused("void f(std::vector<float> x, int n)", "neither a number nor an array of numbers");
  refused("void f(const float*, int n, int* y)", "it has no name\n  write 'const float* x'");
  refused("void f(const float* x, int n)", "the function gives nothing");
  refused("void f()", "the function takes nothing\n  write an array");
  refused("void f(int* y, int n, int* y)", "\"y\" is the name of two arguments");
  refused("float* f(int n)",
          "the function returns 'float*', not a number\n  write 'void', and a parameter for the");
  refused("__global__ void f(int* y, int n)", "write it without '__global__'");
  refused("struct P { float x[3]; }; void f(P* y, int n)",
          "'float x[3]' is not a field: each is one number\n  write a field for each element");
  refused("struct P { bool x; }; void f(P* y, int n)",
          "the field 'bool x': unknown type 'bool'\n  write 'unsigned char'");
  refused("struct P { float x; }; P f(const P* y, int n)",
          "write 'void', and a parameter for the results: 'P* result'");
  refused("struct P { float x; }; void f(P y, int* z, int n)", "write 'const P* y', an array of one");
}

/// A course of one lab whose function runs on the host.
class HostLabTest : public AnyLabTest {
 protected:
  void SetUp() override {
    AnyLabTest::SetUp();
    fs::create_directories(folder_ / "own");
    fs::copy(source() / "tests/any_lab/datasets", folder_ / "own/datasets", fs::copy_options::recursive);
    write_case(1 << 22);
    write_text(folder_ / "own/labs/01_sum/lab.json", R"({
"schema": "mergelab.lab/1", "title": "Sum", "file": "sum.cuh", "function": "sum", "points": 10, "uses": [],
"interface": {"runs": "host", "arguments": [{"name": "x", "type": "float", "in": ["n"]}, {"name": "n", "size": true}],
  "returns": "double", "compare": {"relative": 1e-9}},
"items": [
  {"id": "right", "kind": "correctness", "family": "small", "points": 5, "about": "adds"},
  {"id": "time", "kind": "performance", "family": "large", "points": 5, "metric": "time_ratio", "backends": ["cpu"],
   "yardstick": "reference", "full": 3, "zero": 12, "about": "takes little time"}]})");
    write_text(folder_ / "own/labs/course.json",
               R"({"schema": "mergelab.course/1", "title": "Host", "labs": ["01_sum"]})");
    write_text(folder_ / "own/labs/01_sum/oracle.cpp",
               "#include <mergelab/oracle.hpp>\ndouble expected(const float* x, int n) {\n"
               "  return std::accumulate(x, x + n, 0.0);\n}\n");
    write_sum("own/solutions/01_sum", "sum += x[i];");
  }
  void write_case(int elements) const {
    write_text(folder_ / "own/labs/01_sum/cases.json",
               fmt::format(R"({{"schema": "mergelab.cases/1", "families": [
{{"name": "small", "about": "few", "cases": [{{"name": "few", "arguments": {{"n": 100}}}}]}},
{{"name": "large", "about": "many", "cases": [{{"name": "many", "arguments": {{"n": {}}}}}]}}]}})",
                           elements));
  }
  void write_sum(const std::string& folder, const std::string& body) const {
    write_text(folder_ / folder / "sum.cuh",
               "#pragma once\n#include <mergelab/lab.cuh>\ninline double sum(const float* x, int n) {\n"
               "  double sum = 0;\n  for (int i = 0; i < n; ++i) " +
                   body + "\n  return sum;\n}\n");
  }
  [[nodiscard]] Ran graded(const std::string& folder) const {
    return mergelab({"run", "1", "--all", "--dir", folder, "--course", "own", "--backend", "cpu"});
  }
};
using HostLabTestSlow = HostLabTest;

TEST_F(HostLabTestSlow, is_timed_beside_the_reference) {
  expect_says(graded("own/solutions"), 0, "10 / 10");
  write_sum("mine/01_sum", "for (int again = 0; again < 40; ++again) sum += x[i] / 40.0;");
  expect_says(graded("mine"), 0, "5 / 10", "times as long as the reference solution");
  write_sum("mine/01_sum", "if (i > 0) sum += x[i];");
  expect_says(graded("mine"), 0, "right/few: returned ");
}

TEST_F(HostLabTest, is_not_timed_with_inputs_that_come_again) {
  replace(folder_ / "own/labs/01_sum/cases.json", R"("n": 4194304)", R"("n": 4194304, "x": "ones")");
  expect_says(graded("own/solutions"), 2,
              "item 'time' takes times, but nothing in its case 'many' is drawn anew for each call");
}

TEST_F(HostLabTestSlow, may_return_a_half) {
  const fs::path lab = folder_ / "own/labs/01_sum";
  replace(lab / "lab.json", R"("type": "float")", R"("type": "half")");
  replace(lab / "lab.json", R"("returns": "double", "compare": {"relative": 1e-9})",
          R"("returns": "half", "compare": {"ulps": 1})");
  const std::string oracle =
      "#include <mergelab/oracle.hpp>\nhalf expected(const half* x, int n) {\n"
      "  return std::accumulate(x, x + n, 0.0);\n}\n";
  write_text(lab / "oracle.cpp", oracle);
  const auto write_half_sum = [&](const std::string& folder, const std::string& result) {
    write_text(folder_ / folder / "sum.cuh",
               "#pragma once\n#include <cuda_fp16.h>\n#include <mergelab/lab.cuh>\n"
               "inline __half sum(const __half* x, int n) {\n  float sum = 0;\n"
               "  for (int i = 0; i < n; ++i) sum += __half2float(x[i]);\n  return " +
                   result + ";\n}\n");
  };
  write_half_sum("own/solutions/01_sum", "sum");
  expect_says(mergelab("run 1 --case right --dir own/solutions --course own --backend cpu"), 0, "right");
  write_half_sum("mine/01_sum", "n == 3 ? 0.1f : sum");
  const std::vector<std::string> by_hand{"run", "1",         "--dir", "mine",  "--course",
                                         "own", "--backend", "cpu",   "--arg", "x=1,0.25,-1"};
  expect_says(mergelab(by_hand), 0, "returned 0.1, expected 0.25");
  const auto on_its_own = [&](const std::string& folder, const std::string& words) {
    const Ran written =
        mergelab({"standalone", "1", "--dir", folder, "--course", "own", "--out", folder + "/main.cu"});
    const std::size_t begin = written.text.find("  g++ ");
    return shell(written.text.substr(begin, written.text.find('\n', begin) - begin) + " && " + folder +
                 "/main " + words);
  };
  expect_says(on_its_own("own/solutions", "n=100"), 0, "ok\n");
  expect_says(on_its_own("mine", "n=3"), 1, "the returned value[0] is 0.0999755859, expected ");
  write_text(lab / "oracle.cpp", oracle +
                                     "std::string check(const half* x, int n, half sum) {\n"
                                     "  return sum == expected(x, n) ? \"\" : \"no sum\";\n}\n");
  expect_says(mergelab(by_hand), 0, "no sum");
}

TEST_F(HostLabTestSlow, may_have_scratch_memory) {
  replace(folder_ / "own/labs/01_sum/lab.json", R"({"name": "n", "size": true}])",
          R"({"name": "n", "size": true}, {"name": "scratch", "type": "double", "scratch": ["2*n"]}])");
  write_text(folder_ / "own/labs/01_sum/oracle.cpp",
             "#include <mergelab/oracle.hpp>\ndouble expected(const float* x, int n, double* scratch) {\n"
             "  std::fill_n(scratch, 2 * n, 7.0);\n  return std::accumulate(x, x + n, 0.0);\n}\n");
  write_text(folder_ / "own/solutions/01_sum/sum.cuh",
             "#pragma once\n#include <mergelab/lab.cuh>\n"
             "inline double sum(const float* x, int n, double* scratch) {\n  double sum = 0;\n"
             "  for (int i = 0; i < 2 * n; ++i) scratch[i] = x[i / 2];\n"
             "  for (int i = 0; i < n; ++i) sum += scratch[2 * i];\n  return sum;\n}\n");
  expect_says(graded("own/solutions"), 0, "10 / 10");
}

TEST_F(HostLabTestSlow, is_not_timed_in_cases_that_say_nothing) {
  write_case(1000);
  expect_says(graded("own/solutions"), 3, "too little to be compared with: the case needs more");
}

TEST_F(HostLabTestSlow, may_use_what_merges_may_not) {
  write_sum("mine/01_sum",
            "{ float one[2] = {x[i], x[0]}; std::sort(one, one + 2); std::lower_bound(one, one + 2, x[0]); "
            "sum += x[i]; }");
  std::string text = read_text(folder_ / "mine/01_sum/sum.cuh");
  write_text(folder_ / "mine/01_sum/sum.cuh", "#include <algorithm>\n" + text);
  expect_says(graded("mine"), 0, "5 / 5");
}

/// A lab of which several outputs are right: two indices of equal elements.
class SeveralRightTest : public HostLabTest {
 protected:
  void SetUp() override {
    HostLabTest::SetUp();
    write_text(folder_ / "own/labs/01_sum/lab.json", R"({
"schema": "mergelab.lab/1", "title": "Twins", "file": "sum.cuh", "function": "twins", "points": 10, "uses": [],
"interface": {"runs": "host", "arguments": [{"name": "x", "in": ["n"]}, {"name": "n", "size": true},
  {"name": "pair", "out": ["2"]}]},
"items": [{"id": "right", "kind": "correctness", "family": "small", "points": 10, "about": "finds twins"}]})");
    write_oracle(kCheck);
    write_twins("own/solutions/01_sum", "pair[0] = j; pair[1] = i;");
  }
  void write_oracle(const std::string& more) const {
    write_text(folder_ / "own/labs/01_sum/oracle.cpp",
               "#include <mergelab/oracle.hpp>\nvoid expected(const int* x, int n, int* pair) {\n"
               "  for (int i = 0; i < n; ++i)\n    for (int j = 0; j < i; ++j)\n"
               "      if (x[i] == x[j]) { pair[0] = j; pair[1] = i; return; }\n}\n"
               "void generate(int* x, int n, unsigned seed) {\n"
               "  std::iota(x, x + n, 0);\n  x[seed % (n - 1)] = n - 1;\n}\n" +
                   more);
  }
  void write_twins(const std::string& folder, const std::string& found) const {
    write_text(
        folder_ / folder / "sum.cuh",
        "#pragma once\n#include <mergelab/lab.cuh>\ninline void twins(const int* x, int n, int* pair) {\n"
        "  for (int i = 0; i < n; ++i)\n    for (int j = 0; j < i; ++j)\n      if (x[i] == x[j]) { " +
            found + " }\n}\n");
  }
  static constexpr const char* kCheck =
      "std::string check(const int* x, int n, const int* pair) {\n"
      "  for (int k = 0; k < 2; ++k)\n    if (pair[k] < 0 || pair[k] >= n) return \"no such index\";\n"
      "  if (pair[0] == pair[1]) return \"one element is no twin of itself\";\n"
      "  return x[pair[0]] == x[pair[1]] ? \"\" : \"the elements differ\";\n}\n";
};
using SeveralRightTestSlow = SeveralRightTest;

TEST_F(AnyLabTestSlow, gives_nothing_for_nothing) {
  expect_says(changed("03_histogram", "histogram.cuh", "if (blocks > 0)", "if (blocks < 0)"), 0, "0 / 20");
}

TEST_F(AnyLabTest, launches_nothing_where_there_is_no_output) {
  const fs::path copy = folder_ / "other";
  fs::copy(source() / "tests/any_lab", copy, fs::copy_options::recursive);
  replace(copy / "labs/02_matmul/cases.json", R"("rows": 5, "inner": 0, "columns": 3)",
          R"("rows": 0, "inner": 9, "columns": 3)");
  expect_says(mergelab({"run", "2", "--case", "edges", "--dir", (copy / "solutions").string(), "--course",
                        copy.string(), "--backend", "cpu", "--strict"}),
              0, "02_matmul");
}

TEST_F(AnyLabTestSlow, asks_for_no_launch_where_the_input_is_empty) {
  const Ran graded =
      changed("03_histogram", "histogram.cuh", "  cudaMemset(", "  if (n == 0) return;\n  cudaMemset(");
  expect_says(graded, 0, "bins[0] expected 0, but it was never written");
  EXPECT_FALSE(contains(graded.text, "no kernel was launched"));
}

TEST_F(AnyLabTestSlow, says_how_much_host_code_may_give_the_device) {
  const fs::path copy = folder_ / "limited";
  fs::copy(source() / "tests/any_lab", copy, fs::copy_options::recursive);
  replace(copy / "solutions/03_histogram/histogram.cuh", "(data, n, bins);\n",
          "(data, n, bins);\n  int counts[kBins];\n  for (int i = 0; i < 9; ++i) cudaMemcpy(counts, bins, "
          "sizeof counts, cudaMemcpyDeviceToHost);\n  cudaMemcpy(bins, counts, sizeof counts, "
          "cudaMemcpyHostToDevice);\n");
  const auto graded = [&] {
    return mergelab({"run", "3", "--case", "plain", "--dir", (copy / "solutions").string(), "--course",
                     copy.string(), "--backend", "cpu"});
  };
  expect_says(graded(), 0, "it may pass at most 816 in this call");
  replace(copy / "labs/03_histogram/lab.json",
          "\"interface\":", "\"limits\": { \"host_bytes\": 4096 },\n  \"interface\":");
  expect_says(graded(), 0, "✓ plain");
}

TEST_F(AnyLabTest, has_a_trace_of_no_launch) {
  expect_says(
      other({"trace", "3", "--case", "edges/none", "--dir", (source() / "tests/any_lab/solutions").string()}),
      0, "edges/none: n = 0; no kernel was launched");
}

TEST_F(AnyLabTestSlow, is_traced_where_it_fails) {
  (void)changed("02_matmul", "matmul.cuh", "C[row * columns + column] = sum;",
                "if (rows != 1) C[row * columns + column] = sum;");
  expect_says(other({"trace", "2", "--dir", (folder_ / "mine").string()}), 0, "rows = 1,");
}

TEST_F(SeveralRightTestSlow, takes_all_of_them) {
  expect_says(graded("own/solutions"), 0, "10 / 10");
  write_twins("mine/01_sum", "pair[0] = i; pair[1] = j;");
  expect_says(graded("mine"), 0, "10 / 10");
}

TEST_F(SeveralRightTestSlow, says_in_the_labs_words_what_is_wrong) {
  write_twins("mine/01_sum", "pair[0] = i; pair[1] = i;");
  expect_says(graded("mine"), 0, "one element is no twin of itself");
  write_twins("mine/01_sum", "pair[0] = i;");
  expect_says(graded("mine"), 0, "no such index; never written: pair[1]");
  const Ran data = mergelab("data 1 right/few --course own --out data");
  expect_says(data, 0, "right_few_pair_expected.npy  2 of int");
  std::vector<int> x = read_npy(folder_ / "data/right_few_x.npy");
  EXPECT_EQ(std::count(x.begin(), x.end(), 99), 2) << "what generate makes";
}

TEST_F(SeveralRightTestSlow, is_no_students_loss_where_the_oracle_disagrees_with_itself) {
  write_oracle("std::string check(const int*, int, const int*) { return \"never\"; }\n");
  expect_says(graded("own/solutions"), 3, "its check refuses what its expected gives: never");
  write_oracle(
      "std::string check(const int* x, int, const int*) { return *(x + (1 << 28)) ? \"\" : \"no\"; }\n");
  expect_says(graded("own/solutions"), 3, "labs/01_sum/oracle.cpp, right/few: ");
}

TEST_F(SeveralRightTestSlow, is_no_gain_and_no_end_where_outputs_lead_the_oracle_astray) {
  write_oracle(
      "std::string check(const int* x, int n, const int* pair) {\n"
      "  const std::vector<int> all(x, x + n);\n"
      "  if (all[pair[0]] == all[pair[1]] && pair[0] != pair[1]) return \"\";\n"
      "  return std::string(1, static_cast<char>(pair[0])) + \"is no twin\\nof the other\";\n}\n");
  write_twins("mine/01_sum", "pair[0] = 0; pair[1] = 0;");
  expect_says(graded("mine"), 0, "0 / 10");
  write_twins("mine/01_sum", "pair[0] = 65; pair[1] = 65;");
  expect_says(graded("mine"), 0, "Ais no twin of the other");
  write_twins("mine/01_sum", "pair[0] = -1000000000; pair[1] = 0;");
  expect_says(graded("mine"), 0, "0 / 10", "the lab's check can't read these outputs");
}

TEST_F(SeveralRightTest, is_wrong_also_where_explain_ends) {
  write_oracle(
      "std::string explain(const int* x, int n, const int* pair, const char*, long long element) {\n"
      "  return std::vector<std::string>(x[0] >= 0 ? 1 : 0).at(pair[element] > 5 ? 5 : 0);\n}\n");
  write_twins("mine/01_sum", "pair[0] = j; pair[1] = 12345;");
  expect_says(graded("mine"), 0, "pair[1] expected ");
}

TEST_F(SeveralRightTestSlow, explains_a_wrong_element_where_only_one_is_right) {
  write_oracle(
      "std::string explain(const int* x, int n, const int* pair, const char* array, long long element) {\n"
      "  return std::string(array) + \" has the places of twins, at \" + std::to_string(element);\n}\n");
  write_twins("mine/01_sum", "pair[0] = j; pair[1] = 0;");
  expect_says(graded("mine"), 0, "pair has the places of twins, at 1");
  expect_says(graded("own/solutions"), 0, "10 / 10");
}

TEST_F(AnyLabTestSlow, may_be_the_first_of_a_course) {
  expect_says(
      mergelab({"new", "01_sum", "--interface", "float sum(const float* x, int n)", "--course", "mine"}), 0,
      "added it to mine/labs/course.json");
  expect_says(mergelab("list --course mine"), 0, "01_sum/sum.cuh");
  expect_says(mergelab({"new", "02_fill", "--interface",
                        "void fill(unsigned char* y, long long n, double by)", "--course", "mine"}),
              0, "y is an output array of n elements: is that right?");
  expect_says(mergelab("run 2 --course mine --dir mine/labs --backend cpu"), 0, "TODO 1 in fill.cuh");
}

}  // namespace
}  // namespace mergelab
