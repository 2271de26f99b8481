// Third-party kernels, also used in the engine's tests.
#include "cases.hpp"

#include "../../tests/simt/kernels/foreign/bitonic_sort.cu"
#include "../../tests/simt/kernels/foreign/compaction.cu"
#include "../../tests/simt/kernels/foreign/histogram.cu"
#include "../../tests/simt/kernels/foreign/matrix_product.cu"
#include "../../tests/simt/kernels/foreign/reduction.cu"
#include "../../tests/simt/kernels/foreign/scan.cu"
#include "../../tests/simt/kernels/foreign/stencil.cu"
#include "../../tests/simt/kernels/foreign/transpose.cu"

extern "C" bool run_case(int number, char* name) {
  constexpr int kLength = 10'007, kSide = 100;
  static const std::vector<int> in = hardware::numbers(kLength, 1);
  static std::vector<int> out(kLength);
  static const std::vector<float> matrix(kSide * kSide);
  static std::vector<float> product(kSide * kSide);
  static const int weights[7] = {1, -2, 3, 40, -5, 6, -7};
  static const char* const transposes[] = {"naive", "tiled", "padded"};
  static const char* const sums[] = {"tree", "shuffles", "last block"};
  if (number < 3) {
    std::sprintf(name, "transpose, %s", transposes[number]);
    transpose(matrix.data(), product.data(), kSide, kSide, 8, number);
  } else if (number < 6) {
    const int tile = 8 << (number - 3);
    std::sprintf(name, "matrix product, tile %d", tile);
    matrix_product(matrix.data(), matrix.data(), product.data(), kSide, kSide, kSide, tile);
  } else if (number < 9) {
    std::sprintf(name, "sum by %s", sums[number - 6]);
    sum_array(in.data(), kLength, 7, 128, number - 6);
  } else if (number < 11) {
    std::sprintf(name, "scan, %s", number == 9 ? "Hillis and Steele" : "Blelloch");
    inclusive_scan(in.data(), out.data(), kLength, 128, number - 9);
  } else if (number == 11) {
    std::sprintf(name, "bitonic sort");
    std::copy_n(in.begin(), 1024, out.begin());
    bitonic_sort(out.data(), 1024, 128);
  } else if (number == 12) {
    static std::vector<unsigned> bins(256);
    std::sprintf(name, "histogram");
    count_bytes(reinterpret_cast<const unsigned char*>(in.data()), kLength, bins.data(), 3, 128);
  } else if (number == 13) {
    std::sprintf(name, "stencil of one dimension");
    weighted_sums(in.data(), out.data(), kLength, weights, 128);
  } else if (number == 14) {
    std::sprintf(name, "stencil of three dimensions");
    laplace(matrix.data(), product.data(), 25, 20, 20, 8, 4, 2);
  } else if (number < 17) {
    std::sprintf(name, "compaction, %s", number == 15 ? "in order" : "in any order");
    compact(in.data(), kLength, out.data(), 128, number == 15 ? 1 : 0);
  } else {
    return false;
  }
  return true;
}
