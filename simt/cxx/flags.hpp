// The compilers' flags for kernels on the engine.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

/// As the engine's headers say.
[[nodiscard]] bool compiled_by_clang(std::string_view preprocessed);

/// Flags that make every access and every basic block call the engine. They keep the source's blocks and
/// single accesses. The preprocessed text determines the compiler.
[[nodiscard]] std::vector<std::string> instrument_flags(const std::string& preprocessed);

/// Flags for the other value of uninitialised local variables. g++ has only one pattern: there
/// with_other_fill changes it in the assembly.
[[nodiscard]] std::vector<std::string> other_fill_flags(const std::string& preprocessed);

/// Instrumented assembly in which an uninitialised local variable has 0x7e in every byte instead of g++'s
/// 0xfe: an int is negative in one and positive in the other.
[[nodiscard]] std::string with_other_fill(std::string assembly, const std::string& preprocessed);

/// Flags for the warnings of possibly uninitialised variables.
[[nodiscard]] std::vector<std::string> uninitialised_flags(const std::string& preprocessed);

/// Flags for unwatched code.
[[nodiscard]] std::vector<std::string> plain_flags(const std::string& preprocessed);

/// Flags for all code: a thread-local array keeps CUDA's meaning of shared memory, and a call keeps its line.
[[nodiscard]] std::vector<std::string> code_flags(const std::string& preprocessed);

/// Flags for linking: redirects some library functions to the engine, of those that the objects take if these
/// are known.
[[nodiscard]] std::vector<std::string> link_flags(bool instrument, const std::set<std::string>* taken);

}  // namespace simt::cxx
