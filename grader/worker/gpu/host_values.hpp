// What host code of the student's object gets from a GPU and gives back: base/host_values.hpp's account.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace mergelab::worker {

/// A problem begins, whose call may give back so many bytes.
void limit_host_values(std::size_t bytes, bool new_inputs, std::size_t most_seen);
/// The arrays of the problem: that a launch gets one of them says little.
void forget_arrays();
void keep_array(const void* begin);
/// Only between these two is anything counted: the worker copies too.
void count_host_values(bool on);

[[nodiscard]] bool counts_host_values();

/// Whether it is device memory, which host code can't use by itself.
[[nodiscard]] bool is_device(const void* memory);

/// Host code gets bytes by another way than those below.
void record_host_copy(const char* call, std::size_t bytes);

struct LaunchShape {
  dim3 grid, block;
  std::size_t shared_bytes;
};
/// Round each launch.
void launch_takes(const LaunchShape& shape, const void* function, void** arguments);
void launch_leaves();

/// Rows of memory.
struct Rows {
  const void* begin;
  std::size_t pitch;
  [[nodiscard]] const char* row(std::size_t index) const {
    return static_cast<const char*>(begin) + index * pitch;
  }
};
/// Round each copy, and each fill with one value.
void copy_begins(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height);
void copy_ends(const char* call, const Rows& to, const Rows& from, std::size_t width, std::size_t height);
void fill_begins(const char* call, const Rows& to, int byte, std::size_t width, std::size_t height);
void fill_ends(const Rows& to, std::size_t width, std::size_t height);

/// Memory that kernels and host code share. Its values count as given when a kernel may read them.
void keep_common(void* memory, std::size_t bytes);
void forget_common(void* memory);
/// `begin` is set when the module is loaded.
void keep_managed_variable(void** begin, std::size_t bytes);

}  // namespace mergelab::worker
