// The functions that a lab's oracle.cpp may define, and how each of them is called.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "finding/explanation.hpp"
#include "model/interface.hpp"

namespace mergelab {

enum class OracleCall {
  expected,  // fills the outputs; every oracle has it
  generate,  // changes what the cases' generators made of the inputs
  check,     // says whether outputs are right, where several are
  explain,   // adds the lab's own words on a wrong element
};
/// The function's name.
[[nodiscard]] std::string_view to_string(OracleCall call);
[[nodiscard]] std::optional<OracleCall> oracle_call_from_string(std::string_view name);

/// Those that need not be there.
inline constexpr OracleCall kMoreOracleCalls[] = {OracleCall::generate, OracleCall::check,
                                                  OracleCall::explain};
/// Bytes of a text that `check` and `explain` give, with the 0 behind it.
inline constexpr int kOracleTextBytes = 512;
/// In front of it: whether the text is empty, which a text that begins with a 0 must not look like.
inline constexpr char kOracleSaysNothing = 1, kOracleSaysSomething = 2;

/// What the oracle's worker is called with, of a lab with this interface. All arrays are in the lab's order,
/// without scratch memory:
///   generate  inputs are inout; mergelab_seed comes last
///   check     all arrays are inputs, of an inout array twice: before the call, and after; then
///             mergelab_returned, if the function returns something, and an output of kOracleTextBytes
///   explain   as check, but before that output mergelab_argument, an index, or -1 for what was returned, and
///             mergelab_element
[[nodiscard]] Interface interface_of(OracleCall call, const Interface& lab);

/// As oracle.cpp has to declare it.
[[nodiscard]] std::string declaration_of(OracleCall call, const Interface& lab);

/// Whether a source declares a function of this name.
[[nodiscard]] bool defines(const std::string& source, OracleCall call);

/// Whether it tells of a mistake in what says what is right, which stays however often it is asked.
[[nodiscard]] bool is_of_oracle(const Explanation& why);

}  // namespace mergelab
