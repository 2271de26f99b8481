#include "nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/did_you_mean.hpp"
#include "files.hpp"
#include "options.hpp"

namespace simt::cxx {
namespace {

bool is_in(const auto& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Without a value.
constexpr std::array<std::string_view, 28> kFlags{"-G",
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
                                                  "-forward-unknown-to-host-compiler",
                                                  "--forward-unknown-to-host-compiler",
                                                  "-Wno-deprecated-gpu-targets",
                                                  "-allow-unsupported-compiler",
                                                  "--allow-unsupported-compiler",
                                                  "-res-usage",
                                                  "--resource-usage",
                                                  "-lcudart",
                                                  "-lcudart_static",
                                                  "-lcudadevrt",
                                                  "-lcuda",
                                                  "-lcurand",
                                                  "-lcurand_static",
                                                  "-lcublas",
                                                  "-lcublas_static",
                                                  "-restrict"};
/// With one, as the next word or behind =.
constexpr std::array<std::string_view, 26> kWithValue{"-Werror",
                                                      "--Werror",
                                                      "-Xfatbin",
                                                      "--fatbin-options",
                                                      "-arch",
                                                      "--gpu-architecture",
                                                      "-code",
                                                      "--gpu-code",
                                                      "-gencode",
                                                      "--generate-code",
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
                                                      "--compiler-bindir",
                                                      "-diag-suppress",
                                                      "--diag-suppress",
                                                      "-t",
                                                      "--threads",
                                                      "--default-stream"};

struct Named {
  std::string_view flag, name;
};
constexpr std::array<Named, 6> kMissing{{{"-lcublasLt", "cuBLASLt"},
                                         {"-lcufft", "cuFFT"},
                                         {"-lcusparse", "cuSPARSE"},
                                         {"-lcusolver", "cuSOLVER"},
                                         {"-lcudnn", "cuDNN"},
                                         {"-lnccl", "NCCL"}}};

/// nvcc's long names of what the host's compiler knows.
constexpr std::array<Named, 11> kNames{{{"--output-file", "-o"},
                                        {"--compile", "-c"},
                                        {"--include-path", "-I"},
                                        {"--define-macro", "-D"},
                                        {"--undefine-macro", "-U"},
                                        {"--pre-include", "-include"},
                                        {"--library", "-l"},
                                        {"--library-path", "-L"},
                                        {"--debug", "-g"},
                                        {"--device-link", "-dlink"},
                                        {"-isystem", "-isystem"}}};
/// What nvcc makes, and simt-cc does not.
constexpr std::array<std::string_view, 13> kOutputs{
    "-odir", "--output-directory", "-ptx", "--ptx", "-cubin", "--cubin", "-fatbin", "--fatbin", "-lib",
    "--lib", "--shared",           "-run", "--run"};

/// "a,b" as two words, each after `before`.
void add_parts(std::string_view list, const std::string& before, std::vector<std::string>& words) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end > at) words.push_back(before + std::string(list.substr(at, end - at)));
    at = end + 1;
  }
}

/// Separated by blanks outside quotes, which may begin within a word: -I"/a b".
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool in_word = false, in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_quotes && std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      in_word = false;
      continue;
    }
    if (!std::exchange(in_word, true)) words.emplace_back();
    if (text[i] == '"')
      in_quotes = !in_quotes;
    else
      words.back() += text[i] == '\\' && i + 1 < text.size() ? text[++i] : text[i];
  }
  return words;
}

/// With the words of --options-file, and of @FILE, by which CMake hands on many objects.
std::vector<std::string> with_options_of_files(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_option = (words[i] == "--options-file" || words[i] == "-optf") && i + 1 < words.size();
    if (!is_option && !words[i].starts_with('@')) {
      all.push_back(words[i]);
      continue;
    }
    const std::vector<std::string> more = words_of(read_file(is_option ? words[++i] : words[i].substr(1)));
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// The engine's headers need C++20.
bool is_older_standard(std::string_view word) {
  for (const std::string_view begin : {"-std=c++", "-std=gnu++", "--std=c++", "--std=gnu++"}) {
    if (word.starts_with(begin)) return word.substr(begin.size()) < "20" || word.ends_with("98");
  }
  return false;
}

/// An option of nvcc's that the word, which is none, may mean; the host's compiler has few with two dashes.
std::string meant_option(std::string_view name) {
  const bool is_long = name.starts_with("--") && !name.starts_with("--param") && !name.starts_with("--sys");
  const bool is_of_compiler =
      name.size() < 8 || std::string_view("DIULWOflm").find(name[1]) != std::string_view::npos;
  if (!is_long && is_of_compiler) return "";
  std::vector<std::string> known{"--relocatable-device-code",
                                 "--device-c",
                                 "--compiler-options",
                                 "--linker-options",
                                 "--optimize",
                                 "--options-file",
                                 "--std",
                                 "--version",
                                 "--help"};
  for (const auto& list : {std::vector<std::string_view>(kFlags.begin(), kFlags.end()),
                           std::vector<std::string_view>(kWithValue.begin(), kWithValue.end())})
    known.insert(known.end(), list.begin(), list.end());
  for (const Named& each : kNames) known.emplace_back(each.flag);
  const bool has_two_dashes = name.starts_with("--");
  std::erase_if(known, [&](const std::string& each) { return each.starts_with("--") != has_two_dashes; });
  return mergelab::base::nearest(name, known);
}

/// simt-cc's own, which `mergelab cuda` gives it, and those that both have.
constexpr std::array<std::string_view, 9> kOwnOptions{"--device",   "--program",     "--instrument",
                                                      "--compiler", "--user-folder", "--other-fill",
                                                      "--policy",   "--version",     "--help"};

}  // namespace

std::vector<std::string> without_nvcc_options(const std::vector<std::string>& given) {
  const std::vector<std::string> words = with_options_of_files(given);
  std::vector<std::string> left;
  const bool is_device_link = is_in(words, "-dlink") || is_in(words, "--device-link");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    const auto value = [&] {
      if (equals < word.size()) return word.substr(equals + 1);
      if (i + 1 == words.size()) throw UsageError("'" + words[i] + "' needs a value");
      return std::string_view(words[++i]);
    };
    for (const Named& library : kMissing) {
      if (word == library.flag) throw Error("the CPU engine has no " + std::string(library.name));
    }
    if (is_in(kFlags, word) || is_older_standard(word)) continue;
    if (word == "-shared" && is_device_link) continue;
    if (is_in(kOutputs, word) || word == "-shared")
      throw UsageError("'" + words[i] + "' is not possible: simt-nvcc makes objects and executables");
    const auto known =
        std::find_if(kNames.begin(), kNames.end(), [&](const Named& l) { return l.flag == name; });
    if (known != kNames.end()) {
      left.emplace_back(known->name);
      if (equals < word.size()) left.emplace_back(word.substr(equals + 1));
      continue;
    }
    if (name == "--optimize" || word == "-O") {
      left.push_back("-O" + std::string(value()));
    } else if (name == "-rdc" || name == "--relocatable-device-code") {
      if (value() == "true") left.emplace_back(kRelocatable);
    } else if (word == "-dc" || word == "--device-c") {
      left.insert(left.end(), {std::string(kRelocatable), "-c"});
    } else if (word == "-std" || word == "--std") {
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
      const bool is_option =
          word.size() > 1 && word[0] == '-' && !is_in(kOwnOptions, word) && name != "--std";
      if (const std::string meant = is_option ? meant_option(name) : ""; !meant.empty())
        throw UsageError("there is no option '" + std::string(name) + "'; did you mean '" + meant + "'?");
      left.emplace_back(word);
    }
  }
  return left;
}

}  // namespace simt::cxx
