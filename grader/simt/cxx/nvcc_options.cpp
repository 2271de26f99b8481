#include "nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "files.hpp"
#include "options.hpp"

namespace simt::cxx {
namespace {

bool is_in(const auto& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Without a value.
constexpr std::array<std::string_view, 23> kFlags{"-G",
                                                  "--device-debug",
                                                  "-lineinfo",
                                                  "--generate-line-info",
                                                  "--expt-relaxed-constexpr",
                                                  "-expt-relaxed-constexpr",
                                                  "--extended-lambda",
                                                  "-extended-lambda",
                                                  "--expt-extended-lambda",
                                                  "-expt-extended-lambda",
                                                  "-use_fast_math",
                                                  "--use_fast_math",
                                                  "-dc",
                                                  "--device-c",
                                                  "-res-usage",
                                                  "--resource-usage",
                                                  "-lcudart",
                                                  "-lcudart_static",
                                                  "-lcudadevrt",
                                                  "-lcuda",
                                                  "-lcurand",
                                                  "-lcurand_static",
                                                  "-restrict"};
/// With one, as the next word or behind =.
constexpr std::array<std::string_view, 21> kWithValue{"-arch",
                                                      "--gpu-architecture",
                                                      "-code",
                                                      "--gpu-code",
                                                      "-gencode",
                                                      "--generate-code",
                                                      "-rdc",
                                                      "--relocatable-device-code",
                                                      "-maxrregcount",
                                                      "--maxrregcount",
                                                      "-Xptxas",
                                                      "--ptxas-options",
                                                      "-Xcudafe",
                                                      "--cudafe-options",
                                                      "-Xnvlink",
                                                      "-cudart",
                                                      "--cudart",
                                                      "-ccbin",
                                                      "-t",
                                                      "--threads",
                                                      "--default-stream"};

struct Library {
  std::string_view flag, name;
};
constexpr std::array<Library, 6> kMissing{{{"-lcublas", "cuBLAS"},
                                           {"-lcufft", "cuFFT"},
                                           {"-lcusparse", "cuSPARSE"},
                                           {"-lcusolver", "cuSOLVER"},
                                           {"-lcudnn", "cuDNN"},
                                           {"-lnccl", "NCCL"}}};

/// "a,b" as two words, each after `before`.
void add_parts(std::string_view list, const std::string& before, std::vector<std::string>& words) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end > at) words.push_back(before + std::string(list.substr(at, end - at)));
    at = end + 1;
  }
}

/// The engine's headers need C++20.
bool is_older_standard(std::string_view word) {
  for (const std::string_view begin : {"-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++"}) {
    if (word.starts_with(begin)) return word.substr(begin.size()) < "20" || word.ends_with("98");
  }
  return false;
}

}  // namespace

std::vector<std::string> without_nvcc_options(const std::vector<std::string>& words) {
  std::vector<std::string> left;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    const auto value = [&] {
      if (equals < word.size()) return word.substr(equals + 1);
      if (i + 1 == words.size()) throw UsageError("'" + words[i] + "' needs a value");
      return std::string_view(words[++i]);
    };
    for (const Library& library : kMissing) {
      if (word == library.flag) throw Error("the CPU engine has no " + std::string(library.name));
    }
    if (is_in(kFlags, word) || is_older_standard(word)) continue;
    if (word == "-std" || word == "--std") {
      const std::string standard = "-std=" + std::string(value());
      if (!is_older_standard(standard)) left.push_back(standard);
    } else if (name == "-Xcompiler" || name == "--compiler-options") {
      add_parts(value(), "", left);
    } else if (name == "-Xlinker" || name == "--linker-options") {
      add_parts(value(), "-Wl,", left);
    } else if (word == "-x") {
      static_cast<void>(value());
    } else if (is_in(kWithValue, name)) {
      static_cast<void>(value());
    } else {
      left.emplace_back(word);
    }
  }
  return left;
}

}  // namespace simt::cxx
