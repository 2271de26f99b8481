// labs/NN_name/cases.json: the families of cases of a lab without a kit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::course {

/// The name of such a family among those of all labs: "11_scan/plain".
[[nodiscard]] inline std::string own_family(const Lab& lab, const std::string& name) {
  return lab.name + "/" + name;
}

/// Adds the lab's families. Throws Error.
void read_cases(const std::filesystem::path& root, const Lab& lab, std::vector<Family>& families);

}  // namespace mergelab::course
