#include "worker/rank_queries.hpp"

#include <cstring>

#include "wire/message.hpp"

namespace mergelab::worker {
namespace {

struct Asked {
  const MergelabRank* rank = nullptr;
  const int* answers = nullptr;
  std::size_t count = 0;
};
Asked asked;

}  // namespace

void set_rank_queries(const MergelabRank* ranks, const int* answers, std::size_t count) {
  asked = {ranks, answers, count};
}

wire::AskedRank current_rank_query() {
  if (asked.rank == nullptr) return {};
  // They are answered one after the other, over poison, which no rank is.
  int poison = 0;
  std::memset(&poison, std::to_integer<int>(wire::kPoison), sizeof poison);
  std::size_t q = 0;
  while (q < asked.count && asked.answers[q] != poison) ++q;
  if (q == asked.count) return {};
  const MergelabRank& rank = asked.rank[q];
  return {1, rank.k, rank.m, rank.n};
}

}  // namespace mergelab::worker
