// mergelab trace, also with given arrays; the figures and pages that it makes.

#include "command.hpp"

namespace mergelab {
namespace {

class TraceTest : public CommandTest {
 protected:
  /// The trace of one of the course's own solutions, or of one of its wrong ones, as JSON.
  [[nodiscard]] nlohmann::json traced(const std::string& lab, const Words& more,
                                      const std::string& wrong = "") {
    words_ = Words{"trace", lab, "--dir", mine(lab, wrong), "--json", "trace.json"} + more;
    said_ = mergelab(words_);
    EXPECT_EQ(said_.code, 0) << said_.text;
    return nlohmann::json::parse(read(folder_ / "trace.json"));
  }
  [[nodiscard]] std::string mine(const std::string& lab, const std::string& wrong) {
    const fs::path folder = folder_ / "mine";
    fs::remove_all(folder);
    fs::copy(source() / "labs", folder, fs::copy_options::recursive);
    for (const auto& entry : fs::directory_iterator(source() / "solutions")) {
      if (!entry.is_directory()) continue;
      for (const auto& file : fs::directory_iterator(entry)) {
        if (file.path().extension() == ".cuh")
          fs::copy_file(file, folder / entry.path().filename() / file.path().filename(),
                        fs::copy_options::overwrite_existing);
      }
    }
    if (!wrong.empty()) {
      const char* file = lab == "2" ? "mine/02_co_rank/co_rank.cuh" : "mine/04_tiled_kernel/merge_tiled.cuh";
      const Ran ran = mergelab({"wrong", lab + "/" + wrong, "--out", file});
      EXPECT_EQ(ran.code, 0) << ran.text;
    }
    return "mine";
  }
  void expect_text(const std::string& part) const { EXPECT_TRUE(contains(said_.text, part)); }

  Words words_;
  Ran said_;
};
using TraceTestSlow = TraceTest;

TEST_F(TraceTestSlow, shows_the_probes_of_a_search) {
  const nlohmann::json trace = traced("2", {"--arg", "k=3", "--arg", "A=1,4,6", "--arg", "B=2,3"});
  EXPECT_EQ(trace.at("schema"), "mergelab.trace/2");
  EXPECT_EQ(trace.at("kit"), "co_rank");
  EXPECT_EQ(trace.at("arrays").at(2).at("output"), nlohmann::json({1}));
  EXPECT_EQ(trace.at("arrays").at(2).at("expected"), nlohmann::json({1}));
  expect_text("answer: i = 1, j = 2");
  expect_text("A[1] = 4     >  B[1] = 3");
}

TEST_F(TraceTestSlow, says_where_a_search_goes_another_way_than_its_comparison_says) {
  EXPECT_EQ(traced("2", {"--arg", "k=2", "--arg", "A=5,5", "--arg", "B=5,5"}, "b_first")
                .at("arrays")
                .at(2)
                .at("output")
                .at(0),
            0);
  expect_text("A[1] is in the prefix: i in [2, 2], but the code reads A[0] next");
  expect_text("A[0] is in the prefix: i in [2, 2], but the answer is 0");
  EXPECT_EQ(
      traced("2", {"--arg", "k=2", "--arg", "A=5,5", "--arg", "B=5,5"}).at("arrays").at(2).at("output").at(0),
      2);
  EXPECT_FALSE(contains(said_.text, ", but "));
}

TEST_F(TraceTest, shows_the_rounds_of_a_block) {
  const nlohmann::json trace = traced("4", {});
  EXPECT_EQ(trace.at("verdict"), "passed");
  EXPECT_EQ(trace.at("arrays").at(2).at("output"), trace.at("arrays").at(2).at("expected"));
  EXPECT_EQ(trace.at("blocks"), 2);
  expect_text("merge_tiled.cuh:48, by 6 threads, 1 sector");
  expect_text("completed: 16 of C's section; the merge takes 7 from A and 9 from B");
}

TEST_F(TraceTestSlow, says_what_repeats_once) {
  static_cast<void>(traced("6", {"--arg", "A=1,4,4", "--arg", "B=2,4"}));
  expect_text("keys[4, 132, ..., 2820] = 4; the others");
  expect_text("keys[0] = 1, keys[1] = 2, keys[2..4] = 4, keys[5] =");
  EXPECT_LT(std::count(said_.text.begin(), said_.text.end(), '\n'), 40);
}

TEST_F(TraceTestSlow, shows_both_accesses_of_a_race) {
  const nlohmann::json trace = traced("4", {}, "no_barrier_before_load");
  EXPECT_EQ(trace.at("verdict"), "checker_violation");
  const nlohmann::json& race = trace.at("violations").at(0);
  EXPECT_EQ(race.at("rule"), "race");
  ASSERT_EQ(race.at("events").size(), 2U);
  const nlohmann::json& index = trace.at("events").at("index");
  EXPECT_EQ(index.at(race.at("events").at(0).get<std::size_t>()),
            index.at(race.at("events").at(1).get<std::size_t>()));
  expect_text("phase 3: thread 1 reads tileB[0]");
}

TEST_F(TraceTest, says_that_nothing_wrote_an_element) {
  const nlohmann::json trace = traced("4", {}, "tiles_truncated");
  EXPECT_EQ(trace.at("first_wrong").at("index"), 12);
  EXPECT_TRUE(trace.at("first_wrong").at("event").is_null());
  EXPECT_TRUE(trace.at("arrays").at(2).at("output").at(12).is_null());
  expect_text("nothing wrote C[12]");
}

TEST_F(TraceTestSlow, names_the_thread_that_should_have_written_an_element) {
  const nlohmann::json trace = traced("4", {}, "tiles_truncated");
  EXPECT_EQ(trace.at("first_wrong").at("block"), 0);
  EXPECT_EQ(trace.at("first_wrong").at("thread"), 0);
  expect_text("say that it is block 0, thread 0's to write");
}

TEST_F(TraceTestSlow, names_tiles_as_the_kernel_does) {
  const nlohmann::json trace = traced("4", {});
  std::vector<std::string> names;
  for (const nlohmann::json& array : trace.at("arrays")) names.push_back(array.at("name"));
  EXPECT_EQ(names, (std::vector<std::string>{"A", "B", "C", "bounds", "tileA", "tileB", "tileC", "A_used"}));
  EXPECT_EQ(trace.at("arrays").at(5).at("elements"), 6);
  const auto offset = [&](std::size_t array) { return trace.at("arrays").at(array).at("offset").get<int>(); };
  EXPECT_EQ((offset(5) - offset(4) + 128) % 128, 6 * 4);
}

TEST_F(TraceTestSlow, shows_an_access_outside_of_its_array) {
  const nlohmann::json read = traced("4", {}, "loads_past_the_end");
  EXPECT_EQ(read.at("violations").at(0).at("rule"), "out_of_bounds");
  ASSERT_EQ(read.at("violations").at(0).at("events").size(), 1U);
  expect_text("block 0, phase 5: thread 5 reads B[12] = ?");
  const nlohmann::json written = traced("4", {}, "lengths_not_clamped");  // ends the run
  EXPECT_EQ(written.at("violations").at(0).at("events").size(), 1U);
  expect_text("thread 5 writes tileC[6] = ?");
}

TEST_F(TraceTest, shows_who_waits_where_in_a_deadlock) {
  static_cast<void>(mine("4", ""));
  replace(folder_ / "mine/04_tiled_kernel/merge_tiled.cuh", "__syncthreads();  // tile C",
          "if (thread < 64) __syncthreads();\n  __syncthreads();  // tile C");
  const Ran ran = mergelab("trace 4 --dir mine --json trace.json");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_TRUE(contains(ran.text, "block 0: threads 0..63 at merge_tiled.cuh:73",
                       "block 0: threads 64..127 at merge_tiled.cuh:74"));
  const nlohmann::json trace = nlohmann::json::parse(read(folder_ / "trace.json"));
  EXPECT_EQ(trace.at("waiting").size(), 128U);
  EXPECT_TRUE(trace.at("first_wrong").is_null());  // what is not written yet is not wrong
}

TEST_F(TraceTestSlow, shows_what_was_written_before_the_run_broke) {
  replace(folder_ / mine("4", "") / "04_tiled_kernel/merge_tiled.cuh", "    C_completed += C_in_tile;",
          "    C_completed += C_in_tile;\n    if (thread == 0) C[C_curr] = value_t{};\n"
          "    if (C_completed == C_length) __trap();");
  said_ = mergelab("trace 4 --dir mine --json trace.json");
  const nlohmann::json trace = report("trace.json"), output = trace.at("arrays").at(2).at("output");
  EXPECT_EQ(trace.at("first_wrong").at("index"), 0);
  EXPECT_EQ(output.at(0), 0);
  EXPECT_EQ(output.at(1), 2);
  EXPECT_TRUE(output.at(23).is_null());
  expect_text("it was written last by block 0");
}

TEST_F(TraceTestSlow, calls_nothing_missing_that_came_after_the_recording) {
  std::string a, b;
  for (int key = 1; key < 256; key += 2) {
    a += std::to_string(key) + (key < 255 ? "," : "");
    b += std::to_string(key + 1) + (key < 255 ? "," : "");
  }
  const std::vector<std::string> many{"--arg", "A=" + a,      "--arg", "B=" + b,
                                      "--arg", "section=256", "--arg", "tile=1"};
  const nlohmann::json right = traced("4", many);
  EXPECT_TRUE(right.at("cut").get<bool>());
  EXPECT_EQ(right.at("verdict"), "passed");
  expect_text("The trace was cut");
  EXPECT_FALSE(contains(said_.text, "to its end")) << "the recording ended before the block did";
  expect_text("until the trace was cut");
  // A right element, written over at the very end.
  const fs::path kernel = folder_ / mine("4", "") / "04_tiled_kernel/merge_tiled.cuh";
  replace(kernel, "    C_completed += C_in_tile;",
          "    C_completed += C_in_tile;\n"
          "    if (C_completed == C_length && thread == 0) C[C_curr + C_length - 1] = value_t{};");
  said_ = mergelab(words_);
  const nlohmann::json wrong = report("trace.json");
  EXPECT_EQ(wrong.at("first_wrong").at("index"), 255);
  EXPECT_EQ(wrong.at("first_wrong").at("got"), 0);
  EXPECT_TRUE(wrong.at("first_wrong").at("thread").is_null());
  EXPECT_FALSE(contains(said_.text, "nothing wrote C[255]"));
  expect_text("the trace was cut before C[255] was written");
}

TEST_F(TraceTestSlow, draws_a_figure) {
  const Words words{"trace", "4", "--dir", mine("4", "")};
  const auto with = [&](const Words& more) { return mergelab(words + more); };
  expect_says(with("--svg rounds.svg"), 0, "figure: rounds.svg");
  EXPECT_TRUE(contains(read(folder_ / "rounds.svg"), "round 3"));
  expect_says(with("--svg mine/04_tiled_kernel/merge_tiled.cuh"), 2, "a name that ends in .svg");
  expect_says(with("--svg - --json -"), 2, "can't both write to standard output");
  expect_says(with("--svg none/x.svg"), 2, "create its folder first");
}

// The figures in the labs' READMEs are what the reference solutions do.
TEST_F(TraceTestSlow, figures_of_the_labs_are_up_to_date) {
  const Ran ran =
      run({"bash", (source() / "docs/make_figures").string(), "--check"}, {{"MERGELAB", kProgram}});
  EXPECT_EQ(ran.code, 0) << ran.text << "  docs/make_figures writes them";
}

TEST_F(TraceTest, refuses_what_is_too_large_and_names_a_size_that_works) {
  expect_says(mergelab("trace 4 --case plain/one_section"), 2, "with --arg section=");
  expect_says(mergelab("trace 4 --case stability/two_keys --arg section=64 --arg tile=16"), 2,
              "compares records");
  expect_says(mergelab("trace 4 --case random/small"), 2, "hidden case");
  expect_says(mergelab("trace 4 --case plain/nothing"), 2, "has no case");
}

TEST_F(TraceTest, refuses_bad_words) {
  const struct {
    Words words;
    const char* says;
  } bad[] = {
      {"--arg A=1,4", "no value is given for B: add B=VALUE"},
      {"--arg A=4,1 --arg B=2", "A is not sorted: element 1 is 1, after 4"},
      {"--arg A=1,,2 --arg B=2", "whole numbers separated by commas"},
      {"--arg A=1,x --arg B=2", ", not 'x'"},
      {"--arg A=99999999999 --arg B=2", "does not fit into an int"},
      {"--arg A=missing.npy --arg B=2", "missing.npy"},
      {"--arg tile=0", "--arg tile must be from 1"},
      {"--arg section=abc", "--arg section takes a whole number, not 'abc'"},
      {"--arg k=3", "expected NAME=VALUE, where NAME is one of A, B, section, tile"},
      {"--case plain/one_tile --arg A=1 --arg B=2", "--case has its own arrays"},
  };
  for (const auto& [words, says] : bad) {
    expect_says(mergelab(Words("trace 4") + words), 2, says);
  }
  expect_says(
      mergelab("trace 4 --html seen.html"), 2,
      "does not take the argument 'seen.html'\n  write the value of --html after =, as in --html=seen.html");
  expect_says(mergelab("trace 2 --arg A=1 --arg B=2 --arg k=3"), 2, "k is 3, but must be from 0 to 2");
}

TEST_F(TraceTestSlow, run_shows_the_search_for_a_k) {
  const Words words{"run", "2", "--dir", mine("2", ""), "--arg", "A=1 4,6", "--arg", "B=2,3", "--arg", "k=3"};
  expect_says(mergelab(words), 2, "--arg k=N needs --html");
  expect_says(mergelab(words + "--html=seen.html"), 0, "microscope: seen.html");
  EXPECT_TRUE(contains(read(folder_ / "seen.html"), "{\"name\":\"k\",\"value\":3}"));
  expect_says(mergelab("run 2 --dir mine --arg A=1 --arg B=2 --arg k=9 --html"), 2, "from 0 to 2");
  expect_says(mergelab("run 1 --dir mine --arg k=1 --html"), 2, "where NAME is one of A, B");
}

TEST_F(TraceTestSlow, run_takes_typed_arrays_and_calls_nothing_a_score) {
  submit_solutions();
  const Ran right = tiny("run 1 --dir mine --arg A=1,4 --arg B=2");
  expect_says(right, 0, "your own A of 2 and B of 1 elements: right");
  EXPECT_FALSE(contains(right.text, " / "));
  replace(folder_ / "mine/01_merge/merge.cuh", "m + n", "m");
  expect_says(tiny("run 1 --dir mine --arg A=1,4 --arg B=2"), 0, "not right");
}

// --html: the place of the merge microscope's page, and the case that it shows.

class MicroscopeTest : public CommandTest {
 protected:
  /// The data of a page that was written.
  [[nodiscard]] nlohmann::json data(const std::string& file) const {
    const std::string page = read(folder_ / file), begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  }
};
using MicroscopeTestSlow = MicroscopeTest;

TEST_F(MicroscopeTestSlow, is_named_after_the_lab_and_shows_its_score) {
  submit_solutions();
  expect_says(tiny("run 1 --dir mine --html"), 0, "microscope: lab1.html (open it in a browser)");
  const nlohmann::json shown = data("lab1.html");
  EXPECT_EQ(shown.at("trace").at("case"), "built-in arrays");
  const nlohmann::json& c = shown.at("trace").at("arrays").at(2);
  EXPECT_EQ(c.at("output"), c.at("expected"));
  EXPECT_EQ(shown.at("report").at("score"), 4);
  expect_says(tiny("run 1 --dir mine --html"), 0, "microscope: lab1.html");
}

TEST_F(MicroscopeTestSlow, shows_a_case_that_was_not_right) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;  // </script>");
  expect_says(tiny("run 1 --dir mine --html=seen.html"), 0, "microscope: seen.html");
  const nlohmann::json trace = data("seen.html").at("trace");
  EXPECT_EQ(trace.at("case"), "edges/b_empty");
  EXPECT_EQ(trace.at("verdict"), "wrong_answer");
}

TEST_F(MicroscopeTestSlow, gives_own_arrays_no_score) {
  submit_solutions();
  const Ran ran = tiny("run 1 --dir mine --arg A=1,4 --arg B=2 --html");
  EXPECT_EQ(ran.code, 0) << ran.text;
  const nlohmann::json shown = data("lab1.html");
  EXPECT_EQ(shown.at("trace").at("arrays").at(0).at("input"), nlohmann::json({1, 4}));
  EXPECT_TRUE(shown.at("report").is_null());
}

TEST_F(MicroscopeTest, replaces_no_file_of_another_kind) {
  submit_solutions();
  std::ofstream(folder_ / "lab1.html") << "my notes";
  expect_says(tiny("run 1 --dir mine --html"), 2, "lab1.html exists and is not a page of the microscope");
  EXPECT_EQ(read(folder_ / "lab1.html"), "my notes");
  expect_says(tiny("run 1 --dir mine --html=none/x.html"), 2, "create its folder first");
  expect_says(tiny("run 1 --dir mine --html=-"), 2, "--html takes a file");
}

TEST_F(MicroscopeTestSlow, is_not_written_where_nothing_ran) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;", "int i = 0, j = 0");
  expect_says(tiny("run 1 --dir mine --html"), 0, "microscope: no page was written");
  EXPECT_FALSE(fs::exists(folder_ / "lab1.html"));
}

}  // namespace

}  // namespace mergelab
