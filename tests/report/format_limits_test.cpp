// No report exceeds the limits of a format's reader.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "report/formats/format.hpp"
#include "report/report.hpp"
#include "samples.hpp"
#include "score/score.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/reported.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::report {
namespace {

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
      EXPECT_EQ(text.find("SECRET"), std::string::npos);
      EXPECT_EQ(text.find("\\u00"), std::string::npos);
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

}  // namespace
}  // namespace mergelab::report
