// Tokens can be undone by whoever has the key, and don't keep the order of keys.
#include "wire/token.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace mergelab::wire {
namespace {

TEST(TokenCipher, decodes_what_it_encoded) {
  const TokenCipher cipher(0xdecafbad);
  for (std::int64_t key = std::numeric_limits<std::int32_t>::min();
       key <= std::numeric_limits<std::int32_t>::max(); key += 65'537) {
    const auto value = static_cast<std::int32_t>(key);
    ASSERT_EQ(cipher.decode(cipher.encode(value)), value) << "key " << value;
  }
}

TEST(TokenCipher, does_not_keep_order) {
  const TokenCipher cipher(1);
  int rising = 0;
  constexpr int kPairs = 1000;
  for (int key = 0; key < kPairs; ++key) rising += cipher.encode(key) < cipher.encode(key + 1) ? 1 : 0;
  EXPECT_GT(rising, kPairs * 4 / 10);
  EXPECT_LT(rising, kPairs * 6 / 10);
}

TEST(TokenCipher, depends_on_the_key) {
  EXPECT_NE(TokenCipher(1).encode(12345), TokenCipher(2).encode(12345));
}

}  // namespace
}  // namespace mergelab::wire
