// labs/NN_name/cases.json: the families of cases of a lab without a kit.
#pragma once

#include "model/course.hpp"

namespace mergelab::course {

/// The name of such a family among those of all labs: "11_scan/plain".
[[nodiscard]] inline std::string own_family(const Lab& lab, const std::string& name) {
  return lab.name + "/" + name;
}

/// A case of the arguments that a user gives as words: a number, the elements of an array, "1.5,2", or the
/// name of a .npy file. Arrays that are not given are drawn; sizes follow from the shapes of those that are.
/// Throws Error.
[[nodiscard]] CaseSpec own_case(const Lab& lab, const std::map<std::string, std::string>& words);

/// Adds the lab's families. Throws Error.
void read_cases(const std::filesystem::path& root, const Lab& lab, std::vector<Family>& families);

}  // namespace mergelab::course
