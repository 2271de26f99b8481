// Files are read whole, up to a limit, and failures are distinguished from empty files.
#include "base/read_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>

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

}  // namespace
}  // namespace mergelab::base
