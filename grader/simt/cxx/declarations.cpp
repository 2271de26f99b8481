// The functions and variables of declarations, and what nvcc refuses in kernels.
#include <algorithm>
#include <array>

#include "function_finder.hpp"

namespace simt::cxx {
namespace {

/// Words before a parenthesis that doesn't begin their parameters.
bool takes_no_parameters(std::string_view word) {
  static constexpr std::array<std::string_view, 31> kWords{
      "alignas",       "decltype", "noexcept",     "requires", "__attribute__", "explicit", "throw",
      "static_assert", "asm",      "__asm__",      "void",     "bool",          "char",     "short",
      "int",           "long",     "float",        "double",   "signed",        "unsigned", "auto",
      "const",         "sizeof",   "__attribute",  "_Pragma",  "return",        "if",       "while",
      "for",           "switch",   "__extension__"};
  return is_one_of(word, kWords);
}

bool is_variable_mark(std::string_view word) {
  return word == "__simt_constant__" || word == "__simt_managed__" || word == "__simt_shared__";
}

}  // namespace

unsigned space_of(std::string_view word) {
  if (word == "__simt_host__") return kHost;
  if (word == "__simt_device__") return kDevice;
  return word == "__simt_global__" ? kGlobal : 0;
}

void FunctionFinder::declarations(std::size_t at, std::size_t end, const Context& context) {
  const Level level(depth_);
  while (at < end) at = std::max(at + 1, declaration(at, end, context));
}

std::size_t FunctionFinder::declaration(std::size_t at, std::size_t end, Context context) {
  if (text(at) == ";" || text(at) == "}") return at + 1;
  if (is_one_of(text(at), std::array<std::string_view, 3>{"public", "private", "protected"})) {
    if (text(at + 1) == ":") return at + 2;
  }
  if (is_one_of(text(at), std::array<std::string_view, 2>{"using", "typedef"}) ||
      (text(at) == "template" && text(at + 1) != "<")) {
    return behind_statement(at, end);
  }
  Declaration declared;
  while (text(at) == "template" && text(at + 1) == "<") {
    const std::size_t behind = behind_angles(at + 1, end);
    if (behind == at + 1) return behind_statement(at, end);
    if (behind == at + 3) declared.specialisation = true;  // `template <>` makes a function
    context.templated = context.templated || behind > at + 3;
    at = behind;
  }
  declared.begin = at;
  for (std::size_t i = at; i < end;) {
    const std::string_view t = text(i);
    if (t == ";") {
      finish(declared, i, context);
      return i + 1;
    }
    if (t == "{") {
      const std::size_t close = closing(i);
      if (!declared.parameters && is_namespace(declared.begin, i)) {
        declarations(i + 1, close, {context.scope + namespace_name(declared.begin, i), false, false});
        return close + 1;
      }
      if (declared.parameters && !(declared.initialiser && (is_name(i - 1) || text(i - 1) == ">"))) {
        return definition(declared, i, context);
      }
      if (declared.class_key && !declared.is_enum && !declared.parameters) {
        const std::string name = declared.name == 0 ? "" : std::string(text(declared.name)) + "::";
        declarations(i + 1, close, {context.scope + name, true, context.templated});
        declared.class_key = false;
      }
      if (declared.shared) refuse_initialiser(i);
      i = close + 1;
      continue;
    }
    if (t == "=" && !declared.is_operator) {
      const std::size_t behind = behind_statement(i, end);
      if (declared.shared) refuse_initialiser(i);
      if (!declared.parameters) expressions(i + 1, behind, {kHost, false});
      if (!is_one_of(text(i + 1), std::array<std::string_view, 3>{"default", "delete", "0"})) {
        declared.parameters = 0;
        finish(declared, i, context);
      }
      return behind;
    }
    i = part(declared, i, end);
  }
  return end;
}

std::size_t FunctionFinder::part(Declaration& declared, std::size_t i, std::size_t end) {
  const std::string_view t = text(i);
  declared.spaces |= space_of(t);
  if (is_variable_mark(t)) declared.variable = true;
  if (t == "__simt_shared__") declared.shared = true;
  if (t == "__simt_managed__") declared.managed = true;
  if (t == "constexpr" || t == "consteval") declared.is_constexpr = true;
  if (t == "const" || t == "constexpr") declared.constant = true;
  if (t == "*" || t == "[") declared.indirect = declared.indirect || !declared.parameters;
  if (t == ":" && declared.parameters) declared.initialiser = true;
  if (!declared.parameters) {
    if (t == "enum") declared.is_enum = true;
    if (t == "class" || t == "struct" || t == "union") declared.class_key = true;
    if (t == "operator") return operator_name(declared, i, end);
    if (is_name(i) && !takes_no_parameters(t) && space_of(t) == 0 && !is_variable_mark(t)) declared.name = i;
    if (t == "(") {
      const bool pointer = text(i + 1) == "*" || text(i + 1) == "&";
      const bool named = declared.name != 0 || is_name(i - 1);
      const bool behind_name = (is_name(i - 1) && !takes_no_parameters(text(i - 1))) || text(i - 1) == ">";
      if (named && behind_name && !pointer) declared.parameters = i;
    }
    if (t == "<" && is_name(i - 1)) return std::max(i + 1, behind_angles(i, end));
  }
  return t == "(" || t == "[" ? closing(i) + 1 : i + 1;
}

std::size_t FunctionFinder::operator_name(Declaration& declared, std::size_t i, std::size_t end) {
  declared.is_operator = true;
  declared.name = i;
  std::size_t at = i + 1;
  if (text(at) == "(" && text(at + 1) == ")") at += 2;
  while (at < end && text(at) != "(" && text(at) != ";") ++at;
  if (text(at) != "(") return at;
  declared.parameters = at;
  return closing(at) + 1;
}

bool FunctionFinder::is_namespace(std::size_t begin, std::size_t brace) const {
  if (text(begin) == "extern" && text(begin + 1) == "\"\"" && begin + 2 == brace) return true;
  return text(begin) == "namespace" || (text(begin) == "inline" && text(begin + 1) == "namespace");
}

std::string FunctionFinder::namespace_name(std::size_t begin, std::size_t brace) const {
  if (text(begin) == "extern") return "";
  std::string name;
  for (std::size_t i = begin; i < brace; ++i) {
    if (is_name(i) && text(i) != "inline" && text(i) != "namespace") name += std::string(text(i)) + "::";
  }
  return name.empty() ? "(anonymous namespace)::" : name;
}

std::string FunctionFinder::qualified(std::size_t name, const Context& context) const {
  std::string whole(text(name));
  std::size_t i = name;
  while (i >= 2 && text(i - 1) == "::") {
    i -= 2;
    if (text(i) == ">") {
      for (int open = 1; i > 0 && open > 0;) {
        --i;
        open += text(i) == ">" ? 1 : text(i) == "<" ? -1 : 0;
      }
      if (i > 0) --i;
    }
    if (is_name(i)) whole = std::string(text(i)) + "::" + whole;
  }
  return context.scope + whole;
}

void FunctionFinder::finish(const Declaration& declared, std::size_t end, const Context& context) {
  if (declared.parameters) {
    if (declared.spaces & kGlobal) check_kernel(declared, end);
    const bool is_friend = text(declared.begin) == "friend";
    if (!is_friend || declared.spaces != 0) {
      declared_[qualified(declared.name, context)] |= declared.spaces == 0 ? kHost : declared.spaces;
    }
  }
  const bool device = declared.variable || (declared.spaces & kDevice) != 0;
  for (std::size_t i = declared.begin; i < end; ++i) {
    const bool ends = text(i + 1) == "[" || text(i + 1) == "," || text(i + 1) == "{" || text(i + 1) == "(";
    if (is_name(i) && (i + 1 == end || ends)) variable(i, end, device, declared, context);
    if (text(i) == "(" || text(i) == "[" || text(i) == "{") i = closing(i);
  }
}

void FunctionFinder::variable(std::size_t name, std::size_t end, bool device, const Declaration& declared,
                              const Context& context) {
  if (device) {
    check_letters(name);
    const int last = token(behind_statement(end, size()) - 1).line;
    const bool has_host_copy =
        !declared.parameters && !declared.shared && !declared.managed && !declared.constant;
    found_.device_variables.push_back(
        {qualified(name, context), token(name).file, token(name).line, last, has_host_copy});
  } else if (text(name - 1) != "class" && text(name - 1) != "struct") {
    HostVariable& variable =
        found_.host_variables[qualified(name, context)];  // the better guess for two of one name
    variable.constant = variable.constant || declared.constant;
    variable.indirect = variable.indirect && declared.indirect;
  }
}

std::size_t FunctionFinder::definition(const Declaration& declared, std::size_t brace,
                                       const Context& context) {
  // A specialisation without keywords has its template's.
  const unsigned otherwise = declared.specialisation ? kHost | kDevice : kHost;
  const unsigned spaces = declared.spaces == 0 ? otherwise : declared.spaces;
  if ((declared.spaces & (kDevice | kGlobal)) != 0) check_letters(declared.name);
  if (spaces & kGlobal) {
    check_kernel(declared, brace);
    if (context.in_class && text(declared.begin) != "friend") {
      refuse(declared.name, "a __global__ function or function template cannot be a member function; move " +
                                quoted(declared.name) + " out of the class");
    }
  }
  add({text(declared.name), spaces, declared.is_constexpr, context.templated, token(brace).at + 1},
      qualified(declared.name, context));
  expressions(brace + 1, closing(brace), {spaces, context.templated});
  std::size_t at = closing(brace) + 1;
  while (text(at) == "catch" && text(at + 1) == "(" && closing(at + 1) + 1 < size()) {
    at = closing(closing(at + 1) + 1) + 1;
  }
  return at;
}

void FunctionFinder::check_letters(std::size_t name) {
  const std::string_view letters = text(name);
  if (std::all_of(letters.begin(), letters.end(), [](unsigned char c) { return c < 0x80; })) return;
  refuse(name, "Universal character is not allowed in device entity name (" + quoted(name) +
                   "): nvcc takes letters beyond ASCII in parameters and local variables, and not here");
}

void FunctionFinder::check_kernel(const Declaration& declared, std::size_t end) {
  const std::size_t close = closing(declared.parameters);
  const std::string start = "a __global__ function ";
  bool is_void = false, is_auto = false, builtin = false;
  for (std::size_t i = declared.begin; i < declared.name; ++i) {
    static constexpr std::array<std::string_view, 9> kTypes{"int",   "float", "double",   "bool",  "char",
                                                            "short", "long",  "unsigned", "signed"};
    is_void = is_void || text(i) == "void";
    is_auto = is_auto || text(i) == "auto";
    builtin = builtin || is_one_of(text(i), kTypes);
    if (text(i) == "(" || text(i) == "[") i = closing(i);
    if (text(i) == "<") i = std::max(i + 1, behind_angles(i, declared.name)) - 1;
  }
  const bool pointer = text(declared.name - 1) == "*" || text(declared.name - 1) == "&";
  for (std::size_t i = close + 1; i < end; ++i) {
    if (text(i) == "noexcept")
      refuse(declared.name, start + "cannot have an exception specification: take out noexcept");
    if (text(i) == ">" && text(i - 1) == "-") is_auto = false;
  }
  if (is_auto) refuse(declared.name, start + "must not have a deduced return type; write void");
  if (pointer || (builtin && !is_void)) {
    refuse(declared.name, start + "must have a void return type; " + quoted(declared.name) +
                              " gives its results through a pointer");
  }
  if (text(close - 1) == "." && text(close - 4) == ",") refuse(declared.name, start + "cannot have ellipsis");
}

}  // namespace simt::cxx
