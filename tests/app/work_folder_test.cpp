// Each program has a separate work folder, even if others start or end at the same moment.
#include "app/machine/work_folder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/command_line/errors.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(WorkFolderTest, is_not_taken_for_an_abandoned_one_while_it_is_made) {
  const TemporaryFolder parent("mergelab-work-");
  ASSERT_EQ(::setenv("TMPDIR", parent.path().c_str(), 1), 0);
  constexpr int kThreads = 8, kTimes = 150;
  std::atomic<int> lost = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int time = 0; time < kTimes; ++time) {
        WorkFolder work;
        std::this_thread::yield();
        lost += fs::exists(work.path() / "lock") ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ::unsetenv("TMPDIR");
  EXPECT_EQ(lost, 0);
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST(WorkFolderTest, takes_away_what_killed_ones_left_and_nothing_else) {
  const TemporaryFolder parent("mergelab-work-");
  ASSERT_EQ(::setenv("TMPDIR", parent.path().c_str(), 1), 0);
  const auto made = [&](const char* folder, const char* file, bool old) {
    fs::create_directory(parent.path() / folder);
    std::ofstream(parent.path() / folder / file) << "";
    if (old) fs::last_write_time(parent.path() / folder, fs::file_time_type::clock::now() - 2min);
  };
  made("mergelab-locked", "lock", false);
  made("mergelab-before", "lock.new", true);
  made("mergelab-begins", "lock.new", false);
  made("mergelab-course", "README.md", true);
  { const WorkFolder work; }
  ::unsetenv("TMPDIR");
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(parent.path())) left.insert(entry.path().filename());
  EXPECT_EQ(left, (std::set<std::string>{"mergelab-begins", "mergelab-course"}));
  EXPECT_TRUE(fs::exists(parent.path() / "mergelab-course" / "README.md"));
}

TEST(WorkFolderTest, says_so_where_it_was_removed) {
  WorkFolder work;
  fs::remove_all(work.path());
  try {
    static_cast<void>(work.fresh("build"));
    FAIL() << "no error";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("was it removed?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mergelab::app
