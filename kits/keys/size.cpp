#include "kits/keys/size.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

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

}  // namespace mergelab::judge
