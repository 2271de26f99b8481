// A grading survives standard streams that are closed, full, or no longer read; progress on terminals.
#include "app/command_line/console.hpp"
#include "command.hpp"

namespace mergelab {
namespace {

class StreamsTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_directories(folder_ / "subs");
    fs::copy(submit_solutions(), folder_ / "subs/ada", fs::copy_options::recursive);
  }
  /// That the command, with its streams so, ends with the code and leaves a whole report.
  void expect_graded(const std::string& command, const std::string& report, const std::string& streams,
                     int code = 0) const {
    fs::remove_all(folder_ / "results");
    fs::remove(folder_ / "report.json");
    const Ran ran = shell("bash -o pipefail -c '( " + command + " ) " + streams + "'");
    EXPECT_EQ(ran.code, code) << command << streams << ran.text;
    ASSERT_TRUE(fs::exists(folder_ / report)) << command << streams << ran.text;
    const nlohmann::json graded = this->report(report);
    EXPECT_EQ(graded.at("score"), 4) << command << streams;
    EXPECT_EQ(graded.at("complete"), true) << command << streams;
  }
  static constexpr const char* kGrade =
      "\"$MERGELAB\" grade mine --lab 1 --backend cpu --verbose --course \"$COURSE\"";
  static constexpr const char* kRun =
      "\"$MERGELAB\" run 1 --dir mine --backend cpu --json report.json --course \"$COURSE\"";
  static constexpr const char* kBatch = "\"$MERGELAB\" batch subs --lab 1 --backend cpu --course \"$COURSE\"";
  static constexpr const char* kScript =
      "MERGELAB_REPORT=report.json MERGELAB_LABS=1 MERGELAB_COURSE=\"$COURSE\" MERGELAB_BACKEND=cpu "
      "MERGELAB_REQUIRE_ISOLATION=process \"" MERGELAB_SOURCE_DIR "/integrations/grade.sh\" subs/ada";
};
using StreamsTestSlow = StreamsTest;

TEST_F(StreamsTestSlow, grades_with_closed_streams_and_whoever_can_read_its_progress) {
  for (const char* streams : {"2>&-", "0<&- 1>&- 2>&-", "2>/dev/full", "2>&1 | head -n 1"}) {
    expect_graded(kGrade, "report.json", streams);
    expect_graded(kRun, "report.json", streams);
    expect_graded(kBatch, "results/reports/ada.json", streams);
    expect_graded(kScript, "report.json", streams);
  }
}

TEST_F(StreamsTestSlow, says_by_its_exit_code_that_its_output_is_lost) {
  expect_graded(kGrade, "report.json", ">/dev/full", 3);
  expect_graded(kBatch, "results/reports/ada.json", ">/dev/full", 3);
  expect_says(shell("\"$MERGELAB\" list --cases --course \"$COURSE\" >/dev/full"), 3,
              "error: standard output can't be written: No space left on device");
  EXPECT_EQ(shell("\"$MERGELAB\" --help >/dev/full").code, 3);
}

TEST_F(StreamsTest, writes_every_file_that_it_can) {
  expect_says(shell(std::string(kGrade) + " --json /dev/full --emit junit=junit.xml"), 3,
              "cannot write /dev/full: No space left on device", "4 / 4");
  EXPECT_TRUE(contains(read(folder_ / "junit.xml"), "<testsuite"));
}

}  // namespace

}  // namespace mergelab

// Progress messages on terminals.
namespace mergelab::app {
namespace {

/// What is written for a step to a terminal of this kind.
std::string progress_on(const char* kind) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_TRUE(master >= 0 && ::grantpt(master) == 0 && ::unlockpt(master) == 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
  const int before = ::dup(STDERR_FILENO);
  const char* own_kind = std::getenv("TERM");
  const std::string own = own_kind != nullptr ? own_kind : "";
  ::setenv("TERM", kind, 1);
  ::dup2(slave, STDERR_FILENO);
  {
    Progress progress({});
    progress.note("bench", "timing");
  }
  ::dup2(before, STDERR_FILENO);
  own_kind != nullptr ? ::setenv("TERM", own.c_str(), 1) : ::unsetenv("TERM");
  for (const int fd : {slave, before}) ::close(fd);
  // A terminal hands out what was written in pieces: read to the end, which is there as the slave is closed.
  std::string written;
  std::array<char, 256> piece{};
  for (ssize_t length = 0; (length = ::read(master, piece.data(), piece.size())) > 0;)
    written.append(piece.data(), static_cast<std::size_t>(length));
  ::close(master);
  return written;
}

TEST(Progress, rewrites_its_line_on_a_terminal_that_can) {
  EXPECT_EQ(progress_on("xterm"), "\r\x1b[Kbench: timing\r\x1b[K");
}

TEST(Progress, is_plain_lines_on_a_dumb_terminal) { EXPECT_EQ(progress_on("dumb"), "bench: timing\r\n"); }

}  // namespace

}  // namespace mergelab::app
