#include "app/grading/case_filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/grading/lab_grader.hpp"
#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

/// What --case may call an item: its id, its group's name, and its cases.
std::vector<std::string> words_for(const Course& course, const Item& item) {
  std::vector<std::string> words = case_names(course, item);
  words.push_back(item.id);
  if (!item.group.empty()) words.push_back(item.group);
  return words;
}

bool is_named(const Course& course, const Item& item, const std::string& name) {
  const std::vector<std::string> words = words_for(course, item);
  return std::find(words.begin(), words.end(), name) != words.end();
}

}  // namespace

std::vector<std::string> case_names(const Course& course, const Item& item) {
  std::vector<std::string> names;
  for (const CaseSpec& spec : course.find_family(item.family)->cases)
    names.push_back(item.id + "/" + spec.name);
  return names;
}

UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                        const std::vector<std::string>& names) {
  std::string known = fmt::format("`{}` shows all", base::command("list", "--cases"));
  const auto ends_so = [&](const std::string& known_name) { return known_name.ends_with("/" + name); };
  const auto meant = std::find_if(names.begin(), names.end(), ends_so);
  if (meant != names.end() && !name.empty())
    return UsageError(fmt::format("{} has no case '{}'\n  did you mean '{}'?", lab.name, name, *meant));
  if (base::nearest(name, names).empty()) {
    const Item* item = lab.find_item(name.substr(0, name.find('/')));
    std::vector<std::string> ids;
    for (const Item& each : lab.items) ids.push_back(each.id);
    known = item != nullptr
                ? fmt::format("those of {} are {}", item->id, fmt::join(case_names(course, *item), ", "))
                : fmt::format("its items are {}; {}", fmt::join(ids, ", "), known);
  }
  return UsageError(
      fmt::format("{} has no case '{}'\n  {}", lab.name, name, base::did_you_mean(name, names, known)));
}

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only) {
  if (only.empty()) return lab;
  Lab part = lab;
  if (only.find('/') != std::string::npos) part.only = only;
  std::erase_if(part.items, [&](const Item& item) { return !is_named(course, item, only); });
  if (part.items.empty()) {
    std::vector<std::string> names;
    for (const Item& item : lab.items) {
      const std::vector<std::string> words = words_for(course, item);
      names.insert(names.end(), words.begin(), words.end());
    }
    throw no_such_case(course, lab, only, names);
  }
  part.whole = false;
  part.points = 0;
  for (const Item& item : part.items) part.points += item.points;
  return part;
}

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only, Backends backends) {
  if (only.empty()) return lab;
  std::vector<Points> points;
  for (const Item& item : lab.items)
    points.push_back(score::due_on(item, backends).empty() ? 0 : item.points);
  points = divided(lab.points, points);
  Lab due = lab;
  for (std::size_t i = 0; i < points.size(); ++i) due.items[i].points = points[i];
  const Lab part = restrict_to(course, due, only);
  return part.points > 0 ? part : restrict_to(course, lab, only);
}

std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                  const std::string& only) {
  if (only.empty()) return labs;
  std::vector<const Lab*> having;
  for (const Lab* lab : labs) {
    const bool has = std::any_of(lab->items.begin(), lab->items.end(),
                                 [&](const Item& item) { return is_named(course, item, only); });
    if (has) having.push_back(lab);
  }
  if (having.empty())
    static_cast<void>(restrict_to(course, *labs.back(), only));  // throws, with the nearest name
  return having;
}

ChosenCase choose_case(const Course& course, const std::string& lab_word, const std::string& name) {
  const Lab& lab = course::find_lab(course, lab_word);
  std::vector<std::string> names;
  for (const Item& item : lab.items) {
    const std::vector<std::string> cases = case_names(course, item);
    if (name == item.id) {
      throw UsageError(fmt::format("'{}' is an item of {}; name one of its cases\n  {}", item.id, lab.name,
                                   fmt::join(cases, ", ")));
    }
    const auto found = std::find(cases.begin(), cases.end(), name);
    if (found != cases.end()) {
      const Family* family = course.find_family(item.family);
      return {&lab, &item, family, &family->cases[static_cast<std::size_t>(found - cases.begin())]};
    }
    names.insert(names.end(), cases.begin(), cases.end());
  }
  if (name.empty()) {
    throw UsageError(fmt::format("name a case of {}, such as {}\n  `{}` shows all", lab.name, names.front(),
                                 base::command("list", "--cases")));
  }
  throw no_such_case(course, lab, name, names);
}

}  // namespace mergelab::app
