// How the ranks of one computation communicate: processes with separate memory, on one machine or on several.
// A lab's function gets a transport; the lab's runner implements it, for example over MPI.
#pragma once

#include <cstddef>
#include <type_traits>

namespace mergelab {

/// Two collective calls: every rank makes the same ones in the same order, and each returns when this rank
/// has received all its data. Elements are of any trivially copyable type. Counts are in elements and in host
/// memory. What a rank sends to itself is not counted as traffic.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  /// This rank's number, 0 to ranks() - 1.
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;

  /// Sends `count` elements to every rank, the same number on each: all[r * count] is rank r's first. `mine`
  /// and `all` are host memory and don't overlap; `all` has room for ranks() * count.
  template <class T>
  void all_gather(const T* mine, int count, T* all) {
    static_assert(std::is_trivially_copyable_v<T>);
    gather_bytes(mine, count, all, sizeof(T));
  }

  /// Sends the first send_counts[0] elements of `send` to rank 0, the next send_counts[1] to rank 1, and so
  /// on. `receive` gets receive_counts[0] elements from rank 0, then receive_counts[1] from rank 1, and so
  /// on: each as many as that rank sends here. `send` and `receive` are device memory and don't overlap.
  template <class T>
  void all_to_all(const T* send, const int* send_counts, T* receive, const int* receive_counts) {
    static_assert(std::is_trivially_copyable_v<T>);
    exchange_bytes(send, send_counts, receive, receive_counts, sizeof(T));
  }

 protected:
  ~Transport() = default;

 private:
  /// As above, for elements of `size` bytes.
  virtual void gather_bytes(const void* mine, int count, void* all, std::size_t size) = 0;
  virtual void exchange_bytes(const void* send, const int* send_counts, void* receive,
                              const int* receive_counts, std::size_t size) = 0;
};

}  // namespace mergelab
