// What the tests of counters need: counting switched on for one test, device arrays, and figures as text.
#pragma once

#include <simt/counters.hpp>
#include <sstream>

#include "../module.hpp"

/// The compilers that made the kernels, by name.
inline std::vector<std::string> compilers() {
  std::istringstream words(COMPILERS);
  std::vector<std::string> names;
  for (std::string name; words >> name;) names.push_back(name);
  return names;
}

/// An instrumented module, counted while it lives.
class CountedModule {
 public:
  CountedModule(const std::string& compiler, const std::string& name)
      : module_(COUNTED_DIR "/" + compiler + "/" + name + ".so") {
    simt::host::set_counting(true);
  }
  CountedModule(const CountedModule&) = delete;
  CountedModule& operator=(const CountedModule&) = delete;
  ~CountedModule() { simt::host::set_counting(false); }

  /// What one call has counted.
  template <class... A>
  simt::Counters count(const char* name, A... arguments) const {
    simt::host::reset_counters();
    module_.call(name, arguments...);
    return simt::host::counters();
  }
  /// The same of a function that returns a value, which goes to `result`.
  template <class Result, class... A>
  simt::Counters count_result(const char* name, Result& result, A... arguments) const {
    simt::host::reset_counters();
    result = module_.call<Result>(name, arguments...);
    return simt::host::counters();
  }

 private:
  Module module_;
};

/// An array on the device, from zeros or from the host.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : DeviceArray(std::vector<T>(count)) {}
  explicit DeviceArray(const std::vector<T>& values) {
    if (cudaMalloc(&memory_, values.size() * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    (void)cudaMemcpy(memory_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { (void)cudaFree(memory_); }
  [[nodiscard]] T* get() const { return memory_; }

 private:
  T* memory_ = nullptr;
};

/// Every figure, and no name.
inline std::string figures(const simt::Counters& counters) {
  std::ostringstream text;
  for (const simt::BufferCounters& buffer : counters.buffers) {
    text << buffer.loads << ' ' << buffer.stores << ' ' << buffer.narrow_loads << ' ' << buffer.load_bytes
         << ' ' << buffer.store_bytes << ' ' << buffer.load_requests << ' ' << buffer.store_requests << ' '
         << buffer.load_sectors << ' ' << buffer.store_sectors << ' ' << buffer.atomics << '\n';
  }
  text << counters.shared_loads << ' ' << counters.shared_stores << ' ' << counters.shared_requests << ' '
       << counters.shared_wavefronts << ' ' << counters.shared_ideal_wavefronts << ' '
       << counters.shared_load_wavefronts << ' ' << counters.barriers << ' ' << counters.atomics << ' '
       << counters.block_executions << ' ' << counters.lane_executions << ' ' << counters.span << ' '
       << counters.span_accesses;
  return text.str();
}
