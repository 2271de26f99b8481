// What --case may name: an item, a group of items, or one case; and the one case that a user names.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/errors.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// The names of a lab's cases, "ties/two_keys", and the message about one that it doesn't have.
[[nodiscard]] std::vector<std::string> case_names(const Course& course, const Item& item);
[[nodiscard]] UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                                      const std::vector<std::string>& names);

/// The lab with only the items that `only` names (an item, a group of items, or a case "ties/two_keys"),
/// worth what they are worth; the lab as it is when `only` is empty. Throws UsageError with the nearest right
/// name.
[[nodiscard]] Lab restrict_to(const Course& course, const Lab& lab, const std::string& only);

/// The same, worth what it is worth in a run of the whole lab: points of items that run on none of the
/// backends are dealt out to the others.
[[nodiscard]] Lab restrict_to(const Course& course, const Lab& lab, const std::string& only,
                              Backends backends);

/// Those of `labs` that have what `only` names. Throws UsageError with the nearest right name when none has.
[[nodiscard]] std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                                const std::string& only);

struct ChosenCase {
  const Lab* lab;
  const Item* item;
  const Family* family;
  const CaseSpec* spec;
};

/// The case that a test's name, "ties/runs_of_tile", means in a lab. Throws UsageError or course::Error.
[[nodiscard]] ChosenCase choose_case(const Course& course, const std::string& lab, const std::string& name);

}  // namespace mergelab::app
