// Thrust's device system on the CPU engine: installed headers of Thrust do the rest. What works on separate
// elements runs with a thread for each; other algorithms run in one thread. So all that they do is checked as
// a kernel's work. Called in a kernel, they run in its thread, as CUDA's do.
#pragma once

#include <cuda_runtime.h>
#include <thrust/detail/config.h>

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/system/cpp/detail/execution_policy.h>

#include <simt/for_each_thread.hpp>
#include <type_traits>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

struct tag;
template <class>
struct execution_policy;
template <>
struct execution_policy<tag> : thrust::execution_policy<tag> {
  using tag_type = tag;
};
struct tag : execution_policy<tag>, thrust::detail::allocator_aware_execution_policy<execution_policy> {};
template <class Derived>
struct execution_policy : thrust::execution_policy<Derived> {
  using tag_type = tag;
  operator tag() const { return tag(); }
};

template <class Derived>
struct execute_on_stream_base : execution_policy<Derived> {
  execute_on_stream_base(cudaStream_t on = nullptr) : stream(on) {}
  Derived on(cudaStream_t other) const {
    Derived result = thrust::detail::derived_cast(*this);
    result.stream = other;
    return result;
  }
  friend cudaStream_t stream_of(const execute_on_stream_base& exec) { return exec.stream; }

 private:
  cudaStream_t stream;
};
struct execute_on_stream : execute_on_stream_base<execute_on_stream> {
  using execute_on_stream_base::execute_on_stream_base;
};
template <class Derived>
cudaStream_t stream_of(const execution_policy<Derived>&) {
  return nullptr;
}

struct par_t : execution_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<execute_on_stream_base> {
  using stream_attachment_type = execute_on_stream;
  constexpr par_t() = default;
  execute_on_stream on(cudaStream_t stream) const { return execute_on_stream(stream); }
};
inline constexpr par_t par, par_nosync;

}  // namespace cuda_cub

namespace system::cuda {
using cuda_cub::execution_policy;
using cuda_cub::par;
using cuda_cub::par_nosync;
using cuda_cub::tag;
namespace detail {
using cuda_cub::execution_policy;
using cuda_cub::par_t;
using cuda_cub::tag;
}  // namespace detail
}  // namespace system::cuda
namespace cuda = system::cuda;
THRUST_NAMESPACE_END

#include <thrust/detail/pointer.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/detail/reference.h>
#include <thrust/detail/seq.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system/system_error.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <iterator>
#include <string>
#include <vector>

THRUST_NAMESPACE_BEGIN
namespace detail {
template <class, class>
class vector_base;
}
namespace system {
class CudaCategory final : public error_category {
 public:
  const char* name() const override { return "cuda"; }
  std::string message(int error) const override {
    const auto number = static_cast<cudaError_t>(error);
    return std::string(cudaGetErrorName(number)) + ": " + cudaGetErrorString(number);
  }
};
inline const error_category& cuda_category() {
  static const CudaCategory category;
  return category;
}
}  // namespace system
using system::cuda_category;

namespace cuda_cub {

template <class T>
using pointer = thrust::pointer<T, tag, thrust::tagged_reference<T, tag>>;
template <class T>
using universal_pointer = thrust::pointer<T, tag, std::add_lvalue_reference_t<T>>;
template <class T>
using reference = thrust::tagged_reference<T, tag>;

inline void throw_on_error(cudaError_t error, const char* what = "") {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();
  throw thrust::system::system_error(error, thrust::system::cuda_category(), what);
}

template <class Param, cudaError_t (*Allocate)(void**, size_t), cudaError_t (*Free)(void*)>
struct MemoryResource final : thrust::mr::memory_resource<Param> {
  Param do_allocate(std::size_t bytes, std::size_t) override {
    void* memory = nullptr;
    if (const cudaError_t error = Allocate(&memory, bytes); error != cudaSuccess) {
      (void)cudaGetLastError();
      throw thrust::system::detail::bad_alloc(cudaGetErrorString(error));
    }
    return Param(memory);
  }
  void do_deallocate(Param memory, std::size_t, std::size_t) override {
    throw_on_error(Free(thrust::raw_pointer_cast(memory)), "device free failed");
  }
};
inline cudaError_t allocate(void** memory, size_t bytes) { return cudaMalloc(memory, bytes); }
inline cudaError_t allocate_managed(void** memory, size_t bytes) { return cudaMallocManaged(memory, bytes); }
inline cudaError_t allocate_pinned(void** memory, size_t bytes) { return cudaMallocHost(memory, bytes); }
using memory_resource = MemoryResource<pointer<void>, allocate, cudaFree>;
using universal_memory_resource = MemoryResource<universal_pointer<void>, allocate_managed, cudaFree>;
using universal_host_pinned_memory_resource =
    MemoryResource<universal_pointer<void>, allocate_pinned, cudaFreeHost>;
template <class T>
using allocator = thrust::mr::stateless_resource_allocator<T, memory_resource>;
template <class T>
using universal_allocator = thrust::mr::stateless_resource_allocator<T, universal_memory_resource>;
template <class T>
using universal_host_pinned_allocator =
    thrust::mr::stateless_resource_allocator<T, universal_host_pinned_memory_resource>;
template <class T, class Arg = allocator<T>>
using vector = thrust::detail::vector_base<T, Arg>;
template <class T, class Arg = universal_allocator<T>>
using universal_vector = thrust::detail::vector_base<T, Arg>;
template <class T>
using universal_host_pinned_vector = thrust::detail::vector_base<T, universal_host_pinned_allocator<T>>;

template <class Derived>
void* malloc(execution_policy<Derived>&, std::size_t bytes) {
  if (::simt::in_kernel()) return ::malloc(bytes);
  return thrust::raw_pointer_cast(memory_resource().do_allocate(bytes, 0));
}
template <class Derived, class Param>
void free(execution_policy<Derived>&, Param memory) {
  if (::simt::in_kernel()) return ::free(thrust::raw_pointer_cast(memory));
  throw_on_error(cudaFree(thrust::raw_pointer_cast(memory)), "device free failed");
}
inline pointer<void> malloc(std::size_t bytes) {
  tag exec;
  return pointer<void>(cuda_cub::malloc(exec, bytes));
}
template <class T>
pointer<T> malloc(std::size_t count) {
  return pointer<T>(static_cast<T*>(cuda_cub::malloc(count * sizeof(T)).get()));
}
inline void free(pointer<void> memory) {
  tag exec;
  cuda_cub::free(exec, memory);
}

template <class Function>
void launch(cudaStream_t stream, std::size_t threads, const Function& function) {
  throw_on_error(::simt::for_each_thread(stream, threads, function), "launch");
  throw_on_error(cudaStreamSynchronize(stream), "synchronize");
}

/// Runs the function in one thread of the device. Its result is in memory of both sides.
template <class Derived, class Function>
auto run_alone(const execution_policy<Derived>& exec, Function function) {
  using Result = decltype(function());
  if constexpr (std::is_void_v<Result>) {
    if (::simt::in_kernel()) return function();
    launch(stream_of(thrust::detail::derived_cast(exec)), 1, [=](std::size_t) mutable { function(); });
  } else {
    if (::simt::in_kernel()) return function();
    void* memory = nullptr;
    throw_on_error(cudaMallocManaged(&memory, sizeof(Result)), "result");
    Result* const result = static_cast<Result*>(memory);
    launch(stream_of(thrust::detail::derived_cast(exec)), 1,
           [=](std::size_t) mutable { ::new (result) Result(function()); });
    Result copy(*result);
    result->~Result();
    (void)cudaFree(memory);
    return copy;
  }
}

// The sequential system's function is found by the policy's type.
#define SIMT_RUNS_ALONE(NAME)                                    \
  template <class Derived, class... Arg>                         \
  auto NAME(execution_policy<Derived>& exec, Arg... arguments) { \
    return run_alone(exec, [=]() mutable {                       \
      thrust::detail::seq_t in_thread;                           \
      return NAME(in_thread, arguments...);                      \
    });                                                          \
  }
SIMT_RUNS_ALONE(copy_if)
SIMT_RUNS_ALONE(exclusive_scan)
SIMT_RUNS_ALONE(exclusive_scan_by_key)
SIMT_RUNS_ALONE(find_if)
SIMT_RUNS_ALONE(inclusive_scan)
SIMT_RUNS_ALONE(inclusive_scan_by_key)
SIMT_RUNS_ALONE(max_element)
SIMT_RUNS_ALONE(merge)
SIMT_RUNS_ALONE(merge_by_key)
SIMT_RUNS_ALONE(min_element)
SIMT_RUNS_ALONE(minmax_element)
SIMT_RUNS_ALONE(partition)
SIMT_RUNS_ALONE(partition_copy)
SIMT_RUNS_ALONE(reduce)
SIMT_RUNS_ALONE(reduce_by_key)
SIMT_RUNS_ALONE(remove_copy_if)
SIMT_RUNS_ALONE(remove_if)
SIMT_RUNS_ALONE(set_difference)
SIMT_RUNS_ALONE(set_intersection)
SIMT_RUNS_ALONE(set_symmetric_difference)
SIMT_RUNS_ALONE(set_union)
SIMT_RUNS_ALONE(stable_partition)
SIMT_RUNS_ALONE(stable_partition_copy)
SIMT_RUNS_ALONE(unique)
SIMT_RUNS_ALONE(unique_by_key)
SIMT_RUNS_ALONE(unique_by_key_copy)
SIMT_RUNS_ALONE(unique_copy)
#undef SIMT_RUNS_ALONE

/// Hides that an order is that of numbers, for which Thrust 3.0 has a radix sort that misplaces negative
/// ones.
template <class Compare>
struct AnyOrder {
  Compare less;
  template <class Arg, class Other>
  bool operator()(const Arg& a, const Other& b) {
    return less(a, b);
  }
};
template <class Derived, class It, class Compare>
void stable_sort(execution_policy<Derived>& exec, It first, It last, Compare less) {
  run_alone(exec, [=] {
    thrust::detail::seq_t in_thread;
    stable_sort(in_thread, first, last, AnyOrder<Compare>{less});
  });
}
template <class Derived, class It, class Values, class Compare>
void stable_sort_by_key(execution_policy<Derived>& exec, It first, It last, Values values, Compare less) {
  run_alone(exec, [=] {
    thrust::detail::seq_t in_thread;
    stable_sort_by_key(in_thread, first, last, values, AnyOrder<Compare>{less});
  });
}

template <class Derived, class It, class Count, class Function>
It for_each_n(execution_policy<Derived>& exec, It first, Count n, Function function) {
  if (n <= 0) return first;
  if (::simt::in_kernel()) {
    thrust::detail::seq_t in_thread;
    return for_each_n(in_thread, first, n, function);
  }
  launch(stream_of(thrust::detail::derived_cast(exec)), std::size_t(n), [=](std::size_t i) mutable {
    using Difference = typename thrust::iterator_traits<It>::difference_type;
    function(thrust::raw_reference_cast(*(first + Difference(i))));
  });
  return first + n;
}
template <class Derived, class It, class Function>
It for_each(execution_policy<Derived>& exec, It first, It last, Function function) {
  return cuda_cub::for_each_n(exec, first, last - first, function);
}

template <class It>
using ValueOf = std::remove_cv_t<typename thrust::iterator_traits<It>::value_type>;
template <class From, class To>
inline constexpr bool kIsMemcpy =
    thrust::is_contiguous_iterator<From>::value&& thrust::is_contiguous_iterator<To>::value&&
        std::is_same_v<ValueOf<From>, ValueOf<To>>&& std::is_trivially_copyable_v<ValueOf<From>>;
template <class It>
auto address_of(It at) {
  return thrust::raw_pointer_cast(&*at);
}
inline void copy_bytes(cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  throw_on_error(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream), "copy");
  throw_on_error(cudaStreamSynchronize(stream), "copy");
}

/// A copy between host and device: one of the systems is the device's.
template <class From, class To>
struct cross_system : execution_policy<cross_system<From, To>> {
  From& from;
  To& to;
  cross_system(From& a, To& b) : from(a), to(b) {}
};
template <class Arg, class Other>
cross_system<Arg, Other> select_system(const execution_policy<Arg>& a,
                                       const thrust::cpp::execution_policy<Other>& b) {
  return {thrust::detail::derived_cast(thrust::detail::strip_const(a)),
          thrust::detail::derived_cast(thrust::detail::strip_const(b))};
}
template <class Arg, class Other>
cross_system<Arg, Other> select_system(const thrust::cpp::execution_policy<Arg>& a,
                                       const execution_policy<Other>& b) {
  return {thrust::detail::derived_cast(thrust::detail::strip_const(a)),
          thrust::detail::derived_cast(thrust::detail::strip_const(b))};
}
template <class T>
inline constexpr bool kIsDevice = std::is_base_of_v<execution_policy<T>, T>;
template <class Arg, class Other>
auto& device_of(Arg& a, Other& b) {
  if constexpr (kIsDevice<Arg>)
    return a;
  else
    return b;
}

/// Device memory for n values, without their lifetimes.
template <class T>
struct Buffer {
  explicit Buffer(std::size_t n) : memory(cuda_cub::malloc<T>(n)) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { (void)cudaFree(memory.get()); }
  pointer<T> memory;
};

template <class Derived, class From, class To>
To copy(execution_policy<Derived>& exec, From first, From last, To result) {
  const auto n = last - first;
  Derived& derived = thrust::detail::derived_cast(exec);
  if (n <= 0) return result;
  if (::simt::in_kernel()) {
    thrust::detail::seq_t in_thread;
    return copy(in_thread, first, last, result);
  }
  if constexpr (kIsMemcpy<From, To>) {
    copy_bytes(stream_of(derived), address_of(result), address_of(first),
               std::size_t(n) * sizeof(ValueOf<From>));
  } else {
    launch(stream_of(derived), std::size_t(n), [=](std::size_t i) mutable {
      using Difference = typename thrust::iterator_traits<From>::difference_type;
      thrust::raw_reference_cast(*(result + Difference(i))) =
          thrust::raw_reference_cast(*(first + Difference(i)));
    });
  }
  return result + n;
}
template <class Arg, class Other, class From, class To>
To copy(cross_system<Arg, Other>& systems, From first, From last, To result) {
  using T = ValueOf<From>;
  if constexpr (kIsMemcpy<From, To>) {
    const auto n = last - first;
    copy_bytes(stream_of(device_of(systems.from, systems.to)), n == 0 ? nullptr : address_of(result),
               n == 0 ? nullptr : address_of(first), std::size_t(n) * sizeof(T));
    return result + n;
  } else if constexpr (kIsDevice<Arg>) {
    const auto n = std::size_t(last - first);
    std::vector<T> values(n);
    if (n == 0) return result;
    const Buffer<T> buffer(n);
    copy(systems.from, first, last, buffer.memory);
    copy_bytes(stream_of(systems.from), values.data(), buffer.memory.get(), n * sizeof(T));
    return copy(systems.to, values.begin(), values.end(), result);
  } else {
    std::vector<T> values;
    for (; first != last; ++first) values.push_back(*first);
    if (values.empty()) return result;
    const Buffer<T> buffer(values.size());
    copy_bytes(stream_of(systems.to), buffer.memory.get(), values.data(), values.size() * sizeof(T));
    return copy(systems.to, buffer.memory, buffer.memory + values.size(), result);
  }
}
template <class Derived, class From, class Count, class To>
To copy_n(execution_policy<Derived>& exec, From first, Count n, To result) {
  From last = first;
  std::advance(last, n);
  return copy(thrust::detail::derived_cast(exec), first, last, result);
}

template <class Derived, class Param>
ValueOf<Param> get_value(execution_policy<Derived>& exec, Param from) {
  using T = ValueOf<Param>;
  if (::simt::in_kernel()) return *thrust::raw_pointer_cast(from);
  alignas(T) unsigned char bytes[sizeof(T)];
  copy_bytes(stream_of(thrust::detail::derived_cast(exec)), bytes, thrust::raw_pointer_cast(from), sizeof(T));
  return *reinterpret_cast<T*>(bytes);
}
template <class Derived, class To, class From>
void assign_value(execution_policy<Derived>& exec, To to, From from) {
  if (::simt::in_kernel()) {
    *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    return;
  }
  const ValueOf<To> value(cuda_cub::get_value(exec, from));
  copy_bytes(stream_of(thrust::detail::derived_cast(exec)), thrust::raw_pointer_cast(to), &value,
             sizeof value);
}
template <class Arg, class Other, class To, class From>
void assign_value(cross_system<Arg, Other>&, To to, From from) {
  tag exec;
  cuda_cub::assign_value(exec, to, from);
}
template <class Derived, class Arg, class Other>
void iter_swap(execution_policy<Derived>& exec, Arg a, Other b) {
  const ValueOf<Arg> kept(cuda_cub::get_value(exec, a));
  cuda_cub::assign_value(exec, a, b);
  cuda_cub::assign_value(exec, b, &kept);
}

}  // namespace cuda_cub
namespace system::cuda {
using cuda_cub::allocator;
using cuda_cub::free;
using cuda_cub::malloc;
using cuda_cub::memory_resource;
using cuda_cub::pointer;
using cuda_cub::reference;
using cuda_cub::universal_allocator;
using cuda_cub::universal_host_pinned_allocator;
using cuda_cub::universal_host_pinned_memory_resource;
using cuda_cub::universal_host_pinned_vector;
using cuda_cub::universal_memory_resource;
using cuda_cub::universal_pointer;
using cuda_cub::universal_vector;
using cuda_cub::vector;
}  // namespace system::cuda
THRUST_NAMESPACE_END

#include <thrust/execution_policy.h>
