// An undefined thread-local symbol is an `extern __shared__` array; a guard of a thread-local variable or a
// filled .tdata section indicates an initialiser.
#include "shared_memory.hpp"

#include <simt/limits.hpp>

namespace simt::cxx {
namespace {

// Guards of block-scope variables: _ZGVZ...; they are thread-local where the variable is.
bool is_guard(const std::string& name) { return name.rfind("_ZGV", 0) == 0; }

}  // namespace

SharedVariables shared_variables(const elf::ObjectFile& object) {
  SharedVariables variables;
  variables.initialised = object.filled_tls;
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (!symbol.thread_local_) continue;
    if (symbol.undefined) {
      variables.dynamic.push_back(symbol.name);
    } else if (is_guard(symbol.name)) {
      variables.initialised = true;
    }
  }
  return variables;
}

std::string define_dynamic_arrays(const std::vector<std::string>& names) {
  const std::string size = std::to_string(kDynamicSharedReserve);
  std::string assembly = "\t.section .tbss,\"awT\",%nobits\n\t.balign 1024\n";
  const auto define = [&](const std::string& name, const char* visibility) {
    assembly += "\t.globl \"" + name + "\"\n" + visibility + "\t.type \"" + name + "\", %object\n\t.size \"" +
                name + "\", " + size + "\n\"" + name + "\":\n";
  };
  for (const std::string& name : names) define(name, ("\t.hidden \"" + name + "\"\n").c_str());
  define("simt_dynamic_shared", "");
  return assembly + "\t.zero " + size + "\n\t.section .note.GNU-stack,\"\",%progbits\n";
}

}  // namespace simt::cxx
