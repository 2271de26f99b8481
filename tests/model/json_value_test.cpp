// Structs from JSON: what does not fit is named with its line and pointer.
#include "model/json_value.hpp"

#include "model/json.hpp"
#include "support/test.hpp"

namespace mergelab {

struct Sample {
  std::string name;
  std::vector<std::int16_t> counts;
  std::optional<Verdict> verdict;
  std::map<BuildKind, double> times;
  std::uint64_t seed = 0;
  bool hidden = false;
};

void fields(auto& io, Is<Sample> auto& sample) {
  io("name", sample.name);
  io("counts", sample.counts);
  io("verdict", sample.verdict);
  io("times", sample.times);
  io("seed", sample.seed);
  io("hidden", sample.hidden);
}

namespace {

const Sample kSample{"",         {1, -2}, Verdict::crashed, {{BuildKind(ValueType::record, true), 0.5}},
                     UINT64_MAX, true};

std::string complaint(const std::string& text, const std::string& name = "") {
  return error_of<DataError>([&] { return JsonReader::read<Sample>(JsonValue::parsed(text, name)); });
}

std::string complaint_with(const char* key, const Json& value) {
  Json json = JsonWriter::write(kSample);
  json[key] = value;
  return complaint(json.dump());
}

TEST(JsonReader, reads_what_was_written) {
  const std::string text = JsonWriter::write(kSample).dump(2) + "\n";
  EXPECT_EQ(JsonWriter::write(JsonReader::read<Sample>(JsonValue::parsed(text))).dump(2) + "\n", text);
  EXPECT_EQ(complaint_with("verdict", nullptr), "");
}

TEST(JsonReader, names_the_pointer_of_what_does_not_fit) {
  EXPECT_EQ(complaint_with("name", 7), "/name: expected a text, got 7\n  write \"7\"");
  EXPECT_EQ(complaint_with("counts", {1, "x"}),
            "/counts/1: expected a whole number from -32768 to 32767, got \"x\"");
  EXPECT_EQ(complaint_with("counts", {1, 2.5}),
            "/counts/1: expected a whole number from -32768 to 32767, got 2.5");
  EXPECT_EQ(complaint_with("counts", {40000}),
            "/counts/0: expected a whole number from -32768 to 32767, got 40000");
  EXPECT_EQ(complaint_with("counts", Json::object()), "/counts: expected a list, got an empty object");
  EXPECT_EQ(complaint_with("counts", 3), "/counts: expected a list, got 3\n  write [3]");
  EXPECT_EQ(complaint_with("counts", {"7"}),
            "/counts/0: expected a whole number from -32768 to 32767, got \"7\"\n  write 7");
  EXPECT_EQ(complaint_with("hidden", "true"), "/hidden: expected true or false, got \"true\"\n  write true");
  EXPECT_EQ(complaint_with("name", {1}), "/name: expected a text, got a list of 1");
  EXPECT_EQ(complaint_with("verdict", "fine"), "/verdict: \"fine\" is not known");
  EXPECT_EQ(complaint_with("times", {{"stone", 1}}), "/times/stone: \"stone\" is not known");
  EXPECT_EQ(complaint_with("seed", -1), "/seed: expected a whole number from 0 to 2^64-1, got -1");
  EXPECT_EQ(complaint_with("hidden", 1), "/hidden: expected true or false, got 1");
  EXPECT_EQ(complaint("{\"name\": \"\"}"), "the key \"counts\" is missing");
}

TEST(JsonReader, names_the_line_where_there_are_several) {
  Json json = JsonWriter::write(kSample);
  json["seed"] = "x";
  const std::string what = "/seed: expected a whole number from 0 to 2^64-1, got \"x\"";
  EXPECT_EQ(complaint(json.dump(2)), "line 11: " + what);
  EXPECT_EQ(complaint(json.dump(2), "a.json"), "a.json:11: " + what);
  EXPECT_EQ(complaint(json.dump() + "\n"), what);
}

TEST(JsonReader, names_the_line_of_what_is_not_json) {
  EXPECT_EQ(complaint("{\n\"name\": \"x\""),
            "line 2: syntax error while parsing object - unexpected end of input; expected '}'\n"
            "  the file ends before its JSON does: is it truncated?");
  EXPECT_EQ(complaint("{\n\"name\": 1,\n\"name\": 2}", "a.json"),
            "a.json:3: the key \"name\" occurs twice in one object");
  EXPECT_EQ(complaint(""), "line 1: the file is empty; expected a JSON object");
}

TEST(JsonValue, says_which_schema_it_reads) {
  const auto of = [](const char* text) {
    return error_of<DataError>([&] { JsonValue::parsed(text).expect_schema("mergelab.lab/1"); });
  };
  EXPECT_EQ(of("{\"schema\": \"mergelab.lab/1\"}"), "");
  EXPECT_EQ(of("{\"schema\": \"mergelab.trace/1\"}"),
            "/schema: expected \"mergelab.lab/1\", got \"mergelab.trace/1\"");
  EXPECT_TRUE(contains(of("{\"schema\": \"mergelab.lab/2\"}"),
                       "is \"mergelab.lab/2\", but this mergelab reads mergelab.lab/1"));
  EXPECT_EQ(of("{}"), "the key \"schema\" is missing; expected \"schema\": \"mergelab.lab/1\"");
  EXPECT_EQ(of("[]"), "expected an object, got an empty list");
}

}  // namespace
}  // namespace mergelab
