// The module that merges: on the CPU engine, or on a GPU where MERGELAB_ON_GPU is defined.
#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#ifndef MERGELAB_ON_GPU
#include <simt/engine.hpp>
#endif

class MergeModule {
 public:
  explicit MergeModule(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
#ifndef MERGELAB_ON_GPU
    simt::host::attach(handle_);
    simt::host::set_violation_handler([](const simt::Violation& violation) {
      throw std::runtime_error(std::string(simt::name(violation.rule)) + ": " + violation.text);
    });
#endif
  }
  MergeModule(const MergeModule&) = delete;
  MergeModule& operator=(const MergeModule&) = delete;

  template <class Function>
  [[nodiscard]] Function function(const std::string& name) const {
    auto* found = reinterpret_cast<Function>(dlsym(handle_, name.c_str()));
    if (found == nullptr) throw std::runtime_error(dlerror());
    return found;
  }

 private:
  void* handle_;  // stays loaded: CUDA keeps what it registers
};
