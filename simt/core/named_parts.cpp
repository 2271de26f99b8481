// Read from simt-cc's constants, and only when a message needs a name.
#include "named_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>

#include "module_object.hpp"
#include "watch.hpp"

namespace simt::core {
namespace {

struct Module {
  bool read = false;
  std::map<std::size_t, std::string> functions;  // by begin
  std::map<std::string, std::size_t> constants;  // their beginnings, by the kernel's symbol
};
Module& module() {
  static Module& state = *new Module;
  return state;
}

// "_Z1kPi" of "_ZZ1kPiE10simt_parts".
std::string kernel_of(const std::string& symbol) {
  constexpr std::string_view kBegin = "_ZZ", kEnd = "E10simt_parts";
  if (!symbol.starts_with(kBegin) || !symbol.ends_with(kEnd)) return {};
  return "_Z" + symbol.substr(kBegin.size(), symbol.size() - kBegin.size() - kEnd.size());
}

void read_all_parts() {
  module().read = true;
  const elf::ObjectFile object = read_module_object();
  for (const elf::ObjectSymbol& symbol : object.symbols) {
    if (symbol.undefined || symbol.thread_local_) continue;
    if (!symbol.variable) module().functions[symbol.begin] = symbol.name;
    if (const std::string kernel = kernel_of(symbol.name); !kernel.empty())
      module().constants[kernel] = symbol.begin;
  }
}

long argument(std::size_t place, std::size_t bytes) {
  const auto* from = reinterpret_cast<const char*>(watch.arguments_begin + place);
  std::int64_t wide = 0;
  std::int32_t narrow = 0;
  if (watch.arguments_begin + place + bytes > watch.arguments_end) return 0;
  if (bytes == sizeof wide) {
    std::memcpy(&wide, from, sizeof wide);
    return wide;
  }
  std::memcpy(&narrow, from, sizeof narrow);
  return narrow;
}

}  // namespace

void forget_named_parts() { module() = {}; }

NamedParts named_parts() {
  if (!module().read) read_all_parts();
  const auto kernel = module().functions.find(watch.kernel - watch.text_begin);
  if (kernel == module().functions.end()) return {};
  const auto constant = module().constants.find(kernel->second);
  if (constant == module().constants.end()) return {};
  // struct { unsigned long bytes; char words[]; }
  const char* begin = reinterpret_cast<const char*>(watch.text_begin + constant->second);
  NamedParts known;
  unsigned long bytes = 0;
  std::memcpy(&bytes, begin, sizeof bytes);
  known.element_bytes = bytes;
  std::istringstream words(begin + sizeof bytes);
  std::size_t count = 0, terms = 0;
  words >> known.array >> count;
  known.parameters.resize(count);
  for (std::string& name : known.parameters) words >> name;
  words >> count;
  for (std::size_t i = 0; i < count && words; ++i) {
    std::string name;
    long at = 0;
    words >> name >> at >> terms;
    for (std::size_t t = 0; t < terms && words; ++t) {
      long factor = 0;
      std::size_t place = 0, wide = 0;
      words >> factor >> place >> wide;
      at += factor * argument(place, wide);
    }
    if (words && at >= 0) known.parts.push_back({name, static_cast<std::size_t>(at)});
  }
  std::stable_sort(known.parts.begin(), known.parts.end(),
                   [](const NamedPart& a, const NamedPart& b) { return a.begin < b.begin; });
  return known;
}

}  // namespace simt::core
