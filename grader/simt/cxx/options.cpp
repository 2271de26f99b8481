// Sorts flags by the stage that uses them: compilers warn of unused flags.
#include "options.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "nvcc_options.hpp"
#include "thrust.hpp"

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
  if (options.program) options.thrust_folders = take_thrust_folders(options.preprocessor_flags);
  if (options.compiler.empty()) {
    const char* preferred = std::getenv("CXX");
    options.compiler = preferred != nullptr && *preferred != '\0' ? preferred : "c++";
  }
  return options;
}

}  // namespace simt::cxx
