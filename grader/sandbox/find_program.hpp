// Looks up a program as a shell would, but in a PATH that is given, not in the caller's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mergelab::sandbox {

/// `name` itself when it has a slash, else the first executable regular file of that name in the folders of
/// `path`. Relative folders are skipped: a program must not depend on where the grader stands.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name, std::string_view path);

}  // namespace mergelab::sandbox
