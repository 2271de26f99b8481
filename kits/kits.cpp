#include "kits/kits.hpp"

#include "kits/keys/case.hpp"
#include "kits/keys/terms.hpp"

namespace mergelab {

std::span<const Kit* const> kits() {
  static const std::array<const Kit*, 4> all{&merge_kit(), &rank_kit(), &sort_kit(), &lists_kit()};
  return all;
}

const Kit* find_kit(std::string_view name) {
  const auto found = std::ranges::find_if(kits(), [&](const Kit* kit) { return kit->name() == name; });
  return found == kits().end() ? nullptr : *found;
}

std::vector<std::string> names_of_kits() {
  std::vector<std::string> names;
  for (const Kit* kit : kits()) names.emplace_back(kit->name());
  return names;
}

void read_case_of_kits(const JsonValue& object, const std::string& generator,
                       const std::filesystem::path& root, CaseSpec& spec) {
  judge::set_case(judge::read_keys_case(object, generator, spec.count, root), spec);
}

std::vector<std::string> names_of_generators() { return names_of(judge::generators()); }

}  // namespace mergelab
