// Checks an object file's symbols against the policy: the source's definitions and imports, and code that
// runs before it is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy.hpp"
#include "simt/elf/object_file.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// A symbol has no line; its first mention in the source is used. `file` is named if there is none.
[[nodiscard]] std::vector<Refusal> object_refusals(const elf::ObjectFile& object, const SourceText& source,
                                                   const Policy& policy, const std::string& file);

/// The standard library's functions that the source uses, from an object compiled without inlining.
[[nodiscard]] std::vector<Refusal> use_refusals(const elf::ObjectFile& object, const SourceText& source,
                                                const Policy& policy, const std::string& file);

/// `std::ranges::max` for the library's functions, without template arguments, and `std::vector` for members
/// of its class templates; "" for others.
[[nodiscard]] std::string library_name(std::string_view symbol);

/// `exit` for `exit`, `sort` for `_ZN2ns4sortEPi`: the last part of the name in source code.
[[nodiscard]] std::string source_name(const std::string& symbol);

}  // namespace simt::cxx
