#include "call_targets.hpp"

#include <dlfcn.h>

#include <string>
#include <string_view>
#include <unordered_set>

#include "module_object.hpp"
#include "segments.hpp"
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

void find_targets() {
  targets().known = true;
  for (const elf::ObjectSymbol& symbol : read_module_object().symbols) {
    if (symbol.variable || symbol.thread_local_) continue;
    const auto address = symbol.undefined
                             ? reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, symbol.name.c_str()))
                             : watch.text_begin + symbol.begin;
    targets().of_module.insert(address);
  }
  // Of the engine's exceptions (hooks/exceptions.cpp), a module names the tables of virtual functions.
  for (const char* exception : {"9exception", "9bad_alloc", "20bad_array_new_length", "11logic_error"}) {
    const std::string name = std::string("__wrap__ZTVSt") + exception;
    const auto* const table = static_cast<const std::uintptr_t*>(dlsym(RTLD_DEFAULT, name.c_str()));
    // Behind two words about the class: its destructors, and what().
    if (table != nullptr) targets().of_module.insert(table + 2, table + 5);
  }
}

// A virtual function that a module calls without naming it.
bool is_of_exceptions(std::uintptr_t address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0 || info.dli_sname == nullptr ||
      reinterpret_cast<std::uintptr_t>(info.dli_saddr) != address)
    return false;
  const std::string_view name = info.dli_sname;
  const bool is_destructor = name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev");
  return name.starts_with("_ZN") && (is_destructor || name.ends_with("4whatEv"));
}

}  // namespace

void forget_call_targets() {
  targets().known = false;
  targets().of_module.clear();
  simt_last_target = 0;
}

bool is_call_target(std::uintptr_t address) {
  if (!targets().known) find_targets();
  if (targets().of_module.contains(address) || targets().allowed.contains(address)) return true;
  const Segment* const segment = segment_at(address);
  return segment != nullptr && segment->owner == Owner::Library && is_of_exceptions(address);
}

}  // namespace simt::core

void simt::host::allow_calls(const void* function) {
  core::targets().allowed.insert(reinterpret_cast<std::uintptr_t>(function));
}
