// Whether a variable may get another value than it was declared with, as far as tokens show; in doubt, yes.
#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "bracketed_text.hpp"

namespace simt::cxx {

/// Whether some code could change a variable of a kernel without its name in front of an operator: by a
/// reference that is not const, or in assembly.
[[nodiscard]] bool may_change_unnamed(const BracketedText& source);

/// Whether the name gets another value, or is another variable's, between these tokens; `known` are its own
/// declarations.
[[nodiscard]] bool changes(const BracketedText& source, std::string_view name, std::size_t begin,
                           std::size_t end, const std::set<std::size_t>& known);

/// The `{` of `struct NAME {`; 0: none.
[[nodiscard]] std::size_t struct_body(const BracketedText& source, std::string_view name);

/// Whether an object of the type may get another pointer than it began with, once it is only assigned what
/// its own functions return.
[[nodiscard]] bool member_changes(const BracketedText& source, std::string_view type,
                                  std::string_view member);

}  // namespace simt::cxx
