// Lanes that wait for each other by atomics, and others that use the same atomics without waiting.
#include "../../tests/simt/count/kernels/hand_overs.cu"
#include "cases.hpp"

extern "C" bool run_case(int number, char* name) {
  struct Case {
    const char* name;
    void (*run)(const int*, int*, int);
    int threads;
  };
  static constexpr Case kCases[] = {
      {"turns by orders", run_by_orders, 32},
      {"turns by relaxed accesses and fences", run_by_relaxed_and_fences, 32},
      {"turns by volatile accesses", run_by_volatile, 32},
      {"turns by updates", run_by_updates, 32},
      {"turns by one update", run_by_one_update, 32},
      {"turns by a lock", run_by_lock, 32},
      {"turns by tickets", run_by_tickets, 32},
      {"histogram by ordered updates", run_histogram, 64},
      {"histogram, unrolled", run_unrolled_histogram, 64},
      {"hash table", run_hash_table, 64},
      {"running minimum", run_minimum, 64},
  };
  static const int* in = hardware::on_device(hardware::numbers(8 * 64, 1));
  static int* out = hardware::on_device(std::vector<int>(8 * 64));
  if (number >= static_cast<int>(std::size(kCases))) return false;
  std::sprintf(name, "%s", kCases[number].name);
  kCases[number].run(in, out, kCases[number].threads);
  return true;
}
