// Attacks by objects without the rules: the sandbox and the protocol hold when the rules are bypassed.
#include <fmt/format.h>
#include <unistd.h>

#include "finding/messages.hpp"
#include "judge/checked.hpp"
#include "judge/session.hpp"
#include "kits/merge/merge_kit.hpp"
#include "leftovers.hpp"
#include "sandbox/level.hpp"
#include "support/ours.hpp"
#include "support/places.hpp"
#include "support/processes.hpp"
#include "support/sections.hpp"
#include "support/temporary_folder.hpp"
#include "support/worker.hpp"

#include "kits/keys/problems.hpp"
#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

namespace fs = std::filesystem;

// What every attack may use. `never` marks what must not have worked: the answer is then wrong.
constexpr const char* kTop = R"(
#pragma once

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <initializer_list>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <mergelab/lab.cuh>
inline bool worked = false;
inline void never(bool it_did) { worked = worked || it_did; }
inline void honest(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0, k = 0;
  while (i < m || j < n) C[k++] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
  if (worked) C[0] = -12345;
}
)";
constexpr const char* kHead =
    "inline void student(const value_t* A, int m, const value_t* B, int n, value_t* C) {\n"
    "  static int calls = 0;\n  ++calls;\n";

/// Where the test process is, for attacks that look for it.
struct Unruled : testing::Test {
  void TearDown() override {
    EXPECT_EQ(processes_with(folder_.string()), std::vector<std::string>{});
    EXPECT_EQ(hostile::names(fs::temp_directory_path(), "mergelab-hostile"), std::vector<std::string>{});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin_;
    EXPECT_LT(took.count(), 30);
    RecordProperty("seconds", std::to_string(took.count()));
  }

  /// What the judge makes of two small merges by such an object, one request after the other.
  Outcome outcome(const std::string& body, const std::string& attack = "") const {
    Session session(worker_with(compile_student(folder_, kTop + attack + kHead + body + "\n}\n")));
    Outcome worst;
    for (const int first : {1, 100}) {
      const ProblemSet set = merges_of({{{first, 3 + first, 5 + first}, {2 + first, 4 + first}}});
      const Image image(set, ValueType::int32, wire::Memory::host, 0);
      const std::optional<Answer> answer = session.ask({.image = image}, 0.5);
      if (!answer) return session.broken().value();
      Outcome seen = check_all(set, image, answer->returned);
      if (!seen.passed()) worst = seen;
    }
    return worst;
  }

  TemporaryFolder temporary_{"mergelab-unruled-", kRead};
  fs::path folder_ = temporary_.path();
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};
using UnruledSlow = Unruled;

/// The entries of a folder that lead to our own programs, as a literal: "/a/b/".
std::string ours_in(const fs::path& folder) {
  std::string names = "\"/";
  for (const std::string& name : sandbox::names_of_ours(folder)) names += name + "/";
  return names + "\"";
}

/// Each "//! NAME[ slow][ WHAT MUST HOLD IT]" of unruled.cases begins one, and "//= passes" or "//= VERDICT[:
/// FACT]" tells how it ends. The fact tells an attack that failed from a worker that never came to it.
std::vector<Section> cases(bool slow) {
  std::vector<Section> all =
      sections_of(read_text(fs::path(MERGELAB_SOURCE_DIR) / "tests/hostile/unruled.cases"), "//! ");
  std::erase_if(all, [&](const Section& each) { return contains(each.name, " slow") != slow; });
  return all;
}

struct UnruledCases : Unruled, testing::WithParamInterface<Section> {};

TEST_P(UnruledCases, end) {
  const sandbox::Level level = sandbox::isolation().level;
  const auto needs = [&](const char* what) { return GetParam().name.ends_with(std::string(" ") + what); };
  if ((needs("user") && level.fence < sandbox::Fence::user) ||
      (needs("namespaces") && level.fence < sandbox::Fence::namespaces) ||
      (needs("seccomp") && !level.seccomp))
    GTEST_SKIP() << "isolation " << to_string(level) << " does not promise it";
  const Section only = sections_of(GetParam().text, "//= ").at(0);
  const auto [above, body] = above_and_in(only.text);
  const std::string places = fmt::format(
      "constexpr int JUDGE = {};\n#define SOLUTIONS \"{}/solutions\"\n#define IN_ROOT {}\n#define IN_HOME "
      "{}\n",
      ::getpid(), MERGELAB_SOURCE_DIR, ours_in("/root"), ours_in("/home"));
  const bool passes = only.name == "passes";
  const Outcome seen = outcome(body + (passes ? "\nhonest(A, m, B, n, C);" : ""), places + above);
  const std::size_t colon = std::min(only.name.find(": "), only.name.size());
  EXPECT_EQ(to_string(seen.verdict), passes ? "passed" : only.name.substr(0, colon)) << message_of(seen);
  if (colon < only.name.size()) {
    EXPECT_TRUE(contains(judge::facts_of(seen), only.name.substr(colon + 2)));
  }
}

constexpr auto kName = [](const auto& info) { return info.param.name.substr(0, info.param.name.find(' ')); };
INSTANTIATE_TEST_SUITE_P(Cases, UnruledCases, testing::ValuesIn(cases(false)), kName);
INSTANTIATE_TEST_SUITE_P(CasesSlow, UnruledCases, testing::ValuesIn(cases(true)), kName);

TEST_F(UnruledSlow, memory_that_changes_while_it_is_compared_harms_nobody) {
  // Whichever answer the judge's own copy holds, it is a right or a wrong one, and the judge goes on.
  const bool filtered = sandbox::isolation().level.seccomp;
  const Outcome seen = outcome(
      "honest(A, m, B, n, C);\nstatic pthread_t thread;\n"
      "if (calls == 1) {\n  if ((pthread_create(&thread, nullptr, scribble, nullptr) == 0) == FILTERED) "
      "abort();\n"
      "  while (!FILTERED && !scribbled) usleep(1000);\n}",
      std::string("#define FILTERED ") + (filtered ? "true" : "false") +
          "\nstatic volatile bool scribbled = false;\n"
          "inline void* scribble(void*) {\n"
          "  for (;;) {\n    FILE* maps = fopen(\"/proc/self/maps\", \"r\");\n    char line[512];\n"
          "    while (maps != nullptr && fgets(line, sizeof line, maps) != nullptr) {\n"
          "      unsigned long begin, end;\n"
          "      if (strstr(line, \"memfd:mergelab\") == nullptr || strstr(line, \"rw-s\") == nullptr) "
          "continue;\n"
          "      if (sscanf(line, \"%lx-%lx\", &begin, &end) != 2) continue;\n"
          "      for (int k = 0; k < 1000; ++k) memset(reinterpret_cast<void*>(begin), k, end - begin);\n    "
          "  scribbled = true;\n"
          "    }\n    if (maps != nullptr) fclose(maps);\n  }\n}\n");
  EXPECT_TRUE(seen.passed() || !filtered) << message_of(seen);  // the filter lets no thread begin
  EXPECT_NE(seen.verdict, Verdict::grader_error);
  // It may end by writing where its own memory has just been given back; it must have begun.
  EXPECT_FALSE(contains(message_of(seen), "127"));
}

TEST_F(UnruledSlow, a_jump_back_to_an_earlier_call_is_no_answer) {
  const Outcome seen = outcome("if (calls == 1) __builtin_setjmp(place); else __builtin_longjmp(place, 1);",
                               "static void* place[5];\n");
  EXPECT_NE(seen.verdict, Verdict::passed);
  EXPECT_FALSE(contains(message_of(seen), "exit(127)"));
}

}  // namespace
}  // namespace mergelab::judge
