// Compiles and runs whole programs as `mergelab cuda` does.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "simt/cxx/files.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace simt {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Programs : public testing::Test {
 protected:
  struct Ran {
    int code = 0;
    std::string text;  // stdout and stderr
  };

  void write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  Ran run(Words words) const {
    Words command{"sh", "-c", "cd \"$1\" && shift && exec \"$@\" >said 2>&1", "sh", folder_.string()};
    command.insert(command.end(), words.begin(), words.end());
    Ran ran;
    ran.code = simt::cxx::run(command);
    ran.text = mergelab::read_text(folder_ / "said");
    return ran;
  }
  Ran compile(Words words) const {
    words.insert(words.begin(),
                 {SIMT_CC, "--program", "--instrument", "--compiler", CXX_COMPILER, "-o", "program.so"});
    return run(words);
  }
  /// Of a program in one file.
  Ran result(const std::string& source, const Words& options = {}, const Words& arguments = {},
             const Words& flags = {}) const {
    write("main.cu", source);
    Words words_of_compiler(flags);
    words_of_compiler.emplace_back("main.cu");
    Ran compiled = compile(words_of_compiler);
    if (compiled.code != 0) return compiled;
    Words words{SIMT_RUN, "--check"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("./program.so");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(words);
  }

  mergelab::TemporaryFolder temporary_{"programs"};
  fs::path folder_ = temporary_.path();
};
using ProgramsSlow = Programs;

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace simt
