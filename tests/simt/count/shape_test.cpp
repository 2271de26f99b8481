// Sectors and wavefronts of single requests, as the textbooks give them.
#include "simt/count/tally.hpp"
#include "support/test.hpp"

namespace {

using simt::count::global_shape;
using simt::count::Kind;
using simt::count::pack;
using simt::count::Request;
using simt::count::shared_shape;

constexpr std::uint64_t kArray = 0x7f0000000100;  // as cudaMalloc aligns

Request request(unsigned lanes, unsigned bytes, const std::function<std::uint64_t(unsigned)>& offset) {
  Request made;
  for (unsigned i = 0; i < lanes; ++i) made.add(i, pack(kArray + offset(i), bytes, Kind::Read));
  return made;
}
Request strided(unsigned lanes, unsigned bytes, unsigned stride) {
  return request(lanes, bytes, [&](unsigned i) { return std::uint64_t{i} * stride * bytes; });
}

TEST(GlobalShape, stride_spreads_a_request_over_more_sectors) {
  EXPECT_EQ(global_shape(strided(32, 4, 1)).sectors, 4U);
  EXPECT_EQ(global_shape(strided(32, 4, 2)).sectors, 8U);
  EXPECT_EQ(global_shape(strided(32, 4, 4)).sectors, 16U);
  EXPECT_EQ(global_shape(strided(32, 4, 8)).sectors, 32U);
  EXPECT_EQ(global_shape(strided(32, 4, 16)).sectors, 32U);
}

TEST(Probe, is_a_load_whose_elements_lie_apart_however_wide_they_are) {
  simt::count::Tally tally;
  const auto lies_apart = [&](const Request& request) {
    return tally.access(simt::count::Pc{}, 1, Kind::Read, request).lies_apart;
  };
  EXPECT_FALSE(lies_apart(strided(32, 4, 1)));
  EXPECT_FALSE(lies_apart(strided(32, 4, 2)));
  EXPECT_TRUE(lies_apart(strided(32, 4, 4)));
  EXPECT_FALSE(lies_apart(strided(32, 16, 1)));
  EXPECT_FALSE(lies_apart(strided(3, 16, 1))) << "the end of an array";
  EXPECT_TRUE(lies_apart(strided(32, 16, 2))) << "half of each sector, but no two elements in one";
  EXPECT_TRUE(lies_apart(strided(1, 16, 1)));
  EXPECT_TRUE(lies_apart(strided(2, 16, 1))) << "two lanes that ask for one sector";
  EXPECT_FALSE(lies_apart(strided(1, 128, 1))) << "a copy";
}

TEST(GlobalShape, order_of_lanes_changes_nothing) {
  for (const unsigned flip : {1U, 5U, 31U}) {
    const auto shape = global_shape(request(32, 4, [&](unsigned i) { return (i ^ flip) * 4; }));
    EXPECT_EQ(shape.sectors, 4U) << flip;
    EXPECT_EQ(shape.elements, 32U) << flip;
    EXPECT_EQ(shape.bytes, 128U) << flip;
  }
}

TEST(GlobalShape, lanes_that_share_an_element_fetch_it_once) {
  const auto one = global_shape(request(32, 4, [](unsigned) { return 64; }));
  EXPECT_EQ(one.sectors, 1U);
  EXPECT_EQ(one.elements, 1U);
  EXPECT_EQ(one.bytes, 4U);
  const auto four = global_shape(request(32, 4, [](unsigned i) { return i % 4 * 256; }));
  EXPECT_EQ(four.sectors, 4U);
  EXPECT_EQ(four.elements, 4U);
  EXPECT_EQ(four.bytes, 16U);
}

TEST(GlobalShape, an_offset_costs_a_sector) {
  EXPECT_EQ(global_shape(request(32, 4, [](unsigned i) { return 4 + i * 4; })).sectors, 5U);
  EXPECT_EQ(global_shape(request(1, 8, [](unsigned) { return 28; })).sectors, 2U);
}

TEST(GlobalShape, wide_elements_fill_more_sectors) {
  EXPECT_EQ(global_shape(strided(32, 1, 1)).sectors, 1U);
  EXPECT_EQ(global_shape(strided(32, 8, 1)).sectors, 8U);
  EXPECT_EQ(global_shape(strided(32, 16, 1)).sectors, 16U);
}

TEST(SharedShape, stride_makes_bank_conflicts) {
  for (const auto& [stride, wavefronts] : {std::pair{1U, 1U}, {2U, 2U}, {8U, 8U}, {32U, 32U}, {33U, 1U}}) {
    const auto shape = shared_shape(strided(32, 4, stride));
    EXPECT_EQ(shape.wavefronts, wavefronts) << "stride " << stride;
    EXPECT_EQ(shape.ideal, 1U) << "stride " << stride;
  }
}

TEST(SharedShape, one_word_serves_all_lanes_that_want_it) {
  EXPECT_EQ(shared_shape(request(32, 4, [](unsigned) { return 12; })).wavefronts, 1U);
  EXPECT_EQ(shared_shape(strided(32, 1, 1)).wavefronts, 1U);
  EXPECT_EQ(shared_shape(request(32, 4, [](unsigned i) { return i % 2 * 128; })).wavefronts, 2U);
}

TEST(SharedShape, wide_accesses_go_in_halves_and_quarters) {
  EXPECT_EQ(shared_shape(strided(32, 8, 1)).wavefronts, 2U);
  EXPECT_EQ(shared_shape(strided(32, 8, 1)).ideal, 2U);
  EXPECT_EQ(shared_shape(strided(32, 16, 1)).wavefronts, 4U);
  EXPECT_EQ(shared_shape(strided(32, 16, 1)).ideal, 4U);
  EXPECT_EQ(shared_shape(strided(16, 8, 1)).wavefronts, 1U);
  EXPECT_EQ(shared_shape(strided(32, 8, 2)).wavefronts, 4U);
  EXPECT_EQ(shared_shape(strided(32, 8, 2)).ideal, 2U);
}

TEST(SharedShape, halves_don_t_share_a_wavefront) {
  Request two;
  two.add(0, pack(kArray, 8, Kind::Read));
  two.add(16, pack(kArray + 8, 8, Kind::Read));
  EXPECT_EQ(shared_shape(two).wavefronts, 2U);
  EXPECT_EQ(shared_shape(two).ideal, 2U);
}

}  // namespace
