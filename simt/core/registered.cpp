#include "registered.hpp"

#include <map>

#include "device_memory.hpp"

namespace simt::core {
namespace {

std::map<std::uintptr_t, Registered>& all() {
  static auto& registered = *new std::map<std::uintptr_t, Registered>;
  return registered;
}

}  // namespace

const Registered* registered_in(std::uintptr_t begin, std::uintptr_t end) {
  const auto after = all().lower_bound(end);
  if (after == all().begin()) return nullptr;
  const Registered& last = std::prev(after)->second;
  return last.end > begin ? &last : nullptr;
}

bool register_memory(std::uintptr_t begin, std::size_t bytes, unsigned flags) {
  const Allocation* there = DeviceMemory::instance().find(begin);
  const bool of_module = there != nullptr && there->number == 0 && bytes <= there->end - begin;
  if (!of_module && !DeviceMemory::instance().adopt(begin, bytes)) return false;
  all()[begin] = {begin, begin + bytes, flags};
  return true;
}

void unregister_memory(std::uintptr_t begin, std::uintptr_t end) {
  DeviceMemory::instance().disown(begin, end);
  all().erase(all().lower_bound(begin), all().lower_bound(end));
}

}  // namespace simt::core
