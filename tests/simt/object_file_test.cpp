// Malformed object files: their sizes are checked against more than their own fields.
#include "simt/elf/object_file.hpp"
#include "support/test.hpp"

#include <elf.h>
#include <link.h>

namespace simt::elf {
namespace {

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

constexpr std::size_t kSymbols = 1000, kNameLength = 1000;

/// Tables of symbols that are all in the same place, and all symbols have the same long name.
std::string object_with_tables(std::size_t tables) {
  ElfW(Ehdr) header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  header.e_shoff = sizeof header;
  header.e_shnum = static_cast<ElfW(Half)>(tables + 1);
  ElfW(Shdr) names{}, table{};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = sizeof header + (tables + 1) * sizeof table;
  table.sh_size = kSymbols * sizeof(ElfW(Sym));
  names.sh_type = SHT_STRTAB;
  names.sh_offset = table.sh_offset + table.sh_size;
  std::string bytes;
  append(bytes, header);
  append(bytes, names);
  for (std::size_t i = 0; i < tables; ++i) append(bytes, table);
  ElfW(Sym) symbol{};
  symbol.st_name = 1;
  for (std::size_t i = 0; i < kSymbols; ++i) append(bytes, symbol);
  return bytes + '\0' + std::string(kNameLength, 'f') + '\0';
}

TEST(ObjectFile, tells_the_symbols_of_a_table) {
  const ObjectFile object = read_object(object_with_tables(1));
  ASSERT_EQ(object.symbols.size(), kSymbols);
  EXPECT_EQ(object.symbols.back().name, std::string(kNameLength, 'f'));
}

TEST(ObjectFile, is_refused_when_its_tables_tell_the_same_bytes_without_end) {
  EXPECT_THROW((void)read_object(object_with_tables(200)), std::runtime_error);
}

TEST(ObjectFile, is_refused_at_every_length_that_cuts_it_off) {
  const std::string bytes = object_with_tables(1);
  for (std::size_t cut = 1; cut < bytes.size(); cut += 7)
    EXPECT_THROW((void)read_object(bytes.substr(0, bytes.size() - cut)), std::runtime_error) << cut;
}

}  // namespace
}  // namespace simt::elf
