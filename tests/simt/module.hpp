// A shared object of kernels, loaded and attached for one test; and findings as exceptions.
#pragma once

#include <dlfcn.h>

#include <simt/engine.hpp>
#include <simt/runtime_api.hpp>
#include <stdexcept>
#include <string>

struct FindingError : std::runtime_error {
  explicit FindingError(const simt::Finding& finding)
      : std::runtime_error(finding.text), rule(finding.rule) {}
  std::string rule;
};

class Module {
 public:
  explicit Module(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    simt::host::attach(handle_);
    simt::host::reset_launches();
    (void)cudaGetLastError();  // whatever another test has left
    simt::host::set_finding_handler([](const simt::Finding& finding) { throw FindingError(finding); });
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module() { dlclose(handle_); }

  template <class Result = void, class... A>
  Result call(const char* name, A... arguments) const {
    auto* function = reinterpret_cast<Result (*)(A...)>(dlsym(handle_, name));
    if (function == nullptr) throw std::runtime_error(dlerror());
    return function(arguments...);
  }

  /// The finding that a call ends with, as "rule: text"; "" when it ends without.
  template <class... A>
  std::string finding(const char* name, A... arguments) const {
    try {
      call<void>(name, arguments...);
    } catch (const FindingError& error) {
      return error.rule + ": " + error.what();
    }
    return "";
  }

 private:
  void* handle_;
};
