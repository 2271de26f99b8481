#include "object_file.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace simt::elf {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);
using Relocation = ElfW(Rela);

// The object comes from a compiler, yet a damaged file must neither be read past its end nor take forever:
// tables may overlap, and names may share their ends.
class Bytes {
 public:
  explicit Bytes(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  [[nodiscard]] T read(std::size_t offset) const {
    if (offset > bytes_.size() || sizeof(T) > bytes_.size() - offset) {
      throw std::runtime_error("the compiler's object file is cut off");
    }
    spend(1);
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  [[nodiscard]] std::string text(std::size_t offset) const {
    const std::size_t end = bytes_.find('\0', offset);
    if (end == std::string::npos) throw std::runtime_error("the compiler's object file is cut off");
    spend(end - offset);
    return bytes_.substr(offset, end - offset);
  }

 private:
  void spend(std::size_t work) const {
    if (work > left_) throw std::runtime_error("the compiler's object file holds too many symbols");
    left_ -= work;
  }

  const std::string& bytes_;
  mutable std::size_t left_ = std::size_t{1} << 26;  // structures and characters of names
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes), header_(bytes_.read<Header>(0)) {}

  ObjectFile run() {
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const Section table = section(i);
      const bool tls = (table.sh_flags & SHF_TLS) != 0;
      if (tls && table.sh_type == SHT_PROGBITS && table.sh_size != 0) object_.filled_tls = true;
      if (table.sh_type == SHT_SYMTAB) symbols(table);
      if (table.sh_type == SHT_RELA && header_.e_type == ET_DYN) references(table);
      if (is_initialiser_table(table)) initialisers(i, table);
    }
    return std::move(object_);
  }

 private:
  [[nodiscard]] Section section(std::size_t i) const {
    return bytes_.read<Section>(header_.e_shoff + i * sizeof(Section));
  }
  [[nodiscard]] std::string section_name(const Section& of) const {
    return bytes_.text(section(header_.e_shstrndx).sh_offset + of.sh_name);
  }
  [[nodiscard]] std::string symbol_name(const Section& table, const Symbol& symbol) const {
    return bytes_.text(section(table.sh_link).sh_offset + symbol.st_name);
  }
  [[nodiscard]] bool is_initialiser_table(const Section& table) const {
    if (table.sh_size == 0 || table.sh_type == SHT_RELA || table.sh_type == SHT_REL) return false;
    const std::string name = section_name(table);
    for (const char* prefix : {".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"}) {
      if (name.rfind(prefix, 0) == 0) return true;
    }
    return name == ".init" || name == ".fini";
  }

  [[nodiscard]] bool is_constant(std::size_t index) const {
    return index < header_.e_shnum && section_name(section(index)).starts_with(kConstantSections);
  }

  void symbols(const Section& table) {
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Symbol)) {
      const auto symbol = bytes_.read<Symbol>(table.sh_offset + at);
      const int kind = symbol.st_info & 0xf, binding = symbol.st_info >> 4;
      if (kind == STT_FILE || kind == STT_SECTION || symbol.st_name == 0) continue;
      object_.symbols.push_back({symbol_name(table, symbol), symbol.st_shndx == SHN_UNDEF, kind == STT_TLS,
                                 binding == STB_LOCAL, binding == STB_WEAK,
                                 kind == STT_TLS || kind == STT_OBJECT, symbol.st_value, symbol.st_size,
                                 kind == STT_OBJECT && is_constant(symbol.st_shndx)});
    }
  }

  void references(const Section& table) {
    if (table.sh_info == 0 || table.sh_info >= header_.e_shnum) return;  // the dynamic linker's
    if ((section(table.sh_info).sh_flags & SHF_ALLOC) == 0) return;      // debug information
    const Section symbols = section(table.sh_link);
    // A section's symbol is relative to its beginning; from an instruction that counts from its end, 4 bytes
    // on.
    constexpr std::size_t kToEnd = 4;
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Relocation)) {
      const auto relocation = bytes_.read<Relocation>(table.sh_offset + at);
      const auto target = bytes_.read<Symbol>(symbols.sh_offset + symbol_number(relocation) * sizeof(Symbol));
      if (target.st_shndx == SHN_UNDEF) continue;
      const int kind = target.st_info & 0xf;
      const std::size_t beyond =
          kind == STT_SECTION ? static_cast<std::size_t>(relocation.r_addend) + kToEnd : 0;
      object_.references.push_back({relocation.r_offset, target.st_value + beyond, kind == STT_TLS});
    }
  }
  static std::size_t symbol_number(const Relocation& relocation) {
    return sizeof(void*) == 8 ? relocation.r_info >> 32 : relocation.r_info >> 8;
  }

  // The table's relocations have the functions, as symbols or as places in a section.
  void initialisers(std::size_t index, const Section& table) {
    const std::size_t before = object_.initialisers.size();
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const Section relocations = section(i);
      if (relocations.sh_type != SHT_RELA || relocations.sh_info != index) continue;
      const Section names = section(relocations.sh_link);
      for (std::size_t at = 0; at < relocations.sh_size; at += sizeof(Relocation)) {
        const auto relocation = bytes_.read<Relocation>(relocations.sh_offset + at);
        object_.initialisers.push_back(
            function_at(names, symbol_number(relocation), static_cast<std::size_t>(relocation.r_addend)));
      }
    }
    if (object_.initialisers.size() == before && table.sh_size != 0) object_.initialisers.emplace_back();
  }
  [[nodiscard]] std::string function_at(const Section& table, std::size_t number, std::size_t offset) const {
    const auto target = bytes_.read<Symbol>(table.sh_offset + number * sizeof(Symbol));
    if ((target.st_info & 0xf) != STT_SECTION) return offset == 0 ? symbol_name(table, target) : "";
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Symbol)) {
      const auto symbol = bytes_.read<Symbol>(table.sh_offset + at);
      if ((symbol.st_info & 0xf) == STT_FUNC && symbol.st_shndx == target.st_shndx &&
          symbol.st_value == target.st_value + offset) {
        return symbol_name(table, symbol);
      }
    }
    return {};
  }

  Bytes bytes_;
  Header header_;
  ObjectFile object_;
};

/// How often a mangled name refers back to a part of itself, `S_` or `T0_`; counting parts of a longer number
/// again does no harm.
std::size_t back_references(const std::string& symbol) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
    const char next = symbol[i + 1];
    const bool number = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
    if ((symbol[i] == 'S' || symbol[i] == 'T') && number) ++count;
  }
  return count;
}

}  // namespace

ObjectFile read_object(const std::string& bytes) {
  if (bytes.size() < sizeof(Header) || bytes.compare(0, SELFMAG, ELFMAG) != 0 ||
      bytes[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32)) {
    throw std::runtime_error("the compiler made no ELF object file for this machine");
  }
  return Reader(bytes).run();
}

std::string demangled(const std::string& symbol) {
  // Each back reference may double the name.
  constexpr std::size_t kMostReferences = 24, kLongest = 4096;
  if (!symbol.starts_with("_Z") || symbol.size() > kLongest || back_references(symbol) > kMostReferences)
    return symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? name.get() : symbol;
}

}  // namespace simt::elf
