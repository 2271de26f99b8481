// Messages arrive whole or not at all, and malformed ones are rejected entirely.
#include "wire/channel.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

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

}  // namespace
}  // namespace mergelab::wire
