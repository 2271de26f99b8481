// Checks the tree against docs/architecture.md, and shows on a bad tree that each rule can fail.
#include <initializer_list>

#include "rules.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::architecture {
namespace {

const std::filesystem::path kRoot = MERGELAB_SOURCE_DIR;

std::string listed(const Violations& violations) {
  std::string text;
  for (const std::string& violation : violations) text += "  " + violation + "\n";
  return text;
}

/// A folder that goes with the test.
class TemporaryTree {
 public:
  TemporaryTree(std::initializer_list<std::pair<const char*, const char*>> files = {}) {
    for (const auto& [name, text] : files) write(name, text);
  }
  void write(const std::string& name, const std::string& text) const { write_text(root() / name, text); }
  [[nodiscard]] const std::filesystem::path& root() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// Breaks each rule of the rooms.
const std::filesystem::path& bad_tree() {
  static const TemporaryTree tree{
      {"bench/results/rows.hpp", "// A folder beside grader/ that only app may include.\n#pragma once\n"},
      {"grader/app/grading/upward.cpp",
       R"(// A grader that knows a verb.
#include "app/verbs/verbs.hpp"
)"},
      {"grader/app/pantry/jam.hpp", "// A file in a room that nobody knows.\n#pragma once\n"},
      {"grader/app/verbs.cpp",
       R"(// A verb that reaches for the untrusted side.
#include "worker/run.hpp"

#include "judge/generate.hpp"
)"},
      {"grader/attic/old.hpp", "namespace attic {}\n"},
      {"grader/base/lift.hpp",
       R"(// A ground floor that knows what stands on it.
#pragma once

#include "model/course.hpp"
)"},
      {"grader/judge/sneaky.cpp",
       R"(// Ways round the arrows: a relative path, one out of grader/, and one from the root.
#include "../../bench/clock.hpp"
#include "../score/score.hpp"
#include "bench/results/rows.hpp"
#include "judge/generate.hpp"
#include "nlohmann/json.hpp"
)"},
      {"grader/model/course.hpp",
       R"(// A vocabulary that starts processes.
#pragma once

#include "sandbox/process.hpp"
)"},
      {"simt/cellar/old.cpp", "// Nobody draws arrows for this folder.\n"},
      {"simt/core/scheduler.cpp",
       R"(// A scheduler that knows its listeners.
#include <simt/engine.hpp>
#include "simt/check/report.hpp"
#include "simt/core/fibers.hpp"
)"},
      {"simt/engine.cpp",
       "// An engine that knows of labs.\n#include <mergelab/lab.cuh>\n#include <simt/engine.hpp>\n"},
  };
  return tree.root();
}

std::string many_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "// line\n";
  return text;
}

using Rule = Violations (*)(const std::filesystem::path&);
void expect_held(std::initializer_list<Rule> rules) {
  for (const Rule& rule : rules) EXPECT_EQ(listed(rule(kRoot)), "");
}

TEST(Architecture, holds_the_rules_of_rooms_and_files) {
  expect_held({unknown_rooms, rooms_without_clang_tidy, long_files, files_without_a_purpose,
               unguarded_headers, long_skeletons});
}
TEST(ArchitectureSlow, holds_the_rules_of_texts) {
  expect_held({forbidden_includes, searched_messages, words_of_kits,
               [](const std::filesystem::path& root) { return private_paths(root, root.string()); }});
}

TEST(ArchitectureRules, flag_forbidden_includes_with_file_and_line) {
  const Violations violations = forbidden_includes(bad_tree());
  const Violations expected{
      "grader/app/grading/upward.cpp:2: app/grading may not include app/verbs",
      "grader/app/verbs.cpp:2: app may not include worker",
      "grader/base/lift.hpp:4: base may not include model",
      "grader/judge/sneaky.cpp:2: judge may not include outside",
      "grader/judge/sneaky.cpp:3: judge may not include score",
      "grader/judge/sneaky.cpp:4: judge may not include bench/results",
      "grader/model/course.hpp:4: model may not include sandbox",
      "simt/core/scheduler.cpp:3: simt/core may not include simt/check",
      "simt/engine.cpp:2: simt may not include include",
  };
  EXPECT_EQ(violations, expected) << listed(violations);
}
TEST(ArchitectureRules, allow_what_the_arrows_allow) {
  const TemporaryTree tree;
  tree.write("grader/worker/run.cpp",
             "// A worker.\n#include \"base/hash.hpp\"\n#include \"wire/message.hpp\"\n#include "
             "\"simt/engine.hpp\"\n"
             "#include <mergelab/lab.cuh>\n#include \"worker/call.h\"\n#include <sys/types.h>\n");
  EXPECT_EQ(listed(forbidden_includes(tree.root())), "");
}
TEST(ArchitectureRules, flag_a_message_that_is_searched) {
  const TemporaryTree tree;
  tree.write(
      "grader/report/reads.cpp",
      "// Reads.\nif (outcome.message.find(\"race\") == 0) {}\nstd::regex_search(item.message, place);\n"
      "if (cause(item).starts_with(\"not tried\")) {}\nmessage.substr(0, message.find('\\n'));\n"
      "log.find(message);\n");
  const Violations expected{"grader/report/reads.cpp:2: searches a message",
                            "grader/report/reads.cpp:3: searches a message",
                            "grader/report/reads.cpp:4: searches a message"};
  EXPECT_EQ(searched_messages(tree.root()), expected);
}
TEST(ArchitectureRules, flag_words_of_kits) {
  const TemporaryTree tree;
  tree.write("grader/judge/any.cpp", "extern \"C\" int f();\nconst auto tile = number(\"section\");\n");
  tree.write("grader/finding/all.inc", "ROW(split, \"the co-rank of {0}\")\n");
  tree.write("simt/tiles.hpp", "// a tile of threads\n");
  tree.write("kits/merge/check.cpp", "// merges\n");
  tree.write("kits/merge/view.js", "const c = array_named('C');\n");
  tree.write("grader/report/page.js",
             "const c = array_named('C');\nreturn `A[${i}]`;\nif (view.rank > 0) show(view.mergelab);\n");
  tree.write("grader/report/page.html", "<section>\n<h1>Merge microscope</h1>\n");
  tree.write("grader/report/page.css", "section, .rank { color: red; }\n.cell.merged { color: blue; }\n");
  const Violations expected{"grader/finding/all.inc:1: co-rank is a word of kits/",
                            "grader/judge/any.cpp:2: tile is a word of kits/",
                            "grader/report/page.css:1: .rank is a word of kits/",
                            "grader/report/page.css:2: merged is a word of kits/",
                            "grader/report/page.html:2: Merge is a word of kits/",
                            "grader/report/page.js:1: 'C' is a word of kits/",
                            "grader/report/page.js:2: A[ is a word of kits/",
                            "grader/report/page.js:3: .rank is a word of kits/"};
  EXPECT_EQ(words_of_kits(tree.root()), expected);
}
TEST(ArchitectureRules, flag_unknown_rooms) {
  const Violations expected{"grader/app/pantry: no arrows are drawn for this room",
                            "grader/attic: no arrows are drawn for this room",
                            "simt/cellar: no arrows are drawn for this room"};
  EXPECT_EQ(unknown_rooms(bad_tree()), expected);
}
TEST(ArchitectureRules, flag_rooms_that_clang_tidy_leaves_out) {
  const TemporaryTree tree;
  std::string text = read_text(kRoot / ".clang-tidy");
  const std::size_t judge = text.find("judge|"), elf = text.find("|elf");
  ASSERT_NE(judge, std::string::npos);
  ASSERT_NE(elf, std::string::npos);
  tree.write(".clang-tidy", text.erase(elf, 4).erase(judge, 6));
  const Violations expected{"grader/judge: .clang-tidy's HeaderFilterRegex leaves its headers out",
                            "simt/elf: .clang-tidy's HeaderFilterRegex leaves its headers out"};
  EXPECT_EQ(rooms_without_clang_tidy(tree.root()), expected);
  EXPECT_EQ(rooms_without_clang_tidy(bad_tree()), Violations{".clang-tidy has no HeaderFilterRegex"});
}
TEST(ArchitectureRules, flag_unguarded_headers) {
  EXPECT_EQ(unguarded_headers(bad_tree()), Violations{"grader/attic/old.hpp"});
}
TEST(ArchitectureRules, flag_files_without_a_purpose) {
  EXPECT_EQ(files_without_a_purpose(bad_tree()),
            Violations{"grader/attic/old.hpp: line 1 does not say why it exists"});
}
TEST(ArchitectureRules, ask_no_purpose_of_what_a_header_introduces_or_a_test_names) {
  const TemporaryTree tree;
  tree.write("grader/model/verdict.hpp", "// The words.\n");
  tree.write("grader/model/verdict.cpp", "#include \"model/verdict.hpp\"\n");
  tree.write("tests/model/verdict_test.cpp", "#include \"model/verdict.hpp\"\n");
  EXPECT_TRUE(files_without_a_purpose(tree.root()).empty());
}
TEST(ArchitectureRules, flag_601_lines_without_a_reason_alone) {
  const TemporaryTree tree;
  tree.write("grader/model/just_right.cpp", many_lines(600));
  tree.write("grader/model/long.cpp", many_lines(601));
  tree.write("grader/model/reasoned.cpp", "// A table.\n// Long because it is a table.\n" + many_lines(700));
  EXPECT_EQ(long_files(tree.root()), Violations{"grader/model/long.cpp: 601 lines, and no reason given"});
}
TEST(ArchitectureRules, flag_skeletons_over_120_lines) {
  const TemporaryTree tree;
  tree.write("labs/01_a/a.cuh", many_lines(120));
  tree.write("labs/02_b/b.cuh", many_lines(121));
  EXPECT_EQ(long_skeletons(tree.root()), Violations{"labs/02_b/b.cuh: 121 lines"});
}
TEST(ArchitectureRules, flag_private_paths) {
  const TemporaryTree tree;
  const std::string home = std::string("/ho") + "me/ada/x", checkout = "/some/check out";
  tree.write("docs/a.md", "fine\nsee " + home + "\n");
  tree.write("docs/b.md", "see " + checkout + "/docs\n");
  tree.write("docs/c.md", "an address: https://example.org" + home + "\n");
  const Violations expected{"docs/a.md:2: see " + home, "docs/b.md:1: see " + checkout + "/docs"};
  EXPECT_EQ(private_paths(tree.root(), checkout), expected);
  tree.write("report.json", "graded " + home + "\n");
  EXPECT_EQ(private_paths(tree.root(), checkout).size(), 3U);
  tree.write(".gitignore", "/build/\n/report.json\n");
  EXPECT_EQ(private_paths(tree.root(), checkout), expected);
}
TEST(ArchitectureRules, skip_build_folders) {
  const TemporaryTree tree;
  tree.write("build/x.cpp", many_lines(301));
  tree.write("build-clang/x.cpp", many_lines(301));
  EXPECT_TRUE(long_files(tree.root()).empty());
}

}  // namespace
}  // namespace mergelab::architecture
