// Lab 10's transport over MPI: each process is a rank, on one machine or on several.
#pragma once

#include <cstddef>
#include <vector>

#include "../device.hpp"
#include "transport.hpp"

namespace mergelab {

/// Device memory is copied through host memory, this rank's part too.
class MpiTransport final : public CheckedTransport {
 private:
  void carry(const void* send, const Parts& sent, void* receive, const Parts& received,
             std::size_t size) override {
    const std::vector<std::byte> from = device::read(send, static_cast<std::size_t>(sent.sum) * size);
    std::vector<std::byte> to(static_cast<std::size_t>(received.sum) * size);
    const Element element(size);
    MPI_Alltoallv(from.data(), sent.counts, sent.begins.data(), element.type, to.data(), received.counts,
                  received.begins.data(), element.type, MPI_COMM_WORLD);
    device::write(receive, to);
  }
};

}  // namespace mergelab
