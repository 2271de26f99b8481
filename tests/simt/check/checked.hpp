// A test with a watched module, and its device arrays.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "../module.hpp"
#include "judge/wording.hpp"
#include "support/places.hpp"

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

  /// What a call leaves: "rule: text" of every violation, one per line; the one that ends the run comes last.
  template <class... A>
  std::string violations(const char* name, A... arguments) {
    return violations_in(module_, name, arguments...);
  }
  template <class... A>
  static std::string violations_in(const Module& module, const char* name, A... arguments) {
    simt::host::clear_violations();
    const std::string last = module.violation(name, arguments...);
    std::string all = listed(false) + (last.empty() ? "" : last + "\n");
    expect_known(all);
    return all;
  }
  /// The judge shows no sentence that it can't make itself: one that is missing there would reach no student.
  /// The worker passes on no sentence about errors of launches.
  static void expect_known(const std::string& violations) {
    static const mergelab::judge::Wording wording(sources());
    std::istringstream stream(violations);
    for (std::string line; std::getline(stream, line);) {
      if (line.starts_with("invalid-launch: ") || line.starts_with("unasked-error: ")) continue;
      const std::string text = line.substr(line.find(": ") + 2);
      const std::string shown = wording.reworded(text, "");
      // Lines of the compiler's headers are not told.
      const std::size_t same = std::min(shown.find("an unknown line"), text.size());
      EXPECT_EQ(shown.substr(0, same), text.substr(0, same)) << "is not in grader/judge/sentences.cpp";
    }
    for (const simt::Violation& violation : simt::host::violations()) {
      if (violation.rule == simt::Rule::invalid_launch || violation.rule == simt::Rule::unasked_error)
        continue;
      EXPECT_EQ(wording.reworded(violation.hint, ""), violation.hint);
    }
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
    for (const simt::Violation& violation : simt::host::violations()) {
      if (!hints && violation.rule == simt::Rule::unasked_error) continue;
      all += std::string(simt::name(violation.rule)) + ": " + violation.text + "\n";
    }
    return all;
  }

  Module module_;
  std::vector<void*> memory_;
};

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
