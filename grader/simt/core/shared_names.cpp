// Read from the module's symbol table, and only when a message needs a name.
#include "shared_names.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "base/read_file.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct Names {
  std::string path;
  bool read = false;
  std::vector<SharedVariable> variables;  // by begin
  std::vector<SharedVariable> objects;    // __device__ variables and the like
};
Names& names() {
  static Names& known = *new Names;
  return known;
}

// "bounds" of "void (anonymous namespace)::merge<int>(int*)::bounds".
std::string source_name(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 && plain ? plain.get() : symbol;
  const std::size_t colons = name.rfind("::");
  if (colons != std::string::npos) name.erase(0, colons + 2);
  return name.substr(0, name.find_first_of("[(. "));
}

template <class T>
bool get(const std::string& bytes, std::size_t offset, T& value) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) return false;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return true;
}

void read_symbols(const std::string& bytes, const ElfW(Shdr) & table, const ElfW(Shdr) & strings) {
  ElfW(Sym) symbol;
  for (std::size_t at = 0; at < table.sh_size && get(bytes, table.sh_offset + at, symbol);
       at += sizeof(symbol)) {
    const std::size_t name = strings.sh_offset + symbol.st_name;
    const int kind = symbol.st_info & 0xf;
    if ((kind != STT_TLS && kind != STT_OBJECT) || symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) {
      continue;
    }
    if (name >= bytes.size() || bytes.find('\0', name) == std::string::npos) continue;
    SharedVariable variable{bytes.c_str() + name, symbol.st_value, symbol.st_value + symbol.st_size};
    if (variable.name == "simt_dynamic_shared") continue;
    variable.name = source_name(variable.name.c_str());
    (kind == STT_TLS ? names().variables : names().objects).push_back(variable);
  }
}

void read_all() {
  names().read = true;
  const std::string bytes = mergelab::base::read_file(names().path).value_or("");
  ElfW(Ehdr) header;
  if (!get(bytes, 0, header)) return;
  ElfW(Shdr) table, strings;
  for (std::size_t i = 0; i < header.e_shnum && get(bytes, header.e_shoff + i * sizeof(table), table); ++i) {
    if (table.sh_type != SHT_SYMTAB) continue;
    if (get(bytes, header.e_shoff + table.sh_link * sizeof(table), strings))
      read_symbols(bytes, table, strings);
  }
  const auto before = [](const SharedVariable& a, const SharedVariable& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.name < b.name;
  };
  std::sort(names().variables.begin(), names().variables.end(), before);
}

}  // namespace

void use_shared_names_of(void* module) {
  link_map* map = nullptr;
  names() = {};
  if (dlinfo(module, RTLD_DI_LINKMAP, &map) == 0) names().path = map->l_name;
}

SharedVariable shared_variable(std::size_t offset) {
  if (!names().read) read_all();
  if (offset - watch.dynamic_begin < watch.dynamic_reserved) {
    SharedVariable dynamic{"", watch.dynamic_begin, watch.dynamic_begin + watch.dynamic_reserved};
    for (const SharedVariable& variable : names().variables) {
      if (variable.begin != dynamic.begin || variable.name == dynamic.name) continue;
      dynamic.name = dynamic.name.empty() ? variable.name : "the dynamic shared array";
    }
    return dynamic;
  }
  SharedVariable found;
  for (const SharedVariable& variable : names().variables) {
    const bool dynamic = watch.dynamic_reserved != 0 && variable.begin == watch.dynamic_begin;
    if (variable.begin <= offset && !dynamic) found = variable;
  }
  return found;
}

SharedVariable module_variable(std::size_t offset) {
  if (!names().read) read_all();
  for (const SharedVariable& object : names().objects) {
    if (object.begin <= offset && offset < object.end) return object;
  }
  return {};
}

}  // namespace simt::core
