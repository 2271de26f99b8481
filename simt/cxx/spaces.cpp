#include "spaces.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_set>

#include "base/library_functions.hpp"
#include "lexing.hpp"
#include "object_policy.hpp"

namespace simt::cxx {
namespace {

bool continues_symbol(char c) { return continues_name(c) || c == '.'; }

int number(std::string_view word) {
  int value = -1;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

/// `"name"` without its quotes.
std::string_view take_literal(std::string_view& line) {
  const std::size_t begin = line.find('"');
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find('"', begin + 1);
  if (end == std::string_view::npos) return {};
  const std::string_view name = line.substr(begin + 1, end - begin - 1);
  line.remove_prefix(end + 1);
  return name;
}

class AssemblyReader {
 public:
  Assembly run(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(assembly_);
  }

 private:
  void line(std::string_view line) {
    if (line.empty()) return;
    const std::string_view words = without_blanks(line);
    if (words.substr(0, 7) == "# simt ") {
      if (!function_.empty()) {
        assembly_.marks.try_emplace(function_, static_cast<std::size_t>(number(words.substr(7))));
      }
    } else if (!is_blank(line.front()) && line.front() != '.' && line.front() != '#') {
      label(line.substr(0, line.find(':')));
    } else if (words.substr(0, 1) == ".") {
      directive(words);
    } else if (is_blank(line.front()) && !function_.empty() && words.substr(0, 1) != "#") {
      instruction(words);
    }
  }

  void label(std::string_view name) {
    function_ = functions_.contains(std::string(name)) ? name : "";
    file_ = 0;
    if (function_.empty()) assembly_.variables.emplace_back(name);
  }

  void directive(std::string_view line) {
    const std::string_view what = take_word(line);
    if (what == ".type") {
      const std::string_view name = take_word(line);
      if (take_word(line).ends_with("function")) functions_.emplace(name);  // of `@function`, `%function`
    } else if (what == ".set") {
      const std::string_view name = take_word(line);
      assembly_.aliases.emplace(name, take_word(line));
    } else if (what == ".comm" || what == ".lcomm") {
      assembly_.variables.emplace_back(take_word(line));
    } else if (what == ".loc") {
      file_ = number(take_word(line));
      line_ = number(take_word(line));
    } else if (what == ".file") {
      const int index = number(line);
      const std::string_view first = take_literal(line), second = take_literal(line);
      if (index < 0) return;
      const bool folder = !second.empty() && second.front() != '/';
      files_[index] = folder ? std::string(first) + "/" + std::string(second)
                             : std::string(second.empty() ? first : second);
    }
  }

  void instruction(std::string_view line) {
    const auto file = files_.find(file_);
    if (file == files_.end()) return;
    const std::string_view operation = take_word(line);
    const bool call = operation.substr(0, 4) == "call" || operation == "bl";
    for (std::size_t i = 0; i < line.size();) {
      std::size_t end = i;
      while (end < line.size() && continues_symbol(line[end])) ++end;
      const std::string_view word = line.substr(i, end - i);
      const bool part = i > 0 && (line[i - 1] == '%' || line[i - 1] == '@');  // a register, `@PLT`
      if (!word.empty() && !part && starts_name(word.front()) && word.front() != '$') {
        assembly_.uses.push_back({function_, std::string(word), call, file->second, line_});
      }
      if (end < line.size() && line[end] == '#') return;  // a comment
      i = std::max(end, i + 1);
    }
  }

  Assembly assembly_;
  std::set<std::string> functions_;
  std::unordered_map<int, std::string> files_;
  std::string function_;  // empty outside of functions
  int file_ = 0, line_ = 0;
};

}  // namespace

Assembly read_assembly(std::string_view text) { return AssemblyReader().run(text); }

namespace {

bool starts_with_one_of(std::string_view name, const auto& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; });
}

/// Functions of C's library that occur in programs but not in kernels: these, and those that the engine has
/// for host code.
bool is_host_only_c(const std::string& name) {
  static const std::set<std::string> kNames = [] {
    std::istringstream names(
        "exit _exit abort atexit random drand48 fprintf puts putchar fputs fputc putc fwrite fread fopen "
        "fclose "
        "fflush sprintf snprintf scanf sscanf fscanf getchar fgets strlen strcmp strncmp strcpy strncpy "
        "strchr "
        "strrchr memcmp memmove memchr bcmp atoi atof atol strtol strtoul strtoll strtod strtof calloc "
        "realloc" +
        std::string(mergelab::base::kRecompiledFunctions));
    return std::set<std::string>(std::istream_iterator<std::string>(names), {});
  }();
  return kNames.contains(name);
}

/// nvcc's device functions among the names in std.
bool is_device_std(std::string_view name) {
  static constexpr std::array<std::string_view, 58> kNames{
      "move",      "forward", "abs",       "fabs",  "sqrt",  "cbrt",   "pow",      "exp",   "exp2",
      "expm1",     "log",     "log2",      "log10", "log1p", "sin",    "cos",      "tan",   "asin",
      "acos",      "atan",    "atan2",     "sinh",  "cosh",  "tanh",   "asinh",    "acosh", "atanh",
      "ceil",      "floor",   "trunc",     "round", "rint",  "lround", "llround",  "lrint", "llrint",
      "nearbyint", "fmod",    "remainder", "fma",   "fmin",  "fmax",   "fdim",     "hypot", "erf",
      "erfc",      "tgamma",  "lgamma",    "ldexp", "frexp", "modf",   "copysign", "isnan", "isinf",
      "isfinite",  "signbit", "labs",      "llabs"};
  return is_one_of(name, kNames);
}

bool is_device_only(std::string_view name) {
  if (name == "curand" || name == "curand4") return true;
  static constexpr std::array<std::string_view, 25> kPrefixes{"__sync",
                                                              "__shfl",
                                                              "__ballot",
                                                              "__any_sync",
                                                              "__all_sync",
                                                              "__match_",
                                                              "__reduce_",
                                                              "__ldg",
                                                              "__ldc",
                                                              "__ldlu",
                                                              "__stw",
                                                              "__stc",
                                                              "atomic",
                                                              "__threadfence",
                                                              "__popc",
                                                              "__clz",
                                                              "__ffs",
                                                              "__brev",
                                                              "__byte_perm",
                                                              "__funnelshift",
                                                              "curand_",
                                                              "skipahead",
                                                              "cudaGridDependencySynchronize",
                                                              "cudaTriggerProgrammaticLaunchCompletion",
                                                              "cudaGraphSetConditional"};
  return starts_with_one_of(name, kPrefixes);
}

/// The functions of CUDA's device runtime that the engine has.
bool is_device_runtime(std::string_view name) {
  static constexpr std::array<std::string_view, 22> kNames{"cudaGetLastError",
                                                           "cudaPeekAtLastError",
                                                           "cudaGetErrorString",
                                                           "cudaGetErrorName",
                                                           "cudaGetDevice",
                                                           "cudaGetDeviceCount",
                                                           "cudaDeviceGetAttribute",
                                                           "cudaDeviceGetLimit",
                                                           "cudaRuntimeGetVersion",
                                                           "cudaFuncGetAttributes",
                                                           "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                                                           "cudaStreamCreateWithFlags",
                                                           "cudaStreamDestroy",
                                                           "cudaStreamWaitEvent",
                                                           "cudaEventCreateWithFlags",
                                                           "cudaEventRecord",
                                                           "cudaEventRecordWithFlags",
                                                           "cudaEventDestroy",
                                                           "cudaMemcpyAsync",
                                                           "cudaMemcpy2DAsync",
                                                           "cudaMemsetAsync",
                                                           "cudaMemset2DAsync"};
  return is_one_of(name, kNames);
}

/// `max` for `std::numeric_limits<int>::max()`: the function's name without its scope, template arguments,
/// parameters and result.
std::string function_name(const std::string& symbol) {
  std::string name = elf::demangled(symbol);
  const auto begin_of = [&name](std::size_t at, char open, char close) {
    int depth = 0;
    for (std::size_t i = at + 1; i-- > 0;) {
      if (name[i] == close) ++depth;
      if (name[i] == open && --depth == 0) return i;
    }
    return std::string::npos;
  };
  const std::size_t last = name.rfind(')');
  const std::size_t parameters = last == std::string::npos ? last : begin_of(last, '(', ')');
  if (parameters == std::string::npos) return name;
  name.resize(parameters);
  if (name.ends_with("operator()")) return "operator()";
  if (!name.empty() && name.back() == '>') {
    if (const std::size_t arguments = begin_of(name.size() - 1, '<', '>'); arguments != std::string::npos) {
      name.resize(arguments);
    }
  }
  std::size_t begin = name.size();
  while (begin > 0 && continues_name(name[begin - 1])) --begin;
  return begin == name.size() ? name : name.substr(begin);
}

class SpaceChecker {
 public:
  SpaceChecker(const Functions& functions, const SourceText& source, const Assembly& assembly,
               DeviceLaunches launches)
      : functions_(functions),
        source_(source),
        assembly_(assembly),
        launches_(launches),
        variables_(assembly.variables.begin(), assembly.variables.end()) {}

  std::vector<Refusal> run(const std::function<bool(std::string_view)>& is_user_file) {
    for (const Use& use : assembly_.uses) {
      if (is_user_file(use.file)) check(use);
    }
    const auto place = [](const Refusal& refusal) {
      return std::tie(refusal.file, refusal.line, refusal.text);
    };
    std::sort(refusals_.begin(), refusals_.end(),
              [&](const Refusal& a, const Refusal& b) { return place(a) < place(b); });
    refusals_.erase(std::unique(refusals_.begin(), refusals_.end()), refusals_.end());
    return std::move(refusals_);
  }

 private:
  /// The user's function of a symbol, if any.
  [[nodiscard]] const Function* function(const std::string& symbol) const {
    const auto alias = assembly_.aliases.find(symbol);
    const auto mark = assembly_.marks.find(alias == assembly_.aliases.end() ? symbol : alias->second);
    return mark == assembly_.marks.end() || mark->second >= functions_.defined.size()
               ? nullptr
               : &functions_.defined[mark->second];
  }

  void check(const Use& use) {
    const Function* user = function(use.user);
    if (user == nullptr) {
      if (is_start_up(use.user)) initialiser(use);
      return;
    }
    const bool on_device = (user->spaces & kHost) == 0, on_host = user->spaces == kHost;
    const bool both = !on_device && !on_host && !user->templated;
    if (const Function* used = function(use.used)) {
      const bool host = used->spaces == kHost, device = (used->spaces & kHost) == 0;
      if ((used->spaces & kGlobal) != 0) {
        if (use.call) refuse(use, "a __global__ function call must be configured: " + kernel_call(*used));
      } else if (on_device && host) {
        use.call ? call(use, *user, quoted(used->name), used->is_constexpr, remedy(*used))
                 : refuse(use, "identifier " + quoted(used->name) + " is undefined in device code; " +
                                   remedy(*used));
      } else if ((on_host || both) && device && use.call) {
        refuse(use, "calling a __device__ function(" + quoted(used->name) + ") from " + the(*user) +
                        " is not allowed; write __host__ __device__ before " + std::string(used->name));
      }
    } else if (use.call) {
      if (on_device) library_call(use, *user);
      if (on_host || both) intrinsic_call(use, *user);
    } else if (on_device && variables_.contains(use.used)) {
      variable(use);
    }
  }

  static std::string quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

  static std::string the(const Function& function) {
    const char* space = (function.spaces & kGlobal) != 0   ? "__global__"
                        : (function.spaces & kHost) == 0   ? "__device__"
                        : (function.spaces & kDevice) == 0 ? "__host__"
                                                           : "__host__ __device__";
    return std::string("a ") + space + " function(" + quoted(function.name) + ")";
  }

  static std::string kernel_call(const Function& kernel) {
    return "write " + std::string(kernel.name) + "<<<blocks, threads>>>(...), on the host";
  }

  static std::string remedy(const Function& used) {
    if (used.name == "lambda")
      return "define it in the kernel, or write a struct with a __device__ operator()";
    return "write " + std::string(used.is_constexpr ? "__host__ __device__" : "__device__") + " before " +
           std::string(used.name);
  }

  void refuse(const Use& use, const std::string& words) {
    refusals_.push_back({file(use), use.line, "error: " + words});
  }

  /// Its name as in the source's line markers; compilers may add or remove the folder.
  [[nodiscard]] std::string file(const Use& use) const {
    for (const std::string& name : source_.files) {
      if (name.empty() || use.file.empty()) continue;
      if (use.file == name || use.file.ends_with("/" + name) || name.ends_with("/" + use.file)) return name;
    }
    return use.file;
  }

  static bool is_start_up(std::string_view symbol) {
    static constexpr std::array<std::string_view, 3> kPrefixes{"_GLOBAL__", "_Z41__static_initialization",
                                                               "__cxx_global_var_init"};
    return starts_with_one_of(symbol, kPrefixes);
  }

  /// Code that runs before main, in the line of a variable.
  void initialiser(const Use& use) {
    for (const DeviceVariable& variable : functions_.device_variables) {
      if (source_.files[variable.file] != file(use) || use.line < variable.first_line ||
          use.line > variable.last_line) {
        continue;
      }
      refuse(use, "dynamic initialization is not supported for a __device__ variable; give " +
                      quoted(variable.name) + " a constant, or assign it in a kernel");
    }
  }

  void call(const Use& use, const Function& user, const std::string& used, bool is_constexpr,
            const std::string& what_to_do) {
    refuse(use, std::string("calling a ") + (is_constexpr ? "constexpr " : "") + "__host__ function(" + used +
                    ") from " + the(user) + " is not allowed; " + what_to_do);
  }

  /// Device code's call of a function that the user didn't write.
  void library_call(const Use& use, const Function& user) {
    const std::string& symbol = use.used;
    const bool mangled = symbol.rfind("_Z", 0) == 0;
    const std::string name = mangled ? function_name(symbol) : symbol;
    const auto is_of = [&](std::string_view library) {
      const std::size_t next = library.size();
      return name.starts_with(library) && name.size() > next && name[next] >= 'A' && name[next] <= 'Z';
    };
    if (is_of("cuda") && !is_device_only(name)) {
      runtime_call(use, user, name);
    } else if (is_of("curand") && !is_device_only(name)) {
      call(use, user, quoted(name), false, "call it on the host");
    } else if (!mangled) {
      if (is_host_only_c(name)) call(use, user, quoted(name), false, "device code has no such function");
    } else if (is_host_std(symbol, name)) {
      call(use, user, quoted("std::" + name), false,
           "the standard library is the host's: " + instead_of(name));
    }
  }

  void runtime_call(const Use& use, const Function& user, const std::string& name) {
    if (name == "cudaMalloc" || name == "cudaFree") return;
    if (launches_ == DeviceLaunches::never || !is_device_runtime(name)) {
      static constexpr std::array<std::string_view, 3> kOnlyNvcc{"cudaMemcpy3DAsync", "cudaMemset3DAsync",
                                                                 "cudaGraphLaunch"};
      const bool in_program = launches_ != DeviceLaunches::never;
      call(use, user, quoted(name), false,
           in_program && name == "cudaDeviceSynchronize"
               ? "since CUDA 12 no kernel can wait for what it has launched: launch what comes next into "
                 "cudaStreamTailLaunch"
           : in_program && is_one_of(name, kOnlyNvcc) ? "the CPU engine has it for host code only"
                                                      : "call it on the host");
    } else if (launches_ == DeviceLaunches::need_rdc) {
      refuse(use, quoted(name) + " in device code requires separate compilation mode; add -rdc=true");
    }
  }

  static std::string instead_of(const std::string& name) {
    if (name == "min" || name == "max")
      return "for two values write " + name + " without std::, for a limit INT_MAX";
    return "write what it does, or look for CUDA's own";
  }

  /// Whether nvcc refuses this function of namespace std. Constructors and assignments may be defaulted, and
  /// then belong to both sides; a template never is.
  static bool is_host_std(const std::string& symbol, const std::string& name) {
    static constexpr std::array<std::string_view, 8> kStd{"_ZSt",  "_ZNSt",  "_ZNKSt", "_ZNSa",
                                                          "_ZNSs", "_ZNKSs", "_ZNSo",  "_ZNSi"};
    if (!starts_with_one_of(symbol, kStd)) return false;
    if (symbol.find("initializer_list") != std::string::npos || is_device_std(name)) return false;
    const bool special = symbol.find("C1") != std::string::npos || symbol.find("C2") != std::string::npos ||
                         symbol.find("D1") != std::string::npos || symbol.find("D2") != std::string::npos ||
                         symbol.find("aS") != std::string::npos;
    return !special || symbol.find("C1I") != std::string::npos || symbol.find("C2I") != std::string::npos;
  }

  /// CUDA's own are in no namespace, unlike std::atomic.
  void intrinsic_call(const Use& use, const Function& user) {
    if (use.used.rfind("_Z", 0) != 0 || use.used.rfind("_ZN", 0) == 0) return;
    const std::string name = function_name(use.used);
    if (!is_device_only(name)) return;
    refuse(use, "calling a __device__ function(" + quoted(name) + ") from " + the(user) +
                    " is not allowed; only kernels and __device__ functions can call it");
  }

  void variable(const Use& use) {
    static constexpr std::array<std::string_view, 3> kLocal{"_ZZ", "_ZGV", "_ZT"};  // static ones, and tables
    if (starts_with_one_of(use.used, kLocal)) return;
    const std::string name = elf::demangled(use.used);
    const auto known = functions_.host_variables.find(name);
    if (known == functions_.host_variables.end()) return;
    // nvcc replaces constants with their values, except arrays and pointers.
    if (known->second.constant && !known->second.indirect) return;
    refuse(use, "identifier " + quoted(name) +
                    " is undefined in device code: the host has this variable; write " +
                    "__device__ or __constant__ before it, or pass its value to the kernel");
  }

  const Functions& functions_;
  const SourceText& source_;
  const Assembly& assembly_;
  DeviceLaunches launches_;
  std::unordered_set<std::string> variables_;
  std::vector<Refusal> refusals_;
};

}  // namespace

std::vector<Refusal> space_refusals(const Functions& functions, const SourceText& source,
                                    const Assembly& assembly,
                                    const std::function<bool(std::string_view file)>& is_user_file,
                                    DeviceLaunches launches) {
  return SpaceChecker(functions, source, assembly, launches).run(is_user_file);
}

}  // namespace simt::cxx
