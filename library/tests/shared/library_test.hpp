// The fixture of all tests of the device library: they call LIBRARY_MODULE, which is compiled for the CPU
// engine, or for a GPU if MERGELAB_ON_GPU is defined.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "support/long_run.hpp"

#ifdef MERGELAB_ON_GPU
#include <cuda_runtime_api.h>
#else
#include <simt/engine.hpp>
#endif

/// A long run has more and longer cases instead of the engine's checks.
#ifdef MERGELAB_ON_GPU
inline constexpr bool kIsChecked = false;
#else
inline const bool kIsChecked = !mergelab::is_long_run();
#endif

class LibraryModule {
 public:
  explicit LibraryModule(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
#ifndef MERGELAB_ON_GPU
    simt::host::attach(handle_);
    simt::host::set_violation_handler([](const simt::Finding& found) {
      throw std::runtime_error(std::string(name(found.rule)) + ": " + simt::host::text_of(found));
    });
#endif
  }
  LibraryModule(const LibraryModule&) = delete;
  LibraryModule& operator=(const LibraryModule&) = delete;

  template <class Function>
  [[nodiscard]] Function function(const std::string& name) const {
    auto* found = reinterpret_cast<Function>(dlsym(handle_, name.c_str()));
    if (found == nullptr) throw std::runtime_error(dlerror());
    return found;
  }

 private:
  void* handle_;  // stays loaded: CUDA keeps what it registers
};

/// How a type is checked: by which of the module's functions, and what compares what it makes. "" says that
/// it is right.
template <class Request, class Case>
struct TypeOfKeys {
  const char* name;
  std::string (*check)(const std::function<int(const Request*)>& function, const Case& c);
};

#ifndef MERGELAB_ON_GPU
inline constexpr simt::Order kOtherOrders[] = {
    {simt::Order::Kind::Reverse}, {simt::Order::Kind::Random, 7}, {simt::Order::Kind::Random, 8}};
#endif

/// On the CPU engine a test starts with the default order of threads and no violation, and fails on
/// violations at its end. Without a GPU, a test for one is skipped.
class LibraryTest : public testing::Test {
 protected:
  /// Loaded when it is first needed.
  [[nodiscard]] const LibraryModule& module() const {
    static const LibraryModule loaded(LIBRARY_MODULE);
    return loaded;
  }

#ifdef MERGELAB_ON_GPU
  void SetUp() override {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU here";
  }
#else
  void SetUp() override {
    (void)module();
    simt::host::set_checking(kIsChecked);
    simt::host::clear_violations();
    simt::host::set_order({});
  }
  void TearDown() override {
    for (const simt::Finding& found : simt::host::violations())
      ADD_FAILURE() << name(found.rule) << ": " << simt::host::text_of(found);
  }
#endif

  /// Checks with every type in a long run and on a GPU, else with the next one at each call. Only for one
  /// Case in a program.
  template <class Request, class Case>
  void check_in_turn(const Case& c, std::initializer_list<TypeOfKeys<Request, Case>> types) const {
    using Function = int (*)(const Request*);
#ifdef MERGELAB_ON_GPU
    const bool is_each = true;
#else
    const bool is_each = mergelab::is_long_run();
#endif
    static std::size_t calls = 0;
    const std::size_t turn =
        (calls + calls / types.size()) % types.size();  // what alternates meets every type
    ++calls;
    std::size_t at = 0;
    const auto check = [&](const char* name, auto check_one) {
      if (!is_each && at++ != turn) return;
      ASSERT_EQ(check_one(module().function<Function>(name), c), "") << name << ": " << c;
    };
    for (const auto& type : types) check(type.name, type.check);
  }
};
