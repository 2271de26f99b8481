// Chooses, from what was seen, what a student should look at.
#include "score/score.hpp"

namespace mergelab::score {
namespace {

constexpr std::string_view kNotBuilt = "type_not_built";

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether a hint could add to the item's message.
bool wants_hint(Verdict status) {
  switch (status) {
    case Verdict::passed:
    case Verdict::todo:
    case Verdict::not_submitted:
    case Verdict::not_run:
    case Verdict::grader_error:
      return false;
    default:
      return true;
  }
}

/// Whether the program ended before it answered: what the item's cases are about does not explain that.
bool ended_early(Verdict status) {
  return status == Verdict::crashed || status == Verdict::timed_out || status == Verdict::resource_limit;
}

/// Null for none.
const Observation* first_failure(const ItemResult& item) {
  const auto failed =
      std::ranges::find_if(item.tests, [](const Observation& test) { return !test.outcome.passed(); });
  return failed == item.tests.end() ? nullptr : &*failed;
}

/// The items of a lab, and their joint evidence.
class Hints {
 public:
  /// `lost_before`: the correctness items that the last run of the whole lab lost, where this is a part of
  /// it.
  Hints(const Lab& lab, std::vector<JudgedItem>& items, std::vector<std::string> lost_before = {})
      : lab_(lab), items_(items), lost_before_(std::move(lost_before)) {
    races_ = std::ranges::any_of(items, [](const JudgedItem& item) { return contains(item.seen, "race"); });
  }

  /// The first lost item that says something of the output: correctness, or a broken rule, which counts where
  /// it was seen. Before all of them a race that shows which arrays overlap. nullptr: none is lost.
  [[nodiscard]] const JudgedItem* lead() const {
    const JudgedItem* first = nullptr;
    Position first_place;
    for (const JudgedItem& item : items_) {
      const bool measures = item.result.kind == ItemKind::performance;
      if (measures || !is_lost(item) || item.by_build || item.seen.empty() || is_blurred(item) ||
          is_of_launch(item))
        continue;
      if (shows_overlap(item)) return &item;
      const Position place = position_of(item);
      if (first != nullptr && place >= first_place) continue;
      first = &item;
      first_place = place;
    }
    return first;
  }

  /// The first hint that fits.
  [[nodiscard]] std::string choose(const JudgedItem& item) const {
    if (!is_lost(item) || is_blurred(item)) return "";
    const std::vector<std::string> seen = seen_by(item);
    const auto found = std::ranges::find_if(lab_.hints, [&](const Hint& hint) {
      if (hint.only && !others_passed(hint)) return false;
      if (item.by_build && !contains(hint.symptoms, kNotBuilt)) return false;
      const bool by_items_alone = !hint.items.empty() && hint.symptoms.empty() && !hint.only;
      if (by_items_alone && ended_early(item.result.status)) return false;
      const bool speaks_of = hint.items.empty() || contains(hint.items, items_[place_of(item)].result.id);
      return speaks_of && std::ranges::all_of(hint.symptoms, [&](const std::string& symptom) {
               return contains(seen, symptom);
             });
    });
    if (found == lab_.hints.end()) return "";
    return found->only && !lab_.whole ? "In the last run of the whole lab: " + found->text : found->text;
  }

  /// Whether the item's loss is evidence by itself, despite other losses.
  [[nodiscard]] bool speaks_alone(const JudgedItem& item, const JudgedItem& lead) const {
    if (item.by_build || is_of_launch(item)) return true;
    return item.result.status == Verdict::too_slow && lead.result.kind == ItemKind::checker;
  }

 private:
  using Position = std::pair<std::size_t, std::size_t>;  // an item, and one of its tests

  /// Where the item's loss was seen.
  [[nodiscard]] Position position_of(const JudgedItem& item) const {
    const std::size_t place = place_of(item);
    const std::vector<Observation>& tests = items_[place].result.tests;
    const bool of_other = &items_[place] != &item;
    const auto seen = std::ranges::find_if(tests, [&](const Observation& test) {
      return of_other ? item.result.of_test == test.test : !test.outcome.passed();
    });
    return {place, static_cast<std::size_t>(seen - tests.begin())};
  }

  /// Which item an item speaks of: of a broken rule, the one with the case that broke it.
  [[nodiscard]] std::size_t place_of(const JudgedItem& item) const {
    const auto named = std::ranges::find_if(items_, [&](const JudgedItem& other) {
      return item.result.of_test.starts_with(other.result.id + "/");
    });
    const bool tells_of_other = item.result.kind == ItemKind::checker && named != items_.end();
    return static_cast<std::size_t>(tells_of_other ? named - items_.begin() : &item - items_.data());
  }

  /// A race of two names for one element, or of two arrays of which neither is known to be the element's.
  [[nodiscard]] static bool shows_overlap(const JudgedItem& item) {
    return item.result.kind == ItemKind::checker && contains(item.seen, "race") &&
           (contains(item.seen, "two_names") ||
            (contains(item.seen, "both_write") && contains(item.seen, "two_arrays") &&
             !contains(item.seen, "out_of_part")));
  }

  [[nodiscard]] static bool is_lost(const JudgedItem& item) {
    return wants_hint(item.result.status) && !is_untried(item);
  }

  /// Whether the item was lost to others' use of time.
  [[nodiscard]] static bool is_untried(const JudgedItem& item) {
    const Observation* failed = first_failure(item.result);
    return failed != nullptr && failed->outcome.untried;
  }

  /// Of what was launched, which no wrong result explains.
  [[nodiscard]] bool is_of_launch(const JudgedItem& item) const {
    const Item* rubric = lab_.find_item(item.result.id);
    return rubric != nullptr && rubric->checker == CheckerRule::launch && !ended_early(item.result.status);
  }

  /// A race that another item shows explains a wrong output of an item that runs without the checks. If
  /// neither this run nor the last one of the whole lab can show it, there may be one.
  [[nodiscard]] bool is_blurred(const JudgedItem& item) const {
    const Item* rubric = lab_.find_item(item.result.id);
    const bool computes = rubric != nullptr && rubric->kind == ItemKind::correctness;
    const bool is_known = lab_.whole || contains(lost_before_, item.result.id);
    return computes && !rubric->checks && (races_ || !is_known) && !contains(item.seen, "race");
  }

  /// Whether items were lost, none but those of the hint, and all had a chance: in this run, or in the last
  /// one of the whole lab if what this run lost was lost then, too.
  [[nodiscard]] bool others_passed(const Hint& hint) const {
    const auto computes = [](const JudgedItem& item) {
      return item.result.kind == ItemKind::correctness && is_lost(item) && !item.by_build;
    };
    const auto was_lost = [&](const JudgedItem& item) { return contains(lost_before_, item.result.id); };
    const bool is_known =
        lab_.whole || (!lost_before_.empty() && std::ranges::all_of(lost_before_, [&](const std::string& id) {
          return contains(hint.items, id);
        }) && std::ranges::all_of(items_, [&](const JudgedItem& item) {
          return !computes(item) || was_lost(item);
        }));
    return is_known && std::ranges::any_of(items_, computes) &&
           std::ranges::all_of(items_, [&](const JudgedItem& item) {
             return item.result.kind != ItemKind::correctness || item.result.status == Verdict::passed ||
                    item.result.status == Verdict::not_run || item.by_build ||
                    contains(hint.items, item.result.id);
           });
  }

  /// What was seen in the item, and what follows from other items.
  [[nodiscard]] std::vector<std::string> seen_by(const JudgedItem& item) const {
    std::vector<std::string> seen = item.seen;
    if (item.by_build) seen.emplace_back(kNotBuilt);
    const std::vector<Observation>& tests = items_[place_of(item)].result.tests;
    if (!tests.empty() && tests.front().outcome.passed() && item.result.of_test != tests.front().test)
      seen.emplace_back("later_case");
    const bool all_right = std::ranges::none_of(items_, [](const JudgedItem& other) {
      return other.result.kind == ItemKind::correctness && is_lost(other);
    });
    // What no block writes stays unwritten.
    const bool wrong_grid = std::ranges::any_of(items_, [&](const JudgedItem& other) {
      return is_of_launch(other) && is_lost(other) && contains(other.seen, "wrong_grid");
    });
    if (wrong_grid && contains(seen, "unwritten")) seen.emplace_back("wrong_grid");
    if (item.result.kind == ItemKind::performance && all_right && std::erase(seen, "endless") > 0)
      seen.emplace_back("slow");
    return seen;
  }

  const Lab& lab_;
  std::vector<JudgedItem>& items_;
  std::vector<std::string> lost_before_;
  bool races_ = false;
};

/// Whether the lab was built for at least one type of element, so that a failed build says something about
/// the others.
bool was_built(const std::vector<JudgedItem>& items) {
  return std::ranges::any_of(items, [](const JudgedItem& item) {
    const Verdict status = item.result.status;
    return counts_in_maximum(status) && status != Verdict::build_failed && status != Verdict::forbidden;
  });
}

}  // namespace

void give_hints(const Lab& lab, std::vector<JudgedItem>& items) {
  if (!was_built(items)) return;
  const Hints hints(lab, items);
  const JudgedItem* lead = hints.lead();
  const std::string first = lead == nullptr ? "" : hints.choose(*lead);
  for (JudgedItem& item : items) {
    const std::string own = hints.choose(item);
    const bool may_speak =
        lead == nullptr || &item == lead || own == first || hints.speaks_alone(item, *lead);
    item.result.hint = may_speak ? own : "";
  }
}

void give_hints_as_before(const Lab& part, const std::vector<std::string>& lost_before, LabResult& result) {
  if (part.whole || lost_before.empty()) return;
  std::vector<JudgedItem> items;
  for (const ItemResult& item : result.items) {
    JudgedItem judged;
    judged.result = item;
    if (const Observation* lost = first_failure(item)) judged.seen = seen_in(*lost);
    judged.by_build = item.tests.empty();
    items.push_back(std::move(judged));
  }
  const Hints hints(part, items, lost_before);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].by_build || items[i].result.kind == ItemKind::performance) continue;
    if (std::string hint = hints.choose(items[i]); !hint.empty()) result.items[i].hint = std::move(hint);
  }
}

}  // namespace mergelab::score
