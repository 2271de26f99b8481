// Checks an object file's symbols against the policy: what the source defines and imports, and what runs
// before it is called.
#pragma once

#include <string>
#include <vector>

#include "policy.hpp"
#include "simt/elf/object_file.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// A symbol has no line; where the source mentions its name, the first mention is taken. `file` is named
/// where it does not.
[[nodiscard]] std::vector<Refusal> object_refusals(const elf::ObjectFile& object, const SourceText& source,
                                                   const Policy& policy, const std::string& file);

/// `exit` for `exit`, `sort` for `_ZN2ns4sortEPi`: the last part of the name as a source has it.
[[nodiscard]] std::string source_name(const std::string& symbol);

}  // namespace simt::cxx
