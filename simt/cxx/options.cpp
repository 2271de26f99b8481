// Sorts flags by the stage that uses them: compilers warn of unused flags.
#include "options.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "nvcc_options.hpp"
#include "thrust.hpp"

namespace simt::cxx {
namespace {

bool starts_with(const std::string& word, const char* prefix) { return word.rfind(prefix, 0) == 0; }

bool takes_value(const std::string& flag) {
  for (const char* name : {"-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-L", "-l",
                           "-x", "-MF", "-MT", "-MQ"}) {
    if (flag == name) return true;
  }
  return false;
}

bool is_preprocessor_flag(const std::string& flag) {
  return starts_with(flag, "-I") || starts_with(flag, "-D") || starts_with(flag, "-U") ||
         starts_with(flag, "-isystem") || starts_with(flag, "-iquote") || starts_with(flag, "-idirafter") ||
         starts_with(flag, "-include") || starts_with(flag, "-M");
}

bool is_linker_flag(const std::string& flag) {
  return starts_with(flag, "-L") || starts_with(flag, "-l") || starts_with(flag, "-Wl,");
}

bool is_object(const std::string& word) {
  const std::string ending = std::filesystem::path(word).extension().string();
  return ending == ".o" || ending == ".obj" || ending == ".a" || ending == ".so";
}

/// A list of dependencies says what make builds, and is written beside it.
void name_dependencies(Options& options) {
  std::vector<std::string>& flags = options.preprocessor_flags;
  const auto has = [&](const char* flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
  };
  if (!has("-MD") && !has("-MMD")) return;
  const std::filesystem::path output = options.output;
  if (!has("-MF")) flags.insert(flags.end(), {"-MF", std::filesystem::path(output).replace_extension(".d")});
  if (!has("-MT") && !has("-MQ")) flags.insert(flags.end(), {"-MT", output.string()});
}

}  // namespace

std::vector<std::string> take_folders(std::vector<std::string>& flags,
                                      const std::function<bool(const std::filesystem::path&)>& takes) {
  std::vector<std::string> folders, left;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool is_apart = (flags[i] == "-I" || flags[i] == "-isystem") && i + 1 < flags.size();
    const bool is_joined = !is_apart && flags[i].starts_with("-I");
    const std::string folder = is_apart ? flags[i + 1] : is_joined ? flags[i].substr(2) : "";
    if (!folder.empty() && takes(folder)) {
      folders.push_back(folder);
    } else {
      left.push_back(flags[i]);
      if (is_apart) left.push_back(folder);
    }
    if (is_apart) ++i;
  }
  flags = std::move(left);
  return folders;
}

Options parse_options(const std::vector<std::string>& given, bool as_nvcc) {
  Options options;
  options.program = options.instrument = options.executable = as_nvcc;
  const bool is_program = as_nvcc || std::find(given.begin(), given.end(), "--program") != given.end();
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
    } else if (is_program && word == kRelocatable) {
      options.relocatable = true;
    } else if (word == "--device" && is_program) {
      if (as_nvcc) throw UsageError("'--device' is for the run: SIMT_RUN_FLAGS='--device t4' ./a.out");
      options.device = host::find_device_model(value());
      if (options.device == nullptr)
        throw std::runtime_error("the device is " + std::string(host::kDeviceModelNames) + ", not '" +
                                 words[i] + "'");
    } else if (word == "--other-fill") {
      options.other_fill = true;
    } else if (word == "--object-of") {
      options.object_of = value();
    } else if (word == "--text") {
      options.texts.push_back(value());
    } else if (as_nvcc && (word == "--version" || word == "-V")) {
      options.version = true;
    } else if (word == "-dlink" && as_nvcc) {
      options.device_link = true;
    } else if (word == "-c" && is_program) {
      options.compile_only = true;
    } else if (word == "-c" || word == "-S" || word == "-E" || word == "-M" || word == "-MM") {
      throw UsageError("'" + word + "' is not possible: simt-cc makes objects to run");
    } else if (word.size() > 1 && word[0] == '-') {
      std::vector<std::string>& flags = is_preprocessor_flag(word) ? options.preprocessor_flags
                                        : is_linker_flag(word)     ? options.linker_flags
                                                                   : options.compiler_flags;
      flags.push_back(word);
      if (takes_value(word)) flags.push_back(value());
    } else if (is_program && is_object(word)) {
      options.objects.push_back(word);
    } else if (options.input.empty()) {
      options.input = word;
    } else {
      options.more_inputs.push_back(word);
    }
  }
  if (options.help || options.version) return options;
  if (options.input.empty() && (options.objects.empty() || options.compile_only))
    throw UsageError("no input file");
  if (options.compile_only && !options.more_inputs.empty() && !options.output.empty())
    throw UsageError("'-o' with '-c' takes one input, not also '" + options.more_inputs.front() + "'");
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
  if (options.output.empty() && options.compile_only)
    options.output = input.stem().string() + ".o";
  else if (options.output.empty())
    options.output = as_nvcc ? "a.out" : std::filesystem::path(input).replace_extension(".so").string();
  if (options.compile_only) name_dependencies(options);
  if (options.user_folders.empty()) {
    const std::string folder = input.parent_path().string();
    // A program's headers may lie anywhere.
    options.user_folders.push_back(options.program ? "/" : folder.empty() ? "." : folder);
  }
  if (options.program) {
    options.thrust_folders = take_thrust_folders(options.preprocessor_flags);
    // The engine's headers stand in for those of a CUDA toolkit, which would come first.
    static_cast<void>(take_folders(options.preprocessor_flags, [](const std::filesystem::path& folder) {
      std::error_code unreadable;
      return std::filesystem::exists(folder / "cuda_runtime_api.h", unreadable);
    }));
  }
  if (options.compiler.empty()) {
    const char* preferred = std::getenv("CXX");
    options.compiler = preferred != nullptr && *preferred != '\0' ? preferred : "c++";
  }
  return options;
}

}  // namespace simt::cxx
