// Questions about which thread and which block merges what, and about the rounds of a block.
#include "kits/questions/kinds.hpp"

namespace mergelab::predict {
namespace {

int ceil_div(int a, int b) { return (a + b - 1) / b; }

/// A block in the midst of its section. The whole of A and B is its part.
struct Rounds {
  Arrays arrays;
  int tile = 0, round = 0;  // the round that is asked about, from 1
  [[nodiscard]] int total() const { return size(arrays.a) + size(arrays.b); }
  /// How much is in C when so many rounds are over, and how much of A and of B that is.
  [[nodiscard]] int completed(int rounds) const { return std::min(total(), rounds * tile); }
  [[nodiscard]] int a_consumed(int rounds) const { return rank(arrays, completed(rounds)); }
  [[nodiscard]] int b_consumed(int rounds) const { return completed(rounds) - a_consumed(rounds); }
  /// What the tiles hold in a round, once they are loaded.
  [[nodiscard]] int a_in_tile(int of) const { return std::min(tile, size(arrays.a) - a_consumed(of - 1)); }
  [[nodiscard]] int b_in_tile(int of) const { return std::min(tile, size(arrays.b) - b_consumed(of - 1)); }
};

Rounds draw_rounds(Random& random) {
  Rounds rounds;
  rounds.tile = between(random, 3, 5);
  const int m = between(random, 6, 9), n = between(random, 6, 9);
  rounds.arrays = draw_arrays(random, m, n);
  rounds.round = between(random, 2, ceil_div(rounds.total(), rounds.tile) - 1);
  return rounds;
}

std::string rounds_text(const Rounds& rounds, const char* tiles) {
  return show(rounds.arrays) +
         fmt::format(
             "\nA block merges all of A and B as one section, with {} of tile = {} elements.\nA round makes "
             "{} outputs, or the rest of them. Rounds count from 1.\n",
             tiles, rounds.tile, rounds.tile);
}

}  // namespace

Question share(Random& random) {
  const int m = between(random, 5, 8), n = between(random, 5, 8);
  const Arrays arrays = draw_arrays(random, m, n);
  const int per_thread = between(random, 3, 4), threads = ceil_div(m + n, per_thread);
  const int thread = between(random, 1, threads - 1);
  const int k_curr = thread * per_thread, k_next = std::min(k_curr + per_thread, m + n);
  const int i_curr = rank(arrays, k_curr), i_next = rank(arrays, k_next);
  Question question;
  question.text =
      show(arrays) + fmt::format(
                         "\nThread t makes the outputs from C[{0}t] on, {0} of them or what is left. "
                         "Which parts does thread {1} merge:\nA[i_curr .. i_next) with "
                         "B[j_curr .. j_next)? The ends are not part of them.\n",
                         per_thread, thread);
  question.wanted = {"i_curr", "i_next", "j_curr", "j_next"};
  question.answer = {i_curr, i_next, k_curr - i_curr, k_next - i_next};
  question.explanation = fmt::format(
      "Its outputs are C[{0} .. {1}). co_rank({0}) = {2}, so j_curr = {0} - {2} = {3}; co_rank({1}) = {4}, "
      "so "
      "j_next = {1} - {4} = {5}. Its {6} outputs are {7} of A and {8} of B.",
      k_curr, k_next, i_curr, k_curr - i_curr, i_next, k_next - i_next, k_next - k_curr, i_next - i_curr,
      k_next - i_next - k_curr + i_curr);
  return question;
}

Question grid(Random& random) {
  const int per_thread = 1 << between(random, 2, 3), block = 32 << between(random, 0, 2);
  const int total = between(random, 2, 5) * per_thread * block + between(random, 1, per_thread * block - 1);
  const int working = ceil_div(total, per_thread), blocks = ceil_div(working, block);
  Question question;
  question.text = fmt::format(
      "m + n = {}. Each thread makes {} outputs, a block has {} threads, and the grid is as small "
      "as\npossible. How many blocks are launched, and how many of their threads have nothing to do?\n",
      total, per_thread, block);
  question.wanted = {"blocks", "idle threads"};
  question.answer = {blocks, blocks * block - working};
  question.explanation = fmt::format(
      "{} outputs are the work of ceil({} / {}) = {} threads, in ceil({} / {}) = {} blocks. They have {} * "
      "{} = {} threads; {} of them begin at or past the end of C, and must return.",
      total, total, per_thread, working, working, block, blocks, blocks, block, blocks * block,
      blocks * block - working);
  return question;
}

Question section(Random& random) {
  const int m = between(random, 6, 9), n = between(random, 6, 9);
  const Arrays arrays = draw_arrays(random, m, n);
  const int length = between(random, 4, 6), block = between(random, 1, ceil_div(m + n, length) - 1);
  const int C_curr = block * length, C_length = std::min(length, m + n - C_curr);
  const int A_curr = rank(arrays, C_curr), A_next = rank(arrays, C_curr + C_length);
  const int B_curr = C_curr - A_curr, B_length = C_length - (A_next - A_curr);
  Question question;
  question.text = show(arrays) + fmt::format(
                                     "\nSections have {} outputs, and block 0 makes the first. For block {}: "
                                     "where do its parts of A and B\nbegin, and how long are they?\n",
                                     length, block);
  question.wanted = {"A_curr", "A_length", "B_curr", "B_length"};
  question.answer = {A_curr, A_next - A_curr, B_curr, B_length};
  question.explanation = fmt::format(
      "C_curr = {} and C_length = {}. co_rank({}) = {} = A_curr and co_rank({}) = {}, so A_length = {} - {} "
      "= "
      "{}. What is left is B's: B_curr = {} - {} = {}, B_length = {} - {} = {}.",
      C_curr, C_length, C_curr, A_curr, C_curr + C_length, A_next, A_next, A_curr, A_next - A_curr, C_curr,
      A_curr, B_curr, C_length, A_next - A_curr, B_length);
  return question;
}

Question tile_share(Random& random) {
  const int tile = between(random, 6, 8);
  const Arrays arrays = draw_arrays(random, tile, tile);
  const int outputs = 2 + between(random, 0, 1), threads = ceil_div(tile, outputs);
  // One thread in three begins past the end of tile C.
  const int thread = between(random, 0, 2) == 0 ? threads : between(random, 1, threads - 1);
  const int k_curr = std::min(thread * outputs, tile), i = rank(arrays, k_curr);
  Question question;
  question.text =
      show(arrays) + fmt::format(
                         "\nThese are tile A and tile B of a round that makes C_in_tile = {} outputs, {} "
                         "per thread. At which elements\nof the tiles, i and j, does the share of thread {} "
                         "begin? A share past C_in_tile begins at the end,\nand is empty.\n",
                         tile, outputs, thread);
  question.wanted = {"i", "j"};
  question.answer = {i, k_curr - i};
  question.explanation = fmt::format(
      "k_curr = min({} * {}, {}) = {}, counted from the beginning of the round. In the tiles "
      "co_rank({}) = {}, and j = {} - {} = {}.",
      thread, outputs, tile, k_curr, k_curr, i, k_curr, i, k_curr - i);
  return question;
}

Question tiles(Random& random) {
  const Rounds rounds = draw_rounds(random);
  const int before = rounds.round - 1;
  Question question;
  question.text = rounds_text(rounds, "tiles A, B and C") +
                  fmt::format(
                      "Nothing is kept from one round to the next. How many elements of A and of B "
                      "does round {} load?\n",
                      rounds.round);
  question.wanted = {"A_in_tile", "B_in_tile"};
  question.answer = {rounds.a_in_tile(rounds.round), rounds.b_in_tile(rounds.round)};
  question.explanation = fmt::format(
      "The first {} outputs took A_consumed = {} of A and B_consumed = {} of B. A round loads a whole tile, "
      "or "
      "what is left: A_in_tile = min({}, {} - {}) = {}, B_in_tile = min({}, {} - {}) = {}.",
      rounds.completed(before), rounds.a_consumed(before), rounds.b_consumed(before), rounds.tile,
      rounds.arrays.a.size(), rounds.a_consumed(before), question.answer[0], rounds.tile,
      rounds.arrays.b.size(), rounds.b_consumed(before), question.answer[1]);
  return question;
}

Question consumed(Random& random) {
  const Rounds rounds = draw_rounds(random);
  const int after = rounds.round - 1, done = rounds.completed(after);
  Question question;
  question.text = rounds_text(rounds, "tiles A, B and C") +
                  fmt::format("What are A_consumed and B_consumed after round {}?\n", after);
  question.wanted = {"A_consumed", "B_consumed"};
  question.answer = {rounds.a_consumed(after), rounds.b_consumed(after)};
  question.explanation = fmt::format(
      "After {} round{} of {} outputs C_completed = {}, and co_rank({}) = {} of them come from A; the other "
      "{} "
      "are B's. Half of each is right only on average.",
      after, after == 1 ? "" : "s", rounds.tile, done, done, question.answer[0], question.answer[1]);
  return question;
}

Question refill(Random& random) {
  const Rounds rounds = draw_rounds(random);
  const int now = rounds.round, before = now - 1;
  const int a_loaded = rounds.a_consumed(before - 1) + rounds.a_in_tile(before);
  const int b_loaded = rounds.b_consumed(before - 1) + rounds.b_in_tile(before);
  const int a_kept = a_loaded - rounds.a_consumed(before), b_kept = b_loaded - rounds.b_consumed(before);
  Question question;
  question.text = rounds_text(rounds, "circular tiles A and B") +
                  fmt::format(
                      "Elements left by a round stay in their slots. How many new elements of A and of B "
                      "does round {} load?\n",
                      now);
  question.wanted = {"new of A", "new of B"};
  question.answer = {rounds.a_in_tile(now) - a_kept, rounds.b_in_tile(now) - b_kept};
  question.explanation = fmt::format(
      "After round {}, {} of A and {} of B are used; {} and {} have been loaded, so {} and {} are kept. "
      "Round {} wants min({}, {} - {}) = {} of A and min({}, {} - {}) = {} of B in its tiles: {} and {} are "
      "new.",
      before, rounds.a_consumed(before), rounds.b_consumed(before), a_loaded, b_loaded, a_kept, b_kept, now,
      rounds.tile, rounds.arrays.a.size(), rounds.a_consumed(before), rounds.a_in_tile(now), rounds.tile,
      rounds.arrays.b.size(), rounds.b_consumed(before), rounds.b_in_tile(now), question.answer[0],
      question.answer[1]);
  return question;
}

Question ring_start(Random& random) {
  const Rounds rounds = draw_rounds(random);
  const int after = rounds.round - 1;
  const int a = rounds.a_consumed(after), b = rounds.b_consumed(after);
  Question question;
  question.text = rounds_text(rounds, "circular tiles A and B") +
                  fmt::format(
                      "Both tiles begin at slot 0. In which slots do they begin after round {}: where is the "
                      "oldest unused\nelement, or where would it be?\n",
                      after);
  question.wanted = {"start of tile A", "start of tile B"};
  question.answer = {a % rounds.tile, b % rounds.tile};
  question.explanation = fmt::format(
      "After {} outputs, {} of A and {} of B are used, and each start moves on by that number: {} % {} = {} "
      "and {} % {} = {}. No element moves; only the start wraps.",
      rounds.completed(after), a, b, a, rounds.tile, a % rounds.tile, b, rounds.tile, b % rounds.tile);
  return question;
}

}  // namespace mergelab::predict
