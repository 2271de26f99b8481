// Questions about one access of a warp, which the CPU engine counts: sectors and turns.
#include <fmt/ranges.h>

#include <set>

#include "kits/questions/kinds.hpp"

namespace mergelab::predict {
namespace {

constexpr int kLanes = 32, kSectorBytes = 32, kBanks = 32;

/// What lane t uses.
struct Index {
  std::string text;  // C++, of t
  std::array<int, kLanes> lanes{};
};

template <class Of>
Index index_of(std::string text, Of of) {
  Index index{std::move(text), {}};
  for (int t = 0; t < kLanes; ++t) index.lanes[static_cast<std::size_t>(t)] = of(t);
  return index;
}

template <std::size_t N>
int pick(Random& random, const std::array<int, N>& from) {
  return from[random.below(N)];
}

Index global_index(Random& random) {
  const int stride = pick(random, std::array{2, 2, 3, 4, 5, 8, 16});
  const int offset = pick(random, std::array{1, 2, 3, 4, 7, 8, 9});
  switch (random.below(6)) {
    case 0:
      return index_of("t", [](int t) { return t; });
    case 1:
      return index_of(fmt::format("t + {}", offset), [=](int t) { return t + offset; });
    case 2:
      return index_of(fmt::format("{} * t", stride), [=](int t) { return stride * t; });
    case 3:
      return index_of(fmt::format("{} * t + {}", stride, offset), [=](int t) { return stride * t + offset; });
    case 4:
      return index_of(fmt::format("{} - t", 31 + offset), [=](int t) { return 31 + offset - t; });
    default:
      return index_of(fmt::format("t / {}", stride), [=](int t) { return t / stride; });
  }
}

Index shared_index(Random& random) {
  const int share = between(random, 1, 12);
  const int stride = pick(random, std::array{16, 31, 32, 33});
  const int power = pick(random, std::array{4, 8, 16});
  switch (random.below(5)) {
    case 0:
    case 1:
      return index_of(fmt::format("{} * t", share), [=](int t) { return share * t; });
    case 2:
      return index_of(fmt::format("{} * t", stride), [=](int t) { return stride * t; });
    case 3:
      return index_of(fmt::format("{0} * t + {0} * t / 32", power),
                      [=](int t) { return power * t + power * t / 32; });
    default:
      return index_of(fmt::format("31 - t + {}", share), [=](int t) { return 31 - t + share; });
  }
}

std::string why_sectors(const Index& index, int bytes, std::uint64_t sectors) {
  const auto [least, most] = std::ranges::minmax_element(index.lanes);
  const int first = *least * bytes, last = (*most + 1) * bytes - 1;
  const int apart = std::abs(index.lanes[1] - index.lanes[0]) * bytes;
  if (apart > kSectorBytes)
    return fmt::format(
        "Lanes are {} bytes apart, more than the length of a sector, so no two share one: {} sectors for {} "
        "useful bytes.",
        apart, sectors, kLanes * bytes);
  return fmt::format(
      "The lanes use bytes {} to {} of A. Its sectors begin at multiples of 32, so the first of them is "
      "sector "
      "{} / 32 = {}, and the last {} / 32 = {}: {} in all.",
      first, last, first, first / kSectorBytes, last, last / kSectorBytes, sectors);
}

std::string why_turns(const Index& index, std::uint64_t turns) {
  std::map<int, std::set<int>> words, lanes;  // by bank
  for (int t = 0; t < kLanes; ++t) {
    const int word = index.lanes[static_cast<std::size_t>(t)], bank = word % kBanks;
    words[bank].insert(word);
    lanes[bank].insert(t);
  }
  const auto busiest = std::ranges::max_element(
      words, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (turns == 1)
    return fmt::format(
        "Element x is in bank x % 32. Lanes 0, 1, 2 and 3 use banks {}, {}, {} and {}, and no bank has to "
        "serve two of the lanes: one turn is enough.",
        index.lanes[0] % kBanks, index.lanes[1] % kBanks, index.lanes[2] % kBanks, index.lanes[3] % kBanks);
  return fmt::format(
      "Element x is in bank x % 32. Lanes {} all use bank {}, each a different element, and a bank serves "
      "one per turn: {} turns.",
      fmt::join(lanes.at(busiest->first), ", "), busiest->first, turns);
}

}  // namespace

Question sectors(Random& random) {
  static constexpr std::array<std::pair<const char*, int>, 4> kTypes{
      {{"int", 4}, {"int", 4}, {"double", 8}, {"char", 1}}};
  const auto [type, bytes] = kTypes[random.below(kTypes.size())];
  const Index index = global_index(random);
  Question question;
  question.text = fmt::format(
      "The 32 lanes t = 0 .. 31 of a warp run this load together. A begins at a multiple of 256 bytes, and "
      "its\n"
      "elements are of type {} ({} byte{}).\n\n      x = A[{}];\n\n"
      "How many sectors of 32 bytes does the load take?\n",
      type, bytes, bytes == 1 ? "" : "s", index.text);
  question.wanted = {"sectors"};
  question.experiment = {fmt::format("__global__ void @NAME@(const {0}* A, {0}* C) {{\n"
                                     "  const int t = threadIdx.x;\n"
                                     "  const {0} x = A[{1}];\n"
                                     "  C[t] = x;\n"
                                     "}}\n",
                                     type, index.text),
                         type, kLanes, 3};
  question.finish = [index, size = bytes](Question& asked, const Seen& seen) {
    asked.answer = {static_cast<std::int64_t>(seen.sectors)};
    asked.explanation = why_sectors(index, size, seen.sectors);
  };
  return question;
}

Question turns(Random& random) {
  const Index index = shared_index(random);
  const bool is_store = random.below(2) == 0;
  Question question;
  question.text = fmt::format(
      "The 32 lanes t = 0 .. 31 of a warp run this line together. tile is an array of int in shared memory "
      "that\n"
      "begins in bank 0; there are 32 banks of 4 bytes.\n\n      {}\n\n"
      "How many turns does shared memory take for it?\n",
      is_store ? fmt::format("tile[{}] = x;", index.text) : fmt::format("x = tile[{}];", index.text));
  question.wanted = {"turns"};
  question.experiment = {fmt::format("__global__ void @NAME@(const int* A, int* C) {{\n"
                                     "  extern __shared__ int tile[];\n"
                                     "  const int t = threadIdx.x;\n"
                                     "  for (int i = t; i < 2048; i += 32) tile[i] = i;\n"
                                     "  __syncthreads();\n"
                                     "  {}\n"
                                     "  __syncthreads();\n"
                                     "  C[t] = tile[t];\n"
                                     "}}\n",
                                     is_store ? fmt::format("tile[{}] = A[t];", index.text)
                                              : fmt::format("C[t + 32] = tile[{}];", index.text)),
                         "int", kLanes, 6};
  question.finish = [index](Question& asked, const Seen& seen) {
    asked.answer = {static_cast<std::int64_t>(seen.turns)};
    asked.explanation = why_turns(index, seen.turns);
  };
  return question;
}

}  // namespace mergelab::predict
