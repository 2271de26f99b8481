// Runs lab 10 over MPI: deals keys of several distributions to the ranks, sorts them, and compares the result
// with std::stable_sort.
//   mpirun -np 8 build/bin/sample_sort_mpi [--keys 1048576] [--records] [--object FILE.so] [DISTRIBUTION]...
// FILE.so is made of another file of the lab, as bench/CMakeLists.txt makes it of sort.cu. On GPUs
// (sample_sort_mpi_gpu), with --transport nccl data goes from GPU to GPU; --transport mpi,nccl uses both, one
// after the other, and --rival FILE.so also runs another sort, made of cccl.cu.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "keys.hpp"
#include "mpi_transport.hpp"
#if defined(MERGELAB_BENCH_NCCL)
#include "nccl_transport.hpp"
#endif

namespace {

namespace device = mergelab::device;
using mergelab::CheckedTransport;
using mergelab::Record;

using Sort = int (*)(mergelab::Transport*, const void*, int, void*, int);

/// A row per distribution: a sort, and its transport. A rival has a separate transport, and uses ours to find
/// the other ranks.
struct Entrant {
  std::string name;
  CheckedTransport* transport;
  Sort sort;
  bool rival;
};

/// Throws std::runtime_error for NCCL if this program has none. Called on all ranks.
std::unique_ptr<CheckedTransport> make_transport(const std::string& name) {
  if (name == "mpi") return std::make_unique<mergelab::MpiTransport>();
#if defined(MERGELAB_BENCH_NCCL)
  using mergelab::NcclTransport;
  return std::make_unique<NcclTransport>(name == "nccl" ? NcclTransport::Begin::aligned
                                                        : NcclTransport::Begin::anywhere);
#else
  throw std::runtime_error("--transport " + name +
                           " takes sample_sort_mpi_gpu, built where NCCL's header and library are");
#endif
}

/// This rank's share of the keys, and all of them in the expected order.
template <class T>
struct Problem {
  std::vector<T> sorted, own;
  [[nodiscard]] int total() const { return static_cast<int>(sorted.size()); }
};

template <class T>
Problem<T> make_problem(const std::string& distribution, int total, const CheckedTransport& transport) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency() / mergelab::Local().ranks);
  const unsigned threads = std::min(16U, std::bit_floor(cores));
  const mergelab::Dealt dealt = mergelab::deal(distribution, total, transport.ranks(), threads);
  Problem<T> problem{mergelab::elements<T>(dealt.keys), {}};
  const auto own = dealt.lengths.begin() + transport.rank();
  const auto first = problem.sorted.begin() + std::accumulate(dealt.lengths.begin(), own, 0);
  problem.own.assign(first, first + *own);
  mergelab::sort_stably(problem.sorted.begin(), problem.sorted.end(), threads);
  return problem;
}

/// Sorts `repeats` times. Returns the median of the seconds, and C's number of keys in `returned`.
double measure(const Entrant& entrant, const device::Memory& A, int m, const device::Memory& C, int total,
               int repeats, int& returned) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    entrant.transport->begin_again();
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    returned = entrant.sort(entrant.transport, A.data(), m, C.data(), total);
    device::check(cudaDeviceSynchronize(), "sample_sort");
    if (returned < 0 || returned > total)
      throw std::runtime_error("sample_sort returned " + std::to_string(returned));
    entrant.transport->expect_returned();
    seconds.push_back(MPI_Wtime() - start);
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
  return seconds[repeats / 2];
}

/// On all ranks: the ranks whose elements in C are correct, given each one's number.
template <class T>
std::vector<int> compare(const Problem<T>& problem, const device::Memory& C, const std::vector<int>& lengths,
                         int rank) {
  const auto own_length = lengths.begin() + rank;
  const auto place = std::accumulate(lengths.begin(), own_length, 0);
  const std::vector<std::byte> bytes = device::read(C.data(), *own_length * sizeof(T));
  const auto* const own = reinterpret_cast<const T*>(bytes.data());
  const int right = std::equal(own, own + *own_length, problem.sorted.begin() + place,
                               [](const T& x, const T& y) { return mergelab::same(x, y); })
                        ? 1
                        : 0;
  std::vector<int> all_right(lengths.size());
  MPI_Allgather(&right, 1, MPI_INT, all_right.data(), 1, MPI_INT, MPI_COMM_WORLD);
  return all_right;
}

/// Sorts A, this rank's keys, into C. Rank 0 prints a row of the table. Returns whether all ranks were right.
template <class T>
bool run(const Entrant& entrant, const std::string& distribution, const Problem<T>& problem,
         const device::Memory& A, const device::Memory& C, int repeats) {
  const CheckedTransport& transport = *entrant.transport;
  const int rank = transport.rank(), ranks = transport.ranks(), total = problem.total();
  const int m = static_cast<int>(problem.own.size());
  const auto* const bytes = reinterpret_cast<const std::byte*>(problem.own.data());
  const std::size_t size = sizeof(T);
  device::write(A.data(), {bytes, bytes + m * size});
  device::check(cudaMemset(C.data(), 0xA5, total * size), "cudaMemset");  // removes another's result

  int returned = 0;
  const double seconds = measure(entrant, A, m, C, total, repeats, returned);
  std::vector<int> lengths(static_cast<std::size_t>(ranks));
  MPI_Allgather(&returned, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const long long sum = std::accumulate(lengths.begin(), lengths.end(), 0LL);
  if (sum != total)
    throw std::runtime_error("the ranks return " + std::to_string(sum) + " keys in all, expected " +
                             std::to_string(total));
  const std::vector<int> all_right = compare(problem, C, lengths, rank);
  const auto wrong = std::find(all_right.begin(), all_right.end(), 0);
  const long long sent = transport.sent_bytes();
  long long most_sent = 0;
  MPI_Reduce(&sent, &most_sent, 1, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);

  if (rank == 0) {
    const double mean = std::max(1.0, static_cast<double>(total) / ranks);
    const int most = *std::max_element(lengths.begin(), lengths.end());
    std::printf("| %s | %s | %.2f |", distribution.c_str(), entrant.name.c_str(), total / seconds / 1e6);
    if (entrant.rival) {
      std::printf(" | | %.3f | |", most / mean);
    } else {
      std::printf(" %lld | %.2f | %.3f | %d |", most_sent, most_sent / (mean * size), most / mean,
                  transport.exchanges());
    }
    if (wrong != all_right.end())
      std::printf(" WRONG on rank %d", static_cast<int>(wrong - all_right.begin()));
    std::printf("\n");
    std::fflush(stdout);
  }
  return wrong == all_right.end();
}

struct Options {
  int total = 1 << 20, repeats = 5, dies = -1;
  bool records = false;
  std::string object, rival;
  std::vector<std::string> transports = {"mpi"}, distributions = mergelab::kDistributions;
};

void add_options(CLI::App& app, Options& options, int ranks) {
  app.add_option("--keys", options.total, "of all ranks together")
      ->capture_default_str()
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("--repeats", options.repeats, "of which the median is printed")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_flag("--records", options.records, "sort records, whose order shows whether the sort is stable");
  app.add_option(
         "--transport", options.transports,
         "what carries keys: mpi; nccl, from GPU to GPU; nccl_anywhere, the same without first bringing "
         "parts to where NCCL copies them fast")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str()
      ->check(CLI::IsMember({"mpi", "nccl", "nccl_anywhere"}));
  app.add_option("--object", options.object, "what to run instead of the solution")->check(CLI::ExistingFile);
  app.add_option("--rival", options.rival, "another sort of keys, with its own transport")
      ->check(CLI::ExistingFile);
  app.add_option("--kill", options.dies, "kill this rank in the midst of all_to_all")
      ->check(CLI::Range(0, ranks - 1));
  app.add_option("distributions", options.distributions, "of the keys")
      ->check(CLI::IsMember(mergelab::kDistributions));
}

template <class T>
bool run_all(const Options& options, const std::vector<Entrant>& entrants) {
  bool right = true;
  for (const std::string& distribution : options.distributions) {
    const auto problem = make_problem<T>(distribution, options.total, *entrants[0].transport);
    const device::Memory A(std::max<std::size_t>(1, problem.own.size() * sizeof(T)));
    const device::Memory C(std::max<std::size_t>(1, problem.sorted.size() * sizeof(T)));
    for (const Entrant& entrant : entrants)
      right = run(entrant, distribution, problem, A, C, options.repeats) && right;
  }
  return right;
}

Sort load(const std::string& object, std::size_t element_bytes, const std::string& source) {
  return device::load<Sort>(std::filesystem::absolute(object), "sample_sort", element_bytes,
                            "bench/sample_sort/" + source);
}

/// Returns the exit status. Transports outlive it if it throws: none may wait for other ranks then.
int run(Options options, int rank, std::vector<std::unique_ptr<CheckedTransport>>& transports) {
  device::choose(mergelab::Local().rank);
  if (options.object.empty()) options.object = options.records ? MERGELAB_RECORD_OBJECT : MERGELAB_INT_OBJECT;
  const std::size_t element_bytes = options.records ? sizeof(Record) : sizeof(int);
  const Sort sort = load(options.object, element_bytes, "sort.cu");
  std::vector<Entrant> entrants;
  for (const std::string& name : options.transports) {
    transports.push_back(make_transport(name));
    entrants.push_back({name, transports.back().get(), sort, false});
    if (rank == options.dies) transports.back()->die_in_exchange();
  }
  if (!options.rival.empty()) {
    const std::string name = std::filesystem::path(options.rival).stem();
    transports.push_back(make_transport("mpi"));
    entrants.push_back({name, transports.back().get(), load(options.rival, element_bytes, "cccl.cu"), true});
  }
  if (rank == 0)
    std::printf(
        "%d ranks, %d %s\n\n| keys | by | million keys/s | bytes sent | of a mean share | balance | "
        "exchanges "
        "|\n"
        "|---|---|---:|---:|---:|---:|---:|\n",
        transports[0]->ranks(), options.total, options.records ? "records" : "keys");
  const bool right = options.records ? run_all<Record>(options, entrants) : run_all<int>(options, entrants);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  CLI::App app{"Runs lab 10, a sample sort, over MPI: mpirun -np RANKS sample_sort_mpi"};
  Options options;
  add_options(app, options, ranks);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = rank == 0 ? app.exit(error) : error.get_exit_code();
    MPI_Finalize();
    return code == 0 ? 0 : 2;
  }
  std::vector<std::unique_ptr<CheckedTransport>> transports;
  try {
    const int status = run(options, rank, transports);
    transports.clear();
    MPI_Finalize();
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sample_sort_mpi: rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}
