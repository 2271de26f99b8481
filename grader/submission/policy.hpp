// What a submission's source may contain, as a policy file for simt-cc.
#pragma once

#include "submission/submission.hpp"

namespace mergelab::submission {

/// The checks that grading rests on need code that was compiled with them, all of it; so everything that
/// could bring in other code, switch the checks off, or run unasked is refused. docs/rules.md explains each.
/// Of a kit what would do its labs' work is refused, too.
[[nodiscard]] std::string policy_text(const Toolchain& toolchain, const Kit* kit);

/// The same for what nvcc read and made of it, since #ifdef can hide code from the CPU engine's compiler.
[[nodiscard]] std::string gpu_policy_text(const Toolchain& toolchain, const Kit* kit);

/// What comes before either: names that a course forbids for its own reasons.
[[nodiscard]] std::string course_rules(const std::vector<ForbiddenName>& names);
/// What a log says of such a name where it was found.
[[nodiscard]] std::string course_refusal(const ForbiddenName& name);

/// A part of the first: what an object may call of the CPU engine.
[[nodiscard]] std::string engine_rules();

/// Parts of both: the headers that may be included and what of them may be used; and what an object may need
/// from elsewhere, which ends with a refusal of all else.
[[nodiscard]] std::string library_rules();
[[nodiscard]] std::string import_rules();

}  // namespace mergelab::submission
