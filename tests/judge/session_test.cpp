// A student's object may do anything to its worker: the verdict is right, within bounded time, and the judge
// continues. Long because all of it needs the one fixture that compiles a student's file.
#include "judge/session.hpp"

#include "judge/checked.hpp"
#include "kits/merge/merge_kit.hpp"
#include "support/worker.hpp"
#include "wire/digest.hpp"

#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

namespace fs = std::filesystem;

// The top of every student file here; the last line is completed by a test.
constexpr const char* kMerge = R"(
#pragma once
#include <mergelab/lab.cuh>
inline void sequential(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0, k = 0;
  while (i < m || j < n) C[k++] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
}
inline void student(const value_t* A, int m, const value_t* B, int n, value_t* C) )";

class SessionTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path compile(const std::string& source, const std::string& flags = "") const {
    return compile_student(folder_, source, flags);
  }

  /// How a call of this object ends, which gives no answer; with a limit of steps it is watched.
  [[nodiscard]] Outcome end_of(const fs::path& object, double cpu_limit_s = 1,
                               std::uint64_t step_limit = 0) const {
    Session session(worker_with(object));
    const Image image(set_, ValueType::int32, wire::Memory::host, 0);
    const std::uint32_t watch = step_limit > 0 ? wire::kWatchAccesses : 0;
    EXPECT_FALSE(session.ask({.image = image, .watch = watch, .step_limit = step_limit}, cpu_limit_s));
    return session.broken().value();
  }

  /// What a merge of small arrays does `then`, and how it ends.
  struct Ending {
    std::string then, told;
    wire::Placement placement = wire::Placement::end;
  };
  /// One object has all of them: the first key, 0 or less, says which. `before` comes before the function.
  void expect_endings(const std::vector<Ending>& endings, const std::string& before = "") const {
    std::string body = "{\n  static const int ending = -A[0];\n  sequential(A, m, B, n, C);\n";
    for (std::size_t i = 0; i < endings.size(); ++i)
      body += "  if (ending == " + std::to_string(i) + ") { " + endings[i].then + " }\n";
    const fs::path object = compile(before + kMerge + body + "}\n");
    for (int key = 0; const Ending& each : endings) {
      const ProblemSet set = merges_of({{{key--, 3, 5}, {2, 4}}, {{}, {7}}});
      const Image image(set, ValueType::int32, wire::Memory::host, 0);
      Session session(worker_with(object));
      const std::optional<Answer> answer = session.ask({.image = image, .placement = each.placement}, 1);
      const std::string told =
          verdict_of(answer ? check_all(set, image, answer->returned) : *session.broken());
      EXPECT_EQ(told.substr(0, each.told.ends_with(": ") ? each.told.size() : told.size()), each.told)
          << before << each.then;
    }
  }

  TemporaryFolder temporary_{"mergelab-session-", kRead};
  fs::path folder_ = temporary_.path();
  ProblemSet set_ = merges_of({{{1, 3, 5}, {2, 4}}, {{}, {7}}});
};
using SessionTestSlow = SessionTest;

/// A merge whose output comes first, and whose inputs have other names.
Interface odd_merge(Runs runs) {
  Interface interface = *merge_kit().usual_interface(Runs::device);
  interface.runs = runs;
  std::vector<Argument>& arguments = interface.arguments;
  arguments[0].name = "left";
  arguments[2].name = "right";
  std::rotate(arguments.begin(), arguments.begin() + 4, arguments.end());  // C, left, m, right, n
  return interface;
}

TEST_F(SessionTestSlow, calls_a_function_with_other_names_in_another_order) {
  const Interface on_host = odd_merge(Runs::host), on_device = odd_merge(Runs::device);
  const std::string source = std::string(kMerge) + R"({ sequential(A, m, B, n, C); }
    __global__ void kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {
      int i = 0, j = 0, k = 0;
      while (i < m || j < n) C[k++] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
    })";
  for (const Interface* interface : {&on_host, &on_device}) {
    const bool host = interface == &on_host;
    set_ = problems_of({{{1, 3, 5}, {2, 4}}, {{}, {7}}}, merge_kit(), *interface);
    const std::string body =
        host ? "sequential(left, m, right, n, C);" : "kernel<<<1, 1>>>(left, m, right, n, C);";
    const auto outcome_of = [&](const std::string& more) {
      const std::string own =
          source +
          "\ninline void student(value_t* C, const value_t* left, int m, const value_t* right, int n) { " +
          more + body + " }\n";
      Session session(worker_with(compile_student(folder_, own, host ? "" : "--instrument", *interface)));
      const Image image(set_, ValueType::int32, host ? wire::Memory::host : wire::Memory::device, 0);
      const std::optional<Answer> answer =
          session.ask({.image = image, .watch = host ? 0 : wire::kWatchAccesses}, 1);
      return answer ? check_all(set_, image, answer->returned) : session.broken().value();
    };
    EXPECT_TRUE(outcome_of("").passed()) << message_of(outcome_of(""));
    if (host) {
      EXPECT_TRUE(contains(message_of(outcome_of("(void)*(volatile value_t*)&right[n];")), "right[2]"));
    }
  }
}

TEST_F(SessionTest, brings_a_digest_and_the_output_alone_when_timed_on_a_device) {
  Session session(worker_with(compile(
      std::string("#include <mergelab/lab.cuh>\n"
                  "__global__ void kernel(const value_t* A, int m, const value_t* B, int n, value_t* C) {\n"
                  "  int i = 0, j = 0, k = 0;\n"
                  "  while (i < m || j < n) C[k++] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];\n"
                  "}\n") +
      kMerge + "{ kernel<<<1, 1>>>(A, m, B, n, C); }\n")));
  const ProblemSet one = merges_of({{{1, 3, 5}, {2, 4}}});
  const Image image(one, ValueType::int32, wire::Memory::device, 0, true);
  const std::optional<Answer> answer = session.ask({.image = image, .timed = wire::Timed::yes}, 1);
  ASSERT_TRUE(answer) << message_of(*session.broken());
  EXPECT_TRUE(check_merge_of_ints(keys_of(one, 0), answer->returned).passed());
  EXPECT_EQ(answer->done.digest,
            wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce));
  EXPECT_NE(answer->done.digest,
            wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce + 1));
  // Once more without new inputs, and nobody fetches: the worker is ready for the next request all the same.
  for (int repeat = 0; repeat < 3; ++repeat)
    EXPECT_TRUE(session.ask({.image = image, .timed = wire::Timed::again, .fetch = false}, 1));
  EXPECT_TRUE(session.ask({.image = image, .timed = wire::Timed::yes}, 1));
}

TEST_F(SessionTest, shows_the_inputs_of_a_timed_call_when_the_clock_runs) {
  Session session(worker_with(compile(std::string(kMerge) + "{ sequential(A, m, B, n, C); }\n")));
  for (const int key : {4, 40}) {
    const ProblemSet one = merges_of({{{1, 3, 50}, {2, key}}});
    const Image image(one, ValueType::int32, wire::Memory::host, 0, true);
    const auto answer = session.ask(
        {.image = image, .timed = wire::Timed::yes, .before_start = [&] { image.reveal(one); }}, 1);
    ASSERT_TRUE(answer) << message_of(*session.broken());
    EXPECT_EQ(message_of(check_merge_of_ints(keys_of(one, 0), answer->returned)), "");
    EXPECT_GT(answer->cpu_s, 0);
  }
  const ProblemSet never = merges_of({{{1, 3, 5}, {2, 4}}});
  const Image image(never, ValueType::int32, wire::Memory::host, 0, true);
  const auto answer = session.ask({.image = image, .timed = wire::Timed::yes}, 1);
  ASSERT_TRUE(answer) << message_of(*session.broken());
  EXPECT_FALSE(check_merge_of_ints(keys_of(never, 0), answer->returned).passed())
      << "it could see what was not revealed";
}

TEST_F(SessionTestSlow, tells_of_a_refused_launch_before_what_failed_after_it) {
  const WorkerSetup setup = worker_with(
      compile(std::string("#include <cstdlib>\n#include <mergelab/lab.cuh>\n"
                          "__global__ void touch(value_t* C) { C[0] = 0; }\n"
                          "__global__ void kernel(value_t* C) {\n"
                          "  __shared__ int many[12289];\n  many[C[0]] = 1;\n  C[0] = many[C[1]];\n}\n") +
                  kMerge +
                  "{\n"
                  "  if (n < 2 || m == 1) kernel<<<m, 1>>>(C);\n"
                  "  cudaLaunchConfig_t config{};\n"
                  "  config.gridDim = dim3(1, m == 2 ? 70000 : 1);\n"
                  "  config.blockDim = dim3(32);\n"
                  "  if (cudaLaunchKernelEx(&config, touch, C) != cudaSuccess) exit(1);\n"
                  "  if (m == 4) touch<<<0, 1>>>(C);\n"
                  "  if (m == 4) LAB_TODO(1);\n"
                  "}\n",
              "-O2 -g"));
  const auto told = [&](const Arrays& arrays) {
    const ProblemSet one = merges_of({arrays});
    const Image image(one, ValueType::int32, wire::Memory::device, 0);
    Session session(setup);
    const bool answers = session.ask({.image = image}, 1).has_value();
    return answers ? "" : session.broken()->symptom + "\n" + fields_of(session.broken()->why.findings());
  };
  const std::string launch = "launch_refused: at student.cuh:17; numbers: ",
                    failed = "\nlaunch_error: gpu_error:; word: kernel launch; numbers: 9";
  EXPECT_EQ(told({{}, {2}}), "launch_error\nlaunch_error: " + launch + "1" + failed);
  EXPECT_EQ(told({{1}, {2}}), "static_shared\nstatic_shared: " + launch + "5 0 49156 49152" + failed);
  EXPECT_EQ(told({{1, 2}, {2, 3}}),
            "launch_error\nlaunch_error: launch_refused: at student.cuh:21; numbers: 3 1 70000 65535\n"
            "exited: at student.cuh:21; numbers: 1 9");
  EXPECT_EQ(told({{1, 2, 3, 4}, {2, 3}}), "todo\ntodo:; word: student.cuh; numbers: 1");
}

TEST_F(SessionTestSlow, remembers_a_refused_launch_until_the_call_ends) {
  Session session(worker_with(
      compile(std::string("#include <mergelab/lab.cuh>\n__global__ void kernel(value_t* C) { C[0] = 7; }\n") +
                  kMerge +
                  "{\n"
                  "  for (int t = m; t > 1024; --t) kernel<<<1, t>>>(C);\n"
                  "  kernel<<<1, 1>>>(C);\n"
                  "  cudaGetLastError();\n"
                  "}\n",
              "-O2 -g")));
  const auto refused = [&](const std::vector<Arrays>& arrays) {
    const ProblemSet set = merges_of(arrays);
    const Image image(set, ValueType::int32, wire::Memory::device, 0);
    return session.ask({.image = image}, 1).value().fetched.launches.refused;
  };
  const auto keys = [](std::size_t count) { return std::vector<int>(count, 7); };
  const wire::RefusedLaunch none = refused({{keys(1024), {}}});
  EXPECT_EQ(violation_of(none, {}), std::nullopt);
  const wire::RefusedLaunch one = refused({{{}, {1}}, {keys(1026), {}}, {keys(1025), {}}, {{}, {1}}});
  EXPECT_EQ(one.problem, 1U);
  EXPECT_EQ(one.asked, 1026) << "the first one";
  EXPECT_EQ(one.line.line, 11);
  EXPECT_EQ(refused({{{}, {1}}}).why, 0U) << "another request";
}

TEST_F(SessionTestSlow, keeps_what_was_printed_until_the_end) {
  const fs::path object =
      compile(std::string("#include <cstdio>\n#include <mergelab/lab.cuh>\n"
                          "__global__ void hello() { printf(\"%d\\n\", threadIdx.x); }\n") +
              kMerge +
              "{\n  printf(\"m %d\\n\", m);\n  if (m > 0) hello<<<1, 2>>>();\n"
              "  if (m == 0) for (int i = 0; i < 40000; ++i) printf(\"lines\\n\");\n"
              "  if (n == 3) *(volatile int*)0 = 1;\n  sequential(A, m, B, n, C);\n}\n");
  WorkerSetup setup = worker_with(object);
  setup.local = true;
  Session session(setup);
  const auto printed = [&](const Arrays& arrays) {
    const ProblemSet one = merges_of({arrays});
    const Image image(one, ValueType::int32, wire::Memory::host, 0);
    static_cast<void>(session.ask({.image = image}, 1));
    return session.take_printed();
  };
  EXPECT_EQ(printed({{1, 3, 5}, {2}}), "m 3\n0\n1\n");
  const std::string flood = printed({{}, {2}});
  EXPECT_EQ(flood.substr(0, 10), "m 0\nlines\n");
  EXPECT_EQ(flood.size(), static_cast<std::size_t>(setup.limits.output_kib) << 10);
  EXPECT_FALSE(session.broken()) << message_of(*session.broken());
  EXPECT_EQ(printed({{1}, {2, 3, 4}}), "m 1\n0\n1\n") << "a crash takes nothing with it";
  ASSERT_TRUE(session.broken());
  EXPECT_EQ(session.broken()->verdict, Verdict::crashed);
}

TEST_F(SessionTest, takes_no_other_file_for_the_filter_of_system_calls) {
  WorkerSetup beside = worker_with(compile(std::string(kMerge) + "{ sequential(A, m, B, n, C); }\n"));
  beside.wrapper = {"/bin/sh", "-c", "exec \"$0\" \"$@\" 4>/dev/null"};
  const Session session(beside);
  EXPECT_FALSE(session.broken()) << message_of(*session.broken());
}

TEST_F(SessionTestSlow, tells_the_processor_time_of_a_call_without_what_it_waited) {
  Session session(worker_with(compile(std::string("#include <unistd.h>\n") + kMerge +
                                      "{ usleep(200000); sequential(A, m, B, n, C); }\n")));
  const ProblemSet one = merges_of({{{1, 3, 5}, {2, 4}}});
  const Image timed(one, ValueType::int32, wire::Memory::host, 0, true);
  const auto answer = session.ask({.image = timed, .timed = wire::Timed::yes}, 1);
  ASSERT_TRUE(answer);
  EXPECT_GE(answer->call_s, 0.2);
  EXPECT_GT(answer->cpu_s, 0);
  EXPECT_LT(answer->cpu_s, answer->call_s / 2);
  const Image image(set_, ValueType::int32, wire::Memory::host, 0);
  EXPECT_EQ(session.ask({.image = image}, 1)->cpu_s, 0);
}

TEST_F(SessionTestSlow, ends_a_worker_that_waits_for_longer_than_its_setup_allows) {
  const auto told = [&](const std::string& before, const std::string& in_call) {
    WorkerSetup setup = worker_with(compile("#include <unistd.h>\n" + before + kMerge + "{ " + in_call +
                                            " sequential(A, m, B, n, C); }\n"));
    setup.wall_s = 0.5;
    Session session(setup);
    const Image image(set_, ValueType::int32, wire::Memory::host, 0);
    return session.ask({.image = image}, 10) ? "" : message_of(*session.broken());
  };
  EXPECT_EQ(told("", "sleep(20);"), "no answer after 0.5 s");
  EXPECT_EQ(told("static const unsigned waited = sleep(20);\n", ""), "no answer after 0.5 s") << "to load";
  EXPECT_EQ(told("", "usleep(1000);"), "");
}

TEST_F(SessionTestSlow, counts_comparisons_where_the_worker_can_not_reach) {
  // The worker that was taken over: it compares by itself, and would set any counter that it finds back.
  constexpr const char* kAnswers = R"(
inline bool none(unsigned, unsigned) { return true; }
)";
  const auto counts_of = [&](const std::string& body) {
    WorkerSetup setup = worker_with(compile(
        std::string(kMerge).insert(std::string(kMerge).find("inline void student"), kAnswers) + body + "\n",
        "-DMERGELAB_VALUE_COUNTED"));
    Session session(setup);
    const Image image(set_, ValueType::counted, wire::Memory::host, fresh_seed());
    std::vector<int> counts(set_.queries.size());
    const auto answer =
        session.ask({.image = image, .compared = [&](std::uint32_t q) { return ++counts[q] > 0; }}, 1);
    const bool right = answer && check_all(set_, image, answer->returned).passed();
    return std::pair(right, counts);
  };
  EXPECT_EQ(counts_of("{ sequential(A, m, B, n, C); }"), std::pair(true, std::vector<int>{4, 0}));
  EXPECT_FALSE(counts_of("{ mergelab::hooks.less = none; sequential(A, m, B, n, C); }").first)
      << "the order was in reach";
}

TEST_F(SessionTest, ends_a_worker_that_compares_too_often) {
  Session session(worker_with(compile(std::string(kMerge) + "{ for (;;) sequential(A, m, B, n, C); }\n",
                                      "-DMERGELAB_VALUE_COUNTED")));
  const Image image(set_, ValueType::counted, wire::Memory::host, fresh_seed());
  int count = 0;
  EXPECT_FALSE(session.ask({.image = image, .compared = [&](std::uint32_t) { return ++count < 100; }}, 1));
  EXPECT_EQ(count, 100);
  EXPECT_EQ(session.broken()->verdict, Verdict::too_slow);
}

TEST_F(SessionTest, runs_what_it_is_given_when_the_clock_has_stopped) {
  Session session(worker_with(compile(std::string(kMerge) + "{ sequential(A, m, B, n, C); }\n")));
  const Image image(set_, ValueType::int32, wire::Memory::host, 0);
  int started = 0, stopped = 0;
  const auto answer = session.ask({.image = image,
                                   .before_start = [&] { EXPECT_EQ(stopped, started++); },
                                   .after_call = [&] { EXPECT_EQ(++stopped, started); }},
                                  1);
  EXPECT_TRUE(answer);
  EXPECT_EQ(stopped, 1);
}

TEST_F(SessionTestSlow, leaves_no_way_to_other_processes) {
  if (!sandbox::isolation().level.seccomp) GTEST_SKIP() << sandbox::why_not({sandbox::Fence::process, true});
  expect_endings(
      {{.then = "if (fork() >= 0 || socket(1, 1, 0) >= 0 || syscall(SYS_ptrace, 0, 0, 0, 0) == 0) C[0] = 99;",
        .told = "passed, : "}},
      "#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n");
}

TEST_F(SessionTest, tells_how_a_call_ended) {
  expect_endings({{.then = "if (A[m] == 12345) C[0] = 0;",
                   .told = "checker_violation, read_outside: read_outside: passed_array_end: read A[3] of 3"},
                  {.then = "__builtin_abort();", .told = "crashed, fault: fault: aborted:"},
                  {.then = "exit(0);", .told = "crashed, exited: exited:"},
                  {.then = "for (int i = 0; i < 100000000; ++i) puts(\"0123456789\");",
                   .told = "resource_limit, output: printed_too_much(16)"},
                  // Stray words on the channel are no answer.
                  {.then = "write(3, \"passed\", 6);", .told = "crashed, exited: wrote_to_channel()"}},
                 "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n");
  expect_endings({{.then = "", .told = "crashed, exited: exited:"}},
                 "#include <cstdlib>\nstruct Early { Early() { exit(0); } };\ninline Early early;\n");
}

TEST_F(SessionTestSlow, tells_how_a_call_ended) {
  constexpr auto kStart = wire::Placement::start;
  expect_endings(
      {{.then = "", .told = "passed, : "},
       {.then = "", .told = "passed, : ", .placement = kStart},
       {.then = "if (n == 2) C[0] = 9;", .told = "wrong_answer, lost_keys: "},
       {.then = "if (B[-1] == 12345) C[0] = 0;",
        .told = "checker_violation, read_outside: read_outside: passed_array_end: read B[-1] of 2",
        .placement = kStart},
       {.then = "C[m + n] = 1;", .told = "checker_violation, outside: "},
       {.then = "const_cast<value_t*>(A)[1] = 0;",
        .told = "checker_violation, input_changed: input_changed: wrote_to_input: write A[1]"},
       {.then = "*(volatile int*)nullptr = 1;", .told = "crashed, fault: fault: null_written:"},
       {.then = "volatile int local[64]; local[m % 64] = 1; student(A, m, B, n + local[m % 64] - 1, C); "
                "local[0] = 2;",
        .told = "crashed, stack_overflow: "},
       {.then = "volatile int x = 1; while (x) {}", .told = "timed_out, endless: still_running(1)"},
       {.then = "LAB_TODO(2);", .told = "todo, todo: todo:; word: student.cuh; numbers: 2"}});
}

TEST_F(SessionTestSlow, says_where_exit_was_called_and_which_error_came_before) {
  // One call of exit() could serve both lines, and would be attributed to either.
  const fs::path object = compile(
      std::string(kMerge) +
          "{ sequential(A, m, B, n, C);\n"
          "  void* p;\n"
          "  if (cudaMalloc(&p, 4) != cudaSuccess || cudaFree(p) != cudaSuccess)\n"
          "    exit(EXIT_FAILURE);\n"
          "  if (cudaMalloc(&p, size_t{1} << 60) != cudaSuccess || cudaGetLastError() != cudaSuccess)\n"
          "    exit(EXIT_FAILURE);\n"
          "  if (cudaFree(p) != cudaSuccess)\n"
          "    exit(EXIT_FAILURE);\n}\n",
      "-O2 -g -include cstdlib");
  const Outcome end = end_of(object);
  EXPECT_EQ(end.verdict, Verdict::crashed);
  EXPECT_EQ(fields_of(end.why.findings()), "exited: at student.cuh:13; numbers: 1 2");
  EXPECT_TRUE(contains(message_of(end, worker_with(object).files), "student.cuh:13 `exit(EXIT_FAILURE);`"));
}

TEST_F(SessionTestSlow, sees_an_exception_that_nothing_catches) {
  const fs::path object = compile(std::string(kMerge) +
                                      "{ sequential(A, m, B, n, C);\n"
                                      "  void* p;\n"
                                      "  const cudaError_t error = cudaMalloc(&p, size_t{1} << 60);\n"
                                      "  if (error != cudaSuccess)\n"
                                      "    throw std::runtime_error(cudaGetErrorString(error));\n}\n",
                                  "-O2 -g --instrument -include stdexcept");
  const Outcome end = end_of(object);
  EXPECT_EQ(end.verdict, Verdict::crashed);
  EXPECT_EQ(end.symptom, "exited");
  EXPECT_EQ(fields_of(end.why.findings()), "exited: threw: at student.cuh:12; numbers: 0 2");
}

TEST_F(SessionTestSlow, has_watched_code_say_where_it_is_when_its_time_is_up) {
  const fs::path object = compile(
      std::string(kMerge) + "{ sequential(A, m, B, n, C);\n  volatile int x = 1;\n  while (x) {}\n}\n",
      "--instrument");
  const Outcome end = end_of(object, 0.3, std::uint64_t{1} << 60);
  EXPECT_EQ(end.verdict, Verdict::timed_out);
  EXPECT_EQ(fields_of(end.why.findings()),
            "step_limit: endless_loop: host at student.cuh:10; advice: loop_ends");
  EXPECT_TRUE(contains(message_of(end, worker_with(object).files), "student.cuh:10 `while (x) {}`"));
}

TEST_F(SessionTest, tells_what_was_found_before_a_loop_without_end_first) {
  const fs::path object = compile(
      "#include <mergelab/lab.cuh>\n__global__ void spin(const int* values) {\n  volatile int x = "
      "values[3];\n  x = 1;\n  while (x) {}\n}\n" +
          std::string(kMerge) +
          "{ int* fresh = nullptr;\n  cudaMalloc(&fresh, 64);\n  spin<<<1, 1>>>(fresh);\n"
          "  cudaDeviceSynchronize();\n}\n",
      "--instrument");
  const Outcome end = end_of(object, 5, 100000);
  EXPECT_EQ(end.verdict, Verdict::checker_violation);
  EXPECT_EQ(end.symptom, "uninitialised_read");
  EXPECT_EQ(fields_of(end.why.findings()),
            "uninitialised_read: thread 0 of block 0 read buffer 1[3] at student.cuh:3; advice: "
            "write_device_first\n"
            "step_limit: endless_loop: thread 0 of block 0 at student.cuh:5; advice: loop_ends_for_all");
  EXPECT_TRUE(contains(message_of(end, worker_with(object).files), " fresh[3]"));
}

// With CPU time to get there: where pages are slow to come, these megabytes take more than a second of it.
TEST_F(SessionTestSlow, ends_a_program_that_eats_memory) {
  WorkerSetup setup = worker_with(compile(
      std::string(kMerge) +
      "{ sequential(A, m, B, n, C); static char* volatile sink; for (;;) sink = new char[1 << 20](); }\n"));
  setup.limits.memory_mib = 256;
  Session session(setup);
  const Image image(set_, ValueType::int32, wire::Memory::host, 0);
  EXPECT_FALSE(session.ask({.image = image}, 20));
  EXPECT_EQ(session.broken()->verdict, Verdict::resource_limit);
  EXPECT_EQ(facts_of(*session.broken()), "out_of_memory(256)");
}

TEST_F(SessionTest, a_build_of_another_type_is_not_believed) {
  Session session(worker_with(
      compile(std::string(kMerge) + "{ sequential(A, m, B, n, C); }\n", "-DMERGELAB_VALUE_RECORD")));
  ASSERT_TRUE(session.broken());
  EXPECT_EQ(session.broken()->verdict, Verdict::crashed);
}

TEST_F(SessionTest, a_missing_worker_is_the_graders_error) {
  WorkerSetup missing = worker_with(folder_ / "none.so");
  missing.worker = folder_ / "no-such-worker";
  EXPECT_THROW(Session{missing}, std::system_error);
}

}  // namespace
}  // namespace mergelab::judge
