// Sorts flags by the stage that uses them: compilers warn of unused flags.
#include "options.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "files.hpp"

namespace simt::cxx {
namespace {

bool starts_with(const std::string& word, const char* prefix) { return word.rfind(prefix, 0) == 0; }

bool takes_value(const std::string& flag) {
  for (const char* name :
       {"-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-L", "-l", "-x"}) {
    if (flag == name) return true;
  }
  return false;
}

bool is_preprocessor_flag(const std::string& flag) {
  return starts_with(flag, "-I") || starts_with(flag, "-D") || starts_with(flag, "-U") ||
         starts_with(flag, "-isystem") || starts_with(flag, "-iquote") || starts_with(flag, "-idirafter") ||
         starts_with(flag, "-include");
}

bool is_linker_flag(const std::string& flag) {
  return starts_with(flag, "-L") || starts_with(flag, "-l") || starts_with(flag, "-Wl,");
}

}  // namespace

Options parse_options(const std::vector<std::string>& given) {
  Options options;
  const bool is_program = std::find(given.begin(), given.end(), "--program") != given.end();
  const std::vector<std::string> words = is_program ? without_nvcc_options(given) : given;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == words.size()) throw UsageError("'" + word + "' needs a value");
      return words[++i];
    };
    if (word == "-h" || word == "--help") {
      options.help = true;
    } else if (word == "-o") {
      options.output = value();
    } else if (word == "--compiler") {
      options.compiler = value();
    } else if (word == "--user-folder") {
      options.user_folders.push_back(value());
    } else if (word == "--policy") {
      options.policy = value();
    } else if (word == "--instrument") {
      options.instrument = true;
    } else if (word == "--program") {
      options.program = true;
    } else if (word == "--other-fill") {
      options.other_fill = true;
    } else if (word == "--object-of") {
      options.object_of = value();
    } else if (word == "--text") {
      options.texts.push_back(value());
    } else if (word == "-c" || word == "-S" || word == "-E") {
      throw UsageError("'" + word + "' is not possible: simt-cc makes shared objects");
    } else if (word.size() > 1 && word[0] == '-') {
      std::vector<std::string>& flags = is_preprocessor_flag(word) ? options.preprocessor_flags
                                        : is_linker_flag(word)     ? options.linker_flags
                                                                   : options.compiler_flags;
      flags.push_back(word);
      if (takes_value(word)) flags.push_back(value());
    } else if (options.input.empty()) {
      options.input = word;
    } else {
      options.more_inputs.push_back(word);
    }
  }
  if (options.help) return options;
  if (options.input.empty()) throw UsageError("no input file");
  if (!options.more_inputs.empty() && !options.program) {
    throw UsageError("two inputs, '" + options.input + "' and '" + options.more_inputs.front() +
                     "'; compile one file at a time, or a program with --program");
  }
  if (options.program && !options.policy.empty()) throw UsageError("'--program' takes no '--policy'");
  if (!options.object_of.empty() && options.policy.empty())
    throw UsageError("'--object-of' needs '--policy'");
  if (options.object_of.empty() && !options.texts.empty()) throw UsageError("'--text' needs '--object-of'");
  if (options.other_fill && !options.instrument) throw UsageError("'--other-fill' needs '--instrument'");
  const std::filesystem::path input = options.input;
  if (options.output.empty()) options.output = std::filesystem::path(input).replace_extension(".so").string();
  if (options.user_folders.empty()) {
    const std::string folder = input.parent_path().string();
    // A program's headers may lie anywhere.
    options.user_folders.push_back(options.program ? "/" : folder.empty() ? "." : folder);
  }
  if (options.compiler.empty()) {
    const char* preferred = std::getenv("CXX");
    options.compiler = preferred != nullptr && *preferred != '\0' ? preferred : "c++";
  }
  return options;
}

namespace {

bool is_in(const auto& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Without a value.
constexpr std::array<std::string_view, 21> kFlags{"-G",
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
constexpr std::array<Library, 7> kMissing{{{"-lcublas", "cuBLAS"},
                                           {"-lcufft", "cuFFT"},
                                           {"-lcurand", "cuRAND"},
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
