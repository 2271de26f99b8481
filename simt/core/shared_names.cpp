// Read from the module's symbol table, only when a message needs a name.
#include "shared_names.hpp"

#include <algorithm>
#include <vector>

#include "module_object.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct Names {
  bool read = false;
  std::vector<SharedVariable> variables;  // by begin
  std::vector<SharedVariable> objects;    // __device__ variables and the like
};
Names& names() {
  static Names& known = *new Names;
  return known;
}

// "bounds" of "void (anonymous namespace)::merge<int>(int*)::bounds".
std::string source_name(const std::string& symbol) {
  std::string name = elf::demangled(symbol);
  const std::size_t colons = name.rfind("::");
  if (colons != std::string::npos) name.erase(0, colons + 2);
  return name.substr(0, name.find_first_of("[(. "));
}

void read_all_names() {
  names().read = true;
  const elf::ObjectFile object = read_module_object();
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (!symbol.variable || symbol.undefined || symbol.bytes == 0 || symbol.name == "simt_dynamic_shared")
      continue;
    (symbol.thread_local_ ? names().variables : names().objects)
        .push_back({source_name(symbol.name), symbol.begin, symbol.begin + symbol.bytes});
  }
  const auto before = [](const SharedVariable& a, const SharedVariable& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.name < b.name;
  };
  std::sort(names().variables.begin(), names().variables.end(), before);
}

}  // namespace

void forget_shared_names() { names() = {}; }

SharedVariable shared_variable(std::size_t offset) {
  if (!names().read) read_all_names();
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
  if (!names().read) read_all_names();
  for (const SharedVariable& object : names().objects) {
    if (object.begin <= offset && offset < object.end) return object;
  }
  return {};
}

}  // namespace simt::core
