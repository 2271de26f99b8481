// `batch --launcher slurm` with a test's commands instead of Slurm's. slurm_test.sh runs it on a real Slurm.
#include "app/batch/slurm.hpp"
#include "app/command.hpp"
#include "archives.hpp"

namespace mergelab {
namespace {

/// sbatch runs the tasks before it returns, but for those that `lost` names: "JOB_TASK=STATE", one a line,
/// where JOB counts from 1 and * is all of it; with "JOB_TASK=CODE" the task ends with that code. squeue
/// shows what became of each.
constexpr const char* kSbatch = R"(#!/bin/sh
[ ! -e "$CLUSTER/refusal" ] || { cat "$CLUSTER/refusal" >&2; exit 1; }
echo "$*" >>"$CLUSTER/calls"
for word; do
  case $word in
    --job-name=*) name=${word#*=} ;;
    --array=0-*) last=${word#*-*-*-} ;;
    --wrap=*) script=${word#*=} ;;
  esac
done
job=$(($(cat "$CLUSTER/job" 2>/dev/null || echo 0) + 1)); echo $job >"$CLUSTER/job"
task=0
while [ $task -le $last ]; do
  end=$(sed -n "s/^$job[_]$task=//p; s/^\*=//p" "$CLUSTER/lost" 2>/dev/null | head -n 1)
  code=0
  case $end in
    '') (cd / && SLURM_JOB_ID=$job SLURM_ARRAY_TASK_ID=$task sh -c "$script"); code=$?; end=COMPLETED
        [ $code = 0 ] || end=FAILED ;;
    [0-9]*) code=$end; end=FAILED ;;
  esac
  echo "$code:0" >"$CLUSTER/code_${job}_$task"
  echo "$job|$task|$end|None|n$task|$name" >>"$CLUSTER/tasks"
  task=$((task + 1))
done
echo "$job;test"
)";
constexpr const char* kSqueue = R"(#!/bin/sh
if [ -e "$CLUSTER/silent" ]; then rm "$CLUSTER/silent"; echo 'squeue: error: Unable to contact slurm controller'; exit 1; fi
cat "$CLUSTER/tasks" 2>/dev/null || true
)";
constexpr const char* kScontrol = R"(#!/bin/sh
for last; do :; done
echo "JobId=$last JobState=X ExitCode=$(cat "$CLUSTER/code_$last") DerivedExitCode=0:0"
)";
constexpr const char* kScancel = R"(#!/bin/sh
echo "$1" >>"$CLUSTER/cancelled"
)";

class SlurmTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    for (const auto& [name, text] : std::map<std::string, std::string>{
             {"sbatch", kSbatch}, {"squeue", kSqueue}, {"scontrol", kScontrol}, {"scancel", kScancel}}) {
      write(cluster_ / "bin" / name, text);
      fs::permissions(cluster_ / "bin" / name, fs::perms::owner_all);
    }
    right_ = read(course_ / "solutions/01_merge/merge.cuh");
  }
  void hand_in(const std::string& id, const std::string& text) const {
    write(folder_ / "subs" / id / "01_merge/merge.cuh", text);
  }
  [[nodiscard]] Ran batch(const Words& more = {"--launcher", "slurm"}) const {
    Words words{"batch", "subs", "--lab", "1", "--backend", "cpu", "--course", "course"};
    words.insert(words.end(), more.begin(), more.end());
    return mergelab(words, cluster_environment());
  }
  [[nodiscard]] std::map<std::string, std::string> cluster_environment() const {
    return {{"PATH", (cluster_ / "bin").string() + ":" + std::getenv("PATH")},
            {"CLUSTER", cluster_.string()}};
  }
  [[nodiscard]] std::string grades(const std::string& out = "results") const {
    return read(folder_ / out / "grades.csv");
  }
  fs::path cluster_ = folder_ / "cluster";
  std::string right_;
};
using SlurmTestSlow = SlurmTest;

TEST_F(SlurmTestSlow, gives_the_same_table_and_asks_for_what_was_said) {
  hand_in("ada", right_);
  hand_in("bob", right_ + "// another\n");
  hand_in("cleo", "this does not compile");
  hand_in("dan", "");
  hand_in("eve", "\x01");
  hand_in("ivy", std::string(1, '\0'));
  hand_in("jon", std::string((1 << 20) + 5, ' '));
  fs::create_directories(folder_ / "subs/flo/01_merge/merge.cuh");
  fs::create_directories(folder_ / "subs/guy/01_merge");
  fs::create_symlink("/etc/passwd", folder_ / "subs/guy/01_merge/merge.cuh");
  pack(folder_ / "subs/hal.zip", {{"01_merge/merge.cuh", right_}});
  ASSERT_EQ(batch("--out here").code, 0);
  expect_says(batch("--launcher slurm --chunk 3 --partition teaching --time 30 --gres gpu:1 "
                    "--sbatch=--account=cs --jobs "
                    "2"),
              0, "10 rows: 10 graded", "job 1: 3 tasks for 9 submissions");  // two are the same
  EXPECT_EQ(grades(), grades("here"));
  const std::string calls = read(cluster_ / "calls");
  for (const char* word : {"--array=0-2", "--partition=teaching", "--time=30", "--gres=gpu:1", "--account=cs",
                           "--cpus-per-task=2", "--no-requeue"})
    EXPECT_TRUE(contains(calls, word)) << word << " in ";
  EXPECT_FALSE(fs::exists(folder_ / "results/.slurm"));
  EXPECT_FALSE(contains(batch().text, "job"));  // nothing is left to do
  EXPECT_EQ(report("results/reports/cleo.json").at("submission"), "cleo");
}

TEST_F(SlurmTestSlow, sends_out_again_what_was_lost) {
  for (const char* id : {"ada", "bob", "cleo", "dan"}) hand_in(id, right_ + "// " + id);
  write(cluster_ / "lost", "1_0=NODE_FAIL\n2_0=TIMEOUT\n");
  write(cluster_ / "silent", "");
  // The first look at Slurm is one that has to be answered.
  expect_says(batch(), 3, "Slurm does not respond: Unable to contact slurm controller");
  EXPECT_FALSE(fs::exists(cluster_ / "job"));
  const Ran ran = batch("--launcher slurm --chunk 2");
  expect_says(ran, 0, "4 rows: 4 graded", "a task was lost (NODE_FAIL on n0): 2 submissions again",
              "job 2: 2 tasks for 2 submissions");  // each by itself
  expect_says(ran, 0, "a task was lost (TIMEOUT on n0): 1 submission again",
              "job 3: 1 task for 1 submission");
}

TEST_F(SlurmTestSlow, gives_up_what_is_lost_again_and_again) {
  hand_in("ada", right_);
  write(cluster_ / "lost", "*=OUT_OF_MEMORY\n");
  expect_says(batch(), 3,
              "ada: grader_error, lost 3 times on the cluster, most recently: OUT_OF_MEMORY on n0");
  EXPECT_EQ(read(cluster_ / "job"), "3\n");
  fs::remove(cluster_ / "lost");
  expect_says(batch(), 0, "1 row: 1 graded");  // the next run tries again
}

TEST_F(SlurmTestSlow, a_node_that_lacks_the_folder_is_told_or_left_out) {
  hand_in("ada", right_);
  hand_in("bob", right_ + "// bob");
  write(cluster_ / "lost", "1_0=201\n1_1=201\n");
  expect_says(batch(), 3, "node n0 does not see " + (folder_ / "results").string(),
              "put --out on a file system that all nodes share");
  EXPECT_EQ(read(cluster_ / "cancelled"), "1\n");
  write(cluster_ / "lost", "2_0=202\n");
  expect_says(batch(), 0, "2 rows: 2 graded", "a task was lost (node n0 has no ");
  EXPECT_TRUE(contains(read(cluster_ / "calls"), "--exclude=n0"));
}

TEST_F(SlurmTestSlow, says_what_a_task_that_failed_has_said) {
  hand_in("ada", right_);
  // The grader is there, but its chunk is of another version, as when an installation is replaced.
  replace(cluster_ / "bin/sbatch", "job=$(",
          "sed -i 's/\"version\": \"/&9/' \"$(echo \"$script\" | sed -n \"s/^cd '\\(.*\\)' "
          "2.*/\\1/p\")\"/chunk*\njob=$(");
  expect_says(batch(), 3,
              "lost 3 times on the cluster, most recently: FAILED on n0: chunk-0.json is of mergelab 90");
}

TEST_F(SlurmTestSlow, takes_up_the_tasks_of_an_earlier_run_and_cancels_what_works_for_nothing) {
  hand_in("ada", right_);
  write(cluster_ / "lost", "*=RUNNING\n");
  const Ran killed = shell(
      "PATH=\"$PWD/cluster/bin:$PATH\" CLUSTER=\"$PWD/cluster\" \"$MERGELAB\" batch subs --lab 1 --backend "
      "cpu --course course --launcher slurm & pid=$!; until [ -e cluster/tasks ]; do sleep 0.1; done; sleep "
      "0.5; kill -9 $pid; wait $pid");
  EXPECT_EQ(killed.code, 137) << killed.text;
  // Its task ends while nobody looks.
  const std::string tasks = read(cluster_ / "tasks");
  write(cluster_ / "finish",
        "cd results/.slurm/*/jobs/* && SLURM_JOB_ID=1 \"$MERGELAB\" grade-chunk chunk-0.json >log-0");
  ASSERT_EQ(shell("sh cluster/finish").code, 0);
  write(cluster_ / "tasks",
        tasks + "7|0|PENDING|None||" + tasks.substr(tasks.rfind('|') + 1, 27) + "stray\n");
  expect_says(batch(), 0, "1 row: 1 graded", "1 submission from an earlier run is with the cluster");
  EXPECT_EQ(read(cluster_ / "job"), "1\n");
  EXPECT_EQ(read(cluster_ / "cancelled"), "7\n");
}

TEST_F(SlurmTestSlow, a_stop_cancels_the_tasks_and_a_lost_terminal_does_not) {
  hand_in("ada", right_);
  write(cluster_ / "lost", "*=RUNNING\n");
  const auto stopped_by = [&](const std::string& signal) {
    return shell(
        "PATH=\"$PWD/cluster/bin:$PATH\" CLUSTER=\"$PWD/cluster\" \"$MERGELAB\" batch subs --lab 1 --backend "
        "cpu --course course --launcher slurm & pid=$!; until grep -qs RUNNING cluster/tasks; do sleep 0.1; "
        "done; sleep 1; kill -" +
        signal + " $pid; wait $pid");
  };
  expect_says(stopped_by("HUP"), 129,
              "stopped; finished gradings are kept, and the same command continues from here");
  EXPECT_FALSE(fs::exists(cluster_ / "cancelled"));
  expect_says(stopped_by("TERM"), 143, "1 submission from an earlier run is with the cluster");
  EXPECT_EQ(read(cluster_ / "cancelled"), "1\n");
}

TEST_F(SlurmTestSlow, a_task_without_the_gpu_it_was_to_have_grades_nobody_on_the_cpu) {
  hand_in("ada", right_);
  expect_says(mergelab({"batch", "subs", "--lab", "1", "--course", "course", "--launcher", "slurm", "--gres",
                        "gpu:1"},
                       cluster_environment()),
              3, "ada: grader_error, backend 'both' is not available: ");
  expect_says(batch(), 0, "1 row: 1 graded");
}

TEST_F(SlurmTestSlow, a_grading_by_another_compiler_is_none) {
  hand_in("ada", right_);
  write(cluster_ / "bin/other", "#!/bin/sh\n[ \"$1\" != --version ] || exec echo other 9\nexec c++ \"$@\"\n");
  fs::permissions(cluster_ / "bin/other", fs::perms::owner_all);
  replace(cluster_ / "bin/sbatch", "(cd / && ", "(cd / && CXX=\"$CLUSTER/bin/other\" ");
  expect_says(batch(), 3, "ada: grader_error, graded with other 9, and all others with ");
}

TEST_F(SlurmTestSlow, tells_refusals_in_slurms_own_words) {
  hand_in("ada", right_);
  write(cluster_ / "refusal", "sbatch: error: Batch job submission failed: Invalid account\n");
  expect_says(batch(), 3, "Slurm refuses the job: Batch job submission failed: Invalid account");
  expect_says(batch("--gres gpu:1"), 2, "--gres is for a cluster");
  expect_says(batch("--launcher slurm --chunk 0"), 2, "--chunk");
  fs::remove(cluster_ / "refusal");
  expect_says(batch(), 0, "1 row: 1 graded");
}

TEST(SlurmCommands, says_what_to_do_where_there_are_none) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const std::string said = error_of<app::EnvironmentError>([] { return app::slurm::tasks(); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(contains(said, "squeue can't be started: No such file", "such as its login node"));
}

TEST(SlurmCommands, sums_up_tasks) {
  const auto task = [](const char* state, const char* reason) {
    return app::slurm::Task{"1", 0, state, reason, "", ""};
  };
  EXPECT_EQ(app::slurm::summary({}), "0 tasks running");
  EXPECT_EQ(app::slurm::summary({task("RUNNING", "None"), task("COMPLETED", "None"),
                                 task("PENDING", "Resources"), task("PENDING", "None")}),
            "1 task running, 2 waiting (Resources)");
  EXPECT_TRUE(task("NODE_FAIL", "").is_over());
  EXPECT_FALSE(task("COMPLETING", "").is_over());
}

}  // namespace
}  // namespace mergelab
