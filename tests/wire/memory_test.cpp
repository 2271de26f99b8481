// The receiver can't resize shared memory or write input memory.
#include "wire/memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace mergelab::wire {
namespace {

TEST(Memory, can_not_be_shrunk_or_grown) {
  const base::Descriptor memory = create_memory(8192);
  EXPECT_NE(::ftruncate(memory.get(), 0), 0);
  EXPECT_NE(::ftruncate(memory.get(), 16384), 0);
  EXPECT_TRUE(is_sealed(memory.get(), 8192, false));
  EXPECT_FALSE(is_sealed(memory.get(), 4096, false));
}

TEST(Memory, sealed_input_can_not_be_written) {
  const base::Descriptor memory = create_memory(4096);
  { std::ranges::fill(Mapping(memory.get(), 4096, true).bytes(), std::byte{7}); }
  seal_against_writing(memory);
  EXPECT_TRUE(is_sealed(memory.get(), 4096, true));
  EXPECT_THROW(Mapping(memory.get(), 4096, true), std::system_error);
  const Mapping view(memory.get(), 4096, false);
  EXPECT_EQ(view.bytes().front(), std::byte{7});
  const char byte = 1;
  EXPECT_LT(::pwrite(memory.get(), &byte, 1, 0), 0);
}

TEST(Memory, output_that_is_not_sealed_against_writing_is_told_apart) {
  const base::Descriptor memory = create_memory(4096);
  EXPECT_FALSE(is_sealed(memory.get(), 4096, true));
}

TEST(Memory, is_given_back_when_its_contents_are_taken) {
  constexpr std::size_t kBytes = (std::size_t{9} << 20U) + 100;  // parts, and a partial page
  const base::Descriptor memory = create_memory(kBytes);
  std::vector<std::byte> written(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i) written[i] = static_cast<std::byte>(i / 4096 + i);
  { std::ranges::copy(written, Mapping(memory.get(), kBytes, true).bytes().begin()); }
  EXPECT_EQ(taken(memory, kBytes), written);
  struct stat status {};
  ASSERT_EQ(::fstat(memory.get(), &status), 0);
  EXPECT_EQ(status.st_blocks, 0);
}

TEST(Memory, is_copied_where_it_can_not_be_given_back) {
  const base::Descriptor memory = create_memory(4096);
  { std::ranges::fill(Mapping(memory.get(), 4096, true).bytes(), std::byte{7}); }
  seal_against_writing(memory);
  EXPECT_EQ(taken(memory, 4096), std::vector<std::byte>(4096, std::byte{7}));
}

TEST(Memory, a_plain_file_is_not_sealed) {
  const base::Descriptor plain(::memfd_create("plain", MFD_CLOEXEC));
  ASSERT_EQ(::ftruncate(plain.get(), 4096), 0);
  EXPECT_FALSE(is_sealed(plain.get(), 4096, false));
}

}  // namespace
}  // namespace mergelab::wire
