#include "submission/policy.hpp"

#include "base/library_functions.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIncludes =
    "allow include */include/assert.h\n"
    "allow include */include/stddef.h\n"
    "allow include */include/__stddef_*.h\n"
    "allow include */c++/*/cassert\n"
    "refuse include * | {} is not allowed here: a lab includes <mergelab/lab.cuh>, headers of CUDA and of "
    "standard C++, and earlier labs' files, so that all of its code is checked\n"
    "refuse library * | {} is not allowed here: what it says was read before, and a macro or an #undef of "
    "this file changes it\n";

constexpr std::string_view kWords = R"(
refuse word asm | {} is not allowed here: the checks do not see what inline assembly does
refuse word __asm | {} is not allowed here: the checks do not see what inline assembly does
refuse word __asm__ | {} is not allowed here: the checks do not see what inline assembly does
refuse word _Pragma | {} is not allowed here: it could switch the checks off
refuse word __declspec | {} is not allowed here: it could change how the file is linked
refuse word std :: thread | std::thread is not allowed: parallel work belongs in a kernel
refuse word std :: async | std::async is not allowed: parallel work belongs in a kernel
refuse word cudaLimitPersistingL2CacheSize | {} is not allowed: each timed call starts with an empty cache
refuse word thrust :: | thrust is not allowed: the CPU engine does not have it
refuse word cub :: | cub is not allowed: the CPU engine does not have it
refuse word simt :: | {} is the grader's own namespace: call CUDA by its own names
refuse word namespace simt | namespace simt is the grader's own: nothing can be added to it
refuse word namespace :: simt | namespace simt is the grader's own: call CUDA by its own names
refuse word namespace * = :: simt | namespace simt is the grader's own: call CUDA by its own names
refuse word namespace * = simt | namespace simt is the grader's own: call CUDA by its own names
refuse word namespace mergelab | namespace mergelab is the grader's own: nothing can be added to it
refuse word _Z* | {} is the symbol of a C++ function: call it by its name
refuse word __cxa_* | {} is the C++ runtime's own: compilers call it
refuse word __gxx_* | {} is the C++ runtime's own: compilers call it
refuse word _Unwind_* | {} is the C++ runtime's own: compilers call it
refuse word __tls_get_addr | {} is the C library's own: compilers call it
refuse word simt_* | {} is the grader's own: its checks call it
refuse word __tsan_* | {} is the grader's own: its checks call it
refuse word __asan_* | {} is the grader's own: its checks call it
refuse word __ubsan_* | {} is the grader's own: its checks call it
refuse word __sanitizer_* | {} is the grader's own: its checks call it
allow word __builtin_assume*
allow word __builtin_expect
allow word __builtin_offsetof
allow word __builtin_unreachable
allow word __builtin_FILE
allow word __builtin_LINE
allow word __builtin_inf*
allow word __builtin_nan*
allow word __builtin_huge_val*
allow word __builtin_isnan
allow word __builtin_isinf*
allow word __builtin_isfinite
allow word __builtin_signbit
refuse word __builtin_va_copy | {} is not allowed here: the checks do not see what it copies
refuse word __builtin_va_start | {} is not allowed here: the checks do not see what it writes
allow word __builtin_va_*
refuse word __builtin_* | {} is not allowed here: it belongs to the compiler, not to CUDA, and the checks may not see it
refuse word _mm* | {} is not allowed here: the checks do not see what vector instructions load and store
refuse word __divmod* | {} is internal to the compiler: write / and %
refuse word __udivmod* | {} is internal to the compiler: write / and %
refuse word __sync_* | {} is not allowed here: use CUDA's atomics
refuse word __c11_atomic_* | {} is not allowed here: use CUDA's atomics
refuse word __scoped_atomic_* | {} is not allowed here: use CUDA's atomics
refuse word __atomic_* | {} is not allowed here: use CUDA's atomics
)";

constexpr std::string_view kAttributes = R"(
allow attribute aligned
allow attribute always_inline
allow attribute assume_aligned
allow attribute const
allow attribute deprecated
allow attribute fallthrough
allow attribute likely
allow attribute may_alias
allow attribute maybe_unused
allow attribute no_unique_address
allow attribute nodiscard
allow attribute noinline
allow attribute nonnull
allow attribute noreturn
allow attribute nothrow
allow attribute packed
allow attribute pure
allow attribute unlikely
allow attribute unused
allow attribute warn_unused_result
refuse attribute * | the attribute {} is not allowed here: it could switch the checks off, or change how the file is linked
allow pragma once
allow pragma unroll*
allow pragma nounroll
allow pragma nv_diag*
allow pragma nv_exec_check_disable*
allow pragma hd_warning_disable*
allow pragma region*
allow pragma endregion*
allow pragma GCC diagnostic *
allow pragma GCC system_header
allow pragma clang diagnostic *
allow pragma push_macro*
allow pragma pop_macro*
refuse pragma * | #pragma {} is not allowed here: it could switch the checks off, or change how the file is compiled
refuse directive line | #line and lines of # and a number are not allowed here: the checks and messages rely on line numbers
refuse directive embed | #embed is not allowed here: a lab's data comes as arguments
refuse directive \ | a backslash that does not join two lines is not allowed here: it could hide the next line from the checks
refuse directive #* | the line '{}' is not allowed here: it could hide what follows from the checks
refuse initialiser _GLOBAL__* | an object outside functions is initialised by code that runs before the grader is ready: make it and what its value is made of const, or set it in the lab's function
allow initialiser tsan.module_ctor
allow initialiser sancov.module_ctor*
allow initialiser _sub_I_*
refuse initialiser * | a function runs before the grader is ready: call it where it is needed
)";

constexpr std::string_view kDefinitions = R"(
refuse definition __tsan* | {} can't be defined here: the grader's checks have functions of that name
refuse definition __asan* | {} can't be defined here: the grader's checks have functions of that name
refuse definition __ubsan* | {} can't be defined here: the grader's checks have functions of that name
refuse definition __sanitizer* | {} can't be defined here: the grader's checks have functions of that name
refuse definition __cxa* | {} can't be defined here: the C++ runtime has a function of that name
refuse definition __gxx* | {} can't be defined here: the C++ runtime has a function of that name
refuse definition _Unwind* | {} can't be defined here: the C++ runtime has a function of that name
refuse definition _Znw* | {} can't be defined here: memory comes from the grader
refuse definition _Zna* | {} can't be defined here: memory comes from the grader
refuse definition _Zdl* | {} can't be defined here: memory comes from the grader
refuse definition _Zda* | {} can't be defined here: memory comes from the grader
refuse definition malloc | {} can't be defined here: memory comes from the grader
refuse definition calloc | {} can't be defined here: memory comes from the grader
refuse definition realloc | {} can't be defined here: memory comes from the grader
refuse definition free | {} can't be defined here: memory comes from the grader
refuse definition mem* | {} can't be defined here: the C library has a function of that name
refuse definition main | {} can't be defined here: the grader calls the lab's function
refuse definition _start | {} can't be defined here: the grader calls the lab's function
refuse definition _init | {} can't be defined here: the grader calls the lab's function
refuse definition _fini | {} can't be defined here: the grader calls the lab's function
refuse definition signal | {} can't be defined here: the C library has a function of that name
refuse definition sig* | {} can't be defined here: the C library has a function of that name
refuse definition exit | {} can't be defined here: the C library has a function of that name
refuse definition _exit | {} can't be defined here: the C library has a function of that name
refuse definition abort | {} can't be defined here: the C library has a function of that name
refuse definition dl* | {} can't be defined here: the C library has a function of that name
refuse definition cuda* | {} can't be defined here: CUDA has a function of that name
refuse definition simt_* | {} can't be defined here: the grader has a symbol of that name
allow definition mergelab_call
allow definition mergelab_value_size
allow definition mergelab_install_hooks
allow definition mergelab_device_todo
refuse definition mergelab_* | {} can't be defined here: the grader has functions of that name
require definition mergelab_call | the grader's call is missing: a macro of this file changes its name
require definition mergelab_value_size | the grader's call is missing: a macro of this file changes its name
require definition mergelab_install_hooks | the grader's call is missing: a macro of this file changes its name
)";

// What nvcc adds to an object by itself, what a
// header-only library leaves in it, and what CUDA's words mean to nvcc.
constexpr std::string_view kGpuAdditions = R"(
refuse import *_ptds | {} is not allowed: the worker sees only the functions of the default stream
refuse import *_ptsz | {} is not allowed: the worker sees only the functions of the default stream
allow initialiser _ZL*__sti____cudaRegisterAll*
allow import __cuda*
allow import __cxa_guard_*
allow import _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*
allow import _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*
allow import atexit
refuse import cudaStreamSetAttribute* | {} is not allowed: each timed call starts with an empty cache
refuse import cudaStreamCopyAttributes* | {} is not allowed: each timed call starts with an empty cache
refuse import cudaGraphKernelNodeSetAttribute* | {} is not allowed: each timed call starts with an empty cache
refuse import cudaGraphKernelNodeCopyAttributes* | {} is not allowed: each timed call starts with an empty cache
refuse import cudaGetDriverEntryPoint* | {} is not allowed: call the functions of CUDA's runtime by their names
refuse import cudaGetExportTable* | {} is not allowed: call the functions of CUDA's runtime by their names
refuse import cudaGraph* | {} is not allowed: a lab launches its kernels itself
refuse import cudaStreamBeginCapture* | {} is not allowed: a lab launches its kernels itself
refuse import cudaMemcpy*Array* | {} is not allowed: the CPU engine has no CUDA arrays
refuse import cudaMemcpy3D* | {} is not allowed: the CPU engine has no three-dimensional copies
refuse import cudaMemset3D* | {} is not allowed: the CPU engine has no three-dimensional copies
refuse import cudaMemcpy*Peer* | {} is not allowed: a lab uses one device
refuse import cudaMemcpyBatch* | {} is not allowed: the CPU engine has no batches of copies
refuse import cudaMemGet*Pool | {} is not allowed: the worker does not know pools of host memory
refuse import cudaMemSetMemPool | {} is not allowed: the worker does not know pools of host memory
refuse import cudaMemPoolImport* | {} is not allowed: a lab has only its own memory
refuse import cudaIpc* | {} is not allowed: a lab has only its own memory
refuse import cudaImportExternal* | {} is not allowed: a lab has only its own memory
refuse import cudaFuncGetParam* | {} is not allowed: the CPU engine does not have it
refuse import cudaLibrary* | {} is not allowed: a lab's kernels are in its file
refuse word __cuda* | {} is not allowed: nvcc calls it by itself
allow import _Z*cuda*
allow import cuda*
refuse scope thrust | thrust is not allowed: the CPU engine does not have it
refuse scope cub | cub is not allowed: the CPU engine does not have it
allow attribute host
allow attribute device
allow attribute global
allow attribute shared
allow attribute constant
allow attribute managed
allow attribute grid_constant
allow attribute launch_bounds
allow attribute cluster_dims
allow attribute block_size
allow attribute maxnreg
allow attribute local_maxnreg
allow attribute nv_pure
)";

/// The headers of the course and of the adapter.
std::string own_headers(const Toolchain& toolchain) {
  // Line markers are compared without symbolic links.
  return fmt::format("allow include {}/*\nallow include {}/*\n",
                     fs::weakly_canonical(toolchain.include_dir / "mergelab").string(),
                     fs::weakly_canonical(toolchain.worker_dir).string());
}

/// The rules for all compilers.
std::string common_rules() {
  std::string text = library_rules();
  for (const std::string_view part : {kIncludes, kWords, kAttributes, kDefinitions}) text += part;
  return text + import_rules();
}

constexpr std::string_view kCuda =
    "cudaDeviceGetAttribute cudaDeviceGetDefaultMemPool cudaDeviceGetLimit cudaDeviceGetMemPool "
    "cudaDeviceGetStreamPriorityRange cudaDeviceReset cudaDeviceSetCacheConfig cudaDeviceSetLimit "
    "cudaDeviceSetMemPool cudaDeviceSynchronize cudaDriverGetVersion cudaEventCreate "
    "cudaEventCreateWithFlags cudaEventDestroy cudaEventElapsedTime cudaEventQuery cudaEventRecord "
    "cudaEventRecordWithFlags "
    "cudaEventSynchronize cudaFree cudaFreeAsync cudaFreeHost cudaFuncGetAttributes cudaGetDevice "
    "cudaGetDeviceCount cudaGetDeviceFlags cudaGetDeviceProperties cudaGetErrorName "
    "cudaGetErrorString cudaGetLastError cudaHostGetDevicePointer cudaHostGetFlags cudaHostRegister "
    "cudaHostUnregister cudaLaunchHostFunc cudaMallocAsync cudaMallocFromPoolAsync cudaMallocHost "
    "cudaMemGetInfo cudaMemPoolCreate cudaMemPoolDestroy cudaMemPoolGetAttribute cudaMemPoolSetAccess "
    "cudaMemPoolSetAttribute cudaMemPoolTrimTo cudaMemcpy cudaMemcpy2D cudaMemcpy2DAsync "
    "cudaMemAdvise cudaMemPrefetchAsync cudaPointerGetAttributes "
    "cudaMemcpyAsync cudaMemset cudaMemset2D cudaMemset2DAsync cudaMemset3D cudaMemset3DAsync "
    "cudaMemsetAsync "
    "cudaStreamAttachMemAsync "
    "cudaOccupancyAvailableDynamicSMemPerBlock cudaOccupancyMaxActiveBlocksPerMultiprocessor "
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaPeekAtLastError cudaRuntimeGetVersion "
    "cudaSetDevice cudaSetDeviceFlags cudaStreamAddCallback cudaStreamCreate "
    "cudaStreamCreateWithFlags cudaStreamCreateWithPriority cudaStreamDestroy cudaStreamGetFlags "
    "cudaStreamGetPriority cudaStreamQuery cudaStreamSynchronize cudaStreamWaitEvent "
    "cudaArrayGetInfo cudaCreateChannelDesc cudaCreateSurfaceObject cudaCreateTextureObject "
    "cudaDestroySurfaceObject cudaDestroyTextureObject cudaFreeArray cudaGetChannelDesc cudaMalloc3DArray "
    "cudaMallocArray cudaMemcpy2DFromArray cudaMemcpy2DFromArrayAsync cudaMemcpy2DToArray "
    "cudaMemcpy2DToArrayAsync cudaMemcpy3D cudaMemcpy3DAsync cudaMemcpyFromArray cudaMemcpyToArray";

// Of namespace simt. A submission can't name it, and reaches these only by CUDA's names.
constexpr std::string_view kHelpers =
    "active_mask allocate arrive_at_barrier atomic_update begin_copy "
    "best_block_size block_barrier block_vote check_copy commit_bulk_copies commit_copies "
    "copy_to_global copy_to_shared device_clock expect_bytes fence fence_before_copies grid_barrier "
    "in_kernel "
    "init_barrier is_grid_cooperative is_in_shared_memory is_last_to_arrive issue_copy keep_kernel lane "
    "launch launch_untyped mark_span "
    "may_spin next_copy next_copy_bytes next_copy_data ordered_load_bits ordered_store_bits "
    "read_surface read_texture refuse_integer_for_pointer refuse_unsupported_launch rounded "
    "set_error set_function_attribute tile_exchange to_double to_float trap wait_for_bulk_copies "
    "wait_for_launch_before wait_for_phase warp_exchange write_surface yield";

constexpr std::string_view kOthers = R"(
allow import simt_clock
allow import simt_steps_left
allow import simt_call_target
allow import simt_frame_changed
allow import simt_stack_moved
allow import simt_unseen_access
allow import threadIdx
allow import blockIdx
allow import blockDim
allow import gridDim
allow import __tsan_*
allow import __sanitizer_cov_*
allow import __ubsan_handle_*
)";

/// A rule for each of the names, as `{length}{name}` in a pattern.
std::string rules(std::string_view names, std::string_view before, std::string_view after) {
  std::string text;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    text += fmt::format("allow import {}{}{}{}\n", before, name.size(), name, after);
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return text;
}

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
allow import _ZTISt*
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

std::string course_refusal(const ForbiddenName& name) {
  return fmt::format("'{}' is not allowed in this course", name.name);
}

std::string course_rules(const std::vector<ForbiddenName>& names) {
  std::string rules;
  for (const ForbiddenName& name : names) {
    std::string tokens = name.name;
    for (std::size_t at = 0; (at = tokens.find("::", at)) != std::string::npos; at += 4)
      tokens.replace(at, 2, " :: ");
    rules += fmt::format("refuse word {} | {}{}{}\n", tokens, course_refusal(name),
                         name.why.empty() ? "" : ": ", name.why);
  }
  return rules;
}

std::string gpu_policy_text(const Toolchain& toolchain, const Kit* kit) {
  std::string text = own_headers(toolchain);
  if (kit) text += kit->refusals(Backend::gpu);
  text += kGpuAdditions;
  return text + common_rules();
}

std::string policy_text(const Toolchain& toolchain, const Kit* kit) {
  std::string text = own_headers(toolchain);
  if (kit) text += kit->refusals(Backend::cpu);
  return text + engine_rules() + common_rules();
}

std::string engine_rules() {
  return rules(kCuda, "_Z", "*") + rules(kHelpers, "_ZN4simt", "E*") + std::string(kOthers);
}

// What a lab may use besides its own code: headers, the standard library, C's functions and the compilers'.

std::string library_rules() { return header_rules() + std::string(kUses); }

std::string import_rules() { return function_rules() + arithmetic_rules() + std::string(kImports); }

}  // namespace mergelab::submission
