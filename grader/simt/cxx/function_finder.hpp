// How find_functions reads a source: declarations and functions' bodies, which call each other.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bracketed_text.hpp"
#include "functions.hpp"

namespace simt::cxx {

/// The meaning of a keyword for where a function runs: kHost, kDevice, kGlobal or 0.
[[nodiscard]] unsigned space_of(std::string_view word);

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

  // declarations.cpp
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

  // function_bodies.cpp
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

}  // namespace simt::cxx
