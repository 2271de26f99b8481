// What the compilers have to be told, each in its own words, so that kernels run on the engine.
#pragma once

#include <string>
#include <vector>

namespace simt::cxx {

/// Flags that make every access and every basic block call the engine. They keep the blocks as the source has
/// them, and accesses single. The preprocessed text says which compiler it is for.
[[nodiscard]] std::vector<std::string> instrument_flags(const std::string& preprocessed);

/// Flags for the other value of a local variable that the source gives none. g++ has one pattern only: there
/// with_other_fill changes it in the assembly.
[[nodiscard]] std::vector<std::string> other_fill_flags(const std::string& preprocessed);

/// Instrumented assembly in which a local variable without a value holds 0x7e in every byte where g++ put
/// 0xfe: an int is negative in one and positive in the other.
[[nodiscard]] std::string with_other_fill(std::string assembly, const std::string& preprocessed);

/// Flags for the warnings of variables that have no value on some way to their use.
[[nodiscard]] std::vector<std::string> uninitialised_flags(const std::string& preprocessed);

/// Flags for code that the engine doesn't watch.
[[nodiscard]] std::vector<std::string> plain_flags(const std::string& preprocessed);

/// Flags for all code: a thread-local array stays what CUDA means by shared memory, and a call keeps its
/// line.
[[nodiscard]] std::vector<std::string> code_flags(const std::string& preprocessed);

/// Flags for linking: calls of some functions of the libraries' go to the engine.
[[nodiscard]] std::vector<std::string> link_flags(bool instrument);

}  // namespace simt::cxx
