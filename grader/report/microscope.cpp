#include "report/microscope.hpp"

#include "report/page.hpp"
#include "report/result_json.hpp"

namespace mergelab::report {

// mergelab.trace/2.

namespace {

constexpr std::size_t kMostMessageBytes = 16 * 1024;

std::string cleaned(const std::string& text) { return cut(clean(text), kMostMessageBytes); }

/// Real numbers, which JsonWriter writes to the last bit for the grader's own messages, as JSON has them;
/// those that it lacks as "NaN", "Infinity" and "-Infinity".
void make_readable(Json& json) {
  if (json.is_string()) {
    const double real = std::strtod(json.get_ref<const std::string&>().c_str(), nullptr);
    if (std::isnan(real))
      json = "NaN";
    else if (std::isinf(real))
      json = real > 0 ? "Infinity" : "-Infinity";
    else
      json = real;
  } else if (json.is_array()) {
    for (Json& element : json) make_readable(element);
  }
}

constexpr std::int64_t kWarpSize = 32;

/// Writes the numbers of one column.
class Column {
 public:
  void add(std::int64_t number) {
    if (number == 0) {
      ++zeros_;
      return;
    }
    end_zeros();
    const auto size = static_cast<std::uint64_t>(number < 0 ? -number : number);
    digits(number < 0 ? 2 * size - 1 : 2 * size);
  }
  /// The number less the last one that was given here.
  void add_difference(std::int64_t number) {
    add(number - last_);
    last_ = number;
  }
  [[nodiscard]] std::string take() {
    end_zeros();
    return std::move(text_);
  }

 private:
  void end_zeros() {
    if (zeros_ == 0) return;
    digits(0);
    digits(zeros_ - 1);
    zeros_ = 0;
  }
  void digits(std::uint64_t number) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    constexpr unsigned kBits = 5;
    constexpr std::uint64_t kMore = 1U << kBits;
    for (; number >= kMore; number >>= kBits) text_ += kAlphabet[number % kMore + kMore];
    text_ += kAlphabet[number];
  }

  std::string text_;
  std::uint64_t zeros_ = 0;
  std::int64_t last_ = 0;
};

/// Gives each different value a number, in the order in which they come.
template <class Value>
class Numbering {
 public:
  std::int64_t number(const Value& value) {
    const auto [found, is_new] = numbers_.try_emplace(value, static_cast<std::int64_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return found->second;
  }
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }

 private:
  std::map<Value, std::int64_t> numbers_;
  std::vector<Value> values_;
};

/// One column of the trace, of `size` numbers; null is -1.
std::vector<std::int64_t> numbers(const Json& table, const char* name, std::size_t size) {
  std::vector<std::int64_t> column;
  column.reserve(size);
  for (const Json& number : table.at(name))
    column.push_back(number.is_null() ? -1 : number.get<std::int64_t>());
  if (column.size() != size)
    throw std::runtime_error(std::string("the trace's columns differ in length: ") + name);
  return column;
}

/// Of each request how many events it has.
std::vector<std::int64_t> event_counts(const std::vector<std::int64_t>& first, std::size_t events) {
  std::vector<std::int64_t> counts;
  for (std::size_t r = 0; r < first.size(); ++r) {
    const std::int64_t end = r + 1 < first.size() ? first[r + 1] : static_cast<std::int64_t>(events);
    counts.push_back(end - first[r]);
    if (counts.back() < 0) throw std::runtime_error("the trace's requests are not in order");
  }
  if (first.empty() ? events != 0 : first[0] != 0)
    throw std::runtime_error("the trace has events of no request");
  return counts;
}

void pack_requests(const Json& requests, const std::vector<std::int64_t>& counts, Json& packed) {
  using Kind = std::tuple<std::int64_t, char, std::int64_t, std::int64_t, std::int64_t>;
  const auto kinds = requests.at("kind").get<std::string>();
  const std::size_t size = counts.size();
  if (kinds.size() != size) throw std::runtime_error("the trace's columns differ in length: kind");
  const auto place = numbers(requests, "place", size), array = numbers(requests, "array", size);
  const auto sectors = numbers(requests, "sectors", size), turns = numbers(requests, "turns", size);
  Numbering<Kind> numbering;
  Column what, sizes;
  for (std::size_t r = 0; r < size; ++r) {
    what.add_difference(numbering.number({place[r], kinds[r], array[r], sectors[r], turns[r]}));
    sizes.add_difference(counts[r]);
  }
  packed["kinds"] = Json::array();
  for (const auto& [at, kind, in, sectors_moved, turns_taken] : numbering.values())
    packed["kinds"].push_back({at, std::string(1, kind), in, sectors_moved, turns_taken});
  packed["what"] = what.take();
  packed["sizes"] = sizes.take();
  for (const char* name : {"block", "phase", "warp"}) {
    Column column;
    for (const std::int64_t number : numbers(requests, name, size)) column.add_difference(number);
    packed[name] = column.take();
  }
}

void pack_events(const Json& events, const std::vector<std::int64_t>& counts,
                 const std::vector<std::int64_t>& warps, Json& packed) {
  const Json& values = events.at("value");
  const auto lanes = numbers(events, "lane", values.size()),
             indices = numbers(events, "index", values.size());
  Numbering<Json> numbering;
  Column lane, index, value;
  std::size_t event = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    std::int64_t next_lane = warps[r] * kWarpSize;
    std::int64_t last = 0;
    std::int64_t stride = 0;
    for (std::int64_t i = 0; i < counts[r]; ++i, ++event) {
      lane.add(lanes[event] - next_lane);
      next_lane = lanes[event] + 1;
      index.add(indices[event] - last - stride);
      stride = i == 0 ? 1 : indices[event] - last;
      last = indices[event];
      value.add_difference(numbering.number(values[event]));
    }
  }
  packed["values"] = numbering.values();
  packed["lane"] = lane.take();
  packed["index"] = index.take();
  packed["value"] = value.take();
}

/// "7.95 / 7.95", a dash for what did not run.
std::string shown_as(const ItemResult& item) {
  if (item.status == Verdict::not_run) return "–";
  return fmt::format("{} / {}", item.score, item.max_score);
}

/// The lab's part of mergelab.report/1, but its tests, which the page doesn't show. `points` of the lab and
/// of an item is the text that it shows.
Json lab_part(const LabResult& lab) {
  Json part = public_json(lab);
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    Json& item = part.at("items").at(i);
    item.erase("tests");
    item["points"] = shown_as(lab.items[i]);
  }
  if (lab.score) part["points"] = fmt::format("{} / {}", *lab.score, lab.max_score);
  part.erase("build");
  return part;
}

/// As JSON in a script element: only a '<' could end it.
std::string in_script(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

Json trace_json(const Trace& trace) {
  Trace shown = trace;
  shown.message = cleaned(shown.message);
  for (TracedViolation& violation : shown.violations) violation.message = cleaned(violation.message);
  for (TracedFile& file : shown.files) {
    if (!file.lines) continue;
    for (std::string& line : *file.lines) line = clean(line);
  }
  Json json = Json::object();
  json["schema"] = "mergelab.trace/2";
  json.update(JsonWriter::write(shown));
  make_readable(json["events"]["value"]);
  for (Json& array : json["arrays"]) {
    for (const char* part : {"input", "expected", "output"}) {
      make_readable(array[part]);
      if (array[part].is_null()) array.erase(part);
    }
  }
  if (trace.first_wrong) {
    make_readable(json["first_wrong"]["expected"]);
    make_readable(json["first_wrong"]["got"]);
  }
  for (Json& number : json["numbers"]) make_readable(number["value"]);
  return json;
}

std::string to_json(const Trace& trace) { return trace_json(trace).dump() + "\n"; }

Json packed_trace(const Json& trace) {
  const Json& requests = trace.at("requests");
  const Json& events = trace.at("events");
  const std::size_t count = requests.at("first").size();
  const auto counts = event_counts(numbers(requests, "first", count), events.at("lane").size());
  Json packed = Json::object();
  packed["requests"] = count;
  packed["events"] = events.at("lane").size();
  pack_requests(requests, counts, packed);
  pack_events(events, counts, numbers(requests, "warp", count), packed);
  Json shown = Json::object();
  for (const auto& [name, value] : trace.items()) {
    if (name != "requests" && name != "events" && name != "report") shown[name] = value;
  }
  shown["packed"] = std::move(packed);
  return shown;
}

std::string microscope_page(const Json& trace, const LabResult* lab) {
  Json data = Json::object();
  data["trace"] = packed_trace(trace);
  data["report"] = lab != nullptr ? lab_part(*lab) : trace.value("report", Json());
  std::string page;
  for (const std::string_view part : page_before_data()) page += part;
  page += in_script(data);
  for (const std::string_view part : page_after_data()) page += part;
  return page;
}

}  // namespace mergelab::report
