// Runs lab 10 over MPI: deals keys of several distributions over the ranks, sorts them, and holds the result
// against std::stable_sort.
//   mpirun -np 8 build/bin/sample_sort_mpi [--keys 1048576] [--records] [--object FILE.so] [DISTRIBUTION]...
// FILE.so is made of another file of the lab than the solution's as bench/CMakeLists.txt makes it of sort.cu.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "transport.hpp"

namespace {

using mergelab::MpiTransport;
namespace device = mergelab::device;

struct Record {
  int key, origin;
};
int key_of(int key) { return key; }
int key_of(const Record& record) { return record.key; }
bool same(int x, int y) { return x == y; }
bool same(const Record& x, const Record& y) { return x.key == y.key && x.origin == y.origin; }
int make(int key, int /*origin*/, int) { return key; }
Record make(int key, int origin, Record) { return {key, origin}; }

/// The keys of all ranks, one behind another, and how many each has.
struct Dealt {
  std::vector<int> keys, lengths;
};

const std::vector<std::string> kDistributions = {"uniform", "skewed",   "few",    "equal",   "sorted",
                                                 "reverse", "last_low", "uneven", "one_rank"};

Dealt deal(const std::string& distribution, int total, int ranks) {
  Dealt dealt;
  dealt.keys.resize(static_cast<std::size_t>(total));
  std::mt19937 random(17);
  for (int& key : dealt.keys) key = static_cast<int>(random());
  if (distribution == "skewed") {  // half of the keys are below 2, half of the others below 4, and so on
    for (int& key : dealt.keys) key = static_cast<int>(std::exp2(31.0 * (random() / 4294967296.0)));
  } else if (distribution == "few") {
    for (int& key : dealt.keys) key = static_cast<int>(random() % 10);
  } else if (distribution == "equal") {
    std::fill(dealt.keys.begin(), dealt.keys.end(), 7);
  } else if (distribution == "sorted") {
    std::sort(dealt.keys.begin(), dealt.keys.end());
  } else if (distribution == "reverse") {
    std::sort(dealt.keys.rbegin(), dealt.keys.rend());
  } else if (distribution == "last_low") {  // the last rank is sorted, and all its keys are below the others'
    const auto last = dealt.keys.end() - total / ranks;
    for (auto key = dealt.keys.begin(); key != last; ++key) *key &= 0x7fffffff;
    for (auto key = last; key != dealt.keys.end(); ++key) *key |= static_cast<int>(0x80000000U);
    std::sort(last, dealt.keys.end());
  }
  for (int r = 0; r < ranks; ++r) {
    const long long n = total;
    const int begin = static_cast<int>(n * r / ranks), end = static_cast<int>(n * (r + 1) / ranks);
    dealt.lengths.push_back(end - begin);
  }
  if (distribution == "uneven") {  // rank r has r parts of 0 + 1 + 2 + ...
    const long long parts = std::max(1LL, ranks * (ranks - 1LL) / 2);
    for (int r = 0; r < ranks; ++r)
      dealt.lengths[r] = static_cast<int>(total * static_cast<long long>(r) / parts);
    dealt.lengths[ranks - 1] += total - std::accumulate(dealt.lengths.begin(), dealt.lengths.end(), 0);
  } else if (distribution == "one_rank") {
    std::fill(dealt.lengths.begin(), dealt.lengths.end(), 0);
    dealt.lengths[ranks / 2] = total;
  }
  return dealt;
}

using Sort = int (*)(mergelab::Transport*, const void*, int, void*, int);

/// Sorts `repeats` times, prints a row of the table by rank 0, and tells whether all ranks were right.
template <class T>
bool run(MpiTransport& transport, Sort sort, const std::string& distribution, int total, int repeats) {
  const int rank = transport.rank(), ranks = transport.ranks();
  const Dealt dealt = deal(distribution, total, ranks);
  std::vector<T> all;
  for (int i = 0; i < total; ++i) all.push_back(make(dealt.keys[i], i, T{}));
  const int m = dealt.lengths[rank];
  const int first = std::accumulate(dealt.lengths.begin(), dealt.lengths.begin() + rank, 0);
  const auto* const bytes = reinterpret_cast<const std::byte*>(all.data() + first);
  const std::size_t size = sizeof(T);
  const device::Memory A(std::max<std::size_t>(1, m * size)), C(std::max<std::size_t>(1, total * size));
  device::write(A.data(), {bytes, bytes + m * size});

  std::vector<double> seconds;
  int returned = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    transport.begin_again();
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    returned = sort(&transport, A.data(), m, C.data(), total);
    device::check(cudaDeviceSynchronize(), "sample_sort");
    if (returned < 0 || returned > total)
      throw std::runtime_error("sample_sort returned " + std::to_string(returned));
    transport.expect_returned();
    seconds.push_back(MPI_Wtime() - start);
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());

  std::vector<int> lengths(static_cast<std::size_t>(ranks));
  MPI_Allgather(&returned, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const long long sum = std::accumulate(lengths.begin(), lengths.end(), 0LL);
  if (sum != total)
    throw std::runtime_error("the ranks return " + std::to_string(sum) + " keys in all, expected " +
                             std::to_string(total));
  const auto place = std::accumulate(lengths.begin(), lengths.begin() + rank, 0);
  std::stable_sort(all.begin(), all.end(), [](const T& x, const T& y) { return key_of(x) < key_of(y); });
  const std::vector<std::byte> sorted = device::read(C.data(), returned * size);
  const auto* const own = reinterpret_cast<const T*>(sorted.data());
  int right = 1;
  for (int i = 0; i < returned; ++i) right = right != 0 && same(own[i], all[place + i]) ? 1 : 0;
  std::vector<int> all_right(static_cast<std::size_t>(ranks));
  MPI_Allgather(&right, 1, MPI_INT, all_right.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const long long sent = transport.sent_bytes();
  long long most_sent = 0;
  MPI_Reduce(&sent, &most_sent, 1, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);

  const auto wrong = std::find(all_right.begin(), all_right.end(), 0);
  if (rank == 0) {
    const double mean = std::max(1.0, static_cast<double>(total) / ranks);
    const int most = *std::max_element(lengths.begin(), lengths.end());
    std::printf("| %s | %.2f | %lld | %.2f | %.3f | %d |", distribution.c_str(),
                total / seconds[repeats / 2] / 1e6, most_sent, most_sent / (mean * size), most / mean,
                transport.exchanges());
    if (wrong != all_right.end())
      std::printf(" WRONG on rank %d", static_cast<int>(wrong - all_right.begin()));
    std::printf("\n");
    std::fflush(stdout);
  }
  return wrong == all_right.end();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MpiTransport transport;
  const bool speaks = transport.rank() == 0;
  CLI::App app{"Runs lab 10, a sample sort, over MPI: mpirun -np RANKS sample_sort_mpi"};
  int total = 1 << 20, repeats = 5, dies = -1;
  bool records = false;
  std::string object;
  std::vector<std::string> distributions = kDistributions;
  app.add_option("--keys", total, "of all ranks together")
      ->capture_default_str()
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("--repeats", repeats, "of which the median is printed")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_flag("--records", records, "sort records, whose order shows whether the sort is stable");
  app.add_option("--object", object, "what to run instead of the solution")->check(CLI::ExistingFile);
  app.add_option("--kill", dies, "kill this rank in the midst of all_to_all")
      ->check(CLI::Range(0, transport.ranks() - 1));
  app.add_option("distributions", distributions, "of the keys")->check(CLI::IsMember(kDistributions));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = speaks ? app.exit(error) : error.get_exit_code();
    MPI_Finalize();
    return code == 0 ? 0 : 2;
  }
  try {
    device::choose(transport.rank());
    if (object.empty()) object = records ? MERGELAB_RECORD_OBJECT : MERGELAB_INT_OBJECT;
    const Sort sort = device::load<Sort>(object, "sample_sort", records ? sizeof(Record) : sizeof(int),
                                         "bench/sample_sort/sort.cu");
    if (transport.rank() == dies) transport.die_in_exchange();
    if (speaks)
      std::printf(
          "%d ranks, %d %s\n\n| keys | million keys/s | bytes sent | of a mean share | balance | exchanges "
          "|\n"
          "|---|---:|---:|---:|---:|---:|\n",
          transport.ranks(), total, records ? "records" : "keys");
    bool right = true;
    for (const std::string& each : distributions) {
      right = (records ? run<Record>(transport, sort, each, total, repeats)
                       : run<int>(transport, sort, each, total, repeats)) &&
              right;
    }
    MPI_Finalize();
    return right ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sample_sort_mpi: rank %d: %s\n", transport.rank(), error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
