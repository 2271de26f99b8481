// The schemas with which editors complete course.json, lab.json, catalog.json and settings.json: our own
// files follow them, and they have the grader's names.
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "course/course.hpp"
#include "kits/keys/terms.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::course {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kSource = MERGELAB_SOURCE_DIR;

fs::path schema(const std::string& name) { return kSource / "grader/course" / (name + ".schema.json"); }
Json read(const fs::path& file) { return Json::parse(read_text(file)); }

bool python_has_jsonschema() { return std::system("python3 -c 'import jsonschema' 2>/dev/null") == 0; }

/// Python's complaints about each document; "" for one that follows the schema.
std::vector<std::string> complaints(const std::vector<Json>& documents, const std::string& name) {
  const TemporaryFolder folder("mergelab-schemas-");
  const fs::path file = folder.path() / "documents.json";
  write_text(file, Json(documents).dump());
  const std::string command =
      "python3 -c 'import json, sys, jsonschema\n"
      "schema = json.load(open(sys.argv[1])); jsonschema.Draft202012Validator.check_schema(schema)\n"
      "validator = jsonschema.Draft202012Validator(schema)\n"
      "print(json.dumps([[e.json_path + \" \" + e.message[:200] for e in validator.iter_errors(each)]\n"
      "                  for each in json.load(open(sys.argv[2]))]))' '" +
      schema(name).string() + "' '" + file.string() + "' 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  EXPECT_EQ(::pclose(pipe), 0) << text;
  std::vector<std::string> told;
  for (const Json& each : Json::parse(text))
    told.push_back(fmt::format("{}", fmt::join(each.get<std::vector<std::string>>(), "\n")));
  EXPECT_EQ(told.size(), documents.size());
  told.resize(documents.size(), "no answer");
  return told;
}

std::string complaints(const Json& document, const std::string& name) {
  return complaints(std::vector{document}, name)[0];
}

/// The page with the example of settings; a hand-out has none.
bool has_instructors_page() { return fs::exists(kSource / "docs/instructor.md"); }

std::string documented_settings() {
  const std::string text = read_text(kSource / "docs/instructor.md");
  const std::size_t begin = text.find("```json\n{\n  \"$schema\"") + 8;
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(SchemasSlow, are_followed_by_our_own_files) {
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  for (const char* name : {"01_scan", "02_matmul", "03_histogram", "04_half_product", "05_particles"}) {
    const fs::path folder = kSource / "tests/any_lab/labs" / name;
    EXPECT_EQ(complaints(read(folder / "lab.json"), "lab"), "") << name;
    EXPECT_EQ(complaints(read(folder / "cases.json"), "cases"), "") << name;
  }
  EXPECT_EQ(complaints(read(kSource / "labs/course.json"), "course"), "");
  EXPECT_EQ(complaints(read(kSource / "datasets/catalog.json"), "catalog"), "");
  std::vector<Json> labs;
  for (const Lab& lab : load(kSource, fs::path()).labs)
    labs.push_back(read(kSource / "labs" / lab.name / "lab.json"));
  const std::vector<std::string> told = complaints(labs, "lab");
  for (std::size_t i = 0; i < labs.size(); ++i) EXPECT_EQ(told[i], "") << labs[i].at("title");
}

TEST(Schemas, are_named_by_our_own_files) {
  const Json course = read(kSource / "labs/course.json");
  EXPECT_TRUE(fs::equivalent(kSource / "labs" / course.at("$schema").get<std::string>(), schema("course")));
  const Json catalog = read(kSource / "datasets/catalog.json");
  EXPECT_TRUE(
      fs::equivalent(kSource / "datasets" / catalog.at("$schema").get<std::string>(), schema("catalog")));
  for (const std::string name : course.at("labs")) {
    const fs::path folder = kSource / "labs" / name;
    EXPECT_TRUE(
        fs::equivalent(folder / read(folder / "lab.json").at("$schema").get<std::string>(), schema("lab")));
  }
}

TEST(SchemasSlow, have_a_documented_example_of_settings_that_is_taken) {
  if (!has_instructors_page()) GTEST_SKIP() << "this is a hand-out";
  const TemporaryFolder folder("mergelab-schemas-");
  const fs::path file = folder.path() / "settings.json";
  Json settings = Json::parse(documented_settings());
  const Json labs = read(kSource / "labs/course.json").at("labs");
  for (const std::string name : labs)  // a lab of somebody's own is not in the example
    if (!settings.at("labs").contains(name)) settings["labs"][name] = {{"graded", false}};
  write_text(file, settings.dump(2));
  const Course course = load(kSource, file);
  EXPECT_EQ(course.settings.name, "CS 533, fall 2026");
  EXPECT_TRUE(course.labs[0].deadline);
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  EXPECT_EQ(complaints(settings, "settings"), "");
}

TEST(SchemasSlow, refuse_what_the_grader_refuses) {
  if (!has_instructors_page()) GTEST_SKIP() << "this is a hand-out";
  if (!python_has_jsonschema()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const TemporaryFolder folder("mergelab-schemas-");
  const fs::path file = folder.path() / "settings.json";
  std::vector<Json> all;
  std::vector<std::string> pointers;
  const auto broken = [&](const std::string& pointer, const Json& value) {
    Json settings = Json::parse(documented_settings());
    settings[Json::json_pointer(pointer)] = value;
    write_text(file, settings.dump());
    all.push_back(settings);
    pointers.push_back(pointer);
    EXPECT_THROW((void)load(kSource, file), Error) << pointer;
  };
  broken("/schema", "mergelab.settings/2");
  broken("/deadlin", "2026-10-02T23:59");
  broken("/deadline", "tomorrow");
  broken("/late", Json{{"grace_minutes", 5}});
  broken("/late/percent_per_day", 101);
  broken("/hidden/secret", "x");
  broken("/gradescope", "never");
  broken("/labs/01_sequential_merge/points", "ten");
  broken("/labs/01_sequential_merge/items/plain", Json{{"kind", "checker"}});
  broken("/forbidden", Json::array({{{"name", "a b"}}}));
  broken("/limits/memory_mib", 0);
  const std::vector<std::string> told = complaints(all, "settings");
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NE(told[i], "") << pointers[i];
}

TEST(Schemas, know_the_names_that_the_grader_knows) {
  const Json lab = read(schema("lab")), catalog = read(schema("catalog")),
             settings = read(schema("settings"));
  const auto names = [](const Json& list) { return list.get<std::vector<std::string>>(); };
  const Json& items = lab.at("/$defs/item/properties"_json_pointer);
  EXPECT_EQ(names(items.at("yardstick").at("enum")), names_of(yardsticks()));
  std::vector<std::string> metrics{"comparison_ratio", "time_ratio", std::string(kDeviceMetric)};
  for (const std::string& name : names_of(judge::traffic_metrics())) metrics.push_back(name);
  for (const std::string& name : names_of(judge::transport_metrics())) metrics.push_back(name);
  for (const std::string& name : names_of(any_lab_metrics())) {
    if (std::find(metrics.begin(), metrics.end(), name) == metrics.end()) metrics.push_back(name);
  }
  EXPECT_EQ(names(items.at("metric").at("enum")), metrics);
  std::vector<std::string> of_arrays = names_of(array_generators());
  std::erase(of_arrays, "literal");  // written as a list
  EXPECT_EQ(names(read(schema("cases")).at("/$defs/given/anyOf/3/properties/generator/enum"_json_pointer)),
            of_arrays);
  EXPECT_EQ(names(lab.at("/properties/kit/enum"_json_pointer)), names_of_kits());
  EXPECT_EQ(names(lab.at("/$defs/argument/properties/type/anyOf/0/enum"_json_pointer)),
            names_of(element_types()));
  EXPECT_EQ(names(catalog.at("/$defs/case/properties/generator/enum"_json_pointer)), names_of_generators());
  // Lists too long to be shown whole.
  const auto lacking = [](std::vector<std::string> some, std::vector<std::string> all) {
    std::sort(some.begin(), some.end());
    std::sort(all.begin(), all.end());
    std::vector<std::string> rest;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
    return fmt::format("{}", fmt::join(rest, ", "));
  };
  const std::vector<std::string> known_symptoms = names_of(symptoms());
  for (const char* file : {"lab", "course"}) {
    const Json definitions = read(schema(file)).at("$defs"), to_symptom{{"$ref", "#/$defs/symptom"}};
    const std::vector<std::string> has = names(definitions.at("/symptom/enum"_json_pointer));
    EXPECT_EQ(definitions.at("/hint/properties/symptoms/items"_json_pointer), to_symptom) << file;
    EXPECT_EQ(definitions.at("/hint/properties/symptom/anyOf/0"_json_pointer), to_symptom) << file;
    EXPECT_EQ(lacking(has, known_symptoms), "") << file << ".schema.json lacks these";
    EXPECT_EQ(lacking(known_symptoms, has), "")
        << file << ".schema.json has these, and model/terms.cpp has not";
    EXPECT_TRUE(has == known_symptoms) << file << ".schema.json: in another order, or one of them twice";
  }
  std::vector<std::string> kinds;
  for (const auto& [kind, text] : lab.at("/properties/predict/properties"_json_pointer).items())
    kinds.push_back(kind);
  std::vector<std::string> known = names_of(question_kinds());
  std::sort(known.begin(), known.end());
  EXPECT_EQ(kinds, known);
  EXPECT_EQ(names(settings.at("/properties/gradescope/enum"_json_pointer)),
            (std::vector<std::string>{std::begin(kVisibilities), std::end(kVisibilities)}));
}

}  // namespace
}  // namespace mergelab::course
