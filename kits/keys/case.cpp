#include "kits/keys/case.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/json.hpp"

namespace mergelab::judge {
namespace {

struct Symbol {
  std::string_view name;
  std::int64_t Symbols::*value;
  bool of_launch;
};
constexpr std::array<Symbol, 5> kSymbols{{{"section", &Symbols::section, false},
                                          {"tile", &Symbols::tile, false},
                                          {"block", &Symbols::block, true},
                                          {"threads", &Symbols::threads, true},
                                          {"share", &Symbols::share, true}}};

const Symbol* find_symbol(std::string_view name) {
  const auto* found = std::find_if(kSymbols.begin(), kSymbols.end(),
                                   [&](const Symbol& symbol) { return symbol.name == name; });
  return found == kSymbols.end() ? nullptr : found;
}

}  // namespace

Size::Size(std::string_view text) : formula_(text) {
  for (const std::string& name : formula_.names()) {
    if (find_symbol(name) == nullptr)
      throw std::invalid_argument("'" + name +
                                  "' is not known; a size may use section, tile, block, threads and share");
  }
}

bool Size::needs_launch() const {
  const std::vector<std::string> names = formula_.names();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return find_symbol(name)->of_launch; });
}

std::int64_t Size::evaluate(const Symbols& symbols) const {
  return std::max<std::int64_t>(evaluate_signed(symbols), 0);
}

std::int64_t Size::evaluate_signed(const Symbols& symbols) const {
  return formula_.evaluate([&](std::string_view name) { return symbols.*(find_symbol(name)->value); });
}

bool KeysCase::needs_launch() const {
  return m.needs_launch() || n.needs_launch() || run.needs_launch() || (section && section->needs_launch()) ||
         (tile && tile->needs_launch());
}

Symbols KeysCase::symbols(Symbols of_lab) const {
  if (tile) of_lab.tile = tile->evaluate(of_lab);
  if (section) of_lab.section = section->evaluate(of_lab);
  return of_lab;
}

void fields(auto& io, Is<ListsSpec> auto& lists) {
  io("k", lists.k);
  io("lengths", lists.lengths);
  io("order", lists.order);
}

void fields(auto& io, Is<KeysCase> auto& keys) {
  io("generator", keys.generator);
  io("m", keys.m);
  io("n", keys.n);
  io("run", keys.run);
  io("distinct", keys.distinct);
  io("offset_a", keys.offset_a);
  io("offset_b", keys.offset_b);
  io("offset_c", keys.offset_c);
  io("adjacent", keys.adjacent);
  io("section", keys.section);
  io("tile", keys.tile);
  io("vary", keys.vary);
  io("a", keys.keys_a);
  io("b", keys.keys_b);
  io("starts", keys.starts);
  io("lists", keys.lists);
}

void set_case(const KeysCase& keys, CaseSpec& spec) {
  spec.count = keys.count;
  spec.of_kit = JsonWriter::write(keys).dump();
  spec.needs_launch = keys.needs_launch();
  spec.is_spelled_out = keys.generator == "literal";
}

CaseSpec spec_of(const KeysCase& keys, const std::string& name) {
  CaseSpec spec;
  spec.name = name;
  set_case(keys, spec);
  return spec;
}

KeysCase keys_case(const CaseSpec& spec) {
  KeysCase keys = JsonReader::read<KeysCase>(JsonValue::parsed(spec.of_kit));
  keys.count = spec.count;
  return keys;
}

}  // namespace mergelab::judge
