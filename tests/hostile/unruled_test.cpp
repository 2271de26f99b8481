// Attacks by objects without the rules: the sandbox and the protocol hold when the rules are bypassed. Long
// because each attack is a few lines, and all share one fixture.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "finding/messages.hpp"
#include "judge/checked.hpp"
#include "judge/session.hpp"
#include "kits/merge/merge_kit.hpp"
#include "leftovers.hpp"
#include "sandbox/level.hpp"
#include "support/ours.hpp"
#include "support/places.hpp"
#include "support/processes.hpp"
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

  /// Skips if the level of isolation does not promise to stop an attack.
  static std::string below(sandbox::Fence fence) {
    const sandbox::Fence reached = sandbox::isolation().level.fence;
    return reached >= fence ? ""
                            : "isolation " + to_string(sandbox::isolation().level) + " does not promise it";
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
  void expect_in_vain(const std::string& body, const std::string& attack = "") const {
    const Outcome seen = outcome(body + "\nhonest(A, m, B, n, C);", attack);
    EXPECT_TRUE(seen.passed()) << message_of(seen);
  }
  /// The fact tells an attack that failed from a worker that never came to it.
  void expect_verdict(Verdict verdict, const std::string& fact, const std::string& body,
                      const std::string& attack = "") const {
    const Outcome seen = outcome(body, attack);
    EXPECT_EQ(seen.verdict, verdict) << message_of(seen);
    EXPECT_NE(judge::facts_of(seen).find(fact), std::string::npos) << judge::facts_of(seen);
  }

  TemporaryFolder temporary_{"mergelab-unruled-", kRead};
  fs::path folder_ = temporary_.path();
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};
using UnruledSlow = Unruled;

#define NEEDS(FENCE) \
  if (const std::string why = below(sandbox::Fence::FENCE); !why.empty()) GTEST_SKIP() << why

TEST_F(UnruledSlow, an_honest_object_passes) { expect_in_vain(""); }

TEST_F(UnruledSlow, an_attack_that_works_is_seen) {
  EXPECT_EQ(outcome("never(true);\nhonest(A, m, B, n, C);").verdict, Verdict::wrong_answer);
}

// --- the channel and its memory

TEST_F(Unruled, forged_answers_are_none) {
  // A DONE, FETCHED and so on of every kind and nonce that an attacker could think of, before the real one.
  expect_verdict(
      Verdict::crashed, "wrote_to_channel()",
      "char message[4096] = {};\n"
      "for (unsigned kind = 0; kind < 12; ++kind) {\n"
      "  memcpy(message, &kind, 4);\n"
      "  for (unsigned long bytes : {4ul, 16ul, 64ul, 4096ul}) send(3, message, bytes, MSG_DONTWAIT);\n"
      "}\nhonest(A, m, B, n, C);");
}

TEST_F(Unruled, a_flood_on_the_channel_is_no_answer) {
  expect_verdict(Verdict::crashed, "wrote_to_channel()",
                 "static char junk[60000];\nfor (;;) send(3, junk, sizeof junk, 0);");
}

TEST_F(UnruledSlow, the_shared_memory_keeps_its_size) {
  expect_in_vain(
      "signal(SIGXFSZ, SIG_IGN);\nstruct stat status;\n"
      "for (int fd = 3; fd < 64; ++fd) {\n"
      "  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 0) continue;\n"
      "  never(ftruncate(fd, 0) == 0 || ftruncate(fd, 1 << 30) == 0);\n"
      "  never(fallocate(fd, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, 0, 1 << 30) == 0 && status.st_size "
      "== 0);\n"
      "}");
}

TEST_F(UnruledSlow, the_inputs_stay_what_they_were) {
  expect_in_vain(
      "struct stat status;\nint memories = 0;\n"
      "for (int fd = 3; fd < 64; ++fd) {\n"
      "  if (fstat(fd, &status) != 0 || (fcntl(fd, F_GET_SEALS) & F_SEAL_WRITE) == 0) continue;\n"
      "  if (fcntl(fd, F_GET_SEALS) < 0) continue;\n"
      "  ++memories;\n"
      "  never(pwrite(fd, \"x\", 1, 0) > 0);\n"
      "  never(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED);\n"
      "}\nnever(memories == 0);  // else nothing was tried");
}

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
  EXPECT_EQ(message_of(seen).find("127"), std::string::npos) << message_of(seen);
}

TEST_F(UnruledSlow, a_closed_channel_is_an_end) {
  expect_verdict(Verdict::crashed, "ended_itself_with(0)", "honest(A, m, B, n, C);\nclose(3);");
}

TEST_F(UnruledSlow, a_worker_that_is_overwritten_fails) {
  expect_verdict(
      Verdict::crashed, "",
      "FILE* maps = fopen(\"/proc/self/maps\", \"r\");\nchar line[512];\n"
      "unsigned long begin[64], end[64];\nint count = 0;\n"
      "while (fgets(line, sizeof line, maps) != nullptr && count < 64) {\n"
      "  if (strstr(line, \"mergelab-worker\") == nullptr || strstr(line, \"rw-p\") == nullptr) continue;\n"
      "  if (sscanf(line, \"%lx-%lx\", begin + count, end + count) == 2) ++count;\n"
      "}\nhonest(A, m, B, n, C);\n"
      "for (int k = 0; k < count; ++k) memset(reinterpret_cast<void*>(begin[k]), 0xff, end[k] - "
      "begin[k]);\n");
}

// --- ends

TEST_F(UnruledSlow, an_early_constructor_that_ends_the_worker_wins_nothing) {
  expect_verdict(
      Verdict::crashed, "ended_itself_with(0)", "honest(A, m, B, n, C);",
      "__attribute__((constructor(101))) static void first() { puts(\"[  PASSED  ]\"); _exit(0); }\n");
}

TEST_F(UnruledSlow, what_runs_at_the_end_changes_no_answer) {
  expect_in_vain("static Late late;\n(void)&late;\nif (calls == 1) atexit(at_end);",
                 "struct Late { ~Late() { for (;;) send(3, \"passed\", 6, 0); } };\n"
                 "inline void at_end() { for (;;) pause(); }\n");
}

TEST_F(UnruledSlow, an_exception_out_of_the_call_is_no_answer) {
  expect_verdict(Verdict::crashed, "threw:", "honest(A, m, B, n, C);\nthrow 1;");
}

TEST_F(UnruledSlow, a_jump_back_to_an_earlier_call_is_no_answer) {
  const Outcome seen = outcome("if (calls == 1) __builtin_setjmp(place); else __builtin_longjmp(place, 1);",
                               "static void* place[5];\n");
  EXPECT_NE(seen.verdict, Verdict::passed);
  EXPECT_EQ(message_of(seen).find("exit(127)"), std::string::npos) << message_of(seen);
}

TEST_F(UnruledSlow, a_handler_of_faults_hides_none) {
  expect_verdict(Verdict::crashed, "ended_itself_with(0)",
                 "signal(SIGSEGV, quiet);\nsignal(SIGALRM, quiet);\nhonest(A, m, B, n, C);\n"
                 "*static_cast<volatile int*>(nullptr) = 1;",
                 "inline void quiet(int) { _exit(0); }\n");
}

TEST_F(UnruledSlow, a_worker_that_stops_itself_is_ended) {
  expect_verdict(Verdict::timed_out, "no_answer(", "signal(SIGTERM, SIG_IGN);\nfor (;;) raise(SIGSTOP);");
}

TEST_F(UnruledSlow, an_allocator_of_its_own_stays_in_its_object) {
  expect_in_vain("operator_new_calls = 0;",
                 "static int operator_new_calls;\n"
                 "void* operator new(decltype(sizeof 0)) { ++operator_new_calls; abort(); }\n"
                 "extern \"C\" void* malloc(size_t) noexcept { abort(); }\n");
}

// --- the machine

TEST_F(UnruledSlow, the_judge_is_out_of_reach) {
  NEEDS(user);
  expect_in_vain(
      "const int judge = getppid() > 1 ? getppid() : JUDGE;\nchar byte = 0;\n"
      "iovec here{&byte, 1}, there{const_cast<int*>(A), 1};\n"
      "for (const int pid : {judge, JUDGE}) {\n"
      "  if (pid == getpid() || pid <= 1) continue;\n"
      "  never(kill(pid, 0) == 0 && kill(pid, SIGURG) == 0);\n"
      "  never(ptrace(PTRACE_ATTACH, pid, 0, 0) == 0);\n"
      "  never(process_vm_readv(pid, &here, 1, &there, 1, 0) > 0);\n"
      "  for (const char* what : {\"mem\", \"environ\", \"fd/0\", \"root/etc/passwd\"}) {\n"
      "    char name[64];\n    snprintf(name, sizeof name, \"/proc/%d/%s\", pid, what);\n"
      "    never(open(name, O_RDONLY) >= 0);\n  }\n}",
      "constexpr int JUDGE = " + std::to_string(::getpid()) + ";\n");
}

/// The entries of a folder that lead to our own programs, as a literal: "/a/b/".
std::string ours_in(const fs::path& folder) {
  std::string names = "\"/";
  for (const std::string& name : sandbox::names_of_ours(folder)) names += name + "/";
  return names + "\"";
}

TEST_F(UnruledSlow, the_solutions_and_the_network_are_not_there) {
  NEEDS(namespaces);
  expect_in_vain(
      "never(opendir(SOLUTIONS) != nullptr);\nnever(shows_more(\"/root\", IN_ROOT));\n"
      "never(shows_more(\"/home\", IN_HOME));\nnever(open(\"/etc/passwd\", O_RDONLY) >= 0);\n"
      "never(open(\"/proc/self/exe\", O_RDWR) >= 0);\n"
      "FILE* routes = fopen(\"/proc/net/route\", \"r\");\nchar line[256];\nint lines = 0;\n"
      "while (routes != nullptr && fgets(line, sizeof line, routes) != nullptr) ++lines;\n"
      "never(lines > 1);",
      "#define SOLUTIONS \"" + (fs::path(MERGELAB_SOURCE_DIR) / "solutions").string() +
          "\"\n#define IN_ROOT " + ours_in("/root") + "\n#define IN_HOME " + ours_in("/home") +
          "\n// Whether a folder has an entry that is not one of `ours`, each between two slashes.\n"
          "inline bool shows_more(const char* folder, const char* ours) {\n"
          "  DIR* all = opendir(folder);\n  if (all == nullptr) return false;\n"
          "  while (const dirent* entry = readdir(all)) {\n    char name[300];\n"
          "    snprintf(name, sizeof name, \"/%s/\", entry->d_name);\n"
          "    if (strcmp(name, \"/./\") != 0 && strcmp(name, \"/../\") != 0 && strstr(ours, name) == "
          "nullptr) "
          "return true;\n"
          "  }\n  return false;\n}\n");
}

TEST_F(UnruledSlow, files_and_inodes_without_end_stay_in_its_own_folder) {
  NEEDS(namespaces);
  expect_in_vain(
      "if (calls > 1) return honest(A, m, B, n, C);\nsignal(SIGXFSZ, SIG_IGN);\nchar name[64];\n"
      "for (int k = 0; k < 3000; ++k) {\n"
      "  snprintf(name, sizeof name, \"/tmp/mergelab-hostile-%d\", k);\n"
      "  const int file = open(name, O_CREAT | O_WRONLY, 0666);\n"
      "  if (file < 0) continue;\n  if (k < 100) (void)!posix_fallocate(file, 0, 1 << 20);\n  "
      "close(file);\n}");
}

TEST_F(UnruledSlow, children_end_with_their_worker) {
  NEEDS(user);
  // Also limits itself: 32 of them, if nothing else does.
  const Outcome seen = outcome(
      "honest(A, m, B, n, C);\nif (calls == 1) {\n  for (int k = 0; k < 32; ++k) {\n"
      "    if (fork() == 0) {\n      setsid();\n      signal(SIGTERM, SIG_IGN);\n      signal(SIGHUP, "
      "SIG_IGN);\n"
      "      for (int s = 0; s < 60; ++s) sleep(1);\n      _exit(0);\n    }\n  }\n}");
  EXPECT_TRUE(seen.passed()) << message_of(seen);
}

TEST_F(UnruledSlow, limits_can_not_be_raised) {
  NEEDS(user);
  expect_in_vain(
      "for (const auto what : {RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE}) {\n"
      "  rlimit before, most{RLIM_INFINITY, RLIM_INFINITY};\n  getrlimit(what, &before);\n"
      "  if (before.rlim_max != RLIM_INFINITY) never(setrlimit(what, &most) == 0);\n}");
}

TEST_F(UnruledSlow, memory_is_limited_however_it_is_asked_for) {
  expect_in_vain(
      "never(mmap(nullptr, 1ul << 33, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | "
      "MAP_NORESERVE, -1, 0) != MAP_FAILED);\n"
      "never(mmap(nullptr, 1ul << 33, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);");
}

TEST_F(UnruledSlow, the_kernels_wider_doors_are_shut) {
  if (!sandbox::isolation().level.seccomp) GTEST_SKIP() << "no filter of system calls here";
  expect_in_vain(
      "never(syscall(SYS_bpf, 0, 0, 0) >= 0);\nnever(syscall(SYS_unshare, 0x10000000) == 0);\n"
      "never(syscall(SYS_io_uring_setup, 1, 0) >= 0);\nnever(syscall(SYS_userfaultfd, 0) >= 0);\n"
      "never(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0) >= 0);\n"
      "never(syscall(SYS_keyctl, 0, 0, 0, 0, 0) >= 0);\nnever(fork() >= 0);\n"
      "char* const none[] = {nullptr};\nnever(execve(\"/bin/true\", none, none) == 0);\n"
      "never(socket(2, 1, 0) >= 0);");
}

}  // namespace
}  // namespace mergelab::judge
