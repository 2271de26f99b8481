// simt-cc: a compiler driver that turns CUDA source into a shared object for the CPU engine. It preprocesses,
// rewrites launches, compiles, allocates dynamic shared arrays, and links.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <list>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "assembly_code.hpp"
#include "base/library_functions.hpp"
#include "executable.hpp"
#include "files.hpp"
#include "flags.hpp"
#include "functions.hpp"
#include "guarded_frames.hpp"
#include "lexing.hpp"
#include "named_parts.hpp"
#include "object_policy.hpp"
#include "options.hpp"
#include "policy.hpp"
#include "ptx.hpp"
#include "raw_policy.hpp"
#include "rewriter.hpp"
#include "shared_memory.hpp"
#include "simt/elf/object_file.hpp"
#include "source_policy.hpp"
#include "spaces.hpp"
#include "thrust.hpp"
#include "tokens.hpp"
#include "two_passes.hpp"
#include "unseen_accesses.hpp"
#include "user_files.hpp"

namespace simt::cxx {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

// Exit statuses. A compiler's exit with one of these, as when g++ crashes, is reported as 1.
constexpr int kOwnError = 2;  // not from the compiler
constexpr int kRefused = 4;   // by the policy

const Arguments kCode = {"-std=c++20", "-fPIC", "-ffunction-sections"};

/// The places of the engine's headers and library: relative to an installed simt-cc, or in the build.
struct Engine {
  std::string include, library_folder, library, runner;
};

Engine find_engine() {
  const fs::path root = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  Engine engine;
  engine.include = SIMT_INCLUDE_DIR;
  for (const char* const folder : {SIMT_INSTALLED_INCLUDE_DIRS}) {
    const fs::path installed = (root / folder).lexically_normal();
    if (fs::exists(installed / "cuda_runtime.h")) engine.include = installed.string();
  }
  engine.library_folder = (root / "lib").string();
  engine.library = (root / "lib/libsimt.so").string();
  engine.runner = (root / "bin/simt-run").string();
  if (!fs::exists(engine.include + "/cuda_runtime.h")) {
    throw Error("the engine's headers are not in '" + engine.include + "'; build the project again");
  }
  if (!fs::exists(engine.library)) throw Error("'" + engine.library + "' is missing; build the target simt");
  return engine;
}

void append(Arguments& words, const Arguments& more) { words.insert(words.end(), more.begin(), more.end()); }

/// Runs the compiler; its messages go directly to the user, or to the file `messages`. Exits with its status
/// on failure.
struct CompilerFailed {
  int status;
};
void compile(const Options& options, Arguments words, const std::string& messages = "") {
  words.insert(words.begin(), options.compiler);
  try {
    if (const int status = run(words, messages); status != 0) throw CompilerFailed{status};
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory) {
      throw Error("no C++ compiler '" + options.compiler + "' found; install g++ or set CXX");
    }
    throw Error("cannot run the C++ compiler '" + options.compiler + "': " + error.code().message());
  }
}

/// Exits with kRefused.
struct Refused {};

std::string in_words(const std::vector<Refusal>& refusals) {
  constexpr std::size_t kMost = 20;
  std::string words;
  for (std::size_t i = 0; i < std::min(refusals.size(), kMost); ++i) {
    const Refusal& refusal = refusals[i];
    words += refusal.line > 0 ? refusal.file + ":" + std::to_string(refusal.line) + ": "
                              : "simt-cc: error: '" + refusal.file + "': ";
    words += refusal.text + "\n";
  }
  if (refusals.size() > kMost) words += "... and " + std::to_string(refusals.size() - kMost) + " more\n";
  return words;
}

void print(const std::string& words) { std::fwrite(words.data(), 1, words.size(), stderr); }

/// Prints the refusals, and exits if there are any.
void refuse(const std::vector<Refusal>& refusals) {
  print(in_words(refusals));
  if (!refusals.empty()) throw Refused{};
}

/// The same for errors that count as the compiler's.
void report(const std::vector<Refusal>& errors) {
  print(in_words(errors));
  if (!errors.empty()) throw CompilerFailed{1};
}

DeviceLaunches device_launches(const Options& options) {
  if (!options.program) return DeviceLaunches::never;
  return options.relocatable ? DeviceLaunches::allowed : DeviceLaunches::need_rdc;
}

/// What nvcc refuses and a C++ compiler doesn't. A compiler that understands the code shows the calls at -O0;
/// what it doesn't understand is reported by the main compilation.
std::vector<Refusal> cuda_refusals(const Options& options, const std::string& preprocessed,
                                   const IsFile& is_user_file) {
  const SourceText text = read_source_text(preprocessed, is_user_file);
  Functions functions = find_functions(text, device_launches(options));
  const Temporary source(options.output, ".calls.ii"), assembly(options.output, ".calls.s");
  write_file(source.path(), rewrite_launches(mark_functions(preprocessed, functions, text), is_user_file));
  Arguments words{options.compiler};
  append(words, kCode);
  append(words, code_flags(preprocessed));
  append(words, options.compiler_flags);
  append(words, {"-O0", "-g1", "-w", "-fno-builtin", "-x", "c++-cpp-output", "-S", source.path(), "-o",
                 assembly.path()});
  std::vector<Refusal> refusals = std::move(functions.refusals);
  if (run(words, "/dev/null") == 0) {
    std::vector<Refusal> calls = space_refusals(functions, text, read_assembly(read_file(assembly.path())),
                                                is_user_file, device_launches(options));
    std::move(calls.begin(), calls.end(), std::back_inserter(refusals));
  }
  return refusals;
}

/// The messages of a failed compilation. If they are about the engine's templates, a launch is the likely
/// reason: then nvcc's errors of kernels and launches, or else the messages about plain calls, which name the
/// argument.
std::string explained(const Options& options, const Engine& engine, const std::string& preprocessed,
                      const IsFile& is_user_file, std::string messages) {
  if (messages.find(engine.include) == std::string::npos) return messages;
  const std::vector<Refusal> refusals =
      find_functions(read_source_text(preprocessed, is_user_file), device_launches(options)).refusals;
  if (!refusals.empty()) return in_words(refusals);
  const Temporary source(options.output, ".calls.ii"), told(options.output, ".calls.txt");
  write_file(source.path(), launches_as_calls(preprocessed, is_user_file));
  Arguments words{options.compiler};
  append(words, kCode);
  append(words, options.compiler_flags);
  append(words, {"-w", "-fsyntax-only", "-x", "c++-cpp-output", source.path()});
  return run(words, told.path()) == 0 ? messages : read_file(told.path());
}

/// A compiler's errors that headers of the C++ library may fix: nvcc brings some along.
struct SourceErrors {
  std::string messages;
};

/// Compiles the rewritten source.
void translate(const Options& options, const Engine& engine, const Arguments& words,
               const std::string& preprocessed, const IsFile& is_user_file) {
  const Temporary messages(options.output, ".txt");
  try {
    compile(options, words, messages.path());
  } catch (const CompilerFailed& failed) {
    const std::string text = read_file(messages.path());
    if (failed.status == 1) throw SourceErrors{explained(options, engine, preprocessed, is_user_file, text)};
    print(text);
    throw;
  }
  print(read_file(messages.path()));
}

/// Its device system comes before all other headers of Thrust.
constexpr const char* kThrustSystem = "simt/thrust.hpp";

/// Preprocesses to `output`, and returns its text.
std::string preprocess(const Options& options, const Engine& engine, const UserFiles& user_files,
                       const Policy& policy, const std::string& libraries, const std::string& output,
                       bool thrust = false) {
  Arguments words(kCode);
  append(words, options.compiler_flags);
  append(words, options.preprocessor_flags);
  // Without C's inline functions: inlined functions leave no symbol.
  if (!policy.empty()) append(words, {"-DSIMT_POLICY", "-D__NO_INLINE__"});
  // Ubuntu's compilers put functions with other names in the place of memcpy and its kin.
  append(words, {"-DSIMT_CC", "-U_FORTIFY_SOURCE"});
  if (options.instrument) words.emplace_back("-DSIMT_INSTRUMENTED");
  // A program may ask for its compiler. Labs are graded with the same macros by all compilers.
  if (options.program) words.emplace_back("-DSIMT_PROGRAM");
  append(words, {"-isystem", engine.include});
  for (const std::string& folder : options.thrust_folders) append(words, {"-isystem", folder});
  // nvcc gives other files than .cu to the host's compiler as they are.
  const bool is_host_file = options.program && fs::path(options.input).extension() != ".cu";
  append(words, is_host_file ? Arguments{"-DSIMT_HOST_FILE"} : Arguments{"-include", "cuda_runtime.h"});
  if (!libraries.empty()) append(words, {"-include", libraries});
  if (thrust) append(words, {"-include", kThrustSystem});
  append(words, {"-x", "c++", "-E"});
  append(words, {options.input, "-o", output});
  try {
    compile(options, words);
  } catch (const CompilerFailed&) {
    std::vector<std::string> flags = options.preprocessor_flags;
    const std::vector<std::string> given = take_folders(flags, [](const fs::path&) { return true; });
    std::vector<fs::path> folders(given.begin(), given.end());
    folders.emplace_back(engine.include);
    if (!policy.empty()) refuse(unresolved_includes(user_files, policy, folders, engine.include));
    if (const std::string missing = missing_thrust(options); !missing.empty()) throw Error(missing);
    throw;
  }
  std::string text = read_file(output);
  if (options.program && !thrust && text.find(kThrustSystem) != std::string::npos)
    return preprocess(options, engine, user_files, policy, libraries, output, true);
  return as_nvcc_reads(std::move(text), options.program);
}

/// Checks the library functions that `preprocessed` uses: without optimisation, and without the attribute
/// always_inline, since inlined functions leave no trace.
void check_uses(const Options& options, std::string preprocessed, const SourceText& text,
                const Policy& policy) {
  constexpr std::string_view kAttribute = "always_inline", kInstead = "unused";
  for (std::size_t at = 0; (at = preprocessed.find(kAttribute, at)) != std::string::npos;) {
    preprocessed.replace(at, kAttribute.size(), kInstead);
  }
  const Temporary source(options.output, ".uses.ii"), object(options.output, ".uses.o");
  write_file(source.path(), preprocessed);
  Arguments words(kCode);
  append(words, {"-O0", "-w", "-x", "c++-cpp-output", "-c", source.path(), "-o", object.path()});
  compile(options, words);
  refuse(use_refusals(elf::read_object(read_file(object.path())), text, policy, options.input));
}

/// Another compiler's object and its inputs.
void check(const Options& options) {
  const Engine engine = find_engine();
  const Policy policy(read_file(options.policy));
  const UserFiles user_files(options.user_folders, engine.include);
  const auto is_user_file = [&](std::string_view name) { return user_files.hold(name); };
  std::vector<Refusal> refusals;
  for (const std::string& file : options.texts) {
    const std::string preprocessed = as_nvcc_reads(read_file(file));
    SourceText text = read_source_text(preprocessed, is_user_file);
    take_engines_headers(text, policy, engine.include);
    for (Refusal& refusal : source_refusals(text, policy, engine.include)) {
      if (std::find(refusals.begin(), refusals.end(), refusal) == refusals.end())
        refusals.push_back(std::move(refusal));
    }
  }
  refuse(refusals);
  refuse(
      object_refusals(elf::read_object(read_file(options.input)), SourceText(), policy, options.object_of));
}

/// Which g++'s linker prints if it makes an executable of the object, before all that is undefined: the code
/// that starts an executable needs this function.
constexpr std::string_view kLinkNote =
    "\n__attribute__((section(\".gnu.warning.__libc_start_main\"), used)) static const char simt_link_note[] "
    "= "
    "\"objects of simt-nvcc are for the CPU engine: link them with simt-nvcc\";\n";

/// Makes an object of an instrumented file's assembly, in which all of its accesses are visible: each has a
/// call before it then.
void assemble(const Options& options, const std::string& preprocessed, bool may_hold_vectors,
              const std::string& assembly, const std::string& object) {
  std::string text = read_file(assembly);
  if (options.other_fill) text = with_other_fill(std::move(text), preprocessed);
#if defined(__x86_64__)
  const AssemblyCode code = read_code(text);
  UnseenAccesses unseen = find_unseen_accesses(code, may_hold_vectors);
  report(unseen.refusals);
  GuardedFrames guarded = guard_frames(code);
  if (!options.program) report(guarded.refusals);
  // Functions that touch are one range to libbacktrace, which then finds no line in it behind a function that
  // another file has, too, such as a template's.
  for (const std::size_t place : code.behind) guarded.code.push_back({place, "\t.skip\t2, 0x90\n"});
  std::move(unseen.calls.begin(), unseen.calls.end(), std::back_inserter(guarded.code));
  text = count_steps_in_place(with_insertions(text, std::move(guarded.code)));
#endif
  write_file(assembly, text);
  compile(options, {"-Wa,--no-warn", "-x", "assembler", "-c", assembly, "-o", object});
}

/// A GPU has 64 KiB of constant memory.
void check_constant_memory(const elf::ObjectFile& object) {
  constexpr std::size_t kMost = 65'536;
  std::size_t bytes = 0;
  for (const elf::ObjectSymbol& symbol : object.symbols) bytes += symbol.constant ? symbol.bytes : 0;
  if (bytes <= kMost) return;
  throw Error("the __constant__ variables have " + std::to_string(bytes) + " bytes; a GPU has " +
              std::to_string(kMost) + " for them");
}

/// A file of the program on its way to an object.
class Translated {
 public:
  Translated(const Options& options, const Engine& engine, const Policy& policy)
      : options_(options),
        policy_(policy),
        user_files_(options.user_folders, engine.include, options.thrust_folders),
        object_(options.output, ".o") {
    if (!fs::is_regular_file(options.input)) throw Error("cannot read '" + options.input + "': no such file");
    if (!policy.empty()) refuse(raw_refusals(user_files_, policy));
    try {
      compile_with(engine, {});
    } catch (const SourceErrors& errors) {
      compile_as_nvcc(engine, errors);
    }
  }
  Translated(const Translated&) = delete;
  Translated& operator=(const Translated&) = delete;
  ~Translated() = default;

  [[nodiscard]] const std::string& object() const { return object_.path(); }
  [[nodiscard]] const elf::ObjectFile& compiled() const { return compiled_; }

  /// After linking, so the linker reports undefined functions.
  void check() const {
    if (uses_libraries_) check_uses(options_, rewritten_, text_, policy_);
    refuse(object_refusals(compiled_, text_, policy_, options_.input));
    if (!options_.instrument || options_.program)
      report(cuda_refusals(options_, preprocessed_, is_user_file()));
    if (shared_variables(compiled_).initialised) {
      throw Error("'" + options_.input +
                  "' gives a __shared__ variable an initial value; CUDA has none, so let a "
                  "thread assign it in the kernel");
    }
  }

 private:
  [[nodiscard]] IsFile is_user_file() const {
    return [this](std::string_view name) { return user_files_.hold(name); };
  }

  /// With what nvcc's cuda_runtime.h includes. Few files use it without including it, and for all others the
  /// compilation would take twice as long.
  void compile_as_nvcc(const Engine& engine, const SourceErrors& without) {
    if (!options_.program) {
      try {
        return compile_with(engine, {"cmath", "cstdlib", "cstring", "limits.h", "new", "time.h", "utility"});
      } catch (const SourceErrors&) {  // as many messages, and longer ones
      }
    }
    print(without.messages);
    throw CompilerFailed{1};
  }

  /// `headers` of the C++ library come before the source, and before those that it includes.
  void compile_with(const Engine& engine, std::set<std::string> headers) {
    const Options& options = options_;
    const Policy& policy = policy_;
    const Temporary source(options.output, ".ii"), libraries(options.output, ".hpp");
    const std::string includes =
        policy.empty() && headers.empty()
            ? ""
            : library_includes(user_files_, policy, engine.include, std::move(headers));
    if (!includes.empty()) write_file(libraries.path(), includes);
    preprocessed_ = preprocess(options, engine, user_files_, policy, includes.empty() ? "" : libraries.path(),
                               source.path());
    if (options.program) {
      Options device = options;
      device.preprocessor_flags.emplace_back(
          "-D__CUDA_ARCH__=" + std::to_string(100 * options.device->major + 10 * options.device->minor));
      preprocessed_ = join_passes(
          preprocessed_, preprocess(device, engine, user_files_, policy, "", source.path()), is_user_file());
      WithoutPtx translated = translate_ptx(preprocessed_, is_user_file());
      report(translated.refusals);
      preprocessed_ = std::move(translated.text);
      // CUB gives names of its own a second meaning in a class, which nvcc takes.
      if (holds_cub(preprocessed_) && !compiled_by_clang(preprocessed_))
        options_.compiler_flags.emplace_back("-fpermissive");
    }
    const auto is_read_again = [&](std::string_view name) {
      return policy.is_library(name) && policy.rule_against(Subject::include, name) == nullptr;
    };
    if (!policy.empty()) text_ = read_source_text(preprocessed_, is_user_file(), is_read_again);
    refuse(source_refusals(text_, policy, engine.include));
    rewritten_ = rewrite_launches(
        options.instrument ? name_parts(preprocessed_, is_user_file()) : preprocessed_, is_user_file());
    const SourceText& text = policy.empty() ? read_source_text(preprocessed_, is_user_file()) : text_;
    may_hold_vectors_ = may_hold_vectors(text);
    write_file(source.path(), rewritten_ + constant_of_device_variables(find_functions(text)) +
                                  std::string(options.compile_only ? kLinkNote : ""));
    compile_to_object(engine, source.path());
    compiled_ = elf::read_object(read_file(object_.path()));
    uses_libraries_ = !includes.empty();
  }

  void compile_to_object(const Engine& engine, const std::string& source) const {
    Arguments words(kCode);
    append(words, code_flags(preprocessed_));
    // All code runs in one thread, and a guard's address could be another variable's.
    append(words, {"-fno-threadsafe-statics"});
    if (options_.program)
      words.emplace_back("-O2");  // nvcc optimises kernels unless the options say otherwise
    append(words, options_.compiler_flags);
    append(words, options_.instrument ? instrument_flags(preprocessed_) : plain_flags(preprocessed_));
    if (options_.other_fill) append(words, other_fill_flags(preprocessed_));
    const Arguments& given = options_.compiler_flags;
    if (std::find(given.begin(), given.end(), "-Wuninitialized") != given.end())
      append(words, uninitialised_flags(preprocessed_));
    const Temporary code(options_.output, ".code.s");
    append(words, {"-x", "c++-cpp-output", source});
    append(words,
           options_.instrument ? Arguments{"-S", "-o", code.path()} : Arguments{"-c", "-o", object_.path()});
    translate(options_, engine, words, preprocessed_, is_user_file());
    if (options_.instrument)
      assemble(options_, preprocessed_, may_hold_vectors_, code.path(), object_.path());
  }

  Options options_;
  const Policy& policy_;
  UserFiles user_files_;
  Temporary object_;
  std::string preprocessed_, rewritten_;
  SourceText text_;
  elf::ObjectFile compiled_;
  bool may_hold_vectors_ = false;
  bool uses_libraries_ = false;
};

/// The functions and variables that objects take from libraries, or from each other.
std::set<std::string> names_taken(const elf::ObjectFile& object) {
  std::set<std::string> names;
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.undefined) names.insert(symbol.name);
  }
  return names;
}

/// Whether the engine has another version of one of them: simt/host_library.cpp.
bool calls_host_library(const std::set<std::string>& taken) {
  const std::string names = std::string(mergelab::base::kRecompiledFunctions) + " ";
  return std::any_of(taken.begin(), taken.end(), [&](const std::string& name) {
    return names.find(" " + name + " ") != std::string::npos;
  });
}

/// Whether the C++ library may have it. To read that library's symbols takes a third of the linker's time,
/// and most labs need none.
bool may_be_of_cxx_library(const std::string& name) {
  static constexpr std::array<std::string_view, 7> kBeginnings{
      "_Z", "__cxa_", "__gxx_", "__dynamic_", "__once_", "__atomic_flag", "atomic_flag"};
  const auto begins = [&](std::string_view beginning) { return name.rfind(beginning, 0) == 0; };
  const bool is_cuda = begins("_Z") && name.find("cuda") == name.find_first_not_of("0123456789", 2);
  return std::any_of(kBeginnings.begin(), kBeginnings.end(), begins) && !begins("_ZN4simt") && !is_cuda;
}

/// For that file.
Options for_host_library(const Options& options, const Engine& engine) {
  Options library = options;
  library.input = engine.include + "/simt/host_library.cpp";
  library.output += ".library";
  library.program = true;  // without CUDA's headers
  library.compiler_flags.emplace_back("-w");
  return library;
}

/// An object of each input, which a later call links.
void compile_only(const Options& options) {
  const Engine engine = find_engine();
  const Policy no_policy;
  Options one = options;
  for (std::size_t i = 0; i <= options.more_inputs.size(); ++i) {
    if (i > 0) {
      one.input = options.more_inputs[i - 1];
      one.output = fs::path(one.input).stem().string() + ".o";
    }
    const Translated file(one, engine, no_policy);
    file.check();
    fs::copy_file(file.object(), one.output, fs::copy_options::overwrite_existing);
  }
}

void make_empty_object(const Options& options) {
  const Temporary source(options.output, ".s");
  write_file(source.path(), ".section .note.GNU-stack,\"\",%progbits\n");
  compile(options, {"-c", source.path(), "-o", options.output});
}

void build(const Options& options) {
  const Engine engine = find_engine();
  const Policy policy = options.policy.empty() ? Policy() : Policy(read_file(options.policy)), no_policy;
  std::list<Translated> files;
  if (!options.input.empty()) files.emplace_back(options, engine, policy);
  for (const std::string& input : options.more_inputs) {
    Options other = options;
    other.input = input;
    other.output += "." + std::to_string(files.size());
    files.emplace_back(other, engine, policy);
  }

  elf::ObjectFile all;  // the symbols of all files
  const auto add = [&](const elf::ObjectFile& object) {
    all.symbols.insert(all.symbols.end(), object.symbols.begin(), object.symbols.end());
  };
  for (const Translated& file : files) add(file.compiled());
  Arguments linked = options.objects;
  append(linked, archives_in(options.linker_flags));
  for (const std::string& object : linked) {
    for (const std::string& member : objects_in(read_file(object))) add(elf::read_object(member));
  }
  check_constant_memory(all);
  std::optional<Translated> library;
  std::set<std::string> taken = names_taken(all);
  if (!options.program && calls_host_library(taken)) {
    library.emplace(for_host_library(options, engine), engine, no_policy);
    taken.merge(names_taken(library->compiled()));
  }
  std::vector<std::string> dynamic = shared_variables(all).dynamic;
  std::sort(dynamic.begin(), dynamic.end());
  dynamic.erase(std::unique(dynamic.begin(), dynamic.end()), dynamic.end());
  const Temporary assembly(options.output, ".s"), arrays(options.output, ".shared.o");
  Arguments link = {"-shared"};
  if (!dynamic.empty()) {
    write_file(assembly.path(), define_dynamic_arrays(dynamic));
    compile(options, {"-x", "assembler", "-c", assembly.path(), "-o", arrays.path()});
    link.push_back(arrays.path());  // first, so the static variables follow without a gap
  }
  append(link, options.compiler_flags);
  for (const Translated& file : files) link.push_back(file.object());
  if (library) link.push_back(library->object());
  append(link, options.objects);
  const Temporary start(options.output, ".start.cpp"), starter(options.output, ".start.o");
  if (options.executable) {
    write_file(start.path(), starts_by(engine.runner));
    compile(options, {"-O1", "-fPIC", "-c", start.path(), "-o", starter.path()});
    append(link, {starter.path(), "-Wl,-e,simt_entry"});
  }
  append(link, {"-o", options.output});
  append(link, options.linker_flags);
  append(link, link_flags(options.instrument, options.program ? nullptr : &taken));
  // The engine's streams are those of the shared library, also where the compiler links the static one.
  if (options.program || std::any_of(taken.begin(), taken.end(), may_be_of_cxx_library))
    link.emplace_back("-l:libstdc++.so.6");
  // Relocations say which kernel has which static shared memory; with a section per function, also its calls.
  append(link, {engine.library, "-Wl,-z,defs", "-Wl,--emit-relocs", "-Wl,-Bsymbolic", "-Xlinker", "-rpath",
                "-Xlinker", engine.library_folder});
  if (!options.program) append(link, {"-nodefaultlibs", "-lm", "-lgcc_s", "-lc", "-lgcc_s"});
  compile(options, link);
  try {
    for (const Translated& file : files) file.check();
  } catch (...) {
    fs::remove(options.output);
    throw;
  }
}

}  // namespace
}  // namespace simt::cxx

int main(int argc, char** argv) {
  using namespace simt::cxx;
  const std::string name = std::filesystem::path(argv[0]).filename() == "simt-nvcc" ? "simt-nvcc" : "simt-cc";
  const bool as_nvcc = name == "simt-nvcc";
  try {
    const Options options = parse_options({argv + 1, argv + argc}, as_nvcc);
    if (options.help) {
      std::fputs(kUsage, stdout);
    } else if (options.version) {
      std::puts("simt-nvcc: compiles CUDA for this machine's processor\nrelease 13.0, V13.0.0");
    } else if (!options.object_of.empty()) {
      check(options);
    } else {
      options.device_link    ? make_empty_object(options)
      : options.compile_only ? compile_only(options)
                             : build(options);
    }
    return 0;
  } catch (const CompilerFailed& failed) {
    return failed.status == kOwnError || failed.status == kRefused ? 1 : failed.status;
  } catch (const Refused&) {
    return kRefused;
  } catch (const UsageError& error) {
    // A build shows the end of what is printed, where a Makefile's user looks for the error.
    std::fprintf(stderr, "%s: error: %s\n%s", name.c_str(), error.what(), as_nvcc ? "" : kUsage);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: error: %s\n", name.c_str(), error.what());
  }
  return kOwnError;
}
