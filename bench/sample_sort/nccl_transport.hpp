// Lab 10's transport over NCCL: device memory goes from GPU to GPU.
#pragma once

#if !defined(MERGELAB_BENCH_NCCL)
#error "bench/CMakeLists.txt says where NCCL may lie; without it there is mpi_transport.hpp"
#endif

#include <mpi.h>
#include <nccl.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../device.hpp"
#include "transport.hpp"

namespace mergelab {

/// all_to_all doesn't use host memory. Each rank has a separate GPU, the current one at the constructor,
/// since ranks can't share a GPU with NCCL. NCCL copies single bytes if a part doesn't begin at a multiple of
/// 16, and parts begin anywhere: with Begin::aligned such a part goes through aligned device memory.
class NcclTransport final : public CheckedTransport {
 public:
  enum class Begin { anywhere, aligned };

  /// Called on all ranks. Throws std::runtime_error if there are more ranks than GPUs on a machine.
  explicit NcclTransport(Begin begin) : begin_(begin) {
    int devices = 0;
    device::check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
    if (const Local local; local.ranks > devices) {
      throw std::runtime_error("NCCL needs a GPU for each rank, and this machine has " +
                               std::to_string(devices) + " for " + std::to_string(local.ranks) +
                               " ranks: start fewer, or take --transport mpi");
    }
    ncclUniqueId id{};
    if (rank() == 0) expect(ncclGetUniqueId(&id), "ncclGetUniqueId");
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    expect(ncclCommInitRank(&comm_, ranks(), id, rank()), "ncclCommInitRank");
    device::check(cudaStreamCreate(&between_), "cudaStreamCreate");
    device::check(cudaStreamCreate(&within_), "cudaStreamCreate");
    connect();
  }
  NcclTransport(const NcclTransport&) = delete;
  NcclTransport& operator=(const NcclTransport&) = delete;
  ~NcclTransport() override {
    if (comm_ != nullptr) static_cast<void>(ncclCommDestroy(comm_));
    static_cast<void>(cudaStreamDestroy(between_));
    static_cast<void>(cudaStreamDestroy(within_));
  }

 private:
  static constexpr std::size_t kAlignment = 16;

  /// A part in the caller's memory, and where NCCL reads or writes it.
  struct Part {
    std::byte *place, *wire;
    std::size_t bytes;
  };

  void carry(const void* send, const Parts& sent, void* receive, const Parts& received,
             std::size_t size) override {
    std::vector<Part> out = split(const_cast<void*>(send), sent, size);  // it is only read
    std::vector<Part> in = split(receive, received, size);
    stage(out, in);

    // Both streams wait for earlier launches into the default stream, where the caller launches.
    const auto self = static_cast<std::size_t>(rank());
    copy(in[self].place, out[self].place, in[self].bytes, within_);
    for (const Part& part : out) {
      if (part.wire != part.place) copy(part.wire, part.place, part.bytes, between_);
    }
    send_and_receive(out, in);
    for (const Part& part : in) {
      if (part.wire != part.place) copy(part.place, part.wire, part.bytes, between_);
    }
    wait();
    device::check(cudaStreamSynchronize(within_), "all_to_all");
  }

  static std::vector<Part> split(void* memory, const Parts& parts, std::size_t size) {
    std::vector<Part> made;
    for (std::size_t r = 0; r < parts.begins.size(); ++r) {
      std::byte* const place =
          static_cast<std::byte*>(memory) + size * static_cast<std::size_t>(parts.begins[r]);
      made.push_back({place, place, size * static_cast<std::size_t>(parts.counts[r])});
    }
    return made;
  }

  /// Assigns staging memory to each part that needs it, which is kept for the next exchanges.
  void stage(std::vector<Part>& out, std::vector<Part>& in) {
    if (begin_ == Begin::anywhere) return;
    std::size_t total = 0;
    const auto for_each = [&](auto action) {
      total = 0;
      for (std::vector<Part>* const side : {&out, &in}) {
        for (std::size_t r = 0; r < side->size(); ++r) {
          Part& part = (*side)[r];
          if (static_cast<int>(r) == rank() || reinterpret_cast<std::size_t>(part.place) % kAlignment == 0)
            continue;
          action(part);
          total += (part.bytes + kAlignment - 1) / kAlignment * kAlignment;
        }
      }
    };
    for_each([](const Part&) {});
    if (total > staging_bytes_) {
      staging_bytes_ = 0;
      staging_.reset();
      staging_ = std::make_unique<device::Memory>(total);
      staging_bytes_ = total;
    }
    for_each([&](Part& part) { part.wire = static_cast<std::byte*>(staging_->data()) + total; });
  }

  /// Parts of 0 bytes are omitted on both sides, since the counts agree.
  void send_and_receive(const std::vector<Part>& out, const std::vector<Part>& in) {
    expect(ncclGroupStart(), "ncclGroupStart");
    for (int r = 0; r < ranks(); ++r) {
      if (r == rank()) continue;
      if (out[r].bytes > 0)
        expect(ncclSend(out[r].wire, out[r].bytes, ncclInt8, r, comm_, between_), "ncclSend");
      if (in[r].bytes > 0)
        expect(ncclRecv(in[r].wire, in[r].bytes, ncclInt8, r, comm_, between_), "ncclRecv");
    }
    expect(ncclGroupEnd(), "ncclGroupEnd");
  }

  static void copy(std::byte* to, const std::byte* from, std::size_t bytes, cudaStream_t stream) {
    if (bytes == 0) return;
    device::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "cudaMemcpyAsync");
  }

  /// A first exchange: NCCL connects two ranks at their first transfer, which takes long.
  void connect() {
    const auto count = static_cast<std::size_t>(ranks());
    const device::Memory memory(2 * count * kAlignment);
    auto* const bytes = static_cast<std::byte*>(memory.data());
    std::vector<Part> out, in;
    for (std::size_t r = 0; r < count; ++r) {
      std::byte *const from = bytes + r * kAlignment, *const to = from + count * kAlignment;
      out.push_back({from, from, kAlignment});
      in.push_back({to, to, kAlignment});
    }
    send_and_receive(out, in);
    wait();
  }

  /// Waits until the launches between the ranks are done, or NCCL reports an error.
  void wait() {
    for (;;) {
      const cudaError_t status = cudaStreamQuery(between_);
      if (status == cudaSuccess) return;
      if (status != cudaErrorNotReady) device::check(status, "all_to_all");
      ncclResult_t failed = ncclSuccess;
      expect(ncclCommGetAsyncError(comm_, &failed), "ncclCommGetAsyncError");
      expect(failed, "all_to_all");
    }
  }

  /// Aborts this rank's transfers after an error: freeing its memory would wait for them forever.
  void expect(ncclResult_t status, const char* what) {
    if (status == ncclSuccess) return;
    const std::string message =
        std::string("NCCL: ") + what + ": " + ncclGetErrorString(status) + ": " + ncclGetLastError(comm_);
    if (comm_ != nullptr) static_cast<void>(ncclCommAbort(comm_));
    comm_ = nullptr;
    throw std::runtime_error(message);
  }

  Begin begin_;
  ncclComm_t comm_ = nullptr;
  cudaStream_t between_ = nullptr, within_ = nullptr;  // to other ranks, and within this rank
  std::unique_ptr<device::Memory> staging_;
  std::size_t staging_bytes_ = 0;
};

}  // namespace mergelab
