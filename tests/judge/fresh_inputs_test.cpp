#include "judge/image.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "kits/keys/problems.hpp"
#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

const Numbers kWide{{"section", 4096}}, kNarrow{{"section", 1024}};

class FreshInputsTest : public testing::Test {
 protected:
  /// A problem whose one key tells how many were made before.
  FreshInput make(const Numbers& shape) {
    if (made_ == fails_at_) throw std::runtime_error("no memory left");
    ProblemSet set = merges_of({{{made_++}, {}}}, {shape.at("section"), 1});
    Image image(set, ValueType::int32, wire::Memory::host, 0, true);
    return {std::move(set), std::move(image)};
  }
  static int key(const FreshInput& input) { return keys_of(input.set, 0).a.front(); }

  std::atomic<int> made_ = 0;
  int fails_at_ = -1;
  FreshInputs inputs_{[this](const Numbers& shape) { return make(shape); }};
};

TEST_F(FreshInputsTest, gives_another_one_each_time) {
  EXPECT_EQ(key(inputs_.take(kWide)), 0);
  inputs_.prepare(kWide);
  EXPECT_EQ(key(inputs_.take(kWide)), 1);
  EXPECT_EQ(made_, 2);  // the one that was prepared
  EXPECT_EQ(key(inputs_.take(kWide)), 2);
}

TEST_F(FreshInputsTest, makes_no_other_shape_than_it_is_asked_for) {
  inputs_.prepare(kWide);
  const FreshInput input = inputs_.take(kNarrow);
  EXPECT_EQ(shape_of(input.set).section, kNarrow.at("section"));
  EXPECT_EQ(key(input), 1);
}

TEST_F(FreshInputsTest, tells_in_take_what_went_wrong_in_the_background) {
  fails_at_ = 0;
  inputs_.prepare(kWide);
  EXPECT_THROW(static_cast<void>(inputs_.take(kWide)), std::runtime_error);
}

TEST_F(FreshInputsTest, may_end_while_one_is_being_made) { inputs_.prepare(kWide); }

}  // namespace
}  // namespace mergelab::judge
