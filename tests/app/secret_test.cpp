// An instructor's secret: its owner can replay a report exactly, and others learn only a hidden case's
// verdict.
#include "command.hpp"
#include "finding/explanation.hpp"

namespace mergelab {
namespace {

using nlohmann::json;

constexpr int kCases = 24;
// Nine digits each, so that no duration and no seed reads like one of them.
constexpr int kFirstA = 712345001, kFirstB = 712345500, kLengthA = 41, kLengthB = 43;

/// The tiny course with a hidden family of random keys and one of keys that the test knows.
class SecretTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    json catalog = json::parse(read(course_ / "datasets" / "catalog.json"));
    json drawn{{"name", "drawn"}, {"about", "random keys"},     {"generator", "uniform"}, {"seed", 4},
               {"hidden", true},  {"backends", {"cpu", "gpu"}}, {"cases", json::array()}};
    for (int i = 0; i < kCases; ++i)
      drawn["cases"].push_back({{"name", "draw_" + std::to_string(i)}, {"m", 5}, {"n", 6}});
    json known{{"name", "known"},
               {"about", "known keys"},
               {"seed", 5},
               {"hidden", true},
               {"backends", {"cpu", "gpu"}}};
    known["cases"] =
        json::array({{{"name", "known"}, {"a", keys(kFirstA, kLengthA)}, {"b", keys(kFirstB, kLengthB)}}});
    catalog["families"].push_back(drawn);
    catalog["families"].push_back(known);
    write(course_ / "datasets" / "catalog.json", catalog.dump());
    replace(course_ / "labs/01_merge/lab.json", "\"points\": 4", "\"points\": 6");
    replace(course_ / "labs/01_merge/lab.json", "\"items\": [",
            R"("items": [{"id": "drawn", "kind": "correctness", "points": 1, "about": "random keys"},
                         {"id": "known", "kind": "correctness", "points": 1, "about": "known keys"},)");
    write(folder_ / "secret", "correct horse\n");
    write(folder_ / "other", "battery staple\n");
  }
  static std::vector<int> keys(int first, int length) {
    std::vector<int> all;
    for (int k = 0; k < length; ++k) all.push_back(first + 7 * k);
    return all;
  }
  /// The solution with these lines before its last brace.
  void submit(const std::string& lines) const {
    const fs::path solution = course_ / "solutions/01_merge/merge.cuh";
    std::string text = read(solution);
    const std::size_t end = text.rfind('}');
    write(folder_ / "mine/01_merge/merge.cuh", text.insert(end, lines));
  }
  Ran grade(const std::string& json_file, Words more) const {
    Words words{"grade", "mine", "--lab", "1", "--verbose", "--json", json_file};
    words.insert(words.end(), more.begin(), more.end());
    Ran ran = tiny(std::move(words));
    EXPECT_EQ(ran.code, 0) << ran.text;
    return ran;
  }
  [[nodiscard]] static json item(const json& report, const std::string& id) {
    for (const json& one : report.at("labs").at(0).at("items")) {
      if (one.at("id") == id) return one;
    }
    ADD_FAILURE() << "no item " << id << " in " << report.dump(1);
    return {};
  }
};
using SecretTestSlow = SecretTest;

/// A report without the times that pass.
json timeless(json report) {
  report.erase("started");
  const auto strip = [](json& node, const auto& self) -> void {
    if (node.is_object()) node.erase("duration_s");
    if (!node.is_structured()) return;
    for (json& child : node) self(child, self);
  };
  strip(report, strip);
  return report;
}

// Whether a case passes depends on its keys, so that the verdicts are a digest of them.
constexpr const char* kDigest = R"(
  unsigned bits = 0;
  for (int k = 0; k < m + n; ++k) bits = bits * 31 + static_cast<unsigned>(reinterpret_cast<const int&>(C[k]));
  if (m + n == 11 && (bits >> 16 & 1) == 1) C[0] = C[10];
)";

TEST_F(SecretTestSlow, replays_a_report_from_its_seed_and_nothing_else_does) {
  submit(kDigest);
  grade("first.json", {"--secret-file", "secret", "--seed", "4711"});
  const json first = report("first.json");
  const std::string seed = std::to_string(first.at("seed").get<std::uint64_t>());
  grade("again.json", {"--secret-file", "secret", "--seed", seed});
  EXPECT_EQ(timeless(report("again.json")), timeless(first));

  // The digest tells inputs apart: some cases pass, some don't.
  EXPECT_TRUE(contains(item(first, "drawn").at("tests").dump(), "\"passed\"", "\"wrong_answer\""));
  const std::vector<Words> others{{"--secret-file", "other", "--seed", seed},
                                  {"--secret-file", "secret", "--seed", "4712"},
                                  {"--seed", seed}};
  for (const Words& words : others) {
    grade("other.json", words);
    const json other = report("other.json");
    std::vector<std::string> was, is;
    for (int i = 0; i < kCases; ++i) {
      was.push_back(item(first, "drawn").at("tests").at(static_cast<std::size_t>(i)).at("status"));
      is.push_back(item(other, "drawn").at("tests").at(static_cast<std::size_t>(i)).at("status"));
    }
    EXPECT_NE(is, was) << words.at(1);
  }
  // What anybody may see is the same with another secret.
  grade("other.json", {"--secret-file", "other", "--seed", seed});
  EXPECT_EQ(timeless(item(report("other.json"), "plain")), timeless(item(first, "plain")));
}

TEST_F(SecretTestSlow, resuming_with_a_secret_keeps_nothing_that_was_graded_without) {
  submit("");
  grade("report.json", {});
  expect_says(grade("report.json", {"--resume", "--secret-file", "secret"}), 0, "0 of 1 labs are kept");
  expect_says(grade("report.json", {"--resume"}), 0, "0 of 1 labs are kept");
}

TEST_F(SecretTest, is_one_line_of_a_file_that_can_be_read) {
  submit("");
  write(folder_ / "lines", "correct\nhorse\n");
  write(folder_ / "nothing", "\n");
  write(folder_ / "long", std::string(4097, 'x'));
  const auto say = [&](const std::string& file, const std::string& why) {
    expect_says(tiny({"grade", "mine", "--lab", "1", "--secret-file", file}), 2,
                file + " " + why + "\n  expected a file with one line of at most 4096 bytes");
  };
  say("lines", "contains several lines");
  say("nothing", "does not contain a secret");
  say("long", "contains a line that is too long");
  const auto say_unreadable = [&](const std::string& file, const std::string& why) {
    expect_says(tiny({"grade", "mine", "--lab", "1", "--secret-file", file}), 2,
                file + " can't be read: " + why + "\n  --secret-file takes a file that you can read");
  };
  say_unreadable(".", "Is a directory");
  say_unreadable("missing", "No such file or directory");
}

/// A way to get a case's keys into somebody's sight.
struct Leak {
  const char* name;
  const char* lines;
  const char* status;  // of the item "known"
  const char* words;   // the verdict as a student reads it
  bool is_told;        // where nothing is hidden, the keys are in a message
};

void PrintTo(const Leak& leak, std::ostream* stream) { *stream << leak.name; }

class LeakTest : public SecretTest, public testing::WithParamInterface<Leak> {
 protected:
  /// How many keys of the known case are in a text.
  static int keys_in(const std::string& text) {
    int found = 0;
    for (const std::vector<int>& array : {keys(kFirstA, kLengthA), keys(kFirstB, kLengthB)}) {
      for (const int key : array) found += text.find(std::to_string(key)) != std::string::npos ? 1 : 0;
    }
    return found;
  }
};

TEST_P(LeakTest, shows_nothing_of_a_hidden_case_but_its_verdict) {
  submit(GetParam().lines);
  if (GetParam().is_told) {  // so that the test would see it
    const Ran open = grade("report.json", {});
    EXPECT_GT(keys_in(open.text), 0) << open.text;
    EXPECT_GT(keys_in(read(folder_ / "report.json")), 0);
  }
  const Ran ran = grade("report.json", {"--secret-file", "secret"});
  EXPECT_EQ(keys_in(ran.text), 0) << ran.text;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (!entry.is_regular_file() || entry.path().filename() == "catalog.json") continue;
    EXPECT_EQ(keys_in(read(entry.path())), 0) << entry.path();
  }
  json known = item(report(), "known");
  const std::string status = GetParam().status;
  EXPECT_EQ(known.at("status"), status);
  // Every other field is what it would be for any input: no value, index, size or duration.
  EXPECT_EQ(known.at("message"),
            status == "passed" ? std::string() : say(Sentence::hidden_case, GetParam().words));
  EXPECT_EQ(known.at("hint"), "");
  EXPECT_EQ(known.at("metrics"), json::object());
  EXPECT_EQ(known.at("hidden_tests"), 1);
  const json shown = json::parse(R"({"name": "known/known", "backend": "cpu", "hidden": true, "message": "",
    "finding": null, "statements": null, "duration_s": null, "metrics": {}, "samples_ms": {}})");
  json test = known.at("tests").at(0);
  EXPECT_EQ(test.at("status"), status);
  test.erase("status");
  EXPECT_EQ(test, shown);
}

// The case with the known keys is recognised by its length.
#define IN_THE_KNOWN_CASE                                                            \
  "  if (m != 41) return;\n  const int* keys_A = reinterpret_cast<const int*>(A);\n" \
  "  const int* keys_B = reinterpret_cast<const int*>(B);\n  (void)keys_A; (void)keys_B;\n"

INSTANTIATE_TEST_SUITE_P(
    Of, LeakTest,
    testing::Values(
        Leak{"prints_every_input",
             IN_THE_KNOWN_CASE "  for (int k = 0; k < m; ++k) printf(\"%d\\n\", keys_A[k]);\n"
                               "  for (int k = 0; k < n; ++k) printf(\"%d\\n\", keys_B[k]);\n",
             "passed", "", false},
        Leak{"prints_every_input_as_an_error",
             IN_THE_KNOWN_CASE "  for (int k = 0; k < m; ++k) fprintf(stderr, \"%d\\n\", keys_A[k]);\n",
             "passed", "", false},
        // More than a buffer of standard output, and the C library's final message.
        Leak{"prints_them_and_aborts",
             IN_THE_KNOWN_CASE "  for (int k = 0; k < 1000; ++k) printf(\"%d\\n\", keys_B[k % n]);\n"
                               "  assert(keys_A[0] == 0);\n",
             "crashed", "crashed", false},
        Leak{"answers_with_inputs", IN_THE_KNOWN_CASE "  for (int k = 0; k < m; ++k) C[k] = A[m - 1 - k];\n",
             "wrong_answer", "wrong answer", true},
        Leak{"writes_at_an_index_made_of_a_key", IN_THE_KNOWN_CASE "  C[m + n + (keys_A[0] & 15)] = A[0];\n",
             "checker_violation", "CUDA rule broken", false},
        Leak{"leaves_undone_what_a_key_numbers", IN_THE_KNOWN_CASE "  LAB_TODO(keys_A[0]);\n", "todo",
             "TODO not done", false}),
    [](const auto& name) { return std::string(name.param.name); });

}  // namespace
}  // namespace mergelab
