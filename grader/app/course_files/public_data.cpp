#include "app/course_files/public_data.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "app/command_line/console.hpp"
#include "app/course_files/wrong_file.hpp"
#include "base/lines.hpp"
#include "report/phrases.hpp"

namespace mergelab::app::releases {
namespace {

using Json = nlohmann::ordered_json;

/// Far from the seeds that people write.
constexpr std::uint64_t kPracticeSeeds = 1'000'000;

/// Whether a case's arrays are the same for any seed and secret.
bool names_its_arrays(const Json& family, const Json& spec) {
  const std::string otherwise = family.value("generator", "");
  return spec.value("generator", otherwise) == "literal";
}

void make_practice(Json& family) {
  family["hidden"] = false;
  family["seed"] = family.value("seed", std::uint64_t{1}) + kPracticeSeeds;
  Json cases = Json::array();
  for (Json spec : family.at("cases")) {
    if (names_its_arrays(family, spec)) continue;
    if (spec.contains("seed")) spec["seed"] = spec.at("seed").get<std::uint64_t>() + kPracticeSeeds;
    cases.push_back(std::move(spec));
  }
  if (cases.empty())
    throw UsageError(fmt::format(
        "datasets/catalog.json: all cases of the hidden family '{}' name their arrays, so a hand-out can't "
        "contain any of them\n  add a case with a generator, for students to practise with",
        family.at("name").get<std::string>()));
  family["cases"] = std::move(cases);
}

/// A case to a line.
std::string to_text(const Json& catalog) {
  std::string text;
  for (Json family : catalog.at("families")) {
    std::string cases;
    for (const Json& spec : family.at("cases"))
      cases += (cases.empty() ? "" : ",\n") + fmt::format("     {}", spec.dump());
    family.erase("cases");
    std::string head = family.dump();
    head.pop_back();
    text += text.empty() ? "" : ",\n";
    text += fmt::format("    {}, \"cases\": [\n{}\n    ]}}", head, cases);
  }
  const std::string for_editors =
      catalog.contains("$schema") ? fmt::format("  \"$schema\": {},\n", catalog.at("$schema").dump()) : "";
  return fmt::format("{{\n{}  \"schema\": {},\n  \"families\": [\n{}\n  ]\n}}\n", for_editors,
                     catalog.at("schema").dump(), text);
}

/// The table of labs.
std::string table_of(const Course& course) {
  std::string table = "| lab | file | points | |\n|---|---|---:|---|\n";
  for (const Lab& lab : course.labs)
    table += fmt::format("| {} `{}` | `{}` | {} | {} |\n", lab_number(lab), lab.name, lab.file, lab.points,
                         lab.title);
  return table;
}

/// Adds the catalog, with practice in place of what is hidden, and the arrays that its cases name.
void add_catalog(const fs::path& folder, std::map<fs::path, std::string>& files) {
  Json catalog = Json::parse(read_text(folder / "catalog.json"));  // the course was loaded, so it is sound
  std::set<std::string> arrays;
  for (Json& family : catalog.at("families")) {
    if (family.value("hidden", false)) make_practice(family);
    for (const Json& spec : family.at("cases")) {
      for (const char* key : {"a_file", "b_file"}) {
        if (spec.contains(key)) arrays.insert(spec.at(key).get<std::string>());
      }
    }
  }
  files["datasets/catalog.json"] = to_text(catalog);
  for (const std::string& name : arrays) files[fs::path("datasets") / name] = read_text(folder / name);
}

constexpr const char* kStart =
    R"(On a fresh machine `./lab` first installs and builds what is missing, and asks before it installs. From then on it starts at
once, and says what is next.
)";
constexpr const char* kStartWithPrograms =
    R"(`./lab` starts at once, and says what is next. All that it needs is a C++ compiler: g++ 12 or clang++ 14, or later. The
built grader is in `programs/`. It runs on {}.

On other machines `./lab` builds the grader from its sources, which are here, too. It first installs what is missing, and asks
before it installs. `programs/` has only the CPU engine: with an NVIDIA GPU type `./lab --build`, which also builds.
)";

}  // namespace

std::map<fs::path, std::string> public_datasets(const Course& course) {
  const fs::path folder = course.root / "datasets";
  std::map<fs::path, std::string> files;
  if (fs::exists(folder / "catalog.json")) add_catalog(folder, files);
  if (fs::exists(folder / "tests.txt")) files["datasets/tests.txt"] = read_text(folder / "tests.txt");
  return files;
}

std::string public_readme(const fs::path& source, const std::vector<HandedOut>& courses,
                          const std::string& machines) {
  std::string more;
  for (std::size_t i = 1; i < courses.size(); ++i) {
    const auto& [course, at] = courses[i];
    more += fmt::format(
        "\n## {}\n\n{}\nThese labs are in `{}/`. Name this folder in each command: `./lab run --course {} "
        "{}`.\n",
        course.title, table_of(course), at.string(), at.string(), lab_number(course.labs.front()));
  }
  std::string text = read_text(source / "docs" / "hand_out.md.in");
  base::replace_all(text, "@TITLE@", courses.front().course.title);
  base::replace_all(text, "@LABS@\n", table_of(courses.front().course));
  base::replace_all(text, "@MORE@\n", more);
  base::replace_all(text, "@START@\n", machines.empty() ? kStart : fmt::format(kStartWithPrograms, machines));
  return text;
}

}  // namespace mergelab::app::releases
