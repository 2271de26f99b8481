// Whether a variable may change after its declaration, as far as tokens show; in doubt, yes.
#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "bracketed_text.hpp"

namespace simt::cxx {

/// Whether code could change a variable of a kernel without its name in front of an operator: through a
/// non-const reference, or in assembly.
[[nodiscard]] bool may_change_unnamed(const BracketedText& source);

/// Whether the name gets another value, or is another variable's, between these tokens; `known` are its own
/// declarations.
[[nodiscard]] bool changes(const BracketedText& source, std::string_view name, std::size_t begin,
                           std::size_t end, const std::set<std::size_t>& known);

/// The `{` of `struct NAME {`, or 0.
[[nodiscard]] std::size_t struct_body(const BracketedText& source, std::string_view name);

/// Whether an object of the type may get another pointer after its declaration, if it is assigned only its
/// own functions' results.
[[nodiscard]] bool member_changes(const BracketedText& source, std::string_view type,
                                  std::string_view member);

}  // namespace simt::cxx
