// Questions about races: short kernels with at most one barrier that is too weak.
#include "base/lines.hpp"
#include "kits/questions/kinds.hpp"

namespace mergelab::predict {
namespace {

struct Pattern {
  const char* index;
  const char* partner;  // whose element it is
  bool is_own, is_in_warp;
};
constexpr std::array kPatterns{
    Pattern{"t", "its own", true, true},
    Pattern{"t ^ 1", "its neighbour's, in the same warp", false, true},
    Pattern{"63 - t", "that of thread 63 - t, in the other warp", false, false},
    Pattern{"(t + 1) % 64", "the next thread's, which for thread 31 is in the other warp", false, false},
    Pattern{"(t + 32) % 64", "that of thread (t + 32) % 64, in the other warp", false, false},
};

enum class Barrier { none, warp, block };

/// A short kernel, line by line.
struct Kernel {
  std::vector<std::string> lines;
  void add(std::string line) { lines.push_back(std::move(line)); }
  void add(Barrier barrier, const char* indent) {
    if (barrier != Barrier::none)
      add(std::string(indent) + (barrier == Barrier::warp ? "__syncwarp();" : "__syncthreads();"));
  }
  [[nodiscard]] std::string numbered_lines() const {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += fmt::format("  {:2}  {}\n", i + 1, lines[i]);
    return text;
  }
};

/// Tile after tile, each written, then read.
Kernel loop_kernel(const Pattern& pattern, Barrier first, Barrier second) {
  Kernel kernel;
  kernel.add("__global__ void kernel(const int* A, int* C) {");
  kernel.add("  __shared__ int tile[64];");
  kernel.add("  const int t = threadIdx.x;");
  kernel.add("  for (int round = 0; round < 4; ++round) {");
  kernel.add("    tile[t] = A[64 * round + t];");
  kernel.add(first, "    ");
  kernel.add(fmt::format("    C[64 * round + t] = tile[{}];", pattern.index));
  kernel.add(second, "    ");
  kernel.add("  }");
  kernel.add("}");
  return kernel;
}

/// Written, read, written again, read again.
Kernel chain_kernel(const Pattern& pattern, const std::array<Barrier, 3>& barriers) {
  Kernel kernel;
  kernel.add("__global__ void kernel(const int* A, int* C) {");
  kernel.add("  __shared__ int tile[64];");
  kernel.add("  const int t = threadIdx.x;");
  kernel.add("  tile[t] = A[t];");
  kernel.add(barriers[0], "  ");
  kernel.add(fmt::format("  const int x = tile[{}];", pattern.index));
  kernel.add(barriers[1], "  ");
  kernel.add("  tile[t] = x + A[t + 64];");
  kernel.add(barriers[2], "  ");
  kernel.add(fmt::format("  C[t] = tile[{}];", pattern.index));
  kernel.add("}");
  return kernel;
}

/// Two threads find what all of them use.
Kernel bounds_kernel(Barrier barrier) {
  Kernel kernel;
  kernel.add("__global__ void kernel(const int* A, int* C) {");
  kernel.add("  __shared__ int bounds[2];");
  kernel.add("  const int t = threadIdx.x;");
  kernel.add("  if (t < 2) bounds[t] = A[100 * t];");
  kernel.add(barrier, "  ");
  kernel.add("  const int length = bounds[1] - bounds[0];");
  kernel.add("  C[t] = length;");
  kernel.add("}");
  return kernel;
}

/// How the threads of a question use shared memory, and the barrier between them that may be too weak.
struct Use {
  std::string words;
  bool is_own = false, is_in_warp = false;
  bool across_rounds = false;  // the barrier is the loop's last: between a read and the next round's write
  Barrier weak = Barrier::none;
};

std::string why_race(const Use& use, const Seen& seen) {
  if (seen.races.empty())
    return fmt::format("{}. {}.", use.words,
                       use.is_own ? "No two threads use one element, so no barrier is needed"
                       : use.weak == Barrier::block
                           ? "There is a __syncthreads() wherever one comes after the other"
                           : "A __syncwarp() is enough where both are of one warp");
  const auto [first, second] = seen.races.front();
  const std::string where =
      use.across_rounds
          ? fmt::format("What line {} reads in one round, line {} writes in the next round, and between them",
                        second, first)
          : fmt::format("Between lines {} and {}", first, second);
  return fmt::format("{}. {} {}, so either may come first: a {} is missing{}.", use.words, where,
                     use.weak == Barrier::warp
                         ? "a __syncwarp() orders the lanes of one warp, not those of two"
                         : "no synchronisation orders the two accesses",
                     use.is_in_warp ? "__syncwarp()" : "__syncthreads()",
                     use.across_rounds ? fmt::format(" after line {}", second) : "");
}

}  // namespace

Question race(Random& random) {
  const Pattern& pattern = kPatterns[random.below(kPatterns.size())];
  // At most one barrier is too weak, so at most one pair of lines races.
  const Barrier weak =
      std::array{Barrier::none, Barrier::none, Barrier::warp, Barrier::warp, Barrier::block}[random.below(5)];
  std::array barriers{Barrier::block, Barrier::block, Barrier::block};
  Kernel kernel;
  Question question;
  Use use{fmt::format("A thread writes its own element and reads {}", pattern.partner), pattern.is_own,
          pattern.is_in_warp, false, weak};
  const auto form = random.below(5);
  if (form == 0) {
    kernel = bounds_kernel(weak);
    use = {"Threads 0 and 1 write the bounds, and every thread reads both", false, false, false, weak};
  } else if (form <= 2) {
    const auto which = random.below(2);
    barriers[which] = weak;
    kernel = loop_kernel(pattern, barriers[0], barriers[1]);
    use.words += ", in round after round";
    use.across_rounds = which == 1;
  } else {
    barriers[random.below(3)] = weak;
    kernel = chain_kernel(pattern, barriers);
  }
  question.text =
      kernel.numbered_lines() +
      "\nOne block of 64 threads, so two warps, whose lanes do not always run in lockstep. Which two "
      "lines race: use one\nelement of shared memory in two threads, one of which writes, with "
      "nothing that orders the two?\nType both numbers, or 0 if no lines race.\n";
  question.wanted = {"line", "line"};
  question.is_pair = true;
  std::string text;
  for (const std::string& line : kernel.lines) text += line + "\n";
  base::replace_all(text, "void kernel(", "void @NAME@(");
  question.experiment = {text, "int", 64, 1};
  question.finish = [use](Question& asked, const Seen& seen) {
    asked.answer = {0, 0};
    if (!seen.races.empty()) asked.answer = {seen.races.front().first, seen.races.front().second};
    asked.explanation = why_race(use, seen);
  };
  return question;
}

}  // namespace mergelab::predict
