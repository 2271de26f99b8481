#include "kits/keys/case.hpp"

#include "model/json.hpp"

namespace mergelab::judge {

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
