#include "elf_object.hpp"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <stdexcept>

namespace simt::cxx {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);
using Relocation = ElfW(Rela);

// Reads a T; the object comes from a compiler, yet a cut-off file must not be read past its end.
template <class T>
T read(const std::string& bytes, std::size_t offset) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) {
    throw std::runtime_error("the compiler's object file is cut off");
  }
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::string text_at(const std::string& bytes, std::size_t offset) {
  const std::size_t end = bytes.find('\0', offset);
  if (end == std::string::npos) throw std::runtime_error("the compiler's object file is cut off");
  return bytes.substr(offset, end - offset);
}

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes), header_(read<Header>(bytes, 0)) {}

  ObjectFile run() {
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const Section table = section(i);
      const bool tls = (table.sh_flags & SHF_TLS) != 0;
      if (tls && table.sh_type == SHT_PROGBITS && table.sh_size != 0) object_.filled_tls = true;
      if (table.sh_type == SHT_SYMTAB) symbols(table);
      if (is_initialiser_table(table)) initialisers(i, table);
    }
    return std::move(object_);
  }

 private:
  [[nodiscard]] Section section(std::size_t i) const {
    return read<Section>(bytes_, header_.e_shoff + i * sizeof(Section));
  }
  [[nodiscard]] std::string section_name(const Section& of) const {
    return text_at(bytes_, section(header_.e_shstrndx).sh_offset + of.sh_name);
  }
  [[nodiscard]] std::string symbol_name(const Section& table, const Symbol& symbol) const {
    return text_at(bytes_, section(table.sh_link).sh_offset + symbol.st_name);
  }
  [[nodiscard]] bool is_initialiser_table(const Section& table) const {
    if (table.sh_size == 0 || table.sh_type == SHT_RELA || table.sh_type == SHT_REL) return false;
    const std::string name = section_name(table);
    for (const char* prefix : {".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"}) {
      if (name.rfind(prefix, 0) == 0) return true;
    }
    return name == ".init" || name == ".fini";
  }

  void symbols(const Section& table) {
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Symbol)) {
      const auto symbol = read<Symbol>(bytes_, table.sh_offset + at);
      const int kind = symbol.st_info & 0xf, binding = symbol.st_info >> 4;
      if (kind == STT_FILE || kind == STT_SECTION || symbol.st_name == 0) continue;
      object_.symbols.push_back({symbol_name(table, symbol), symbol.st_shndx == SHN_UNDEF, kind == STT_TLS,
                                 binding == STB_LOCAL, binding == STB_WEAK});
    }
  }

  // The functions stand in the table's relocations, as symbols or as places in a section.
  void initialisers(std::size_t index, const Section& table) {
    const std::size_t before = object_.initialisers.size();
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const Section relocations = section(i);
      if (relocations.sh_type != SHT_RELA || relocations.sh_info != index) continue;
      const Section names = section(relocations.sh_link);
      for (std::size_t at = 0; at < relocations.sh_size; at += sizeof(Relocation)) {
        const auto relocation = read<Relocation>(bytes_, relocations.sh_offset + at);
        const std::size_t number = sizeof(void*) == 8 ? relocation.r_info >> 32 : relocation.r_info >> 8;
        object_.initialisers.push_back(
            function_at(names, number, static_cast<std::size_t>(relocation.r_addend)));
      }
    }
    if (object_.initialisers.size() == before && table.sh_size != 0) object_.initialisers.emplace_back();
  }
  [[nodiscard]] std::string function_at(const Section& table, std::size_t number, std::size_t offset) const {
    const auto target = read<Symbol>(bytes_, table.sh_offset + number * sizeof(Symbol));
    if ((target.st_info & 0xf) != STT_SECTION) return offset == 0 ? symbol_name(table, target) : "";
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(Symbol)) {
      const auto symbol = read<Symbol>(bytes_, table.sh_offset + at);
      if ((symbol.st_info & 0xf) == STT_FUNC && symbol.st_shndx == target.st_shndx &&
          symbol.st_value == target.st_value + offset) {
        return symbol_name(table, symbol);
      }
    }
    return {};
  }

  const std::string& bytes_;
  Header header_;
  ObjectFile object_;
};

}  // namespace

ObjectFile read_object(const std::string& bytes) {
  if (bytes.size() < sizeof(Header) || bytes.compare(0, SELFMAG, ELFMAG) != 0 ||
      bytes[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32)) {
    throw std::runtime_error("the compiler made no ELF object file for this machine");
  }
  return Reader(bytes).run();
}

}  // namespace simt::cxx
