#include "model/oracle_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "model/names.hpp"

namespace mergelab {
namespace {

using Role = Argument::Role;

constexpr Names<OracleCall, 4> kCalls{{{OracleCall::expected, "expected"},
                                       {OracleCall::generate, "generate"},
                                       {OracleCall::check, "check"},
                                       {OracleCall::explain, "explain"}}};

Argument number(const char* name, const std::string& type) {
  return {.name = name, .role = Role::parameter, .type = type};
}

/// The inputs, to be changed.
Interface of_generate(const Interface& lab) {
  Interface interface {
    .runs = Runs::host, .arguments = {}, .returns = {}
  };
  for (const Argument& argument : lab.arguments) {
    if (argument.is_array() && !argument.is_input()) continue;
    interface.arguments.push_back(argument);
    if (argument.is_array()) interface.arguments.back().role = Role::inout;
  }
  interface.arguments.push_back(number("mergelab_seed", "unsigned"));
  return interface;
}

/// All that there is after a call, to be looked at.
Interface of_check(const Interface& lab) {
  Interface interface {
    .runs = Runs::host, .arguments = {}, .returns = {}
  };
  for (const Argument& argument : lab.arguments) {
    if (argument.role == Role::scratch) continue;
    Argument seen = argument;
    if (argument.is_array()) seen.role = Role::in;
    if (argument.role == Role::inout) {
      interface.arguments.push_back(seen);
      interface.arguments.back().name += "_before";
    }
    interface.arguments.push_back(seen);
  }
  if (!lab.returns.empty()) interface.arguments.push_back(number("mergelab_returned", lab.returns));
  return interface;
}

/// A source without its comments, and without what is in quotes.
std::string code_of(const std::string& source) {
  static const std::regex kNoCode(R"re(//[^\n]*|/\*[^]*?\*/|"(\\.|[^"\\\n])*")re");
  return std::regex_replace(source, kNoCode, " ");
}

}  // namespace

std::string_view to_string(OracleCall call) { return name_of(kCalls, call); }

std::optional<OracleCall> oracle_call_from_string(std::string_view name) { return value_of(kCalls, name); }

Interface interface_of(OracleCall call, const Interface& lab) {
  if (call == OracleCall::generate) return of_generate(lab);
  if (call != OracleCall::expected) {
    Interface interface = of_check(lab);
    if (call == OracleCall::explain) {
      interface.arguments.push_back(number("mergelab_argument", "int"));
      interface.arguments.push_back(number("mergelab_element", "long long"));
    }
    interface.arguments.push_back({.name = "text",
                                   .role = Role::out,
                                   .type = "signed char",
                                   .extents = {std::to_string(kOracleTextBytes)}});
    return interface;
  }
  Interface interface = lab;
  interface.runs = Runs::host;
  return interface;
}

std::string declaration_of(OracleCall call, const Interface& lab) {
  if (call == OracleCall::expected) return declaration_of(interface_of(call, lab), "expected");
  std::string text = call == OracleCall::generate ? declaration_of(of_generate(lab), "generate")
                                                  : declaration_of(of_check(lab), to_string(call));
  constexpr std::string_view kVoid = "void", kOurs = "mergelab_";
  if (call != OracleCall::generate) text.replace(0, kVoid.size(), "std::string");
  if (call == OracleCall::explain)
    text.replace(text.size() - 1, 1, ", const char* array, long long element)");
  for (std::size_t at = 0; (at = text.find(kOurs, at)) != std::string::npos;) text.erase(at, kOurs.size());
  return text;
}

bool defines(const std::string& source, OracleCall call) {
  // A word in front that is part of a type, and not a statement that calls it.
  const std::regex declared(fmt::format(R"re((\w+|[>*&])\s+[*&]?\s*{}\s*\()re", to_string(call)));
  const std::string code = code_of(source);
  for (std::sregex_iterator hit(code.begin(), code.end(), declared), none; hit != none; ++hit) {
    const std::string word = (*hit)[1];
    if (word != "return" && word != "else" && word != "case" && word != "new") return true;
  }
  return false;
}

bool is_of_oracle(const Explanation& why) {
  return std::any_of(why.statements().begin(), why.statements().end(), [](const Statement& statement) {
    switch (statement.id) {
      case Sentence::no_oracle:
      case Sentence::oracle_differs:
      case Sentence::oracle_leaves:
      case Sentence::oracle_failed:
      case Sentence::oracle_refuses_itself:
        return true;
      default:
        return false;
    }
  });
}

}  // namespace mergelab
