// A lab with arrays of structs, in each verb.
#include "app/command.hpp"
#include "model/npy.hpp"

namespace mergelab {
namespace {

class StructsTest : public CommandTest {
 protected:
  [[nodiscard]] Ran with(const Words& words) const {
    return mergelab(words + Words{"--course", (source() / "tests/any_lab").string()});
  }
  [[nodiscard]] Ran run_solution(const Words& words) const {
    return with(Words{"run", "5", "--backend", "cpu", "--dir", kSolutions} + words);
  }
  /// The solution with one text replaced, graded.
  [[nodiscard]] Ran changed(const std::string& from, const std::string& to) const {
    fs::create_directories(folder_ / "mine");
    write_text(folder_ / "mine/particles.cuh",
               read_text(fs::path(kSolutions) / "05_particles/particles.cuh"));
    replace(folder_ / "mine/particles.cuh", from, to);
    return with("run 5 --dir mine --backend cpu");
  }
  const std::string kSolutions = (source() / "tests/any_lab/solutions").string();
};
using StructsTestSlow = StructsTest;

TEST_F(StructsTest, messages_name_the_element_and_the_field) {
  expect_says(changed("particle.vy += dt * force.y;", "if (i != 3) particle.vy += dt * force.y;"), 0,
              "plain/block: after[3].y expected ", "the only mismatch", "after.vy is wrong, too");
}

TEST_F(StructsTestSlow, the_file_declares_them_as_the_lab_does) {
  expect_says(changed("struct Force {\n  float x, y;", "struct Force {\n  float y, x;"), 0,
              "but this file has a Force with other fields");
  expect_says(changed("struct Force {\n  float x, y;", "struct Force {\n  float x, y, z;"), 0,
              "but this file has a Force with other fields");
  std::string text = read_text(fs::path(kSolutions) / "05_particles/particles.cuh");
  for (std::size_t at = 0; (at = text.find("Force", at)) != std::string::npos;) text.replace(at, 5, "Power");
  write_text(folder_ / "mine/particles.cuh", text);
  expect_says(with("run 5 --dir mine --backend cpu"), 0,
              "elements of `struct Force { float x; float y; };`,\n    which does not exist");
  expect_says(changed("#pragma once", "#pragma once\n#define static_assert(...) static const int unused = 0"),
              0, "#error particles.cuh defines static_assert as a");
}

TEST_F(StructsTestSlow, own_arguments_and_files_are_by_field) {
  expect_says(run_solution("--arg before.x=1,2 --arg before.cell=0,0 --arg field.x=3 --arg dt=1"), 0,
              "your own before of 2 and field of 1 elements: right");
  expect_says(run_solution(
                  {"--arg", "before.x=1,2", "--arg", "before.cell=0", "--arg", "field.x=3", "--arg", "dt=1"}),
              2, "before.cell has 2 elements, but 1 are listed");
  expect_says(run_solution("--arg before=1,2"), 2, "NAME is one of before.x, before.y, before.vx");
  expect_says(with("data 5 edges/by_hand --out data"), 0, "data/edges_by_hand_before.cell.npy  2 of int",
              " --arg before.vx=data/edges_by_hand_before.vx.npy ");
  EXPECT_EQ(read_npy(folder_ / "data/edges_by_hand_before.cell.npy"), (std::vector<int>{1, 0}));
  const NpyArray vy =
      read_npy(folder_ / "data/edges_by_hand_after.vy_expected.npy", element_type_named("float"));
  const float right[] = {0.5F, -0.5F + 0.25F * 8};
  EXPECT_TRUE(std::ranges::equal(vy.bytes, std::as_bytes(std::span(right))));
  expect_says(run_solution("--arg before.x=data/edges_by_hand_before.x.npy --arg "
                           "before.cell=data/edges_by_hand_before.cell.npy --arg field.x=0,4 --arg dt=0.25"),
              0, "elements: right");
}

TEST_F(StructsTest, a_trace_has_an_array_for_each_field) {
  expect_says(with({"trace", "5", "--case", "edges/by_hand", "--dir", kSolutions, "--json", "trace.json"}), 0,
              "reads before.x[1] = ");
  const nlohmann::json trace = report("trace.json");
  std::vector<std::string> names;
  for (const nlohmann::json& array : trace.at("arrays")) names.push_back(array.at("name"));
  names.resize(12);
  EXPECT_EQ(names, (std::vector<std::string>{"before.x", "before.y", "before.vx", "before.vy", "before.cell",
                                             "field.x", "field.y", "after.x", "after.y", "after.vx",
                                             "after.vy", "after.cell"}));
  EXPECT_EQ(trace.at("arrays").at(4).at("input"), nlohmann::json({1, 0}));
  EXPECT_EQ(trace.at("arrays").at(4).at("type"), "int");
  const nlohmann::json& vy = trace.at("arrays").at(10);
  EXPECT_EQ(vy.at("output"), nlohmann::json({0.5, 1.5}));
  EXPECT_EQ(vy.at("expected"), vy.at("output"));
  // What a thread wrote to a field is what that field has in the end.
  const nlohmann::json &events = trace.at("events"), &requests = trace.at("requests");
  std::vector<double> written(2);
  for (std::size_t r = 0; r < requests.at("array").size(); ++r) {
    const std::size_t begin = requests.at("first").at(r),
                      end = r + 1 < requests.at("first").size()
                                ? requests.at("first").at(r + 1).get<std::size_t>()
                                : events.at("lane").size();
    for (std::size_t e = begin; requests.at("array").at(r) == 10 && e < end; ++e)
      written.at(events.at("index").at(e)) = events.at("value").at(e);
  }
  EXPECT_EQ(written, (std::vector<double>{0.5, 1.5}));
}

TEST_F(StructsTestSlow, a_trace_and_its_page_show_the_first_wrong_field) {
  (void)changed("particle.vy += dt * force.y;", "if (i != 1) particle.vy += dt * force.y;");
  expect_says(with("trace 5 --case edges/by_hand --dir mine"), 0,
              "The first wrong element: after.y[1]\n  right is ");
  expect_says(run_solution("--html=page.html"), 0, "microscope: page.html");
  EXPECT_TRUE(contains(read(folder_ / "page.html"), R"("name":"before.cell")"));
}

TEST_F(StructsTestSlow, a_new_lab_may_declare_them) {
  const auto made = [&](const std::string& name, const std::string& declaration) {
    return mergelab({"new", name, "--interface", declaration, "--course", "own"});
  };
  expect_says(
      made("01_move",
           "struct Point { float x, y; half h; short i; };\nvoid move(const Point* in, int n, Point* out)"),
      0, "wrote own/labs/01_move/oracle.cpp");
  expect_says(mergelab("list --course own"), 0, "01_move/move.cuh");
  expect_says(mergelab("run 1 --dir own/labs --course own --backend cpu"), 0, "TODO 1 in move.cuh");
  replace(folder_ / "own/labs/01_move/oracle.cpp", "  // TODO: fill",
          "  std::copy_n(in, n, out);\n  // fill");
  replace(folder_ / "own/solutions/01_move/move.cuh", "  // TODO 1 end",
          "  cudaMemcpy(out, in, n * sizeof(Point), cudaMemcpyDeviceToDevice);\n  // TODO 1 end");
  expect_says(
      mergelab("run 1 --dir own/solutions --course own --backend cpu --arg in.h=1,2.5 --arg in.i=-3,4"), 0,
      "elements: right");
  expect_says(made("02_other", "struct Point { short i; float x; }; void other(Point* y, int n)"), 2,
              "C++ leaves a gap of 2 bytes in front of \"x\"");
  expect_says(made("02_other", "struct Point { float; }; void other(Point* y, int n)"), 2,
              "'float' is not a field: each is one number");
  expect_says(made("02_other", "struct Point { flot x; }; void other(Point* y, int n)"), 2,
              "unknown type 'flot'\n  did you mean 'float'?");
  expect_says(made("02_other", "struct Point { float x; }; void other(Point y, int* z, int n)"), 2,
              "the parameter 'Point y' is a struct: only arrays have some");
  expect_says(made("02_other", "struct Point { float x; }; void other(int* z, int n)"), 2,
              "no argument has \"type\": \"Point\"");
}

}  // namespace
}  // namespace mergelab
