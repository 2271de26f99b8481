// Files are read whole, up to a limit, and failures are distinguished from empty files.
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include "base/atomic_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::base {
namespace {

class ReadFile : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }
  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  std::filesystem::path file_ = ::testing::TempDir() + "read_file_test." + std::to_string(::getpid());
};

TEST_F(ReadFile, gives_all_bytes) {
  for (const std::size_t size : {0, 1, (1 << 14) - 1, 1 << 14, (1 << 14) + 1, 1 << 20}) {
    std::string bytes(size, 'x');
    if (size > 2) bytes[size / 2] = '\0';
    write(bytes);
    EXPECT_EQ(read_file(file_), bytes) << size;
  }
}

TEST_F(ReadFile, stops_at_the_limit) {
  write("12345");
  EXPECT_EQ(read_file(file_, 4), "1234");
  EXPECT_EQ(read_file(file_, 5), "12345");
  EXPECT_EQ(read_file(file_, 6), "12345");
  EXPECT_EQ(read_file(file_, 0), "");
}

TEST_F(ReadFile, reads_files_that_tell_no_size) {
  const auto status = read_file("/proc/self/status");
  ASSERT_TRUE(status);
  EXPECT_NE(status->find("\nPid:\t" + std::to_string(::getpid())), std::string::npos);
}

TEST_F(ReadFile, says_why_there_is_nothing) {
  EXPECT_FALSE(read_file("/nowhere/x"));
  EXPECT_EQ(errno, ENOENT);
  EXPECT_FALSE(read_file("/proc"));
  EXPECT_EQ(errno, EISDIR);
}

TEST_F(ReadFile, leaves_no_descriptor_open) {
  write("x");
  const int before = ::dup(0);
  ::close(before);
  for (int i = 0; i < 3; ++i) (void)read_file(file_);
  const int after = ::dup(0);
  ::close(after);
  EXPECT_EQ(before, after);
}

// A report is complete or old: its content and the message when it can't be written.

namespace fs = std::filesystem;

class AtomicFile : public ::testing::Test {
 protected:
  void TearDown() override { fs::permissions(folder_, fs::perms::owner_all); }

  static std::string read(const fs::path& file) { return read_text(file); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string error(const fs::path& file, const std::string& text = "new") {
    return error_of<WriteError>([&] { write_atomically(file, text); });
  }

  TemporaryFolder temporary_;
  fs::path folder_ = temporary_.path();
};

TEST_F(AtomicFile, writes_a_new_file_and_leaves_nothing_else) {
  write_atomically(folder_ / "report.json", "new");
  EXPECT_EQ(read(folder_ / "report.json"), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFile, replaces_a_file_and_keeps_its_permissions) {
  std::ofstream(folder_ / "report.json") << "a longer old text";
  fs::permissions(folder_ / "report.json", fs::perms::owner_read | fs::perms::owner_write);
  write_atomically(folder_ / "report.json", "new");
  EXPECT_EQ(read(folder_ / "report.json"), "new");
  EXPECT_EQ(fs::status(folder_ / "report.json").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(AtomicFile, gives_an_open_reader_the_whole_old_file) {
  std::ofstream(folder_ / "report.json") << "old";
  std::ifstream reader(folder_ / "report.json");
  write_atomically(folder_ / "report.json", "new");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
}

TEST_F(AtomicFile, writes_a_file_of_the_current_folder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const std::string failure = error("report.json");
  fs::current_path(before);
  EXPECT_EQ(failure, "");
  EXPECT_EQ(read(folder_ / "report.json"), "new");
}

TEST_F(AtomicFile, takes_away_what_a_killed_writer_left_an_hour_ago) {
  const fs::path report = folder_ / "report.json";
  for (const char* name : {".mergelab-1-0.tmp", ".mergelab-2-0.tmp", ".other.tmp"})
    std::ofstream(folder_ / name) << "half a rep";
  const auto old = fs::file_time_type::clock::now() - std::chrono::minutes(61);
  fs::last_write_time(folder_ / ".mergelab-1-0.tmp", old);
  fs::last_write_time(folder_ / ".other.tmp", old);
  check_writable(report);
  EXPECT_FALSE(fs::exists(folder_ / ".mergelab-1-0.tmp"));
  EXPECT_TRUE(fs::exists(folder_ / ".mergelab-2-0.tmp"));  // somebody may be writing it
  EXPECT_TRUE(fs::exists(folder_ / ".other.tmp"));
}

TEST_F(AtomicFile, replaces_what_a_link_points_to) {
  std::ofstream(folder_ / "real.json") << "old";
  fs::create_symlink("real.json", folder_ / "report.json");
  write_atomically(folder_ / "report.json", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "report.json"));
  EXPECT_EQ(read(folder_ / "real.json"), "new");
}

TEST_F(AtomicFile, never_replaces_a_device) {
  write_atomically("/dev/null", "new");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(AtomicFile, says_when_a_device_is_full) {
  EXPECT_EQ(error("/dev/full"),
            "cannot write /dev/full: No space left on device\n"
            "  free some space there, or choose another disk; an existing file was kept");
}

TEST_F(AtomicFile, refuses_a_folder_in_its_place) {
  const fs::path place = folder_ / "report.json";
  fs::create_directory(place);
  EXPECT_EQ(error(place), "cannot write " + place.string() +
                              ": Is a directory\n  a folder has that name; choose another name");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFile, names_the_folder_that_is_missing) {
  const fs::path file = folder_ / "results" / "report.json";
  EXPECT_EQ(error(file), "cannot write " + file.string() +
                             ": No such file or directory\n  create its folder first: mkdir -p " +
                             (folder_ / "results").string());
}

TEST_F(AtomicFile, says_where_no_file_can_be_made) {
  EXPECT_EQ(error("/proc/report.json"),
            "cannot write /proc/report.json: No such file or directory\n"
            "  no file can be created there; choose another folder");
}

TEST_F(AtomicFile, says_when_its_folder_is_read_only) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  std::ofstream(folder_ / "report.json") << "old";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(error(folder_ / "report.json")
                .find("cannot write " + (folder_ / "report.json").string() +
                      ": Permission denied\n  choose a folder"),
            0U);
  EXPECT_EQ(read(folder_ / "report.json"), "old");
}

TEST_F(AtomicFile, keeps_the_old_file_when_the_new_one_does_not_fit) {
  std::ofstream(folder_ / "report.json") << "old";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string failure = error(folder_ / "report.json", std::string(5000, 'x'));
    ::_exit(failure.find(": File too large\n  raise the limit") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read(folder_ / "report.json"), "old");
  EXPECT_EQ(files(), 1U);
}

}  // namespace
}  // namespace mergelab::base
