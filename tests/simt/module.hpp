// A shared object of kernels, loaded and attached for one test; and violations as exceptions.
#pragma once

#include <dlfcn.h>

#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#include <stdexcept>
#include <string>

#include "simt/core/lines.hpp"
#include "support/finding_fields.hpp"

/// With the lines that the object was compiled from.
inline std::string fields_of(const simt::Finding& found) {
  return mergelab::fields_of(found, [](const auto& site) { return simt::core::text_of(site); });
}

struct ViolationError : std::runtime_error {
  explicit ViolationError(const simt::Finding& found)
      : std::runtime_error(fields_of(found)), finding(found) {}
  simt::Finding finding;
};

class Module {
 public:
  explicit Module(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    simt::host::attach(handle_);
    simt::host::reset_launches();
    (void)cudaGetLastError();  // whatever another test has left
    simt::host::set_violation_handler([](const simt::Finding& found) { throw ViolationError(found); });
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module() { dlclose(handle_); }

  template <class Result = void, class... A>
  [[nodiscard]] auto function(const char* name) const {
    auto* const found = reinterpret_cast<Result (*)(A...)>(dlsym(handle_, name));
    if (found == nullptr) throw std::runtime_error(dlerror());
    return found;
  }
  template <class Result = void, class... A>
  Result call(const char* name, A... arguments) const {
    return function<Result, A...>(name)(arguments...);
  }

  /// The fields of the violation that a call ends with; "" when it ends without.
  template <class... A>
  std::string violation(const char* name, A... arguments) const {
    try {
      call<void>(name, arguments...);
    } catch (const ViolationError& error) {
      return error.what();
    }
    return "";
  }

 private:
  void* handle_;
};
