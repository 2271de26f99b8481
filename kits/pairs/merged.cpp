#include "kits/pairs/merged.hpp"

#include "report/trace_story.hpp"

namespace mergelab::judge {
namespace {

std::vector<int> keys_in(const Trace& trace, std::size_t array) {
  std::vector<int> keys;
  if (array >= trace.arrays.size() || !trace.arrays[array].input) return keys;
  for (const Number& key : *trace.arrays[array].input)
    keys.push_back(static_cast<int>(std::get<std::int64_t>(key)));
  return keys;
}

std::optional<int> number_named(const Trace& trace, std::string_view name) {
  for (const TracedNumber& number : trace.numbers) {
    if (number.name == name) return static_cast<int>(std::get<std::int64_t>(number.value));
  }
  return std::nullopt;
}

constexpr std::int64_t kMostSlots = 64;

/// Follows one tile: which element each of its slots holds.
class Tile {
 public:
  Tile(int source, const std::vector<int>& keys) : source_(source), keys_(keys) {}

  /// The shared array that its elements are copied to first; false without one.
  bool find_array(const Trace& trace, const report::BlockStory& story) {
    for (const report::Phase& phase : story.phases) {
      for (const report::CopiedBy& copy : phase.copies) {
        const TracedArray& to = trace.arrays[static_cast<std::size_t>(copy.to)];
        if (copy.from != source_ || to.space != "shared" || to.elements > kMostSlots) continue;
        array_ = copy.to;
        element_.assign(static_cast<std::size_t>(to.elements), std::nullopt);
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] int array() const { return array_; }

  /// Takes what the phase copies; whether it is anything.
  bool load(const report::Phase& phase) {
    loaded_.assign(element_.size(), false);
    bool any = false;
    for (const report::CopiedBy& copy : phase.copies) {
      if (copy.from != source_ || copy.to != array_) continue;
      for (const auto& [from, to] : copy.indices) {
        if (to < 0 || static_cast<std::size_t>(to) >= element_.size()) continue;
        if (from < 0 || static_cast<std::size_t>(from) >= keys_.size()) continue;
        element_[static_cast<std::size_t>(to)] = from;
        loaded_[static_cast<std::size_t>(to)] = any = true;
      }
    }
    return any;
  }

  /// What it holds, of which elements below `consumed` are merged.
  [[nodiscard]] TileInRound in_round(int consumed) const {
    std::map<int, std::size_t> newest;  // slot by element: one that is loaded wins
    for (std::size_t s = 0; s < element_.size(); ++s) {
      if (!element_[s] || *element_[s] < consumed) continue;
      const auto [entry, is_new] = newest.try_emplace(*element_[s], s);
      if (!is_new && loaded_[s]) entry->second = s;
    }
    TileInRound tile;
    tile.slots.resize(element_.size());
    for (std::size_t s = 0; s < element_.size(); ++s) {
      if (!element_[s]) continue;
      Slot& slot = tile.slots[s];
      slot.element = *element_[s];
      slot.key = keys_[static_cast<std::size_t>(slot.element)];
      const auto found = newest.find(slot.element);
      const bool live = found != newest.end() && found->second == s;
      slot.state = loaded_[s] ? Slot::State::loaded : live ? Slot::State::kept : Slot::State::spent;
    }
    if (newest.empty()) return tile;
    tile.begin = newest.begin()->first;
    tile.end = newest.rbegin()->first + 1;
    tile.head = static_cast<int>(newest.begin()->second);
    return tile;
  }

 private:
  int source_;
  const std::vector<int>& keys_;
  int array_ = -1;
  std::vector<std::optional<int>> element_;  // of each slot
  std::vector<bool> loaded_;                 // in this phase
};

}  // namespace

Merged::Merged(const Trace& of)
    : trace(of),
      a(keys_in(of, 0)),
      b(keys_in(of, 1)),
      m(static_cast<int>(a.size())),
      n(static_cast<int>(b.size())),
      section(number_named(of, "section")),
      tile(number_named(of, "tile")),
      k(number_named(of, "k")),
      path{0} {
  if (k && of.arrays.size() > kTracedC && of.arrays[kTracedC].output) {
    if (const auto& returned = of.arrays[kTracedC].output->front())
      rank = static_cast<int>(std::get<std::int64_t>(*returned));
  }
  StableMerge merge(Keys{a, b, {}});
  while (path.size() <= a.size() + b.size()) {
    static_cast<void>(merge.next());
    path.push_back(static_cast<int>(merge.taken_of_a()));
  }
}

std::string Merged::split(int outputs) const {
  const int i = path[static_cast<std::size_t>(outputs)];
  return fmt::format("i = {}, j = {}", i, outputs - i);
}

std::vector<std::pair<int, int>> Merged::probes() const {
  std::vector<std::pair<int, int>> found;
  int array = -1, index = 0;  // of a read without a partner yet
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.kind[r] != 'r' || trace.requests.array[r] >= kTracedC) continue;
    for (int e = trace.requests.first[r]; e < trace.end_of(r); ++e) {
      const int other = trace.events.index[static_cast<std::size_t>(e)];
      if (array < 0 || array == trace.requests.array[r]) {
        array = trace.requests.array[r];
        index = other;
        continue;
      }
      array == 0 ? found.emplace_back(index, other) : found.emplace_back(other, index);
      array = -1;
    }
  }
  return found;
}

std::map<std::pair<int, int>, int> Merged::first_outputs() const {
  if (k) return {};
  return report::first_outputs(trace, kTracedC);
}

std::vector<Round> rounds_of(const Merged& merged, int block) {
  std::vector<Round> found;
  if (!merged.section || merged.k) return found;
  const report::BlockStory story = report::story_of(merged.trace, block, kTracedC);
  Tile a(0, merged.a), b(1, merged.b);
  if (!a.find_array(merged.trace, story) || !b.find_array(merged.trace, story) || a.array() == b.array())
    return found;
  for (const report::Phase& phase : story.phases) {
    const bool from_a = a.load(phase), from_b = b.load(phase);
    if (!from_a && !from_b) continue;
    const std::size_t k =
        std::min(static_cast<std::size_t>(block) * static_cast<std::size_t>(*merged.section) +
                     static_cast<std::size_t>(phase.completed),
                 merged.path.size() - 1);
    const int i = merged.path[k];
    found.push_back({phase.completed, a.in_round(i), b.in_round(static_cast<int>(k) - i)});
  }
  return found;
}

}  // namespace mergelab::judge
