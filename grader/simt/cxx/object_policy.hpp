// Checks an object file's symbols against the policy: what the source defines and imports, and what runs
// before it is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy.hpp"
#include "simt/elf/object_file.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// A symbol has no line; where the source mentions its name, the first mention is taken. `file` is named
/// where it does not.
[[nodiscard]] std::vector<Refusal> object_refusals(const elf::ObjectFile& object, const SourceText& source,
                                                   const Policy& policy, const std::string& file);

/// What the source uses of the standard library, as an object shows that was compiled without inlining.
[[nodiscard]] std::vector<Refusal> use_refusals(const elf::ObjectFile& object, const SourceText& source,
                                                const Policy& policy, const std::string& file);

/// `std::ranges::max` for the library's functions, without template arguments, and `std::vector` for members
/// of its class templates; "" for others.
[[nodiscard]] std::string library_name(std::string_view symbol);

/// A symbol as a source has it; the symbol itself where that would be endless, or where it is no name of C++.
[[nodiscard]] std::string demangled(const std::string& symbol);

/// `exit` for `exit`, `sort` for `_ZN2ns4sortEPi`: the last part of the name as a source has it.
[[nodiscard]] std::string source_name(const std::string& symbol);

}  // namespace simt::cxx
