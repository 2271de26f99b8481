// Compiles and runs whole programs as `mergelab cuda` does.
#pragma once

#include <gtest/gtest.h>

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

  mergelab::TemporaryFolder temporary_{"programs"};
  fs::path folder_ = temporary_.path();
};
using ProgramsSlow = Programs;

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace simt
