#include "flags.hpp"

#include <array>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/library_functions.hpp"

namespace simt::cxx {

bool compiled_by_clang(std::string_view preprocessed) {
  return preprocessed.find("struct CompiledByClang;") != std::string_view::npos;
}

namespace {

std::vector<std::string> words(const char* line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

// No red zone below the stack pointer, so a call can be inserted before each instruction. No stack protector,
// which some compilers add by default: its value's memory belongs to no variable. A large frame touches each
// page of the stack, so that it can't reach over the guard. Registers are saved at a function's beginning,
// and it has one part: guarded_frames.hpp relies on that.
#if defined(__x86_64__)
#define SIMT_CALLS_ANYWHERE "-mno-red-zone -fno-stack-protector -fstack-clash-protection "
#else
#define SIMT_CALLS_ANYWHERE ""
#endif

// Clang without block placement, because the replay needs the source's order of blocks; g++ without scalar
// replacement of aggregates, so a vector's load stays one access. Its thread sanitizer skips local variables
// that it knows don't escape, for any access through them: -fno-tree-pta hides that from it. Neither compiler
// reports a read that begins at a constant; object-size and local-bounds find those that end past it. Calls
// of the engine at every access are direct (-fno-plt) by g++; clang would keep their addresses in registers,
// as for calls through pointers, which may not go to the engine's own functions. An uninitialised local
// variable gets the same wrong value each time, so chance can't make it right. Debug information has lines
// and functions (-g1), which messages need.
std::vector<std::string> instrument_flags(const std::string& preprocessed) {
  if (compiled_by_clang(preprocessed)) {
    return words(SIMT_CALLS_ANYWHERE
                 "-O1 -g1 -fno-jump-tables -ftrivial-auto-var-init=pattern -fno-builtin "
                 "-mllvm -enable-shrink-wrap=false -fno-vectorize -fno-slp-vectorize "
                 "-fsanitize=thread,bounds,local-bounds,return "
                 "-fsanitize-coverage=bb,no-prune,trace-pc -mllvm -disable-block-placement "
                 "-mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-instrument-read-before-write=1 "
                 "-mllvm -tsan-distinguish-volatile=1");
  }
  return words(
      SIMT_CALLS_ANYWHERE
      "-O1 -g1 -fno-plt -fno-jump-tables -ftrivial-auto-var-init=pattern -fno-builtin "
      "-fno-shrink-wrap -fno-reorder-blocks-and-partition -fno-ipa-ra -fno-reorder-blocks -fno-thread-jumps "
      "-fno-tree-ch -fno-if-conversion "
      "-fno-crossjumping -fno-tree-sra -fno-tree-sink -fno-tree-pta "
      "-fsanitize=thread,bounds-strict,object-size,return -fsanitize-coverage=trace-pc "
      "--param tsan-instrument-func-entry-exit=0 --param tsan-distinguish-volatile=1");
}

// Without the checks a missing return is not reported, but the program ends there: what followed would be
// undefined. So would an uninitialised variable.
std::vector<std::string> plain_flags(const std::string& preprocessed) {
  if (compiled_by_clang(preprocessed))
    return words("-ftrivial-auto-var-init=pattern -fsanitize=return -fsanitize-trap=return");
  return words("-ftrivial-auto-var-init=pattern -fsanitize=return -fsanitize-undefined-trap-on-error");
}

std::vector<std::string> other_fill_flags(const std::string& preprocessed) {
  if (!compiled_by_clang(preprocessed)) return {};
  std::vector<std::string> flags{"-ftrivial-auto-var-init=zero"};
  if (preprocessed.find("struct CompiledByOldClang;") != std::string::npos)
    flags.emplace_back("-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang");
  return flags;
}

// Only whole numbers: what g++ has computed from its pattern stays. So does memset's fill, and everything if
// the source contains such a number itself.
std::string with_other_fill(std::string assembly, const std::string& preprocessed) {
  for (const char* of_the_source : {"fefefefe", "FEFEFEFE", "16843010", "4278124286", "72340172838076674"}) {
    if (preprocessed.find(of_the_source) != std::string::npos) return assembly;
  }
  const std::array<std::pair<std::string_view, std::string>, 2> fills{
      {{"-16843010", std::to_string(0x7e7e7e7e)},                     // 0xfefefefe
       {"-72340172838076674", std::to_string(0x7e7e7e7e7e7e7e7e)}}};  // 0xfefefefefefefefe
  for (const auto& [fill, other] : fills) {
    for (std::size_t at = 0; (at = assembly.find(fill, at)) != std::string::npos; ++at) {
      const std::size_t end = at + fill.size();
      if (end == assembly.size() || assembly[end] == ',' || assembly[end] == '\n')
        assembly.replace(at, fill.size(), other);
    }
  }
  return assembly;
}

std::vector<std::string> uninitialised_flags(const std::string& preprocessed) {
  if (compiled_by_clang(preprocessed)) return words("-Wsometimes-uninitialized -Wconditional-uninitialized");
  return words("-Wmaybe-uninitialized");
}

std::vector<std::string> code_flags(const std::string& preprocessed) {
  // exit() is not merged into one call for several lines.
  if (compiled_by_clang(preprocessed)) return words("-mllvm -enable-tail-merge=0");
  // No initialiser call before each use of an extern array, no sharing of a template's arrays between two
  // modules of one process, and no variable found by another's address, as on arm64: the object must say
  // which shared variables a kernel uses.
  return words(
      "-fno-crossjumping -fno-tree-tail-merge -fno-extern-tls-init -fno-gnu-unique -fno-section-anchors");
}

std::vector<std::string> link_flags(bool instrument, const std::set<std::string>* taken) {
  std::string functions{mergelab::base::kPrintingFunctions};
  if (instrument) {
    functions += mergelab::base::kFunctionsByAddress;
    functions += mergelab::base::kHeapFunctions;
    functions += mergelab::base::exception_functions();
  }
  // All addresses are resolved when the object is loaded, and read-only from then on, also those of the
  // checks.
  std::vector<std::string> flags{"-Wl,-z,relro,-z,now"};
  for (const std::string& name : words(functions.c_str())) {
    if (taken == nullptr || taken->count(name) > 0) flags.push_back("-Wl,--wrap=" + name);
  }
  return flags;
}

}  // namespace simt::cxx
