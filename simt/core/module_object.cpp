#include "module_object.hpp"

#include <dlfcn.h>
#include <link.h>

#include <stdexcept>
#include <string>

#include "base/read_file.hpp"

namespace simt::core {
namespace {

std::string& object_path() {
  static std::string& path = *new std::string;
  return path;
}

}  // namespace

void use_object_of(void* module) {
  link_map* map = nullptr;
  object_path() = dlinfo(module, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

elf::ObjectFile read_module_object() {
  try {
    return elf::read_object(mergelab::base::read_file(object_path()).value_or(""));
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace simt::core
