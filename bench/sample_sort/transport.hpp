// Shared by lab 10's transports: MPI starts the ranks, each call is checked, and sent bytes are counted.
#pragma once

#include <mpi.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <mergelab/transport.cuh>
#include <stdexcept>
#include <string>
#include <vector>

namespace mergelab {

/// This rank's number among its machine's ranks, and their count.
struct Local {
  int rank = 0, ranks = 1;
  Local() {
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &rank);
    MPI_Comm_size(machine, &ranks);
    MPI_Comm_free(&machine);
  }
};

/// Throws std::runtime_error, which names the ranks, if ranks call different collectives, or with
/// inconsistent sizes. Samples and counts, which are host memory, go over MPI; the derived class transfers
/// the device memory of all_to_all. Counts the bytes that this rank sends to others.
class CheckedTransport : public Transport {
 public:
  CheckedTransport() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }
  virtual ~CheckedTransport() = default;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] long long sent_bytes() const { return sent_bytes_; }
  [[nodiscard]] int exchanges() const { return exchanges_; }

  /// Called after each call of the lab's function, on every rank; restarts the count.
  void begin_again() { sent_bytes_ = exchanges_ = 0; }
  void expect_returned() { meet(kReturned, 0, 0); }
  /// Kills this process during its next all_to_all.
  void die_in_exchange() { dies_ = true; }

 protected:
  /// What this rank sends, or receives: rank r has counts[r] elements from begins[r] on.
  struct Parts {
    const int* counts;
    std::vector<int> begins;
    long long sum;
  };

  /// An MPI type of `size` bytes, so that counts needn't be in bytes, which may not fit in an int.
  struct Element {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    explicit Element(std::size_t size) {
      MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &type);
      MPI_Type_commit(&type);
    }
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;
    ~Element() { MPI_Type_free(&type); }
  };

 private:
  /// Sends all_to_all's parts to their ranks, also this rank's: elements of `size` bytes in device memory.
  /// All ranks call it, with counts that agree. Returns when this rank has received its parts.
  virtual void carry(const void* send, const Parts& sent, void* receive, const Parts& received,
                     std::size_t size) = 0;

  enum Call { kReturned, kAllGather, kAllToAll };
  static constexpr std::array<const char*, 3> kNames = {"has returned", "calls all_gather",
                                                        "calls all_to_all"};

  /// All ranks synchronise at each call, and all find the same errors.
  void meet(Call call, int count, std::size_t size) {
    const std::array<long long, 3> mine = {call, count, static_cast<long long>(size)};
    std::vector<std::array<long long, 3>> all(static_cast<std::size_t>(ranks_));
    MPI_Allgather(mine.data(), 3, MPI_LONG_LONG, all.data(), 3, MPI_LONG_LONG, MPI_COMM_WORLD);
    for (std::size_t r = 1; r < all.size(); ++r) {
      if (all[r][0] != all[0][0]) {
        throw std::runtime_error("rank " + std::to_string(r) + " " + kNames[all[r][0]] + ", and rank 0 " +
                                 kNames[all[0][0]]);
      }
      if (all[r] != all[0]) {
        throw std::runtime_error("rank " + std::to_string(r) + " " + describe(all[r]) + ", and rank 0 " +
                                 describe(all[0]));
      }
    }
  }
  static std::string describe(const std::array<long long, 3>& call) {
    return std::string(kNames[call[0]]) + " with " + std::to_string(call[1]) + " elements of " +
           std::to_string(call[2]) + " bytes";
  }

  void gather_bytes(const void* mine, int count, void* all, std::size_t size) final {
    if (count < 0) throw std::runtime_error("all_gather of " + std::to_string(count) + " elements");
    meet(kAllGather, count, size);
    ++exchanges_;
    sent_bytes_ += static_cast<long long>(size) * count * (ranks_ - 1);
    const Element element(size);
    MPI_Allgather(mine, count, element.type, all, count, element.type, MPI_COMM_WORLD);
  }

  void exchange_bytes(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                      std::size_t size) final {
    meet(kAllToAll, 0, size);
    ++exchanges_;
    const Parts sent = parts(send_counts, "sends");
    const Parts received = parts(receive_counts, "expects");
    std::vector<int> announced(static_cast<std::size_t>(ranks_));
    MPI_Alltoall(send_counts, 1, MPI_INT, announced.data(), 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < ranks_; ++r) {
      if (announced[r] == receive_counts[r]) continue;
      throw std::runtime_error("rank " + std::to_string(r) + " sends " + std::to_string(announced[r]) +
                               " elements to rank " + std::to_string(rank_) + ", which expects " +
                               std::to_string(receive_counts[r]));
    }
    for (int r = 0; r < ranks_; ++r) {
      if (r != rank_) sent_bytes_ += static_cast<long long>(size) * send_counts[r];
    }
    if (dies_) std::raise(SIGKILL);
    carry(send, sent, receive, received, size);
  }

  [[nodiscard]] Parts parts(const int* counts, const char* verb) const {
    Parts made{counts, {}, 0};
    for (int r = 0; r < ranks_; ++r) {
      if (counts[r] < 0 || made.sum + counts[r] > 0x7fffffff) {
        throw std::runtime_error("rank " + std::to_string(rank_) + " " + verb + " " +
                                 std::to_string(counts[r]) + " elements in all_to_all, with rank " +
                                 std::to_string(r));
      }
      made.begins.push_back(static_cast<int>(made.sum));
      made.sum += counts[r];
    }
    return made;
  }

  int rank_ = 0, ranks_ = 1, exchanges_ = 0;
  long long sent_bytes_ = 0;
  bool dies_ = false;
};

}  // namespace mergelab
