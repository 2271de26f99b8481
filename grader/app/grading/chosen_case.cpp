#include "app/grading/chosen_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command_line/errors.hpp"
#include "app/grading/lab_grader.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::app {

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
    throw UsageError(fmt::format("name a case of {}, such as {}\n  `{} list --cases` shows all", lab.name,
                                 names.front(), base::program_name()));
  }
  throw no_such_case(course, lab, name, names);
}

}  // namespace mergelab::app
