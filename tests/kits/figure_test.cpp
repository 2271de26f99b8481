// The figure of a trace: a student's code is text, and its description agrees with the trace.
#include "kits/kits.hpp"
#include "kits/pairs/figure/canvas.hpp"
#include "kits/pairs/merged.hpp"
#include "model/kit.hpp"
#include "model/trace.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Block 0 merges 1 3 | 2 4 in two rounds of two outputs: thread t loads element t of each tile.
Trace two_rounds() {
  Trace trace;
  trace.title = "Tiled <kernel>";
  trace.numbers = {{"m", 2}, {"n", 2}, {"section", 4}, {"tile", 1}};
  for (const char* name : {"A", "B", "C", "tileA", "tileB"})
    trace.arrays.push_back(
        {name, trace.arrays.size() < 3 ? "global" : "shared", trace.arrays.size() < 2 ? 2 : 4});
  trace.arrays[3].elements = trace.arrays[4].elements = 1;
  trace.arrays[0].input = {1, 3};
  trace.arrays[1].input = {2, 4};
  trace.launches = {{0, 1, 32}};
  const auto add = [&](int phase, int place, char kind, int array, int index, int value) {
    TracedRequests& requests = trace.requests;
    requests.block.push_back(0);
    requests.phase.push_back(phase);
    requests.warp.push_back(0);
    requests.place.push_back(place);
    requests.kind += kind;
    requests.array.push_back(array);
    requests.sectors.push_back(0);
    requests.turns.push_back(0);
    requests.first.push_back(static_cast<int>(trace.events.size()));
    trace.events.lane.push_back(0);
    trace.events.index.push_back(index);
    trace.events.value.emplace_back(value);
  };
  const auto copy = [&](int phase, int place, int from, int index, int to, int slot, int value) {
    add(phase, place, 'r', from, index, value);
    add(phase, place, 'w', to, slot, value);
  };
  copy(0, 1, 0, 0, 3, 0, 1);
  copy(0, 2, 1, 0, 4, 0, 2);
  copy(1, 3, 3, 0, 2, 0, 1);
  copy(2, 1, 0, 1, 3, 0, 3);  // B's tile keeps its 2
  trace.places.resize(4);
  return trace;
}

TEST(Figure, shows_what_a_round_loads_and_what_it_keeps) {
  const Trace trace = two_rounds();
  const std::vector<Round> rounds = rounds_of(Merged(trace), 0);
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].a.slots.at(0).state, Slot::State::loaded);
  EXPECT_EQ(rounds[0].b.slots.at(0).key, 2);
  EXPECT_EQ(rounds[1].completed, 1);
  EXPECT_EQ(rounds[1].a.slots.at(0).key, 3);
  EXPECT_EQ(rounds[1].b.slots.at(0).state, Slot::State::kept);
  EXPECT_EQ(rounds[1].b.head, 0);
}

TEST(Figure, says_in_words_what_it_shows) {
  const std::string picture = merge_kit().figure(two_rounds(), 0);
  EXPECT_TRUE(has(picture, "Block 0, round 2, after 1 outputs: the tiles hold A[1..1] and B[0..0]."))
      << picture;
  EXPECT_TRUE(has(picture, "prefers-color-scheme: dark"));
}

TEST(Figure, shows_no_markup_of_a_title) {
  const std::string picture = merge_kit().figure(two_rounds(), 0);
  EXPECT_TRUE(has(picture, "Tiled &lt;kernel&gt;"));
  EXPECT_FALSE(has(picture, "<kernel>"));
  Canvas canvas;
  canvas.text("", {0, 0}, "start", "\x1b[31m\"&'<script>");
  EXPECT_TRUE(has(canvas.take(10, 10, "", ""), ">[31m&quot;&amp;'&lt;script&gt;</text>"));
}

TEST(Figure, takes_a_trace_of_nothing) {
  Trace trace;
  trace.title = "nothing";
  for (const char* name : {"A", "B", "C"}) trace.arrays.push_back({name, "host", 0});
  EXPECT_TRUE(has(merge_kit().figure(trace, 0), "</svg>"));
}

TEST(Figure, leaves_out_what_lies_outside_of_an_array) {
  Trace trace = two_rounds();
  trace.events.index.back() = 7;  // of the last write to tileA
  trace.events.index[0] = -3;
  EXPECT_TRUE(has(merge_kit().figure(trace, 0), "</svg>"));
}

}  // namespace
}  // namespace mergelab::judge
