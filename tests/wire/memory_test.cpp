// Shared memory can't be resized, and input memory can't be written, by whoever receives it.
#include "wire/memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

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

TEST(Memory, a_plain_file_is_not_sealed) {
  const base::Descriptor plain(::memfd_create("plain", MFD_CLOEXEC));
  ASSERT_EQ(::ftruncate(plain.get(), 4096), 0);
  EXPECT_FALSE(is_sealed(plain.get(), 4096, false));
}

}  // namespace
}  // namespace mergelab::wire
