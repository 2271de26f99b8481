// From the names that simt-cc has put into the module, and the module's symbols.
#include "device_variables.hpp"

#include <sys/mman.h>

#include <sstream>
#include <vector>

#include "mapping.hpp"
#include "module_object.hpp"
#include "segments.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct DeviceVariables {
  bool read = false;
  std::map<std::uintptr_t, DeviceVariable> variables;
  Mapping host_copies;  // as long as the segment of variables
};
DeviceVariables& found_variables() {
  static DeviceVariables& state = *new DeviceVariables;
  return state;
}

void read_device_variables() {
  found_variables().read = true;
  const elf::ObjectFile object = read_module_object();
  std::map<std::string, std::size_t> files;  // how many of them have a variable of that name
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.name != "_ZL21simt_device_variables" || symbol.undefined) continue;
    std::istringstream names(reinterpret_cast<const char*>(watch.text_begin + symbol.begin));
    for (std::string name; std::getline(names, name);) ++files[name];
  }
  if (files.empty()) return;
  std::map<std::string, std::vector<const elf::ObjectSymbol*>> symbols;
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (!symbol.variable || symbol.undefined || symbol.thread_local_) continue;
    std::string name = elf::demangled(symbol.name);
    if (files.contains(name)) symbols[std::move(name)].push_back(&symbol);
  }
  for (const auto& [name, same] : symbols) {
    if (same.size() > files[name]) continue;  // another file's variable of this name is the host's
    for (const elf::ObjectSymbol* symbol : same) {
      const std::uintptr_t begin = watch.text_begin + symbol->begin;
      found_variables().variables[begin] = {name.substr(name.rfind(':') + 1), begin + symbol->bytes};
    }
  }
}

}  // namespace

void forget_device_variables() { found_variables() = {}; }

const std::map<std::uintptr_t, DeviceVariable>& device_variables() {
  if (!found_variables().read) read_device_variables();
  return found_variables().variables;
}

std::uintptr_t in_host_copy(std::uintptr_t address) {
  const Segment& segment = *module_variables();
  Mapping& copies = found_variables().host_copies;
  if (copies.empty()) {
    copies = Mapping(segment.end - segment.begin);
    if (copies.empty() || mprotect(copies.begin(), copies.bytes(), PROT_NONE) != 0) return address;
  }
  return reinterpret_cast<std::uintptr_t>(copies.begin()) + (address - segment.begin);
}

std::uintptr_t of_host_copy(std::uintptr_t address) {
  const Mapping& copies = found_variables().host_copies;
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(copies.begin());
  return offset < copies.bytes() ? module_variables()->begin + offset : 0;
}

std::uintptr_t device_variable_at(std::uintptr_t address) {
  const auto after = device_variables().upper_bound(address);
  if (after == device_variables().begin()) return 0;
  const auto& [begin, variable] = *std::prev(after);
  return address < variable.end ? begin : 0;
}

}  // namespace simt::core
