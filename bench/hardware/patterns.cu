// Small kernels whose counters are known from textbooks.
#include "../../tests/simt/count/kernels/patterns.cu"
#include "cases.hpp"

extern "C" bool run_case(int number, char* name) {
  static const int* in = hardware::on_device(std::vector<int>(1 << 16));
  static int* out = hardware::on_device(std::vector<int>(1 << 16));
  static const double* in_double = hardware::on_device(std::vector<double>(64));
  static double* out_double = hardware::on_device(std::vector<double>(64));
  static const int strides[] = {1, 2, 4, 8, 16}, shared_strides[] = {1, 2, 8, 32, 33};
  if (number < 5) {
    std::sprintf(name, "copy with stride %d", strides[number]);
    run_copy(in, out, 8, strides[number]);
  } else if (number < 10) {
    std::sprintf(name, "shared memory with stride %d", shared_strides[number - 5]);
    run_shared(shared_strides[number - 5], out);
  } else if (number == 10) {
    std::sprintf(name, "broadcast");
    run_broadcast(in, out);
  } else if (number == 11) {
    std::sprintf(name, "doubles through shared memory");
    run_wide(in_double, out_double);
  } else if (number == 12) {
    std::sprintf(name, "if and else");
    run_if_else(out);
  } else if (number == 13) {
    std::sprintf(name, "lane t stores t + 1 times; then once");
    run_trip_counts(out);
  } else {
    return false;
  }
  return true;
}
