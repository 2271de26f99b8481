// Messages arrive whole or not at all, and malformed ones are rejected entirely.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.hpp"
#include "wire/channel.hpp"

namespace mergelab::wire {
namespace {

TEST(Channel, delivers_a_message_with_its_descriptors) {
  const auto [a, b] = channel_pair();
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(::pipe(pipe_ends.data()), 0);
  Prepare sent;
  sent.header.nonce = 42;
  sent.bytes = 4096;
  ASSERT_TRUE(send(a.get(), sent, pipe_ends));
  for (const int end : pipe_ends) ::close(end);

  const auto packet = receive(b.get());
  ASSERT_TRUE(packet);
  const auto got = packet->as<Prepare>();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->header.nonce, 42U);
  EXPECT_EQ(got->bytes, 4096U);
  EXPECT_EQ(packet->descriptors.size(), 2U);
}

TEST(Channel, refuses_a_message_of_another_kind) {
  const auto [a, b] = channel_pair();
  ASSERT_TRUE(send(a.get(), Ready{}));
  const auto packet = receive(b.get());
  ASSERT_TRUE(packet);
  EXPECT_FALSE(packet->as<Done>());
  EXPECT_TRUE(packet->as<Ready>());
}

TEST(Channel, refuses_a_message_of_another_size) {
  const auto [a, b] = channel_pair();
  const Header header{.kind = Kind::fetched};
  ASSERT_TRUE(send(a.get(), header));
  EXPECT_FALSE(receive(b.get())->as<Fetched>());
}

TEST(Channel, refuses_a_message_without_the_magic) {
  const auto [a, b] = channel_pair();
  Done forged;
  forged.header.magic = 7;
  ASSERT_TRUE(send(a.get(), forged));
  const auto packet = receive(b.get());
  EXPECT_FALSE(packet->as<Done>());
  EXPECT_FALSE(packet->header());
}

TEST(Channel, refuses_a_few_stray_bytes) {
  const auto [a, b] = channel_pair();
  const std::array<std::byte, 3> stray{};
  ASSERT_TRUE(send_bytes(a.get(), stray));
  const auto packet = receive(b.get());
  ASSERT_TRUE(packet);
  EXPECT_FALSE(packet->header());
  EXPECT_FALSE(packet->as<Hello>());
}

TEST(Channel, receives_nothing_when_the_other_side_is_gone) {
  auto [a, b] = channel_pair();
  { const base::Descriptor gone = std::move(a); }
  EXPECT_TRUE(is_readable(b.get()));
  EXPECT_FALSE(receive(b.get()));
}

TEST(Channel, send_fails_without_a_signal_when_the_other_side_is_gone) {
  auto [a, b] = channel_pair();
  { const base::Descriptor gone = std::move(b); }
  EXPECT_FALSE(send(a.get(), Done{}));
}

// The receiver can't resize shared memory or write input memory.

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
