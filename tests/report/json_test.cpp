// The native report against its schema, with python3's jsonschema, and rules that a schema can't express.
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "golden.hpp"
#include "report/trace_text.hpp"
#include "samples.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = MERGELAB_SOURCE_DIR "/grader/report/report.schema.json";
constexpr const char* kTraceSchema = MERGELAB_SOURCE_DIR "/grader/report/trace.schema.json";

bool python_has_jsonschema() { return std::system("python3 -c 'import jsonschema' 2>/dev/null") == 0; }

/// A line for each document: empty when it follows the schema; else python's complaint.
std::vector<std::string> complaints(const std::vector<std::string>& documents, const char* schema = kSchema) {
  const std::string path = ::testing::TempDir() + "mergelab_report_" + std::to_string(::getpid()) + ".json";
  std::ofstream(path) << fmt::format("[{}]", fmt::join(documents, ","));
  const std::string command =
      "python3 -c 'import json, sys, jsonschema\n"
      "schema = json.load(open(sys.argv[1])); jsonschema.Draft202012Validator.check_schema(schema)\n"
      "validator = jsonschema.Draft202012Validator(schema)\n"
      "for document in json.load(open(sys.argv[2])):\n"
      " print(*[e.json_path + \" \" + repr(e.message[:200]) for e in validator.iter_errors(document)])' " +
      std::string(schema) + " " + path + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::vector<std::string> lines(1);
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += static_cast<char>(c);
    }
  }
  lines.pop_back();  // after the last end of a line
  EXPECT_EQ(::pclose(pipe), 0);
  std::remove(path.c_str());
  EXPECT_EQ(lines.size(), documents.size()) << ::testing::PrintToString(lines);
  lines.resize(documents.size());
  return lines;
}

TEST(Json, looks_as_it_always_did) { expect_golden("report.json", to_json(samples::course())); }

Trace small_trace() {
  Trace trace;
  trace.lab = "04_tiled_kernel";
  trace.title = "Tiled kernel";
  trace.case_name = "your arrays";
  trace.kit = "merge";
  trace.numbers = {{"m", 1}, {"n", 1}, {"section", 2}, {"tile", 2}};
  trace.verdict = Verdict::wrong_answer;
  trace.message = "C[1] expected 2\x1b[31m, it was never written";
  trace.first_wrong = TracedWrong{.index = 1, .expected = 2, .array = 2};
  trace.arrays = {{"A", "global", 1}, {"B", "global", 1}, {"C", "global", 2}, {"tiles", "shared", 4}};
  trace.arrays[0].input = {1};
  trace.arrays[1].input = {2};
  trace.arrays[2].expected = {1, 2};
  trace.arrays[2].output = {1, std::nullopt};
  trace.arrays[2].wrong = {1};
  trace.files = {{"merge_tiled.cuh", std::vector<std::string>{"C[k] = tile[k];"}},
                 {"co_rank.cuh", std::nullopt}};
  trace.places = {{0, 1, "merge"}, {1, 0, ""}, {std::nullopt, 0, ""}};
  trace.launches = {{0, 1, 32}};
  trace.requests = {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}, "rwr",
                    {0, 3, 3}, {1, 0, 0}, {0, 1, 1}, {0, 1, 2}};
  trace.events = {{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1, 1}};
  trace.requests.kind += "w";
  for (std::vector<int>* column :
       {&trace.requests.block, &trace.requests.warp, &trace.requests.place, &trace.requests.turns})
    column->push_back(0);
  trace.requests.phase.push_back(1);
  trace.requests.array.push_back(2);
  trace.requests.sectors.push_back(1);
  trace.requests.first.push_back(3);
  trace.barriers = {{0, 0, 2}};
  trace.violations = {{"race", "two threads", {1, 2}}};
  trace.waiting = {{0, 3, 0}};
  trace.counters = {{0, 2, 2, 2, 2}};
  return trace;
}

TEST(TraceJsonSlow, follows_its_schema) {
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_EQ(complaints({to_json(small_trace())}, kTraceSchema), std::vector<std::string>(1));
  EXPECT_NE(complaints({"{}"}, kTraceSchema), std::vector<std::string>(1));
}

TEST(TraceJsonSlow, has_numbers_and_arrays_of_any_type) {
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Trace trace = small_trace();
  trace.numbers = {{"n", Number(std::int64_t{3})}, {"a", Number(0.5)}};
  trace.arrays.front().type = "float";
  trace.arrays.front().shape = {1, 3};
  trace.arrays.front().input = {Number(0.1), Number(nan), Number(-inf)};
  trace.arrays.front().output = {Number(std::int64_t{7}), std::nullopt, Number(inf)};
  trace.arrays.front().wrong = {1};
  trace.events.value.front() = Number(nan);
  trace.first_wrong = TracedWrong{.index = 1, .expected = Number(inf), .array = 0};
  EXPECT_EQ(complaints({to_json(trace)}, kTraceSchema), std::vector<std::string>(1));
  const Json json = Json::parse(to_json(trace));
  EXPECT_EQ(json.at("numbers").at(1).at("value"), 0.5);
  EXPECT_EQ(json.at("arrays").at(0).at("input"), Json({0.1, "NaN", "-Infinity"}));
  EXPECT_EQ(json.at("arrays").at(0).at("output"), Json({7, nullptr, "Infinity"}));
  EXPECT_EQ(json.at("events").at("value").at(0), "NaN");
  EXPECT_EQ(json.at("first_wrong").at("expected"), "Infinity");
}

TEST(TraceJson, has_no_escapes_in_its_texts) { EXPECT_FALSE(contains(to_json(small_trace()), "\\u001b")); }

TEST(TraceText, looks_as_it_always_did) {
  TextStyle ascii;
  ascii.unicode = false;
  const Trace trace = small_trace();
  expect_golden("terminal.txt", trace_text(TraceFormatter(trace, ascii), TraceNotes(), 0), "trace");
}

TEST(JsonSlow, follows_its_schema) {
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  Grading all = samples::incomplete_course();
  all.labs = {samples::tiled_kernel(), samples::skeleton(),      samples::not_compiling(), samples::perfect(),
              samples::missing(),      samples::failed_grader(), samples::hostile()};
  all.labs.push_back(samples::record_not_compiling());
  all.labs[0].items[0].message.assign(100000, 'x');
  all.seed = ~std::uint64_t{0};
  Grading empty;
  empty.backend = "cpu";
  empty.started = "2026-01-31T12:00:00Z";
  Json with_more = Json::parse(to_json(samples::course()));  // the schema allows new fields
  with_more["new"] = 1;
  with_more["labs"][0]["items"][0]["new"] = 1;
  std::vector<std::string> documents{with_more.dump()};
  for (const Grading& grading :
       {samples::course(), samples::late_course(), samples::incomplete_course(), all, empty})
    documents.push_back(to_json(grading));
  EXPECT_EQ(complaints(documents), std::vector<std::string>(documents.size()));
}

TEST(JsonSlow, schema_refuses_broken_documents) {
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const Json good = Json::parse(to_json(samples::course()));
  const std::vector<std::function<void(Json&)>> breaks = {
      [](Json& d) { d["schema"] = "mergelab.report/2"; },
      [](Json& d) { d.erase("seed"); },
      [](Json& d) { d["score"] = "92"; },
      [](Json& d) { d["max_score"] = nullptr; },
      [](Json& d) { d["started"] = "yesterday"; },
      [](Json& d) { d["labs"][0]["status"] = "fine"; },
      [](Json& d) { d["labs"][0].erase("own_score"); },
      [](Json& d) { d["labs"][0]["build"]["values"][0]["value"] = "double"; },
      [](Json& d) { d["labs"][1]["items"][2]["kind"] = "style"; },
      [](Json& d) { d["labs"][1]["items"][2]["score"] = nullptr; },
      [](Json& d) { d["labs"][1]["items"][2]["message"] = "\x1b[31m"; },
      [](Json& d) { d["labs"][1]["items"][2]["tests"][0].erase("hidden"); },
      [](Json& d) { d["labs"][1]["items"][2]["metrics"]["x"] = "1"; },
      [](Json& d) { d["labs"][1]["items"][3]["tests"][1]["duration_s"] = 1; },  // a hidden one
  };
  std::vector<std::string> documents;
  for (const auto& each : breaks) {
    Json document = good;
    each(document);
    documents.push_back(document.dump());
  }
  const std::vector<std::string> lines = complaints(documents);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_NE(lines[i], "") << "break " << i;
}

TEST(Json, has_null_where_there_is_no_score) {
  const Json document = Json::parse(to_json(samples::incomplete_course()));
  EXPECT_TRUE(document["score"].is_null());
  EXPECT_EQ(document["labs"][0]["score"], 10);
  EXPECT_TRUE(document["labs"][1]["score"].is_null());
  EXPECT_EQ(document["complete"], false);
}

TEST(Json, has_only_finite_numbers) {
  Grading grading = samples::course();
  grading.duration_s = std::nan("");
  grading.labs[0].items[0].metrics = {{"ratio", INFINITY}, {"loads", 2}};
  const Json document = Json::parse(to_json(grading));
  EXPECT_EQ(document["duration_s"], 0);
  EXPECT_EQ(document["labs"][0]["items"][0]["metrics"], Json({{"loads", 2.0}}));
}

TEST(Json, cuts_a_message_at_16_kib) {
  Grading grading = samples::course();
  grading.labs[0].items[0].tests[0].outcome.message.assign(20000, 'x');
  const std::string message = Json::parse(to_json(grading))["labs"][0]["items"][0]["tests"][0]["message"];
  EXPECT_EQ(message, std::string(16384, 'x') + "\n[cut: the first 16384 of 20000 bytes]");
}

TEST(Json, has_no_escapes_and_valid_utf8_whatever_a_process_wrote) {
  Grading grading = samples::course();
  grading.labs = {samples::hostile()};
  const std::string text = to_json(grading);
  EXPECT_FALSE(contains(text, "\\u001b"));
  EXPECT_EQ(Json::parse(text)["labs"][0]["items"][0]["message"], "passed \uFFFD\uFFFD 20 / 20\n\uFFFD31m");
}

TEST(Json, withholds_what_a_hidden_case_showed) {
  const std::string text = to_json(samples::course());
  EXPECT_FALSE(contains(text, "123456"));
  const Json random = Json::parse(text)["labs"][1]["items"][3];
  EXPECT_EQ(random["hidden_tests"], 3);
  EXPECT_EQ(random["message"], hidden_message(Verdict::wrong_answer));
  EXPECT_EQ(random["tests"][2]["status"], "wrong_answer");
  EXPECT_TRUE(random["tests"][2]["duration_s"].is_null());
}

TEST(Json, comes_out_the_same_when_it_was_read_back) {
  for (const Grading& grading : {samples::course(), samples::late_course(), samples::incomplete_course()}) {
    const std::string written = to_json(grading);
    EXPECT_EQ(to_json(from_json(written)), written);
  }
  Grading timed = samples::course();
  timed.labs.front().inputs = "0123";
  timed.labs.front().items.front().tests.front().outcome.samples = {{"submission", {0.25, 0.5}}};
  timed.labs.front().items.front().backends.add(Backend::gpu);
  EXPECT_EQ(to_json(from_json(to_json(timed))), to_json(timed));
}

TEST(Json, refuses_what_it_did_not_write) {
  for (const char* text : {"", "{", "[]", "{}", "{\"schema\": \"mergelab.report/2\"}", "null"})
    EXPECT_THROW(static_cast<void>(from_json(text)), std::runtime_error) << text;
}

}  // namespace
}  // namespace mergelab::report
