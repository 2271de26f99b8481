// Every format of course systems: golden files, points, places, and reports without a score.
#include <cstdio>
#include <random>

#include "base/regex.hpp"
#include "golden.hpp"
#include "report/formats/format.hpp"
#include "report/microscope.hpp"
#include "samples.hpp"
#include "score/score.hpp"
#include "support/long_run.hpp"
#include "support/reported.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::ordered_json;

/// Every verdict's lab, with places in files.
Grading everything() {
  Grading grading = samples::course();
  LabResult unbuilt = samples::not_compiling(), hostile = samples::hostile(), race = samples::perfect();
  unbuilt.name = "06_unbuilt";
  hostile.name = "07_hostile";
  race.name = "08_race";
  race.file = "08_race/race.cuh";
  race.items[0].status = race.status = Verdict::checker_violation;
  race.items[0].score = Points(0.33);
  race.score = Points(4.33);
  race.items[0].message =
      "thread 0, 100%: reads tile[1] at race.cuh:12 `x = tile[1];`,\nnothing orders the two";
  Outcome& raced = race.items[0].tests.at(0).outcome;
  raced.verdict = Verdict::checker_violation;
  Finding found(finding::Message::race);
  found.access.at = {"race.cuh", 12};
  raced.why = found;
  unbuilt.file = "06_unbuilt/merge_tiled.cuh";
  for (LabResult* lab : {&unbuilt, &hostile, &race}) grading.labs.push_back(*lab);
  grading.asked.clear();
  for (const LabResult& lab : grading.labs) grading.asked.push_back(lab.name);
  score::total(grading);
  EXPECT_TRUE(grading.complete);
  return grading;
}

/// One lab failed in the grader, and one was never reached.
Grading without_score() {
  Grading grading = samples::course();
  grading.labs = {samples::perfect(), samples::failed_grader()};
  grading.asked = {"01_sequential_merge", "02_co_rank", "03_basic_kernel"};
  score::total(grading);
  return grading;
}

/// Interrupted after the first of two labs, which has full marks.
Grading interrupted() {
  Grading grading = samples::course();
  grading.labs = {samples::perfect()};
  grading.asked = {"01_sequential_merge", "02_co_rank"};
  score::total(grading);
  return grading;
}

std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    if (c == '=' || c == '\n') continue;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

TEST(Formats, look_as_they_always_did) {
  for (const Format& format : formats()) {
    SCOPED_TRACE(format.name);
    const std::string name(format.name);
    expect_golden("formats/" + name, samples::in_format(name, everything()));
    expect_golden("no_score.txt", samples::in_format(name, without_score()), name);
  }
}

TEST(Formats, stand_in_the_documentation) {
  std::stringstream page;
  page << std::ifstream(MERGELAB_SOURCE_DIR "/docs/formats.md").rdbuf();
  const std::string text = page.str(), part = text.substr(text.find("## Formats of course systems"));
  const base::Regex row(R"(\n\| `([a-z0-9-]+)` \| `?([^|`]*)`? \| ([^|]*) \|)");
  std::vector<std::string> told, known;
  for (const std::smatch& each : base::regex_matches(part, row))
    told.push_back(fmt::format("{} {} {}", each[1].str(), each[2].str(), each[3].str()));
  for (const Format& format : formats())
    known.push_back(fmt::format("{} {} {}", format.name, format.file, format.reader));
  EXPECT_EQ(told, known);
}

TEST(Formats, never_give_points_for_what_has_no_score) {
  for (const Grading& grading : {without_score(), interrupted()}) {
    EXPECT_FALSE(Json::accept(
        samples::in_format("gradescope", grading)));  // Gradescope: "failed to execute correctly"
    EXPECT_TRUE(Json::parse(samples::in_format("classroom50", grading))["score"].is_null());
    const Json reporter = Json::parse(decoded(samples::in_format("github-classroom", grading)));
    EXPECT_EQ(reporter["max_score"], 0);
    EXPECT_EQ(reporter["status"], "error");
    const Json prairielearn = Json::parse(samples::in_format("prairielearn", grading));
    EXPECT_EQ(prairielearn["gradable"], false);
    EXPECT_FALSE(prairielearn.contains("score"));
    std::string autolab = samples::in_format("autolab", grading);
    autolab.pop_back();
    EXPECT_FALSE(Json::accept(autolab.substr(autolab.rfind('\n') + 1))) << autolab;
    EXPECT_TRUE(contains(samples::in_format("junit", grading), "<error "));
    EXPECT_TRUE(contains(samples::in_format("csv", grading), ",total,grader_error,,"));
    EXPECT_TRUE(contains(samples::in_format("markdown", grading), "no score"));
    EXPECT_TRUE(contains(samples::in_format("annotations", grading), "::error title=grader failed::"));
    EXPECT_TRUE(Json::parse(samples::in_format("leaderboard", grading))["score"].is_null());
    EXPECT_TRUE(Json::parse(samples::in_format("leaderboard", grading))["entries"].empty());
  }
}

TEST(Formats, round_to_full_points_for_full_points_alone) {
  Grading grading = samples::course();
  LabResult lab = samples::perfect();
  lab.items[0].score = Points(5.99);
  lab.score = Points(9.99);
  grading.labs = {lab};
  grading.asked = {lab.name};
  score::total(grading);
  grading.score = Points(9.99);
  EXPECT_EQ(Json::parse(samples::in_format("classroom50", grading))["score"], 9);
  EXPECT_EQ(Json::parse(samples::in_format("classroom50", grading))["max-score"], 10);
  EXPECT_EQ(Json::parse(samples::in_format("gradescope", grading))["score"], 9.99);
  EXPECT_LT(Json::parse(samples::in_format("prairielearn", grading))["score"], 1);
  EXPECT_EQ(Json::parse(samples::in_format("leaderboard", grading))["score"], 9.99);
  const Json reporter = Json::parse(decoded(samples::in_format("github-classroom", grading)));
  EXPECT_EQ(reporter["tests"][0]["score"], 6);
  EXPECT_EQ(reporter["tests"][1]["score"], 3);  // the sum is what counts
  EXPECT_EQ(reporter["max_score"], 10);
  EXPECT_TRUE(contains(samples::in_format("autolab", grading),
                       "{\"scores\":{\"01_sequential_merge\":9.99},\"scoreboard\":[9.99,9.99]}"));
}

TEST(Formats, cost_no_attempt_where_nothing_could_be_built) {
  Grading grading = samples::course();
  grading.labs = {samples::not_compiling()};
  grading.asked = {grading.labs[0].name};
  score::total(grading);
  const Json results = Json::parse(samples::in_format("prairielearn", grading));
  EXPECT_EQ(results["gradable"], false);
  EXPECT_TRUE(contains(results["format_errors"][0].get<std::string>(), "merge_tiled.cuh:12:16: error"));
}

TEST(Formats, have_deductions_in_their_points_and_words) {
  const Grading late = samples::late_course();
  const auto json = [&](const char* name) { return nlohmann::json::parse(samples::in_format(name, late)); };
  EXPECT_EQ(json("gradescope").at("score"), late.score->number());
  EXPECT_TRUE(
      contains(json("gradescope").at("output").get<std::string>(), "lost 2 points (20%): 2 days late"));
  EXPECT_TRUE(contains(samples::in_format("markdown", late), "lost 2 points"));
  EXPECT_TRUE(contains(samples::in_format("csv", late), "lost 1 point (10%): merge_sequential.cuh:6"));
  EXPECT_EQ(json("classroom50").at("tests").at(0).at("score"), 7);
  // GitHub Classroom shows the sum of the items: they share what is lost.
  const auto classroom = nlohmann::json::parse(decoded(samples::in_format("github-classroom", late)));
  int sum = 0, first_lab = 0;
  for (const auto& test : classroom.at("tests")) {
    sum += test.at("score").get<int>();
    if (test.at("name").get<std::string>().starts_with("01_")) first_lab += test.at("score").get<int>();
  }
  EXPECT_EQ(first_lab, 7);
  EXPECT_EQ(sum, late.score->whole());
}

TEST(Formats, show_gradescopes_items_with_hidden_cases_to_whom_the_settings_say) {
  const auto seen = [](const Grading& grading) {
    std::map<std::string, std::string> found;
    const auto results = nlohmann::json::parse(samples::in_format("gradescope", grading));
    for (const auto& test : results.at("tests")) found[test.at("name")] = test.at("visibility");
    return found;
  };
  auto late = seen(samples::late_course());
  EXPECT_EQ(late.at("01_sequential_merge: plain"), "visible");
  EXPECT_EQ(late.at("01_sequential_merge: ties"), "after_due_date");
  EXPECT_EQ(seen(samples::course()).at("01_sequential_merge: ties"), "visible");
}

TEST(Formats, point_annotations_to_the_students_line) {
  const std::string text = samples::in_format("annotations", everything());
  EXPECT_TRUE(contains(text,
                       "::error file=ada/08_race/race.cuh,line=12,title=08_race%3A plain%3A CUDA rule "
                       "broken::thread 0, 100%25: reads",
                       "file=ada/06_unbuilt/merge_tiled.cuh,line=12,", "`,%0Anothing orders"));
}

TEST(Formats, make_no_cell_a_formula) {
  Grading grading = samples::course();
  for (const char* begin : {"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\uFF1D1", "a\n=1"}) {
    grading.submission = begin;
    grading.labs[0].name = grading.labs[0].message = begin;
    for (const char* name : {"csv", "csv-items"}) {
      const std::string text = samples::in_format(name, grading);
      EXPECT_FALSE(base::regex_search(text, base::Regex("(^|[\n,\"])\\s*[=+@]|(^|[\n,])\"?\\s*-[0-9]")))
          << text;
      EXPECT_EQ(text.find("\xEF\xBC\x9D"), text.find("'\xEF\xBC\x9D") == std::string::npos
                                               ? std::string::npos
                                               : text.find("'\xEF\xBC\x9D") + 1);
    }
  }
}

TEST(Formats, depend_on_the_report_only) {
  Grading grading = everything();
  ItemResult& slow = grading.labs[1].items[0];
  slow.status = slow.tests[0].outcome.verdict = Verdict::too_slow;
  slow.tests[0].outcome.symptom = "balance";
  slow.group = "sizes";
  for (const Format& format : formats())
    EXPECT_EQ(samples::in_format(format.name, grading),
              samples::in_format(format.name, from_json(to_json(grading))))
        << format.name;
}

TEST(Formats, refuse_what_is_no_report_or_can_not_be_true) {
  const std::string good = to_json(everything());
  Json wrong = Json::parse(good);
  wrong["labs"][0]["score"] = 1000;
  Json total = Json::parse(good);
  total["score"] = total["max_score"];
  Json version = Json::parse(good);
  version["schema"] = "mergelab.report/2";
  Json verdict = Json::parse(good);
  verdict["labs"][0]["status"] = "fine";
  for (const std::string& text : {version.dump(), verdict.dump(), std::string(),
                                  good.substr(0, good.size() / 2), std::string("\0\xff\x1b[2J", 6)})
    EXPECT_THROW(static_cast<void>(from_json(text)), std::runtime_error) << text;
  for (const Format& format : formats()) {
    for (const Json& false_report : {wrong, total}) {
      const Grading grading = from_json(false_report.dump());
      EXPECT_THROW(static_cast<void>(samples::in_format(format.name, grading)), std::runtime_error)
          << format.name;
    }
  }
}

// No report exceeds the limits of a format's reader.

/// Reports as bad as a course and its students can make them.
class Nasty {
 public:
  explicit Nasty(unsigned seed) : random_(seed) {}

  Grading grading() {
    Grading grading = samples::course();
    grading.labs.clear();
    grading.submission = text();
    const int labs = below(6) + 1;
    for (int i = 0; i < labs; ++i) grading.labs.push_back(lab(i));
    grading.asked.clear();
    for (const LabResult& lab : grading.labs) grading.asked.push_back(lab.name);
    score::total(grading);
    return grading;
  }

 private:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  std::string text() {
    static const std::vector<std::string> kParts{"=cmd|' /C calc'!A0",
                                                 "::error file=x::y",
                                                 "]]>",
                                                 "<script>",
                                                 "&",
                                                 "\"",
                                                 "'",
                                                 "\x1b[31m",
                                                 std::string(1, '\0'),
                                                 "\xff",
                                                 "\xef\xbf\xbf",
                                                 "\xef\xbf\xbe",
                                                 "\xf0\x9f\x98\x80",
                                                 "\n",
                                                 "\r\n",
                                                 "\t",
                                                 "```",
                                                 "|",
                                                 "%0A",
                                                 ",",
                                                 "\x85",
                                                 "{\"scores\":{\"x\":100}}\n",
                                                 "a.cuh:7",
                                                 "\xed\xa0\x80",
                                                 "\xe2\x80\xae"};
    std::string text;
    for (int i = below(8); i > 0; --i)
      text += kParts[static_cast<std::size_t>(below(static_cast<int>(kParts.size())))];
    if (below(6) == 0) text += std::string(static_cast<std::size_t>(below(100'000)), "x\n\xff<"[below(4)]);
    return text;
  }
  ItemResult item(int number) {
    ItemResult item;
    item.id = fmt::format("i{}", number) + text().substr(0, 200);
    item.kind = static_cast<ItemKind>(below(3));
    item.about = text();
    item.status = static_cast<Verdict>(below(13));
    item.message = text();
    item.hint = text();
    item.max_score = Points(below(1000) / 64.0);
    item.score = item.max_score.part(item.status == Verdict::passed ? 1 : below(3) / 2.0 * 0.9999);
    item.metrics = {{text().substr(0, 50), below(1000) / 7.0}};
    item.hidden_tests = below(3);
    for (int i = 0; i < item.hidden_tests; ++i) {
      Observation seen;
      seen.hidden = true;
      seen.test = "hidden";
      seen.outcome = reported(static_cast<Verdict>(below(12)), "SECRET", "SECRET");
      seen.outcome.metrics = {{"SECRET", 1}};
      item.tests.push_back(seen);
    }
    return item;
  }
  LabResult lab(int number) {
    LabResult lab;
    lab.name = fmt::format("l{}", number) + text().substr(0, 100);
    lab.file = "a.cuh";
    lab.message = text();
    lab.status = static_cast<Verdict>(below(13));
    Points score;
    for (int i = below(12); i > 0; --i) {
      lab.items.push_back(item(i));
      score += lab.items.back().score;
      lab.max_score += lab.items.back().max_score;
    }
    BuildResult build;
    build.log = text();
    lab.builds = {build};
    if (below(10) > 0) lab.score = score;
    return lab;
  }

  std::mt19937 random_;
};

/// Says what python can't read, and nothing of what it can.
constexpr const char* kReadAll = R"(
import csv, html.parser, io, json, pathlib, sys, xml.dom.minidom
folder, schemas = map(pathlib.Path, sys.argv[1:])
try:
    import jsonschema
except ImportError:
    jsonschema = None
def check(name, document):
    schema = schemas / f"{name}.schema.json"
    if jsonschema and schema.exists():
        jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(document)
class Page(html.parser.HTMLParser):
    """Elements close in the order in which they open, and nothing of a report is one."""
    known = set("html head meta title style body main section h1 h2 h3 p div span table caption thead tbody tr th td pre svg rect".split())
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attributes):
        assert tag in self.known, tag
        assert set(dict(attributes)) <= set("lang charset http-equiv content name class scope viewbox preserveaspectratio aria-hidden width height".split()), attributes
        if tag != "meta": self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        assert tag == "rect", tag
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
def check_page(text):
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open, page.open
for path in sorted(folder.iterdir()):
    name, scored, _ = path.name.split(".")
    try:
        text = path.read_bytes().decode()
        if name == "junit":
            xml.dom.minidom.parseString(text)
        elif name == "html":
            check_page(text)
        elif name.startswith("csv"):
            rows = list(csv.reader(io.StringIO(text, newline="")))
            assert all(len(row) == len(rows[0]) for row in rows), "cells"
        elif name == "github-classroom":
            import base64
            check(name, json.loads(base64.b64decode(text)))
        elif name == "autolab" and scored == "1":
            check(name, json.loads(text.splitlines()[-1]))
        elif name in ("classroom50", "gradescope"):
            if scored == "1": check(name, json.loads(text))
        elif name in ("prairielearn", "leaderboard"):
            check(name, json.loads(text))
    except Exception as error:
        print(path.name, type(error).__name__, str(error)[:300])
)";

TEST(FormatLimitsSlow, hold_whatever_a_report_holds) {
  const TemporaryFolder folder;
  const auto seeds = in_long_run(30U, 1U);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const Grading grading = Nasty(seed).grading();
    for (const Format& format : formats()) {
      const std::string text = samples::in_format(format.name, grading);
      SCOPED_TRACE(fmt::format("{}, seed {}", format.name, seed));
      EXPECT_LE(text.size(), format.most_bytes);
      EXPECT_EQ(text.find_first_of(std::string("\0\x1b\x07\x08\x7f", 5)), std::string::npos);
      EXPECT_FALSE(contains(text, "SECRET"));
      EXPECT_FALSE(contains(text, "\\u00"));
      if (format.name == "annotations") {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
          const std::size_t properties = line.find(' ');
          EXPECT_TRUE(line.starts_with("::error ") || line.starts_with("::notice ")) << line.substr(0, 200);
          EXPECT_EQ(line.find(':', properties), line.find("::", properties)) << line.substr(0, 200);
        }
      }
      const std::string file = fmt::format("{}.{}.{}", format.name, grading.score ? 1 : 0, seed);
      std::ofstream(folder.path() / file, std::ios::binary) << text;
    }
  }
  const std::filesystem::path script =
      folder.path().parent_path() / (folder.path().filename().string() + ".py");
  std::ofstream(script) << kReadAll;
  const std::string command =
      fmt::format("python3 '{}' '{}' '{}' 2>&1", script.string(), folder.path().string(),
                  MERGELAB_SOURCE_DIR "/tests/report/schemas");
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string complaints;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) complaints += static_cast<char>(c);
  ::pclose(pipe);
  std::filesystem::remove(script);
  EXPECT_EQ(complaints, "");
}

// No writer repeats a hidden case's data, whatever its input is.

/// A lab whose one item lost its points in a hidden test, of which everything holds the word or the number.
LabResult lab_with_secret(Verdict verdict) {
  LabResult lab = samples::perfect();
  ItemResult& item = lab.items.back();
  Observation& seen = item.tests.back();
  EXPECT_TRUE(seen.hidden);
  seen.outcome = reported(verdict, "C[7] is SECRET", "SECRET");
  seen.outcome.why = Statement(Sentence::words, "SECRET");
  seen.outcome.metrics = {{"SECRET", 918273}};
  seen.outcome.lines = {{"merge.cuh", 918273, "SECRET", 10, 48, 40, 10, 10, 20, 640}};
  seen.outcome.samples = {{"SECRET", {918273}}};
  seen.outcome.violations = {{"race", {}, "SECRET", "SECRET"}};
  seen.duration_s = 918273;
  item.metrics = {{"SECRET", 918273}};
  if (verdict != Verdict::passed) {
    item.status = lab.status = verdict;
    item.message = lab.message = seen.outcome.message;
  }
  return lab;
}

/// A mergelab.trace/2 in which nothing happened.
Json empty_trace() {
  const Json none = Json::array();
  return {{"requests",
           {{"block", none},
            {"phase", none},
            {"warp", none},
            {"place", none},
            {"kind", ""},
            {"array", none},
            {"sectors", none},
            {"turns", none},
            {"first", none}}},
          {"events", {{"lane", none}, {"index", none}, {"value", none}}}};
}

TEST(Hidden, case_is_in_no_text_and_no_report) {
  for (const Verdict verdict : {Verdict::passed, Verdict::wrong_answer, Verdict::checker_violation,
                                Verdict::too_slow, Verdict::crashed}) {
    const LabResult lab = lab_with_secret(verdict);
    Grading grading = samples::course();
    grading.labs = {lab};
    grading.asked = {lab.name};
    score::total(grading);
    std::string all = to_json(grading) + microscope_page(empty_trace(), &lab);
    for (const Format& format : formats()) all += write_as(format, grading);
    for (const bool verbose : {false, true}) {
      TextStyle style;
      style.verbose = verbose;
      style.rerun = "./lab run";
      all += lab_text(lab, style) + lab_line(lab, style) + table_text(grading, style) +
             profile_text("profile", lab.items.back().tests.back(), style);
    }
    EXPECT_FALSE(contains(all, "SECRET"));
    EXPECT_FALSE(contains(all, "918273"));
    EXPECT_FALSE(contains(all, "15304 min")) << "the duration";
  }
}

}  // namespace
}  // namespace mergelab::report
