// The course's data as students may have it. This is the one place where hidden cases and secrets are taken
// out.
#pragma once

#include "app/course_files/release.hpp"

namespace mergelab::app::releases {

/// Files of datasets/, by their paths in the hand-out: the catalog, the list of tests, and the arrays that
/// visible cases name. A hidden family becomes one of practice cases: as many, of the same sizes and kinds,
/// from another seed; of its cases those that name their arrays themselves are left out. Nothing else is
/// read: neither a course's settings nor its secret. Throws UsageError and course::Error.
[[nodiscard]] std::map<std::filesystem::path, std::string> public_datasets(const Course& course);

/// README.md of the hand-out, from docs/hand_out.md.in of the checkout. `machines` are those that the
/// hand-out has programs for; empty: it has none. Throws UsageError.
[[nodiscard]] std::string public_readme(const std::filesystem::path& source,
                                        const std::vector<HandedOut>& courses, const std::string& machines);

}  // namespace mergelab::app::releases
