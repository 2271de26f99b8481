#include "kits/keys/case.hpp"

#include <cctype>

#include "kits/keys/terms.hpp"
#include "model/json.hpp"
#include "model/npy.hpp"

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
  const auto* found =
      std::ranges::find_if(kSymbols, [&](const Symbol& symbol) { return symbol.name == name; });
  return found == kSymbols.end() ? nullptr : found;
}

constexpr double kMostExhaustivePairs = 1e6;
constexpr std::int64_t kLargestOffset = 3;  // elements of 4 bytes past a 16-byte boundary
constexpr std::int64_t kMostVaried = 50;    // percent
constexpr std::int64_t kMostLists = 1 << 20;

void expect_sorted(const JsonValue& where, const std::vector<int>& keys) {
  const auto drop = std::is_sorted_until(keys.begin(), keys.end());
  if (drop == keys.end()) return;
  where.fail(
      fmt::format("is not sorted: element {} is {}, after {}", drop - keys.begin(), *drop, *(drop - 1)));
}

/// The keys of one array of a literal case: written out under `key`, or in the file that `key`_file names.
std::vector<int> read_keys(const JsonValue& object, const std::string& key,
                           const std::filesystem::path& root) {
  const std::string file_key = key + "_file";
  const bool in_file = object.has(file_key);
  if (in_file == object.has(key)) {
    object.fail(fmt::format("a literal case has either \"{}\" or \"{}\"", key, file_key));
  }
  const JsonValue value = object.at(in_file ? file_key : key);
  std::vector<int> keys;
  if (in_file) {
    const std::filesystem::path file = value.text();
    const bool leaves = std::ranges::find(file, "..") != file.end();
    if (file.is_absolute() || leaves) value.fail("expected a file in datasets/");
    try {
      keys = read_npy(root / "datasets" / file);
    } catch (const DataError& error) {
      value.fail(error.what());
    }
  } else {
    for (const JsonValue& element : value.elements()) {
      keys.push_back(static_cast<int>(
          element.integer(std::numeric_limits<int>::min(), std::numeric_limits<int>::max())));
    }
  }
  expect_sorted(value, keys);
  return keys;
}

void read_literal(const JsonValue& object, const std::filesystem::path& root, KeysCase& spec) {
  for (const char* key : {"m", "n"}) {
    if (object.has(key))
      object.at(key).fail("the arrays of a literal case define their lengths; leave this out");
  }
  spec.keys_a = read_keys(object, "a", root);
  spec.keys_b = read_keys(object, "b", root);
  spec.m = Size(std::to_string(spec.keys_a.size()));
  spec.n = Size(std::to_string(spec.keys_b.size()));
}

/// The value of a size without symbols; 0 for others, which the lab's shape decides.
std::int64_t plain_value(const JsonValue& where, const Size& size) try {
  const bool symbols = std::ranges::any_of(size.text(), [](unsigned char c) { return std::isalpha(c) != 0; });
  const std::int64_t value = symbols ? 0 : size.evaluate_signed({});
  if (value < 0) where.fail(fmt::format("'{}' is {}, but a size must be 0 or more", size.text(), value));
  return value;
} catch (const std::out_of_range& error) {
  where.fail(error.what());
}

void read_offsets(const JsonValue& list, KeysCase& spec) {
  const std::vector<JsonValue> offsets = list.elements();
  if (offsets.size() != 3)
    list.fail(fmt::format("expected three offsets, of A, B and C, got {}", offsets.size()));
  int* targets[] = {&spec.offset_a, &spec.offset_b, &spec.offset_c};
  for (std::size_t i = 0; i < 3; ++i) *targets[i] = static_cast<int>(offsets[i].integer(0, kLargestOffset));
}

/// How many sorted arrays over `distinct` keys have at most `longest` elements: binomial(longest+distinct,
/// distinct).
double count_sorted(std::int64_t longest, int distinct) {
  double count = 1;
  for (int i = 1; i <= distinct && count <= kMostExhaustivePairs; ++i)
    count *= static_cast<double>(longest + i) / i;
  return count;
}

/// How the case's keys become lists; what its other fields say has to go with that.
void read_lists(const JsonValue& object, KeysCase& spec) {
  if (!object.has("lists")) return;
  const JsonValue lists = object.at("lists");
  lists.allow_keys({"k", "lengths", "order"});
  ListsSpec read;
  read.k = static_cast<int>(lists.at("k").integer(0, kMostLists));
  if (lists.has("lengths")) read.lengths = lists.at("lengths").one_of(names_of(list_lengths()));
  if (lists.has("order")) read.order = lists.at("order").one_of(names_of(list_orders()));
  if (spec.generator == "exhaustive" || spec.generator == "literal")
    lists.fail(fmt::format("the generator \"{}\" makes pairs of arrays, not lists", spec.generator));
  if (spec.n.text() != "0") object.at("n").fail("expected 0: lists use only the m keys of A");
  if (read.k == 0 && (spec.m.text() != "0" || spec.count > 1))
    lists.at("k").fail("no lists have no keys: with \"k\" 0, \"m\" is 0 and \"count\" is 1");
  spec.lists = read;
}

void check_amount(const JsonValue& object, const KeysCase& spec) {
  const std::int64_t m = plain_value(object.at("m"), spec.m), n = plain_value(object.at("n"), spec.n);
  if (m + n > kLargestSize)
    object.fail(fmt::format("m+n is {}; at most {} is possible", m + n, kLargestSize));
  if (spec.generator != "exhaustive") return;
  const double pairs = count_sorted(m, spec.distinct) * count_sorted(n, spec.distinct);
  if (pairs > kMostExhaustivePairs)
    object.fail(fmt::format("asks for more than {} pairs of arrays\n  reduce m, n or distinct",
                            kMostExhaustivePairs));
}

/// A number or an expression.
Size read_size(const JsonValue& value) {
  if (value.is_integer()) return Size(std::to_string(value.integer(0, kLargestSize)));
  if (!value.is_text()) value.expected("a size such as 1024 or \"2*tile+1\"");
  try {
    return Size(value.text_or_empty());
  } catch (const std::invalid_argument& error) {
    value.fail(printable(error.what()));
  }
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
  return std::ranges::any_of(names, [](const std::string& name) { return find_symbol(name)->of_launch; });
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

MERGELAB_FIELDS(ListsSpec, k, lengths, order)

void fields(auto& io, Is<KeysCase> auto& value) {
  MERGELAB_EACH_FIELD(generator, m, n, run, distinct, offset_a, offset_b, offset_c, adjacent, section, tile,
                      vary)
  io("a", value.keys_a);
  io("b", value.keys_b);
  MERGELAB_EACH_FIELD(starts, lists)
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

// A case of datasets/catalog.json, and what is said of mistakes in it.

KeysCase read_keys_case(const JsonValue& object, const std::string& family_generator, int count,
                        const std::filesystem::path& root) {
  object.allow_keys({"name", "generator", "m", "n", "run", "distinct", "count", "offset", "adjacent",
                     "section", "tile", "vary", "seed", "a", "b", "a_file", "b_file", "lists"});
  KeysCase spec;
  spec.count = count;
  const bool has_arrays = object.has("a") || object.has("b") || object.has("a_file") || object.has("b_file");
  spec.generator = has_arrays ? "literal" : family_generator;
  if (object.has("generator")) spec.generator = object.at("generator").one_of(names_of(generators()));
  if (spec.generator.empty()) object.fail("the key \"generator\" is missing, here and in the family");
  if (object.has("run")) spec.run = read_size(object.at("run"));
  spec.distinct = static_cast<int>(object.integer_or("distinct", 1, std::numeric_limits<int>::max(), 0));
  const bool needs_distinct =
      spec.generator == "few" || spec.generator == "unsorted_few" || spec.generator == "exhaustive";
  if (needs_distinct && spec.distinct == 0)
    object.fail(fmt::format("the key \"distinct\" is missing: the number of different keys of \"{}\"",
                            spec.generator));
  if (object.has("offset")) read_offsets(object.at("offset"), spec);
  spec.adjacent = object.boolean_or("adjacent", false);
  if (object.has("section")) spec.section = read_size(object.at("section"));
  if (object.has("tile")) spec.tile = read_size(object.at("tile"));
  spec.vary = static_cast<int>(object.integer_or("vary", 0, kMostVaried, 0));
  if (spec.generator == "literal") {
    if (spec.vary > 0) object.at("vary").fail("literal arrays have only one size");
    read_literal(object, root, spec);
    read_lists(object, spec);
    return spec;
  }
  if (has_arrays) object.fail(fmt::format("has literal arrays, but the generator \"{}\"", spec.generator));
  spec.m = read_size(object.at("m"));
  spec.n = read_size(object.at("n"));
  check_amount(object, spec);
  read_lists(object, spec);
  return spec;
}

}  // namespace mergelab::judge
