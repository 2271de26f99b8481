// Each program has a work folder of its own, whoever else begins or ends at the same moment.
#include "app/machine/work_folder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "app/command_line/errors.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

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

TEST(WorkFolderTest, says_so_where_it_was_removed) {
  WorkFolder work;
  fs::remove_all(work.path());
  try {
    static_cast<void>(work.fresh("build"));
    FAIL() << "no error";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("has something removed it?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mergelab::app
