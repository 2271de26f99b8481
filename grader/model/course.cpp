#include "model/course.hpp"

#include <cctype>

namespace mergelab {
namespace {

/// The element that `matches`, or nullptr.
template <class Element, class Matches>
const Element* find_in(const std::vector<Element>& elements, Matches matches) {
  const auto found = std::ranges::find_if(elements, matches);
  return found == elements.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Moment> Deadline::last() const {
  constexpr Moment kMinute = 60;
  if (!days_taken && percent_per_day == 0) return std::nullopt;
  const Moment end = at + kMinute * grace_minutes;
  return day_ends.empty() ? end : std::max(end, day_ends.back());
}

const Item* Lab::find_item(std::string_view id) const {
  return find_in(items, [&](const Item& item) { return item.id == id; });
}

const Lab* Course::find_lab(std::string_view name) const {
  return find_in(labs, [&](const Lab& lab) { return lab.name == name; });
}

const Family* Course::find_family(std::string_view name) const {
  return find_in(families, [&](const Family& family) { return family.name == name; });
}

int lab_number(const Lab& lab) {
  constexpr std::size_t kMostDigits = 6;
  int number = 0;
  for (std::size_t i = 0; i < std::min(lab.name.size(), kMostDigits); ++i) {
    if (std::isdigit(static_cast<unsigned char>(lab.name[i])) == 0) break;
    number = number * 10 + (lab.name[i] - '0');
  }
  return number;
}

std::string_view in_words(const Lab& lab) {
  return lab.on_ranks() ? "runs on ranks" : lab.kit ? lab.kit->verb() : "has another kind of function";
}

}  // namespace mergelab
