// The command line of simt-cc.
#pragma once

#include <filesystem>
#include <functional>
#include <simt/device_models.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace simt::cxx {

struct Options {
  std::string input;                      // the first
  std::vector<std::string> more_inputs;   // of a program
  std::vector<std::string> objects;       // and archives, which are only linked
  std::string output;                     // default: the input's name with .so
  std::string compiler;                   // --compiler, else CXX, else c++
  std::vector<std::string> user_folders;  // the user's files, which launch kernels and keep the policy;
                                          // default: the input's folder, or a program's "/"
  std::string policy;                     // the file with the rules for user files, or empty
  std::vector<std::string> preprocessor_flags;
  std::vector<std::string> thrust_folders;  // of a program, behind the engine's headers
  std::vector<std::string> compiler_flags;
  std::vector<std::string> linker_flags;
  bool instrument = false;
  bool program = false;  // a whole program, as nvcc compiles it
  const host::DeviceModel* device = &host::kDeviceModels[0];
  bool relocatable = false;   // the same with -rdc=true
  bool compile_only = false;  // an object of each of a program's inputs
  bool device_link = false;   // nvcc's step between compiling and linking, which has nothing to do
  bool executable = false;    // the output may be started: it runs itself by simt-run
  bool other_fill = false;
  std::string object_of;           // the source of another compiler's object, the input
  std::vector<std::string> texts;  // that compiler's input, preprocessed
  bool help = false, version = false;
};

/// What nvcc's several spellings of -rdc=true become.
inline constexpr const char* kRelocatable = "--relocatable-device-code";

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr const char* kUsage =
    "usage: simt-cc [-o OUT.so] [--compiler CXX] [--user-folder DIR]... [--policy FILE]\n"
    "               [--instrument [--other-fill]] [compiler flags] INPUT.cu\n"
    "       simt-cc --program [-c] [-o OUT] [--instrument] [compiler flags] INPUT...\n"
    "       simt-nvcc [nvcc's options] INPUT...\n"
    "Compiles CUDA source to a shared object that runs on the CPU engine.\n"
    "  -o OUT.so           the output (default: INPUT.so)\n"
    "  --compiler CXX      the C++ compiler (default: $CXX, then c++)\n"
    "  --user-folder DIR   files under DIR launch kernels (default: the input's folder); repeatable\n"
    "  --policy FILE       what files under DIR may contain; what it refuses ends with exit status 4\n"
    "  --object-of SOURCE  INPUT is another compiler's object of SOURCE: only check its symbols against the "
    "policy\n"
    "  --text FILE         with --object-of: preprocessed text of SOURCE, to check too; repeatable\n"
    "  --instrument        let the engine see every access, for its checks and counters (implies -O1 -g)\n"
    "  --program           any number of inputs, with the macros and headers that nvcc brings along;\n"
    "                      with -c, an object of each, which a later call links\n"
    "  --other-fill        with --instrument: local variables without a value hold another pattern, which "
    "is\n"
    "                      positive in an int, or 0 where clang compiles\n"
    "Flags of the compiler (-I -D -U -std -O -g -W -f -m -L -l ...) are passed on.\n"
    "simt-nvcc is simt-cc --program --instrument with an executable as output (default: a.out), which runs\n"
    "with checks. SIMT_RUN_FLAGS has other options of simt-run for it.\n";

/// Throws UsageError. `as_nvcc`: for simt-nvcc.
[[nodiscard]] Options parse_options(const std::vector<std::string>& words, bool as_nvcc = false);

/// Takes out of the flags those folders of -I and -isystem that `takes` accepts, and returns them.
[[nodiscard]] std::vector<std::string> take_folders(
    std::vector<std::string>& flags, const std::function<bool(const std::filesystem::path&)>& takes);

}  // namespace simt::cxx
