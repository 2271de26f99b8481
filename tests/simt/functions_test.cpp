// simt-cc's view of a source's functions from its tokens, and of their calls from a compiler's assembly.
#include "simt/cxx/functions.hpp"
#include "simt/cxx/spaces.hpp"
#include "support/test.hpp"

namespace simt::cxx {
namespace {

struct Source {
  explicit Source(std::string code) : text("# 1 \"s/a.cu\"\n" + std::move(code)) {}
  std::string text;
  SourceText tokens = read_source_text(text, [](std::string_view file) { return file == "s/a.cu"; });
  Functions functions = find_functions(tokens);
};

/// Names and spaces: "f H, g HD".
std::string found(std::string code) {
  const Source source(std::move(code));
  std::string text;
  for (const Function& function : source.functions.defined) {
    text += (text.empty() ? "" : ", ") + std::string(function.name) + " ";
    if (function.spaces & kHost) text += 'H';
    if (function.spaces & kDevice) text += 'D';
    if (function.spaces & kGlobal) text += 'G';
  }
  return text;
}

#define D "__simt_device__ "
#define H "__simt_host__ "
#define G "__simt_global__ "

TEST(Functions, have_the_space_that_they_are_declared_with) {
  EXPECT_EQ(found("int f() { return 1; } " D "int g() { return f(); } " H D "int h() { return 2; }"),
            "f H, g D, h HD");
  EXPECT_EQ(found("int " D " f(int a = g(), int (*p)(int) = nullptr) noexcept { return a; }"), "f D");
  EXPECT_EQ(found("static inline " D "auto f(int x) -> decltype(x) { return x; }"), "f D");
  EXPECT_EQ(found("extern \"\" {" G "void k(int*) {} } namespace a::b { " D "int f() { return 1; } }"),
            "k G, f D");
  EXPECT_EQ(found("template <class T, class = decltype(T() < T())> " D "T f(T x) { return x; }"), "f D");
  EXPECT_EQ(found("int a[] = {1, 2}; int b{3}; enum E { e }; struct S { int x = 1; } s; using F = int(int);"),
            "");
}

TEST(Functions, are_found_in_classes_and_lambdas) {
  EXPECT_EQ(found("struct S : B<int> { " D "S(int x) : B<int>{x}, a(x) {} int f() const { return 1; }\n"
                  "bool operator()(int) { return true; } " D
                  "operator int() { return 1; } S() = default; int a; };"),
            "S D, f H, operator H, operator D");
  EXPECT_EQ(found(G "void k() { auto f = [&](int x) mutable -> int { return x; }; int a[3]; a[0] = f(1); }"),
            "k G, lambda D");
  EXPECT_EQ(
      found("void run() { call([=] " D "(int i) { return i; }); call([] { return 1; }); auto [a, b] = c; }"),
      "run H, lambda D, lambda H");
  EXPECT_EQ(found(G "void k() { struct L { int f() { return 1; } }; }"), "k G, f H");
}

TEST(Functions, take_the_spaces_of_their_declarations_as_well) {
  EXPECT_EQ(found(D "int f(int); int f(int x) { return x; }"), "f HD");
  EXPECT_EQ(
      found("template <class T> struct S { " D "int f(); }; template <class T> int S<T>::f() { return 1; }"),
      "f HD");
  EXPECT_EQ(
      found("template <class T> " D "T f(T x) { return x; } template <> int f<int>(int x) { return x; }"),
      "f D, f HD");
}

std::string refusals(std::string code) {
  const Source source(std::move(code));
  std::string text;
  for (const Refusal& refusal : source.functions.refusals) {
    text += std::to_string(refusal.line) + " " +
            refusal.text.substr(7, refusal.text.find_first_of(":;", 8) - 7) + "\n";
  }
  return text;
}

TEST(Functions, are_refused_what_nvcc_refuses_by_the_looks_of_it) {
  EXPECT_EQ(refusals(G "int k() { return 1; }"), "1 a __global__ function must have a void return type\n");
  EXPECT_EQ(refusals(G "auto k() -> void {} " G "void k2(int x = int(3)) {} void " G "k3() {}"), "");
  EXPECT_EQ(refusals("struct S {\n" G "void k() {} };"),
            "2 a __global__ function or function template cannot be a member function\n");
  EXPECT_EQ(refusals(G "void k() {\n__simt_shared__ int s = 0; }"),
            "2 initializer not allowed for __shared__ variable\n");
  EXPECT_EQ(
      refusals(G "void k() { __simt_shared__ int s[f<3>()]; __simt_shared__ struct { int a; } t; t.a = 1; }"),
      "");
  EXPECT_EQ(refusals("void h(int); void run() { h<<<1, 1>>>(1); }"), "");
  EXPECT_EQ(refusals("void h(int) {}\nvoid run() { h<<<1, 1>>>(1); }"),
            "2 a host function call cannot be configured\n");
  EXPECT_EQ(refusals(G "void k() {\nthrow 1; } void run() { throw 1; }"),
            "2 device code does not support exception handling\n");
}

TEST(Functions, have_letters_beyond_ascii_where_nvcc_takes_them) {
  const std::string refused = " Universal character is not allowed in device entity name (\"ê\")\n";
  EXPECT_EQ(refusals(G "void ê() {}"), "1" + refused);
  EXPECT_EQ(refusals("\n" D "int ê(int a) { return a; }"), "2" + refused);
  EXPECT_EQ(refusals("__simt_device__ int ê;"), "1" + refused);
  EXPECT_EQ(refusals(G "void k(int* ê) { __simt_shared__ int ü[4]; int ö = ü[0]; }"), "");
  EXPECT_EQ(refusals("struct É { int ö; }; void ê() {} constexpr int kÜ = 4;"), "");
}

TEST(Functions, leave_out_what_is_nested_without_end) {
  std::string deep = "void f() {";
  for (int i = 0; i < 5000; ++i) deep += "[]{";
  EXPECT_EQ(found(deep), "");
  for (const char* broken :
       {"template <", "struct S {", "(((", "}}}", "operator", "[", "int f(", "= [", "<<<", "f() : a{"}) {
    EXPECT_EQ(refusals(broken), "") << broken;
  }
}

TEST(Functions, are_marked_where_their_bodies_begin) {
  const Source source("int f() { return 1; }\n__attribute__((always_inline)) int g() {}");
  EXPECT_EQ(
      mark_functions(source.text, source.functions, source.tokens),
      "# 1 \"s/a.cu\"\nint f() { if (!__builtin_is_constant_evaluated()) __asm__(\"# simt 0\"); return 1; }\n"
      "__attribute__((unused)) int g() { if (!__builtin_is_constant_evaluated()) __asm__(\"# simt 1\");}");
}

constexpr const char* kAssembly = R"(	.file 1 "s/a.cu"
	.file	2 "/usr/include" "b.h" md5 0x12
	.type	_Z1kPi, @function
_Z1kPi:
	.loc 1 3 5
#APP
# 3 "s/a.cu" 1
	# simt 1
#NO_APP
	call	_Z1fv@PLT
	.loc 2 9 1
	callq	_Z1fv@PLT	# a comment _Z1gv
	.loc	1 4 1 prologue_end              # s/a.cu:4:1
	movq	limit@GOTPCREL(%rip), %rax
	.type	_Z1fv, %function
_Z1fv:
	.loc 1 2 1
	# simt 0
	ret
	.type	limit, @object # @a_function
limit:
	.long 3
	.local	_ZL5other
	.comm	_ZL5other,8,8
	.set	_Z1gv,_Z1fv
)";

TEST(Assembly, shows_calls_with_their_lines) {
  const Assembly assembly = read_assembly(kAssembly);
  std::string uses;
  for (const Use& use : assembly.uses) {
    uses += use.user + (use.call ? " calls " : " uses ") + use.used + " at " + use.file + ":" +
            std::to_string(use.line) + "\n";
  }
  EXPECT_EQ(uses,
            "_Z1kPi calls _Z1fv at s/a.cu:3\n_Z1kPi calls _Z1fv at /usr/include/b.h:9\n"
            "_Z1kPi uses limit at s/a.cu:4\n");
  EXPECT_EQ(assembly.marks.at("_Z1fv"), 0U);
  EXPECT_EQ(assembly.marks.at("_Z1kPi"), 1U);
  EXPECT_EQ(assembly.aliases.at("_Z1gv"), "_Z1fv");
  EXPECT_EQ(assembly.variables, (std::vector<std::string>{"limit", "_ZL5other"}));
}

TEST(Spaces, of_user_files_alone_are_compared) {
  const auto refused = [](const char* code) {
    const Source source(code);
    std::string text;
    for (const Refusal& refusal : space_refusals(source.functions, source.tokens, read_assembly(kAssembly),
                                                 [](std::string_view file) { return file == "s/a.cu"; })) {
      text += std::to_string(refusal.line) + " " + refusal.text + "\n";
    }
    return text;
  };
  EXPECT_EQ(refused("int limit = 3;\nint f() { return limit; }\n" G "void k(int* a) {\n*a = f(); }"),
            "3 error: calling a __host__ function(\"f\") from a __global__ function(\"k\") is not allowed; "
            "write __device__ before f\n"
            "4 error: identifier \"limit\" is undefined in device code: the host has this variable; write "
            "__device__ or __constant__ before it, or pass its value to the kernel\n");
  EXPECT_EQ(refused(D "int limit = 3;\n" D "int f() { return limit; }\n" G "void k(int* a) {\n*a = f(); }"),
            "");
  EXPECT_EQ(refused("const int limit = 3;\n" D "int f();\nint f() { return limit; } " H D
                    "void k(int* a) {\n*a = f(); }"),
            "");
  EXPECT_EQ(refused("\n" D "int f() { return 1; }\nint k(int* a) { return f(); }"),
            "3 error: calling a __device__ function(\"f\") from a __host__ function(\"k\") is not allowed; "
            "write __host__ __device__ before f\n");
}

}  // namespace
}  // namespace simt::cxx
