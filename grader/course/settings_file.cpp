// labs/settings.json: what an instructor changes. It has the words of course.json, lab.json and catalog.json,
// and is merged into the course here, before anybody else sees it.
#include <fmt/ranges.h>

#include "base/did_you_mean.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "course/files.hpp"
#include "course/time.hpp"

namespace mergelab::course {
namespace {

namespace fs = std::filesystem;

constexpr double kAllPercent = 100;
constexpr std::int64_t kMostDays = 366;

/// What late work costs: the settings' rule, or one of a lab's own.
void read_late(const JsonValue& object, Deadline& deadline) {
  object.allow_keys({"percent_per_day", "grace_minutes", "days_taken"});
  constexpr std::int64_t kMostGrace = 60 * 24 * 7;
  deadline.grace_minutes = object.integer_or("grace_minutes", 0, kMostGrace, 0);
  if (object.has("percent_per_day")) {
    const JsonValue percent = object.at("percent_per_day");
    deadline.percent_per_day = percent.number(0, false);
    if (deadline.percent_per_day > kAllPercent) percent.fail("expected a number of 100 or less");
  }
  if (object.has("days_taken")) deadline.days_taken = object.at("days_taken").integer(0, kMostDays);
  if (!object.has("percent_per_day") && !deadline.days_taken)
    object.fail("expected \"percent_per_day\", \"days_taken\" or both: otherwise late work loses no points");
}

/// A time, in the zone where it has no offset; empty: no zone. Throws Error.
Moment read_time_at(const JsonValue& value, const std::string& zone) try {
  return read_time(value.text(), zone);
} catch (const Error& error) {
  const std::string what = error.what();
  if (what.starts_with('"')) value.fail(what);  // what read_time says; text() has said where
  throw;
}

/// With what late work costs. Throws Error.
Deadline read_deadline(const JsonValue& time, const std::optional<JsonValue>& late, const std::string& zone) {
  Deadline deadline;
  deadline.at = read_time_at(time, zone);
  deadline.text = time_text(deadline.at, zone);
  if (!late) return deadline;
  read_late(*late, deadline);
  auto days = static_cast<double>(deadline.days_taken.value_or(kMostDays));
  if (deadline.percent_per_day > 0) days = std::min(days, std::ceil(kAllPercent / deadline.percent_per_day));
  deadline.day_ends = next_days(deadline.at, static_cast<std::size_t>(days), zone);
  return deadline;
}

/// The object's values by key, each of which must be one of `names`.
std::map<std::string, JsonValue> members_among(const JsonValue& object, const std::vector<std::string>& names,
                                               std::string_view what) {
  std::map<std::string, JsonValue> members = object.members();
  for (const auto& [name, value] : members) {
    if (std::ranges::find(names, name) != names.end()) continue;
    value.fail(fmt::format(
        "unknown {} \"{}\"\n  {}", what, name,
        base::did_you_mean(name, names, fmt::format("they are {}", fmt::join(names, ", ")), '"')));
  }
  return members;
}

void add_forbidden(const JsonValue& object, Lab& lab) {
  if (!object.has("forbidden")) return;
  for (const JsonValue& element : object.at("forbidden").elements()) {
    element.allow_keys({"name", "percent", "why"});
    ForbiddenName forbidden;
    forbidden.name = read_forbidden_name(element.at("name"));
    if (element.has("percent")) {
      forbidden.percent = element.at("percent").number(0, false);
      if (forbidden.percent > kAllPercent) element.at("percent").fail("expected a number of 100 or less");
    }
    if (element.has("why")) {
      forbidden.why = element.at("why").text();
      if (forbidden.why.find_first_of("\n\r{}") != std::string::npos)
        element.at("why").fail("expected one line without braces");
    }
    for (const ForbiddenName& other : lab.forbidden) {
      if (other.name == forbidden.name)
        element.at("name").fail(fmt::format("\"{}\" is already forbidden in {}", other.name, lab.name));
    }
    lab.forbidden.push_back(std::move(forbidden));
  }
}

/// The lab's points and its items': those of all items follow the lab's where none is given.
void change_points(const JsonValue& object, const Course& course, Lab& lab) {
  bool own_points = false;
  if (object.has("items")) {
    std::vector<std::string> ids;
    for (const Item& item : lab.items) ids.push_back(item.id);
    const std::map<std::string, JsonValue> changes = members_among(object.at("items"), ids, "item");
    for (Item& item : lab.items) {
      const auto change = changes.find(item.id);
      if (change == changes.end()) continue;
      change_item(change->second, course, lab, item);
      own_points = own_points || change->second.has("points");
    }
  }
  if (object.has("points")) lab.points = object.at("points").points_over_0();
  std::vector<Points> of_items;
  for (const Item& item : lab.items) of_items.push_back(item.points);
  if (own_points) {
    const Points sum = std::accumulate(of_items.begin(), of_items.end(), Points());
    if (sum == lab.points) return;
    object.at(object.has("points") ? "points" : "items")
        .fail(fmt::format("the points of the items add up to {}, but the lab has {}\n  give the lab "
                          "\"points\": {}, or change the points of an item",
                          sum, lab.points, sum));
  }
  of_items = divided(lab.points, of_items);
  for (std::size_t i = 0; i < of_items.size(); ++i) lab.items[i].points = of_items[i];
}

/// Messages name a file of the course from the course's folder on.
JsonValue read_settings(const fs::path& file, const fs::path& root) {
  constexpr std::string_view kSchema = "mergelab.settings/1";
  const std::string inside = file.lexically_relative(root).string();
  if (inside.empty() || inside.starts_with("..")) return read_json("", file.string(), kSchema);
  return read_json(root, inside, kSchema);
}

class SettingsReader {
 public:
  SettingsReader(const fs::path& file, Course& course)
      : top_(read_settings(file, course.root)), course_(course) {
    top_.allow_keys({"schema", "name", "points", "zone", "deadline", "late", "hidden", "families", "labs",
                     "limits", "forbidden", "carry_forward", "backend", "gradescope", "table"});
    settings().file = file;
    settings().fingerprint =
        fmt::format("{:016x}", base::hash_text(base::kHashOfNothing, base::read_file(file).value_or("")));
  }

  void read() {
    read_course();
    if (top_.has("families")) read_families(top_.at("families"), course_.root, course_.families);
    std::map<std::string, JsonValue> changes;
    if (top_.has("labs")) {
      std::vector<std::string> names;
      for (const Lab& lab : course_.labs) names.push_back(lab.name);
      changes = members_among(top_.at("labs"), names, "lab");
    }
    for (Lab& lab : course_.labs) {
      if (top_.has("limits")) lab.limits = read_limits(top_.at("limits"), lab.limits);
      add_forbidden(top_, lab);
      const auto change = changes.find(lab.name);
      if (change != changes.end()) change_lab(change->second, lab);
      set_deadline(change == changes.end() ? nullptr : &change->second, lab);
    }
    check_graded();
    if (top_.has("hidden")) read_hidden(top_.at("hidden"));
  }

 private:
  [[nodiscard]] Settings& settings() const { return course_.settings; }

  void read_table(const JsonValue& table) {
    table.allow_keys({"separator", "decimal"});
    const auto word = [&](const char* key, const auto& words) {
      return table.has(key) ? table.at(key).one_of({std::begin(words), std::end(words)}) : "";
    };
    settings().table = table_format(word("separator", kSeparators), word("decimal", kDecimals));
    if (!settings().table.is_readable())
      table.fail("a decimal comma needs another separator: semicolon or tab");
  }

  void read_course() {
    if (top_.has("name")) settings().name = top_.at("name").text();
    if (top_.has("zone")) {
      settings().zone = top_.at("zone").text();
      try {
        check_zone(settings().zone);
      } catch (const Error& error) {
        top_.at("zone").fail(error.what());
      }
    }
    settings().carry_forward = top_.boolean_or("carry_forward", true);
    if (top_.has("backend")) settings().backend = top_.at("backend").one_of({"cpu", "gpu", "both"});
    if (top_.has("gradescope"))
      settings().gradescope =
          top_.at("gradescope").one_of({std::begin(kVisibilities), std::end(kVisibilities)});
    if (top_.has("table")) read_table(top_.at("table"));
    if (top_.has("late") && !top_.has("deadline") && !some_lab_has("deadline"))
      top_.at("late").fail("there is no \"deadline\" for it, here or in a lab");
  }

  [[nodiscard]] bool some_lab_has(const char* key) const {
    if (!top_.has("labs")) return false;
    for (const auto& [name, lab] : top_.at("labs").members()) {
      if (lab.has(key)) return true;
    }
    return false;
  }

  void change_lab(const JsonValue& object, Lab& lab) {
    object.allow_keys({"graded", "points", "deadline", "late", "items", "limits", "forbidden"});
    lab.graded = object.boolean_or("graded", lab.graded);
    if (object.has("limits")) lab.limits = read_limits(object.at("limits"), lab.limits);
    add_forbidden(object, lab);
    change_points(object, course_, lab);
  }

  /// The lab's own deadline and late rule, else the course's.
  void set_deadline(const JsonValue* own, Lab& lab) const {
    const auto at = [&](const char* key) -> std::optional<JsonValue> {
      if (own != nullptr && own->has(key)) return own->at(key);
      return top_.has(key) ? std::optional(top_.at(key)) : std::nullopt;
    };
    const std::optional<JsonValue> time = at("deadline");
    if (!time) {
      if (own != nullptr && own->has("late")) own->at("late").fail("there is no \"deadline\" for it");
      return;
    }
    lab.deadline = read_deadline(*time, at("late"), settings().zone);
  }

  /// At least one lab counts, and the points are those that the settings name.
  void check_graded() const {
    Points sum;
    bool any = false;
    for (const Lab& lab : course_.labs) {
      if (lab.graded) sum += lab.points;
      any = any || lab.graded;
    }
    if (!any) top_.at("labs").fail("no lab is graded: expected at least one");
    if (!top_.has("points")) return;
    const Points wanted = top_.at("points").points_over_0();
    if (sum != wanted)
      top_.at("points").fail(fmt::format(
          "is {}, but the points of the labs add up to {}\n  write that sum, or change the points of a lab",
          wanted, sum));
  }

  void read_hidden(const JsonValue& object) {
    object.allow_keys({"families", "secret_file", "secret_env", "details"});
    std::vector<std::string> names;
    for (const Family& family : course_.families) names.push_back(family.name);
    if (object.has("families")) {
      for (const JsonValue& element : object.at("families").elements()) {
        const std::string name = element.one_of(names);
        const auto family =
            std::ranges::find_if(course_.families, [&](const Family& f) { return f.name == name; });
        family->hidden = true;
        settings().hidden.push_back(name);
      }
    }
    if (object.has("secret_file") && object.has("secret_env"))
      object.at("secret_env").fail("there is already a \"secret_file\": give the secret only once");
    if (object.has("secret_file"))
      settings().secret_file = settings().file.parent_path() / object.at("secret_file").text();
    if (object.has("secret_env")) settings().secret_variable = object.at("secret_env").text();
    for (const Lab& lab : course_.labs) {
      for (const Item& item : lab.items) {
        const bool hidden = course_.find_family(item.family)->hidden;
        if (!lab.graded || !hidden || object.has("secret_file") || object.has("secret_env")) continue;
        object.fail(
            fmt::format("the family \"{}\" is hidden but has no secret\n  add \"secret_env\", the name of an "
                        "environment variable, or \"secret_file\", a file with one line, outside the course",
                        item.family));
      }
    }
    if (object.has("details")) read_details(object.at("details"));
  }

  /// When the details of hidden cases show: never, when nobody can hand in any more, or from a date on.
  void read_details(const JsonValue& value) const {
    const std::string when = value.text();
    if (when == "never") return;
    for (Lab& lab : course_.labs) {
      if (when != "after_deadline") {
        if (std::isdigit(static_cast<unsigned char>(when.front())) == 0)
          value.fail("expected \"never\", \"after_deadline\" or a time such as 2026-12-20T12:00");
        lab.details_from = read_time_at(value, settings().zone);
        continue;
      }
      if (!lab.graded) continue;
      if (!lab.deadline) value.fail(fmt::format("{} has no deadline", lab.name));
      if (!lab.deadline->last())
        value.fail(
            fmt::format("late work of {} is accepted for ever\n  give \"late\" a \"percent_per_day\" or "
                        "\"days_taken\", or name a time here",
                        lab.name));
      lab.details_from = *lab.deadline->last() + 1;
    }
  }

  JsonValue top_;
  Course& course_;
};

}  // namespace

std::string read_forbidden_name(const JsonValue& value) {
  std::string name = value.text();
  bool good = name.find(":::") == std::string::npos;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins = i == 0 || name[i - 1] == ':';
    good = good && (std::isalpha(c) != 0 || c == '_' || (!begins && std::isdigit(c) != 0) ||
                    (name.compare(i, 2, "::") == 0 && i > 0) || (c == ':' && i > 0 && name[i - 1] == ':'));
  }
  if (!good || name.ends_with(':')) value.fail("expected a name such as \"atomicAdd\" or \"std::min\"");
  return name;
}

void apply_settings(const fs::path& file, Course& course) { SettingsReader(file, course).read(); }

}  // namespace mergelab::course
