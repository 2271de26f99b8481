// The tables of names against docs/formats.md and docs/student.md, and against the code's output.
#include "kits/keys/terms.hpp"
#include "base/regex.hpp"
#include "finding/finding.hpp"
#include "model/course.hpp"
#include "model/kit.hpp"
#include "model/terms.hpp"
#include "model/verdict.hpp"
#include "support/places.hpp"
#include "support/test.hpp"

namespace mergelab {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const fs::path kSource = MERGELAB_SOURCE_DIR;

/// The rows of the documentation's table below this header, as "name: meaning".
std::vector<std::string> documented(const std::string& header) {
  static const std::string text = read(kSource / "docs/formats.md");
  std::vector<std::string> rows;
  std::size_t at = text.find("| " + header + " |\n");
  EXPECT_NE(at, std::string::npos) << header;
  const auto next_line = [&] { return at = text.find('\n', at) + 1; };
  for (next_line(), next_line(); text[at] == '|'; next_line()) {
    const std::size_t bar = text.find("` | ", at), end = text.find(" |\n", at);
    rows.push_back(text.substr(at + 3, bar - at - 3) + ": " + text.substr(bar + 4, end - bar - 4));
  }
  return rows;
}

template <class Entry>
std::vector<std::string> rows_of(std::span<const Entry> table) {
  std::vector<std::string> rows;
  for (const Entry& entry : table)
    rows.push_back(std::string(entry.name) + ": " + std::string(entry.meaning));
  return rows;
}

const Interface& usual_interface_of(const Kit& kit) {
  const Interface* const on_device = kit.usual_interface(Runs::device);
  return on_device ? *on_device : *kit.usual_interface(Runs::host);
}

TEST(Terms, are_those_of_the_documentation) {
  EXPECT_EQ(documented("symptom | the judge saw"), rows_of(symptoms()));
  EXPECT_EQ(documented("generator | makes"), rows_of(judge::generators()));
  EXPECT_EQ(documented("generator of an array | makes"), rows_of(array_generators()));
  EXPECT_EQ(documented("metric | counts"), rows_of(any_lab_metrics()));
  EXPECT_EQ(documented("lengths | the lists are"), rows_of(judge::list_lengths()));
  EXPECT_EQ(documented("order | which keys land in which list"), rows_of(judge::list_orders()));
  EXPECT_EQ(documented("name | is"), rows_of(yardsticks()));
  EXPECT_EQ(documented("metric | is"), rows_of(judge::traffic_metrics()));
  EXPECT_EQ(documented("metric of ranks | is"), rows_of(judge::transport_metrics()));
  EXPECT_EQ(documented("kind | asks"), rows_of(question_kinds()));
  std::vector<std::string> described;
  for (const Kit* const each : kits()) {
    std::string numbers;
    for (const std::string_view name : each->numbers())
      numbers.append(numbers.empty() ? "" : ", ").append(name);
    described.push_back(std::string(each->name()) + ": " + std::string(each->about()) + " | `" +
                        declaration_of(usual_interface_of(*each), "f") + "` | " + numbers);
  }
  EXPECT_EQ(documented("kit | its functions | usual function | numbers"), described);
}

TEST(Terms, have_a_name_each) {
  for (const std::vector<std::string>& names :
       {names_of(symptoms()), names_of(judge::generators()), names_of(yardsticks()),
        names_of(judge::traffic_metrics()), names_of(judge::transport_metrics()), names_of(question_kinds()),
        names_of(judge::list_lengths()), names_of(judge::list_orders()), names_of_kits()}) {
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  }
}

/// All C++ of a room, but for the engine's compiler driver.
std::string source_of(const std::string& room) {
  std::string text;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSource / room)) {
    static const std::set<std::string> kEndings{".cpp", ".hpp", ".cu", ".inc"};
    const bool is_driver = entry.path().string().find("/cxx/") != std::string::npos;
    if (kEndings.contains(entry.path().extension().string()) && !is_driver) text += read(entry.path());
  }
  return text;
}

/// What the first group of a pattern matches.
void add_matches(const std::string& text, const std::string& pattern, std::set<std::string>& found) {
  const base::Regex expression(pattern);
  for (const std::smatch& hit : base::regex_matches(text, expression)) found.insert(hit[1]);
}

TEST(SymptomsSlow, are_all_that_the_code_emits_and_no_more) {
  const std::string graders =
      source_of("grader/judge") + source_of("grader/worker") + source_of("grader/score") + source_of("kits");
  std::set<std::string> emitted(std::begin(finding::kRuleNames), std::end(finding::kRuleNames));
  for (const char* pattern :
       {R"re("([a-z_]+)",\s*\{\}\s*\})re", R"re((?:symptom|rule) = "([a-z_]+)")re",
        R"re(tell\("([a-z_]+)")re", R"re(\b(?:fail|invalid|judged)\([^;]*,\s*"([a-z_]+)"\))re",
        R"re(\{"[^"\n]* [^"\n]*", "[^"\n]*", "([a-z_]+)"\})re", R"re(return "([a-z]+(?:_[a-z]+)+)";)re",
        R"re((?:clues|found|seen)\.emplace(?:_back)?\("([a-z_]+)"\))re"}) {
    add_matches(graders, pattern, emitted);
  }
  // The first four are reported as "endless", "slow", "wrong_grid" and "memory"; the next one is not
  // reported; "todo" has its verdict, and no hint; the last two are the names of a kit and of a yardstick.
  for (const char* none :
       {"step_limit", "too_slow", "slow_launch", "no_memory", "unasked_error", "todo", "co_rank", "cub_sort"})
    EXPECT_EQ(emitted.erase(none), 1U) << none;
  const std::vector<std::string> table = names_of(symptoms());
  for (const std::string& name : emitted)
    EXPECT_NE(std::find(table.begin(), table.end(), name), table.end()) << name << " is in no table";
  EXPECT_GE(emitted.size(), 35U) << "the patterns have to find most of them";
  std::vector<std::string> metrics = names_of(judge::traffic_metrics());
  for (const std::string& name : names_of(judge::transport_metrics())) metrics.push_back(name);
  for (const std::string& name : table) {
    const bool is_used = graders.find('"' + name + '"') != std::string::npos || emitted.contains(name);
    EXPECT_TRUE(is_used) << "nothing emits " << name;
  }
  for (const std::string& metric : metrics)
    EXPECT_NE(std::find(table.begin(), table.end(), metric), table.end()) << metric;
}

/// The cells of the documentation's row that `at` points to; then it points to the next line.
std::vector<std::string> next_row(const std::string& text, std::size_t& at) {
  std::vector<std::string> cells;
  const std::size_t end = text.find('\n', at);
  for (at += 2; at < end;) {
    const std::size_t bar = text.find(" |", at);
    cells.push_back(text.substr(at, bar - at));
    at = bar + 3;
  }
  at = end + 1;
  return cells;
}

TEST(Symptoms, have_a_row_of_messages_for_students) {
  const std::string page = read(kSource / "docs/student.md");
  // As the page has them: literals in one piece, and … for what is filled in.
  std::string sources =
      base::regex_replace(source_of("grader/finding") + source_of("grader/judge") +
                              source_of("grader/submission") + source_of("simt/include") + source_of("kits"),
                          base::Regex("\"\\s*\n\\s*\""), "");
  sources = base::regex_replace(sources, base::Regex("\\{[^{}\n]*\\}"), "…");
  std::size_t at = page.find("| the message has | symptom | the judge saw |");
  ASSERT_NE(at, std::string::npos);
  static_cast<void>(next_row(page, at));
  static_cast<void>(next_row(page, at));
  const std::string findings = read(kSource / "tests/finding/golden/messages.txt");
  const auto expect_words = [&](const std::string& cell) {
    const std::string words = cell.substr(1, cell.size() - 2);
    if (sources.find(words) != std::string::npos) return;
    const std::string escaped = base::regex_replace(words, base::Regex("[][().?*+^$|\\\\{}]"), "\\$&");
    EXPECT_TRUE(
        base::regex_search(findings, base::Regex(base::regex_replace(escaped, base::Regex("…"), ".+"))))
        << "no message has " << cell;
  };
  std::vector<std::string> rows;
  while (page[at] == '|') {
    const std::vector<std::string> cells = next_row(page, at);
    ASSERT_EQ(cells.size(), 4U) << cells.front();
    rows.push_back(cells[1].substr(1, cells[1].size() - 2) + ": " + cells[2]);
    expect_words(cells[0]);
    EXPECT_FALSE(cells[3].empty()) << rows.back();
  }
  // The rest of the table appears with one of these, and has no separate message.
  std::vector<std::string> told = rows_of(symptoms());
  told.resize(std::min(told.size(), std::max<std::size_t>(rows.size(), 64)));
  EXPECT_EQ(rows, told);
  at = page.find("| the message has | look at first |");
  ASSERT_NE(at, std::string::npos);
  static_cast<void>(next_row(page, at));
  for (static_cast<void>(next_row(page, at)); page[at] == '|';) expect_words(next_row(page, at).front());
}

// The names of enumerators in every file, and the model's small functions.

TEST(Names, are_read_as_they_are_written) {
  for (const auto type : {ValueType::int32, ValueType::record, ValueType::counted})
    EXPECT_EQ(named<ValueType>(to_string(type)), type);
  for (const auto backend : {Backend::cpu, Backend::gpu})
    EXPECT_EQ(named<Backend>(to_string(backend)), backend);
  for (const Backends backends :
       {Backends{Backend::cpu}, Backends{Backend::gpu}, Backends{Backend::cpu, Backend::gpu}})
    EXPECT_EQ(named<Backends>(to_string(backends)), backends);
  for (const auto kind : {ItemKind::correctness, ItemKind::checker, ItemKind::performance})
    EXPECT_EQ(named<ItemKind>(to_string(kind)), kind);
  for (const auto order : {RunOrder::forward, RunOrder::reverse, RunOrder::random})
    EXPECT_EQ(named<RunOrder>(to_string(order)), order);
  for (const auto rule : {CheckerRule::none, CheckerRule::launch, CheckerRule::accesses})
    EXPECT_EQ(named<CheckerRule>(to_string(rule)), rule);
  for (const BuildKind kind : {BuildKind(ValueType::int32), BuildKind(ValueType::int32, true),
                               BuildKind(ValueType::record), BuildKind(ValueType::record, true)}) {
    EXPECT_EQ(named<BuildKind>(to_string(kind)), kind);
  }
  EXPECT_EQ(to_string(BuildKind(ValueType::record, true)), "record_checked");
}

TEST(Names, of_value_types_are_those_of_the_data_files) {
  EXPECT_EQ(to_string(ValueType::int32), "int");
  EXPECT_EQ(to_string(ValueType::record), "record");
  EXPECT_EQ(to_string(ValueType::counted), "counted");
}

TEST(Names, are_nothing_when_unknown) {
  EXPECT_EQ(named<ValueType>("int32"), std::nullopt);
  EXPECT_EQ(named<Backend>("CPU"), std::nullopt);
  EXPECT_EQ(named<Backends>("neither"), std::nullopt);
  EXPECT_EQ(named<ItemKind>(""), std::nullopt);
  EXPECT_EQ(named<RunOrder>("backward"), std::nullopt);
  EXPECT_EQ(named<BuildKind>("_checked"), std::nullopt);
  EXPECT_EQ(named<Verdict>("fine"), std::nullopt);
}

TEST(Verdicts, are_read_as_they_are_written) {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(named<Verdict>(to_string(verdict)), verdict) << to_string(verdict);
  }
}

TEST(Verdicts, leave_the_maximum_when_not_run_alone) {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(counts_in_maximum(verdict), verdict != Verdict::not_run) << to_string(verdict);
  }
}

TEST(Verdicts, prefer_the_one_that_tells_more) {
  EXPECT_EQ(worse(Verdict::passed, Verdict::too_slow), Verdict::too_slow);
  EXPECT_EQ(worse(Verdict::crashed, Verdict::wrong_answer), Verdict::crashed);
  EXPECT_EQ(worse(Verdict::not_run, Verdict::passed), Verdict::passed);
  EXPECT_EQ(worse(Verdict::grader_error, Verdict::build_failed), Verdict::grader_error);
}

TEST(Lab, number_is_the_one_in_front_of_its_name) {
  Lab lab;
  lab.name = "04_tiled_kernel";
  EXPECT_EQ(lab_number(lab), 4);
  lab.name = "12_2d";
  EXPECT_EQ(lab_number(lab), 12);
  lab.name = "tiled";
  EXPECT_EQ(lab_number(lab), 0);
}

TEST(Course, finds_by_name_or_gives_nothing) {
  Course course;
  course.labs.resize(2);
  course.labs[1].name = "02_b";
  course.labs[1].items.resize(1);
  course.labs[1].items[0].id = "plain";
  course.families.resize(1);
  course.families[0].name = "ties";
  EXPECT_EQ(course.find_lab("02_b"), &course.labs[1]);
  EXPECT_EQ(course.find_lab("02"), nullptr);
  EXPECT_EQ(course.find_family("ties"), &course.families[0]);
  EXPECT_EQ(course.find_family("tie"), nullptr);
  EXPECT_EQ(course.labs[1].find_item("plain"), course.labs[1].items.data());
  EXPECT_EQ(course.labs[1].find_item(""), nullptr);
}

}  // namespace
}  // namespace mergelab
