// The problem, and the contestants: types that the parts of the benchmark share.
#pragma once

#include <string>
#include <vector>

namespace mergelab::bench {

/// Device arrays: A (m keys) and B (n keys), sorted, and C with room for m + n.
struct Problem {
  const int* A;
  int m;
  const int* B;
  int n;
  int* C;
};

/// A block's outputs, and its elements in shared memory, for kernels with such arguments.
struct Shape {
  int section;
  int tile;
};

// The reference solutions, in separate files because their constants share names. They launch and return.
void merge_with_basic(const Problem& problem);
void merge_with_tiled(const Problem& problem, const Shape& shape);
void merge_with_circular(const Problem& problem, const Shape& shape);

/// The shapes with which the tiled and the circular kernel are timed; the fastest counts.
inline const std::vector<Shape>& shapes() {
  // On an H200 (132 multiprocessors) 16M + 16M keys make 1171 sections of 28672, and 9 blocks with three
  // tiles of 2048 fit on a multiprocessor, so all are resident at once. 4M + 4M keys make 1024 of 8192. Small
  // sections are for small arrays, for which large ones would make too few blocks.
  static const std::vector<Shape> list{
      {28672, 2048}, {16384, 1024}, {8192, 2048}, {2048, 1024}, {1024, 1024}};
  return list;
}

/// CUB's DeviceMerge with its scratch memory.
class CubMerge {
 public:
  explicit CubMerge(const Problem& problem);
  ~CubMerge();
  CubMerge(const CubMerge&) = delete;
  CubMerge& operator=(const CubMerge&) = delete;
  void operator()() const;

 private:
  Problem problem_;
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
};

/// The version of the compiled-in CUB: "3.0.1".
[[nodiscard]] std::string cub_version();

}  // namespace mergelab::bench
