// The command line of simt-cc.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace simt::cxx {

struct Options {
  std::string input;
  std::string output;              // default: the input's name with .so
  std::string compiler;            // --compiler, else CXX, else c++
  std::vector<std::string> under;  // folders whose files may launch kernels; default: the input's
  std::string rules;               // a file of rules that files under these folders must keep, or empty
  std::vector<std::string> preprocessor_flags;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> linker_flags;
  bool instrument = false;
  std::string hold;  // the input is another compiler's object of this source, to be held against the rules
  bool help = false;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr const char* kUsage =
    "usage: simt-cc [-o OUT.so] [--compiler CXX] [--under DIR]... [--rules FILE] [--instrument]\n"
    "               [compiler flags] INPUT.cu\n"
    "Compiles CUDA source to a shared object that runs on the CPU engine.\n"
    "  -o OUT.so       the output (default: INPUT.so)\n"
    "  --compiler CXX  the C++ compiler (default: $CXX, then c++)\n"
    "  --under DIR     kernels are launched by files under DIR (default: the input's folder); repeatable\n"
    "  --rules FILE    refuse what these rules name in files under DIR, with exit status 4\n"
    "  --hold SOURCE   INPUT is another compiler's object of SOURCE: hold its symbols against the rules, no "
    "more\n"
    "  --instrument    let the engine see every access, for its checks and counters (implies -O1 -g)\n"
    "Flags of the compiler (-I -D -U -std -O -g -W -f -m -L -l ...) are passed on.\n";

/// Throws UsageError.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words);

}  // namespace simt::cxx
