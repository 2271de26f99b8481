// datasets/catalog.json: the case families.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "course/course.hpp"
#include "course/files.hpp"
#include "model/npy.hpp"

namespace mergelab::course {
namespace {

constexpr std::int64_t kMostProblems = 100'000;
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
    const bool leaves = std::find(file.begin(), file.end(), "..") != file.end();
    if (file.is_absolute() || leaves) value.fail("expected a file in datasets/");
    try {
      keys = read_npy(root / "datasets" / file);
    } catch (const Error& error) {
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

void read_literal(const JsonValue& object, const std::filesystem::path& root, CaseSpec& spec) {
  for (const char* key : {"m", "n"}) {
    if (object.has(key))
      object.at(key).fail("the arrays of a literal case define their lengths; leave this out");
  }
  spec.keys_a = read_keys(object, "a", root);
  spec.keys_b = read_keys(object, "b", root);
  spec.m = SizeExpr(std::to_string(spec.keys_a.size()));
  spec.n = SizeExpr(std::to_string(spec.keys_b.size()));
}

/// The value of a size without symbols; 0 for others, which the lab's shape decides.
std::int64_t plain_value(const JsonValue& where, const SizeExpr& size) try {
  const bool symbols = std::any_of(size.text().begin(), size.text().end(),
                                   [](unsigned char c) { return std::isalpha(c) != 0; });
  const std::int64_t value = symbols ? 0 : size.evaluate_signed({});
  if (value < 0) where.fail(fmt::format("'{}' is {}, but a size must be 0 or more", size.text(), value));
  return value;
} catch (const std::out_of_range& error) {
  where.fail(error.what());
}

void read_offsets(const JsonValue& list, CaseSpec& spec) {
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
void read_lists(const JsonValue& object, CaseSpec& spec) {
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

void check_amount(const JsonValue& object, const CaseSpec& spec) {
  const std::int64_t m = plain_value(object.at("m"), spec.m), n = plain_value(object.at("n"), spec.n);
  if (m + n > kLargestSize)
    object.fail(fmt::format("m+n is {}; at most {} is possible", m + n, kLargestSize));
  if (spec.generator != "exhaustive") return;
  const double pairs = count_sorted(m, spec.distinct) * count_sorted(n, spec.distinct);
  if (pairs > kMostExhaustivePairs) {
    object.fail(fmt::format("asks for more than {} pairs of arrays\n  reduce m, n or distinct",
                            kMostExhaustivePairs));
  }
}

CaseSpec read_case(const JsonValue& object, const std::string& family_generator,
                   const std::filesystem::path& root) {
  object.allow_keys({"name", "generator", "m", "n", "run", "distinct", "count", "offset", "adjacent",
                     "section", "tile", "vary", "seed", "a", "b", "a_file", "b_file", "lists"});
  CaseSpec spec;
  spec.name = object.at("name").word();
  const bool has_arrays = object.has("a") || object.has("b") || object.has("a_file") || object.has("b_file");
  spec.generator = has_arrays ? "literal" : family_generator;
  if (object.has("generator")) spec.generator = object.at("generator").one_of(names_of(generators()));
  if (spec.generator.empty()) object.fail("the key \"generator\" is missing, here and in the family");
  if (object.has("run")) spec.run = object.at("run").size();
  spec.distinct = static_cast<int>(object.integer_or("distinct", 1, std::numeric_limits<int>::max(), 0));
  const bool needs_distinct =
      spec.generator == "few" || spec.generator == "unsorted_few" || spec.generator == "exhaustive";
  if (needs_distinct && spec.distinct == 0) {
    object.fail(fmt::format("the key \"distinct\" is missing: the number of different keys of \"{}\"",
                            spec.generator));
  }
  spec.count = static_cast<int>(object.integer_or("count", 1, kMostProblems, 1));
  if (object.has("offset")) read_offsets(object.at("offset"), spec);
  spec.adjacent = object.boolean_or("adjacent", false);
  if (object.has("section")) spec.section = object.at("section").size();
  if (object.has("tile")) spec.tile = object.at("tile").size();
  if (object.has("seed")) spec.seed = object.at("seed").natural();
  spec.vary = static_cast<int>(object.integer_or("vary", 0, kMostVaried, 0));
  if (spec.generator == "literal") {
    if (spec.vary > 0) object.at("vary").fail("literal arrays have only one size");
    read_literal(object, root, spec);
    read_lists(object, spec);
    return spec;
  }
  if (has_arrays) object.fail(fmt::format("has literal arrays, but the generator \"{}\"", spec.generator));
  spec.m = object.at("m").size();
  spec.n = object.at("n").size();
  check_amount(object, spec);
  read_lists(object, spec);
  return spec;
}

}  // namespace

Family read_family(const JsonValue& object, const char* own_key, const ReadCase& read) {
  object.allow_keys({"name", "about", own_key, "seed", "hidden", "backends", "cases"});
  Family family;
  family.name = object.at("name").word();
  family.about = object.at("about").text();
  family.hidden = object.boolean_or("hidden", false);
  family.backends = read_backends(object);
  if (object.has("seed")) family.seed = object.at("seed").natural();
  std::vector<std::string> names;
  for (const JsonValue& element : object.at("cases").elements()) {
    family.cases.push_back(read(element));
    names.push_back(family.cases.back().name);
    if (first_repeated(names) < names.size()) {
      element.at("name").fail(
          fmt::format("the family \"{}\" already has a case \"{}\"", family.name, names.back()));
    }
  }
  if (names.empty())
    object.at("cases").fail(
        fmt::format("the family \"{}\" has no cases; expected at least one", family.name));
  return family;
}

void add_families(const JsonValue& list, const ReadFamily& read, std::vector<Family>& families) {
  std::vector<std::string> names;
  for (const Family& family : families) names.push_back(family.name);
  for (const JsonValue& element : list.elements()) {
    families.push_back(read(element));
    names.push_back(families.back().name);
    if (first_repeated(names) < names.size()) {
      const JsonValue name = element.at("name");
      name.fail(fmt::format("there is already a family \"{}\"", name.text()));
    }
  }
}

void read_families(const JsonValue& list, const std::filesystem::path& root, std::vector<Family>& families) {
  const auto read = [&](const JsonValue& object) {
    const std::string generator =
        object.has("generator") ? object.at("generator").one_of(names_of(generators())) : "";
    return read_family(object, "generator",
                       [&](const JsonValue& element) { return read_case(element, generator, root); });
  };
  add_families(list, read, families);
}

std::vector<Family> read_catalog(const std::filesystem::path& root) {
  const JsonValue top = read_json(root, kCatalogFile, "mergelab.catalog/1");
  top.allow_keys({"schema", "families"});
  std::vector<Family> families;
  read_families(top.at("families"), root, families);
  return families;
}

}  // namespace mergelab::course
