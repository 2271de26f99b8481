// An object file's symbols and their names in source code, and the functions that run before any call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simt::elf {

struct ObjectSymbol {
  std::string name;
  bool undefined = false, thread_local_ = false;
  bool local = false, weak = false;
  bool variable = false;             // not a function
  std::size_t begin = 0, bytes = 0;  // of definitions: the place, in its segment if thread-local
  bool constant = false;             // a __constant__ variable of the program
};

/// The sections that simt-cc gives __constant__ variables begin like this.
inline constexpr std::string_view kConstantSections = ".simt_constant.";

/// A place in a shared object's memory image that refers to another. Only if the linker kept its relocations
/// (--emit-relocs).
struct ObjectReference {
  std::size_t from = 0, to = 0;
  bool thread_local_ = false;  // `to` is in the thread-local segment
};

struct ObjectFile {
  std::vector<ObjectSymbol> symbols;  // those with a name, in the order of the table
  std::vector<ObjectReference> references;
  std::vector<std::string> initialisers;  // entries of .init_array and similar; "" for unnamed
  bool filled_tls = false;                // a thread-local variable has an initial value
};

/// Throws std::runtime_error if it is not an ELF object of this machine's word size and byte order.
[[nodiscard]] ObjectFile read_object(const std::string& bytes);

/// A symbol as in source code; the symbol itself if that would be endless, or if it is not a C++ name.
[[nodiscard]] std::string demangled(const std::string& symbol);

}  // namespace simt::elf
