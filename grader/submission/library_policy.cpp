// What a lab may use besides its own code: headers, the standard library, C's functions and the compilers'.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/library_functions.hpp"
#include "submission/policy.hpp"

namespace mergelab::submission {
namespace {

constexpr std::string_view kCHeaders =
    "assert __stddef_* complex ctype errno fenv float inttypes iso646 limits locale malloc math memory "
    "setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath time "
    "uchar "
    "unistd wchar wctype sys/time sys/types";
constexpr std::string_view kCppHeaders =
    "algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv "
    "chrono "
    "cinttypes ciso646 climits clocale cmath codecvt compare complex concepts condition_variable coroutine "
    "csetjmp "
    "csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar "
    "cwctype deque exception execution expected filesystem flat_map flat_set format forward_list fstream "
    "functional future generator initializer_list iomanip ios iosfwd iostream istream iterator latch limits "
    "list "
    "locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print queue random "
    "ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream "
    "stack "
    "stacktrace stdexcept stdfloat stop_token streambuf string string_view syncstream system_error "
    "thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector "
    "version bits/stdc++.h";

// Its parallel algorithms. Everything else in a header is compiled with the checks, like the lab's own code;
// what is not in a header is an import.
constexpr std::string_view kUses = R"(
refuse use std::*atomic* | {} is not allowed: use CUDA's atomics
refuse use __gnu_parallel* | {} is not allowed: parallel work belongs in a kernel
refuse use __pstl* | {} is not allowed: parallel work belongs in a kernel
)";

// What compilers call by themselves, and what printing needs besides base/library_functions.hpp.
constexpr std::string_view kImports = R"(
allow import __cxa_begin_catch
allow import __cxa_end_catch
allow import __cxa_rethrow
allow import __cxa_get_exception_ptr
allow import __cxa_call_terminate
allow import _ZNSt9exceptionD1Ev
allow import _ZNSt9exceptionD2Ev
allow import _ZNKSt9exception4whatEv
allow import _ZNSt9bad_allocD1Ev
allow import _ZNSt9bad_allocD2Ev
allow import _ZNKSt9bad_alloc4whatEv
allow import _ZNSt8bad_castD1Ev
allow import _ZNSt8bad_castD2Ev
allow import _ZNKSt8bad_cast4whatEv
allow import _ZTISt8bad_cast
allow import _ZTISt*_error
allow import _ZTISt9exception
allow import _ZTISt9bad_alloc
allow import _ZTISt20bad_array_new_length
allow import _ZTISt12out_of_range
allow import _ZTISt16invalid_argument
allow import _ZSt7nothrow
allow import __libc_single_threaded
allow import __cxa_call_unexpected
allow import __cxa_pure_virtual
allow import __dso_handle
allow import clock
allow import __gxx_personality_v0
allow import _Unwind_Resume
allow import _ZSt9terminatev
allow import _ZTVN10__cxxabiv1*
allow import __stack_chk_fail
allow import __tls_get_addr
allow import _ZTH*
allow import _GLOBAL_OFFSET_TABLE_
allow import abort
allow import exit
allow import __errno_location
allow import __fpclassify*
allow import __signbit*
allow import __issignaling*
allow import __iscanonical*
allow import __isnan*
allow import __isinf*
allow import __finite*
allow import stdout
allow import stderr
allow import _ZSt*__throw_*
allow import _ZNKSt5ctypeIcE8do_widenEc
allow import _ZSt4cout
allow import _ZSt4cerr
allow import _ZSt4clog
refuse import _exit | _exit is not allowed: return from the lab's function
refuse import quick_exit | quick_exit is not allowed: return from the lab's function
refuse import __cxa_thread_atexit* | a thread_local object has a destructor: make the object static
refuse import * | {} is not allowed: a lab calls CUDA, C's math and string functions, malloc, printf, std::cout, containers and algorithms; what else a library has compiled can't be checked
)";

constexpr std::string_view kMathematics[] = {
    "abs",       "labs",   "llabs",  "acos",      "acosh", "asin",  "asinh",  "atan",   "atan2",
    "atanh",     "cbrt",   "ceil",   "cos",       "cosh",  "erf",   "erfc",   "exp",    "exp2",
    "expm1",     "fabs",   "fdim",   "floor",     "fma",   "fmax",  "fmin",   "fmod",   "frexp",
    "hypot",     "ilogb",  "ldexp",  "log",       "log10", "log1p", "log2",   "logb",   "lrint",
    "round",     "modf",   "rint",   "nearbyint", "pow",   "sin",   "sincos", "sinh",   "sqrt",
    "remainder", "tgamma", "lgamma", "nextafter", "tan",   "tanh",  "trunc",  "scalbn", "copysign",
    "llrint",    "lround", "llround"};

/// What compilers call for arithmetic that the processor has no instruction for. By the parts of its name:
/// each takes values and returns one. (`__divmodti4` also writes; the words refuse a call by name.)
std::string arithmetic_rules() {
  constexpr std::string_view kOnIntegers[] = {"popcount", "parity", "clz",  "ctz",    "ffs",    "bswap",
                                              "clrsb",    "neg",    "abs",  "add",    "sub",    "mul",
                                              "div",      "mod",    "udiv", "umod",   "ashl",   "ashr",
                                              "lshr",     "cmp",    "ucmp", "divmod", "udivmod"};
  constexpr std::string_view kOnFloats[] = {"add", "sub", "mul", "div", "neg", "powi", "eq",
                                            "ne",  "lt",  "le",  "gt",  "ge",  "cmp",  "unord"};
  constexpr std::string_view kIntegers[] = {"si", "di", "ti"};
  constexpr std::string_view kFloats[] = {"hf", "bf", "sf", "df", "xf", "tf"};
  std::string text;
  const auto allow = [&](const auto&... parts) {
    text += "allow import __";
    ((text += parts), ...);
    text += '\n';
  };
  for (const std::string_view mode : kIntegers) {
    for (const std::string_view operation : kOnIntegers) {
      for (const std::string_view overflow : {"", "v"}) {
        for (const char operands : {'2', '3', '4'}) allow(operation, overflow, mode, operands);
      }
    }
  }
  for (const std::string_view mode : kFloats) {
    for (const std::string_view operation : kOnFloats) {
      for (const char operands : {'2', '3'}) allow(operation, mode, operands);
    }
    for (const std::string_view other : kFloats) {
      allow("extend", mode, other, '2');
      allow("trunc", mode, other, '2');
    }
    for (const std::string_view integer : kIntegers) {
      for (const std::string_view is_unsigned : {"", "un"}) allow("float", is_unsigned, integer, mode);
      for (const std::string_view is_unsigned : {"", "uns"}) allow("fix", is_unsigned, mode, integer);
    }
    for (const std::string_view operation : {"mul", "div"}) {
      allow(operation, mode.substr(0, 1), "c3");  // of complex numbers
    }
  }
  return text;
}

/// Headers that may be included wherever the compilers have them.
std::string header_rules() {
  std::string text;
  const auto allow = [&](std::string_view names, std::string_view folder, std::string_view suffix) {
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      text += fmt::format("allow library {}{}{}\n", folder, name, suffix);
      names.remove_prefix(std::min(names.size(), name.size() + 1));
    }
  };
  allow(kCHeaders, "*/include/", ".h");
  allow(kCHeaders, "*/include/*-linux-*/", ".h");
  allow(kCHeaders, "*/c++/*/", ".h");
  allow(kCppHeaders, "*/c++/*/", "");
  return text;
}

std::string function_rules() {
  std::string text;
  const std::string exceptions = base::exception_functions();
  for (const std::string_view names :
       {base::kPrintingFunctions, base::kHeapFunctions, base::kFunctionsByAddress, base::kRecompiledFunctions,
        std::string_view(exceptions)}) {
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = std::min(names.find(' ', at + 1), names.size());
      text += fmt::format("allow import{}\n", names.substr(at, end - at));
      at = end;
    }
  }
  // Descriptions of the types that are thrown and caught: int, const char*.
  for (const char letter : std::string_view("vbcahstijlmxyfdewn")) {
    for (const char* pointer : {"", "P", "PK"})
      text += fmt::format("allow import _ZTI{}{}\n", pointer, letter);
  }
  for (const std::string_view function : kMathematics) {
    text += fmt::format("allow import {0}\nallow import {0}f\n", function);
  }
  return text;
}

}  // namespace

std::string library_rules() { return header_rules() + std::string(kUses); }

std::string import_rules() { return function_rules() + arithmetic_rules() + std::string(kImports); }

}  // namespace mergelab::submission
