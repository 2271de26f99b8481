// A test with a watched module, and its device arrays.
#pragma once

#include "../module.hpp"
#include "judge/findings.hpp"
#include "support/places.hpp"
#include "support/test.hpp"

class Checked : public testing::Test {
 protected:
  explicit Checked(const std::string& module) : module_(CHECK_DIR "/" + module + ".so") {}
  void SetUp() override {
    simt::host::set_checking(true);
    simt::host::set_library_folders({"include/mergelab"});
    simt::host::clear_violations();
  }
  void TearDown() override {
    for (void* memory : memory_) cudaFree(memory);
    simt::host::clear_violations();
    simt::host::clear_host_arguments();
    simt::host::set_step_limit(0);
    simt::host::set_outputs(0);
    simt::host::set_order({});
    simt::host::set_checking(false);
  }

  /// An array without values.
  template <class T = int>
  T* device(std::size_t count, const std::string& name, bool read_only = false) {
    void* memory = nullptr;
    if (simt::allocate(&memory, count * sizeof(T)) != cudaSuccess) throw std::runtime_error("no memory");
    memory_.push_back(memory);
    simt::host::name_allocation(memory, name, read_only);
    return static_cast<T*>(memory);
  }
  /// One of the numbers 0, 1, 2, ...
  int* numbers(std::size_t count, const std::string& name, bool read_only = false) {
    int* memory = device(count, name);
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i);
    cudaMemcpy(memory, values.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    simt::host::name_allocation(memory, name, read_only);
    return memory;
  }
  int* zeros(std::size_t count, const std::string& name) {
    int* memory = device(count, name);
    cudaMemset(memory, 0, count * sizeof(int));
    return memory;
  }

  static std::vector<int> values(const int* array, std::size_t count) {
    std::vector<int> result(count);
    cudaMemcpy(result.data(), array, count * sizeof(int), cudaMemcpyDeviceToHost);
    return result;
  }

  /// What a call leaves: the fields of every violation, one per line; the one that ends the run comes last.
  template <class... A>
  std::string violations(const char* name, A... arguments) {
    return violations_in(module_, name, arguments...);
  }
  template <class... A>
  static std::string violations_in(const Module& module, const char* name, A... arguments) {
    simt::host::clear_violations();
    std::string last;
    try {
      module.call<void>(name, arguments...);
    } catch (const ViolationError& error) {
      last = std::string(error.what()) + "\n";
      expect_kept(error.finding);
    }
    for (const simt::Finding& found : simt::host::violations()) expect_kept(found);
    return listed(false) + last;
  }
  /// The same of a call as the worker makes it.
  template <class... A>
  __attribute__((noinline)) std::string calling(const char* name, A... arguments) {
    simt::host::enter_object(__builtin_frame_address(0));
    std::string seen = violations(name, arguments...);
    simt::host::leave_object();
    return seen;
  }
  /// The judge takes nothing out of a finding of the engine's: what it takes out would reach no student.
  static void expect_kept(const simt::Finding& found) {
    // The worker passes on nothing about errors of launches.
    if (found.rule == simt::Rule::invalid_launch || found.rule == simt::Rule::unasked_error) return;
    static const mergelab::judge::StudentFiles files(sources());
    const std::string text = simt::host::text_of(found);
    const std::string shown = mergelab::judge::text_of(mergelab::judge::checked(found, files), files);
    // Lines of the compiler's headers are not told.
    const std::size_t same = std::min(shown.find(text_of(simt::finding::Site(), {})), text.size());
    EXPECT_EQ(shown.substr(0, same), text.substr(0, same)) << "the judge doesn't know a name in it";
  }
  static std::vector<std::filesystem::path> sources() {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {"/tests/simt", "/solutions", "/include"}) {
      for (const auto& entry :
           std::filesystem::recursive_directory_iterator(std::string(MERGELAB_SOURCE_DIR) + folder)) {
        // One of two files of that name: no kernel of the other breaks a rule.
        const bool is_other = entry.path().parent_path().filename() == "kernels" &&
                              entry.path().filename() == "atomics.cu" &&
                              entry.path().string().find("/check/") == std::string::npos;
        if (entry.is_regular_file() && !is_other) files.push_back(entry.path());
      }
    }
    return files;
  }
  static std::string listed(bool hints = true) {
    std::string all;
    for (const simt::Finding& found : simt::host::violations()) {
      if (!hints && found.rule == simt::Rule::unasked_error) continue;
      all += fields_of(found) + "\n";
    }
    return all;
  }

  Module module_;
  std::vector<void*> memory_;
};

template <std::size_t kSize>
struct ModuleName {
  constexpr ModuleName(const char (&name)[kSize]) { std::copy_n(name, kSize, text); }  // NOLINT: a literal
  char text[kSize] = {};
};
/// For `using Races = CheckedModule<"races">`.
template <ModuleName kName>
class CheckedModule : public Checked {
 protected:
  CheckedModule() : Checked(kName.text) {}
};

inline constexpr simt::Order kOrders[] = {{simt::Order::Kind::Forward},
                                          {simt::Order::Kind::Reverse},
                                          {simt::Order::Kind::Random, 5},
                                          {simt::Order::Kind::InStep}};

/// Whether the text contains all of these parts, in this order.
inline testing::AssertionResult holds(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    at = text.find(part, at);
    if (at == std::string::npos) return testing::AssertionFailure() << "no '" << part << "' in:\n" << text;
    at += part.size();
  }
  return testing::AssertionSuccess();
}

inline std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}
