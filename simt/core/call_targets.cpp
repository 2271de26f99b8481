#include "call_targets.hpp"

#include <dlfcn.h>

#include <string>
#include <string_view>
#include <unordered_set>

#include "module_object.hpp"
#include "simt/engine.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

using Addresses = std::unordered_set<std::uintptr_t>;

struct Targets {
  bool known = false;
  Addresses of_module;
  Addresses allowed;  // of the hosting program
};

Targets& targets() {
  static auto& all = *new Targets;
  return all;
}

/// What compilers, and the engine's headers, call by themselves is called by its name only: it trusts its
/// arguments.
bool is_internal(std::string_view name) {
  constexpr std::string_view kWrapped = "__wrap_";
  if (name.starts_with(kWrapped)) name.remove_prefix(kWrapped.size());
  return name.starts_with("__") || name.starts_with("_Unwind_") || name.starts_with("simt_") ||
         name.starts_with("_ZN4simt") || name.starts_with("_ZNK4simt");
}

void find_targets() {
  targets().known = true;
  for (const elf::ObjectSymbol& symbol : read_module_object().symbols) {
    if (symbol.variable || symbol.thread_local_) continue;
    if (!symbol.undefined) {
      targets().of_module.insert(watch.text_begin + symbol.begin);
    } else if (!is_internal(symbol.name)) {
      const std::string name = symbol.name.substr(0, symbol.name.find('@'));  // without its version
      targets().of_module.insert(reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, name.c_str())));
    }
  }
  // Of the engine's exceptions (hooks/exceptions.cpp), a module names the tables of virtual functions.
  for (const char* exception : {"9exception", "9bad_alloc", "20bad_array_new_length", "8bad_cast",
                                "17bad_function_call", "12bad_weak_ptr", "11logic_error"}) {
    const std::string name = std::string("__wrap__ZTVSt") + exception;
    const auto* const table = static_cast<const std::uintptr_t*>(dlsym(RTLD_DEFAULT, name.c_str()));
    // Behind two words about the class: its destructors, and what().
    if (table != nullptr) targets().of_module.insert(table + 2, table + 5);
  }
  // Of a stream's facet, for std::setfill.
  targets().of_module.insert(
      reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, "_ZNKSt5ctypeIcE8do_widenEc")));
}

}  // namespace

void forget_call_targets() {
  targets().known = false;
  targets().of_module.clear();
  simt_last_target = 0;
}

bool is_call_target(std::uintptr_t address) {
  if (!targets().known) find_targets();
  return targets().of_module.contains(address) || targets().allowed.contains(address);
}

}  // namespace simt::core

void simt::host::allow_calls(const void* function) {
  core::targets().allowed.insert(reinterpret_cast<std::uintptr_t>(function));
}
