#include "functions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tokens.hpp"

namespace simt::cxx {

/// The meaning of a keyword for where a function runs: kHost, kDevice, kGlobal or 0.
[[nodiscard]] unsigned space_of(std::string_view word);

/// Reads declarations and functions' bodies, which call each other.
class FunctionFinder : private BracketedText {
 public:
  FunctionFinder(const SourceText& source, DeviceLaunches launches)
      : BracketedText(source.tokens), source_(source), device_launches_(launches) {}

  /// Called once. Returns nothing for a source that is nested too deeply.
  [[nodiscard]] Functions run();

 private:
  static constexpr int kDeepest = 200;  // nested functions, classes and lambdas

  struct TooDeep {};

  struct Context {
    std::string scope;  // "ns::Class::"
    bool in_class = false, templated = false;
  };

  struct Declaration {
    std::size_t begin = 0;       // behind `template <...>`
    std::size_t parameters = 0;  // their parenthesis; 0: none yet
    std::size_t name = 0;        // the last name that may be the declarator's
    unsigned spaces = 0;
    bool shared = false, managed = false;
    bool variable = false;  // has a mark of variables
    bool is_operator = false;
    bool specialisation = false;
    bool initialiser = false;  // after a constructor's parameters
    bool class_key = false, is_enum = false, is_constexpr = false, constant = false, indirect = false;
  };

  struct Body {
    unsigned spaces;
    bool templated;
    [[nodiscard]] bool on_device() const {
      return (spaces & (kDevice | kGlobal)) != 0 && (spaces & kHost) == 0;
    }
  };

  /// Increases the depth during its lifetime.
  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) {
      if (++depth_ > kDeepest) throw TooDeep{};
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  // Declarations.
  void declarations(std::size_t at, std::size_t end, const Context& context);
  /// Reads one, and returns the place behind it.
  std::size_t declaration(std::size_t at, std::size_t end, Context context);
  /// A token of a declaration's head, or a group of them. Returns the place behind.
  std::size_t part(Declaration& declared, std::size_t i, std::size_t end);
  std::size_t operator_name(Declaration& declared, std::size_t i, std::size_t end);
  [[nodiscard]] bool is_namespace(std::size_t begin, std::size_t brace) const;
  [[nodiscard]] std::string namespace_name(std::size_t begin, std::size_t brace) const;
  /// The whole name, as demanglers write it. A declaration as `S::f` outside of S gets the name from S.
  [[nodiscard]] std::string qualified(std::size_t name, const Context& context) const;
  /// A declaration without a body, which ends at `end`.
  void finish(const Declaration& declared, std::size_t end, const Context& context);
  void variable(std::size_t name, std::size_t end, bool device, const Declaration& declared,
                const Context& context);
  std::size_t definition(const Declaration& declared, std::size_t brace, const Context& context);
  void check_kernel(const Declaration& declared, std::size_t end);
  /// For the name of a kernel, or of a device function or variable.
  void check_letters(std::size_t name);

  // Functions' bodies.
  /// Statements or expressions: looks for lambdas, classes, and what nvcc refuses in kernels.
  void expressions(std::size_t at, std::size_t end, const Body& body);
  std::size_t local_class(std::size_t at, std::size_t end, const Body& body);
  void shared_variable(std::size_t at, std::size_t end, const Body& body);
  /// Behind the lambda that begins here, or behind the bracket of anything else.
  std::size_t lambda(std::size_t at, std::size_t end, const Body& body);

  void add(const Function& function, std::string whole_name);
  void refuse(std::size_t at, const std::string& words);
  void refuse_initialiser(std::size_t at);
  /// `f<<<...>>>` where neither f nor anything else of that name is a kernel.
  void check_launches();
  [[nodiscard]] std::string quoted(std::size_t name) const { return "\"" + std::string(text(name)) + "\""; }

  const SourceText& source_;
  int depth_ = 0;
  // By name, the spaces of declarations without a body. A definition has its own and theirs, like nvcc; other
  // functions of that name get them too, which at worst accepts a wrong call.
  std::map<std::string, unsigned> declared_;
  DeviceLaunches device_launches_;
  std::vector<std::size_t> launched_;  // tokens in front of `<<<` that is allowed
  std::vector<std::string> names_;     // the whole ones of found_.defined; empty for lambdas
  Functions found_;
};

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

// The contents of functions' bodies: lambdas, classes, launches, and what nvcc refuses in kernels.

void FunctionFinder::expressions(std::size_t at, std::size_t end, const Body& body) {
  const Level level(depth_);
  while (at < end) {
    const std::string_view t = text(at);
    std::size_t next = at + 1;
    if (t == "[") {
      next = lambda(at, end, body);
    } else if (t == "struct" || t == "class" || t == "union") {
      next = local_class(at, end, body);
    } else if (t == "__simt_shared__") {
      shared_variable(at, end, body);
    } else if (t == "__simt_device__" && at > 0 &&
               is_one_of(text(at - 1), std::array<std::string_view, 3>{"{", "}", ";"})) {
      refuse(at,
             "an automatic __device__ variable declaration is not allowed inside a function body; take out "
             "__device__");
    } else if (t == "<" && text(at + 1) == "<" && text(at + 2) == "<" && text(at - 1) != "operator" &&
               (!body.on_device() || device_launches_ == DeviceLaunches::allowed)) {
      launched_.push_back(at - 1);
      next = at + 3;
    } else if (body.on_device()) {
      if (t == "<" && text(at + 1) == "<" && text(at + 2) == "<" && text(at - 1) != "operator") {
        refuse(at,
               device_launches_ == DeviceLaunches::never
                   ? "a kernel launch from a __device__ or __global__ function is not allowed (nvcc: it "
                     "requires separate compilation mode); launch from the host"
                   : "kernel launch from __device__ or __global__ functions requires separate compilation "
                     "mode; add -rdc=true");
        next = at + 3;
      } else if (t == "try" || t == "throw") {
        refuse(at, "device code does not support exception handling; take out " + std::string(t));
      }
    }
    at = std::max(at + 1, next);
  }
}

std::size_t FunctionFinder::local_class(std::size_t at, std::size_t end, const Body& body) {
  if (text(at - 1) == "enum") return at + 1;
  for (std::size_t i = at + 1; i < end; ++i) {
    const std::string_view t = text(i);
    if (t == "{") {
      declarations(i + 1, closing(i), {"(local)::", true, body.templated});
      return closing(i) + 1;
    }
    if (t == ";" || t == "=" || t == ")" || t == "," || t == ">" || t == "*" || t == "&") return at + 1;
    if (t == "(") i = closing(i);
  }
  return at + 1;
}

void FunctionFinder::shared_variable(std::size_t at, std::size_t end, const Body& body) {
  if (body.spaces == kHost && !body.templated && text(at - 1) != "extern") {
    refuse(at,
           "a __shared__ variable is not allowed inside a host function; write __device__ or __global__ "
           "before "
           "the function");
  }
  bool type = false;  // whether a brace would begin a class
  for (std::size_t i = at + 1; i < end && text(i) != ";"; ++i) {
    const std::string_view t = text(i);
    if (t == "struct" || t == "class" || t == "union") type = true;
    if (t == "=" || (t == "{" && !type)) {
      refuse_initialiser(at);
      return;
    }
    if (t == "{") type = false;
    if (t == "(" || t == "[" || t == "{") i = closing(i);
    if (t == "<") i = std::max(i + 1, behind_angles(i, end)) - 1;
  }
}

std::size_t FunctionFinder::lambda(std::size_t at, std::size_t end, const Body& body) {
  static constexpr std::array<std::string_view, 8> kBefore{"return", "co_return", "co_yield", "case",
                                                           "else",   "do",        "throw",    "in"};
  if (text(at + 1) == "[") return closing(at) + 1;  // attributes
  const bool name_before = is_name(at - 1) && !is_one_of(text(at - 1), kBefore);
  if (at == 0 || name_before || text(at - 1) == ")" || text(at - 1) == "]" || text(at - 1) == "\"\"")
    return at + 1;
  std::size_t i = closing(at) + 1;
  bool generic = false;
  if (text(i) == "<") {
    i = behind_angles(i, end);
    generic = true;
  }
  unsigned spaces = 0;
  bool parameters = false, is_constexpr = true;  // lambdas are if possible
  while (i < end && text(i) != "{") {
    spaces |= space_of(text(i));
    if (text(i) == "(" && !parameters) {
      parameters = true;
      for (std::size_t k = i; k < closing(i); ++k) generic = generic || text(k) == "auto";
      i = closing(i) + 1;
    } else if (text(i) == "(" || text(i) == "[") {
      i = closing(i) + 1;
    } else if (text(i) == "<") {
      i = std::max(i + 1, behind_angles(i, end));
    } else if (is_name(i) || text(i) == "::" || text(i) == "-" || text(i) == ">" || text(i) == "*" ||
               text(i) == "&") {
      ++i;
    } else {
      return at + 1;
    }
  }
  if (i >= end) return at + 1;
  const Body inner{spaces == 0 ? body.spaces & kGlobal ? kDevice : body.spaces : spaces,
                   body.templated || generic};
  add({"lambda", inner.spaces, is_constexpr, inner.templated, token(i).at + 1}, "");
  expressions(i + 1, closing(i), inner);
  return closing(i) + 1;
}

Functions FunctionFinder::run() {
  try {
    declarations(0, size(), {});
  } catch (const TooDeep&) {
    return {};
  }
  for (std::size_t i = 0; i < found_.defined.size(); ++i) {
    const auto other = declared_.find(names_[i]);
    if (other != declared_.end()) found_.defined[i].spaces |= other->second;
  }
  check_launches();
  for (const DeviceVariable& variable : found_.device_variables) found_.host_variables.erase(variable.name);
  return std::move(found_);
}

void FunctionFinder::add(const Function& function, std::string whole_name) {
  found_.defined.push_back(function);
  names_.push_back(std::move(whole_name));
}

void FunctionFinder::refuse(std::size_t at, const std::string& words) {
  found_.refusals.push_back({source_.files[token(at).file], token(at).line, "error: " + words});
}

void FunctionFinder::check_launches() {
  std::map<std::string_view, unsigned> spaces;
  for (const Function& function : found_.defined) spaces[function.name] |= function.spaces;
  for (const auto& [name, declared] : declared_) {
    const std::size_t begin = name.rfind("::") == std::string::npos ? 0 : name.rfind("::") + 2;
    if (const auto known = spaces.find(std::string_view(name).substr(begin)); known != spaces.end()) {
      known->second |= declared;
    }
  }
  for (const std::size_t name : launched_) {
    const auto known = spaces.find(text(name));
    if (known == spaces.end() || (known->second & kGlobal) != 0) continue;
    refuse(name, "a host function call cannot be configured: " + quoted(name) +
                     " is no kernel; write __global__ before it");
  }
}

void FunctionFinder::refuse_initialiser(std::size_t at) {
  refuse(at,
         "initializer not allowed for __shared__ variable: CUDA gives it no initial value, so let a thread "
         "assign it, and wait with __syncthreads()");
}

Functions find_functions(const SourceText& source, DeviceLaunches launches) {
  return FunctionFinder(source, launches).run();
}

std::string constant_of_device_variables(const Functions& functions) {
  std::string names;
  for (const DeviceVariable& variable : functions.device_variables) {
    if (variable.has_host_copy) names += variable.name + "\\n";
  }
  if (names.empty()) return "";
  return "\n# 1 \"simt\"\nstatic const char simt_device_variables[] __attribute__((used)) = \"" + names +
         "\";\n";
}

std::string mark_functions(std::string_view preprocessed, const Functions& functions,
                           const SourceText& source) {
  struct Edit {
    std::size_t at, removed;
    std::string words;
  };
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < functions.defined.size(); ++i) {
    edits.push_back(
        {functions.defined[i].body, 0,
         " if (!__builtin_is_constant_evaluated()) __asm__(\"# simt " + std::to_string(i) + "\");"});
  }
  for (const Token& token : source.tokens) {
    if (token.text == "always_inline" || token.text == "__always_inline__") {
      edits.push_back({token.at, token.text.size(), "unused"});
    }
  }
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.at < b.at; });
  std::string marked;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    marked += preprocessed.substr(done, edit.at - done);
    marked += edit.words;
    done = edit.at + edit.removed;
  }
  marked += preprocessed.substr(done);
  return marked;
}

}  // namespace simt::cxx
