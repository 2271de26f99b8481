// Only the rewriter: text in, text out.
#include "simt/cxx/rewriter.hpp"
#include "support/test.hpp"

namespace {

std::string rewrite(const std::string& text) {
  return simt::cxx::rewrite_launches(text, [](std::string_view) { return true; });
}

std::string rewrite_student_only(const std::string& text) {
  return simt::cxx::rewrite_launches(text, [](std::string_view file) { return file == "my dir/ü.cu"; });
}

bool holds_twice(const std::string& text, const std::string& part) {
  return text.find(part) != text.rfind(part);
}

constexpr const char* kOpen = " ->* ::simt::LaunchConfig(";

TEST(Rewriter, turns_a_launch_into_a_call) {
  EXPECT_EQ(rewrite("k<<<g, b>>>(a);"), std::string("k") + kOpen + "g, b)(a);");
}

TEST(Rewriter, gives_lists_in_braces_the_types_of_the_parameters) {
  const std::string call = ") ->* [&](const auto& simt_launch) { simt_launch";
  EXPECT_EQ(rewrite("k<<<g, b>>>(a, {f(1, 2), ')'});"),
            std::string("k") + kOpen + "g, b" + call + "(a, {f(1, 2), ')'}); };");
  EXPECT_EQ(rewrite("k<<<g, b>>>\n({});"), std::string("k") + kOpen + "g, b" + call + "\n({}); };");
  EXPECT_EQ(rewrite("k<<<g, b>>>(int2{1, 2}, f({}));"),
            std::string("k") + kOpen + "g, b)(int2{1, 2}, f({}));");
}

TEST(Rewriter, takes_launches_that_a_formatter_has_split) {
  EXPECT_EQ(rewrite("k << <g, b >> > (a);"), std::string("k ") + kOpen + "g, b ) (a);");
  EXPECT_EQ(rewrite("k<< <g, b>> >(a);"), std::string("k") + kOpen + "g, b)(a);");
  EXPECT_EQ(rewrite("a << b << c; A<B<C> > d;"), "a << b << c; A<B<C> > d;");
}

TEST(Rewriter, lets_a_call_choose_between_overloaded_kernels) {
  const auto launched = [](const std::string& before) {
    const std::string text = rewrite(before + "k<<<g, b>>>(a);");
    return text.substr(text.find("k ->*") == std::string::npos ? text.rfind("[&]") : text.find("k ->*"));
  };
  const std::string kernel = "__simt_global__ void k(int) {}", other = "__simt_global__ void k(int*) {}";
  const std::string declared = "__simt_global__ void k(int);";
  EXPECT_EQ(launched(declared + kernel), std::string("k") + kOpen + "g, b)(a);");
  const std::string by_call = std::string("[&](auto&... simt_a) { k(simt_a...); }") + kOpen + "g, b)(a);";
  EXPECT_EQ(launched(kernel + other), by_call);
  EXPECT_EQ(launched("__simt_global__ void k(int, T<1, 2>);" + kernel), by_call);
}

TEST(Rewriter, keeps_the_parameters_of_kernels_that_become_addresses) {
  const std::string kernels =
      "template <class T> __simt_global__ void k(T); namespace n { __simt_global__ void l(int); } ";
  const std::string untyped = "::simt::launches::Untyped() ->* ";
  const auto changes = [&](const std::string& before, const std::string& cast, const std::string& after) {
    return rewrite(kernels + before + cast + after).find(before + untyped + after) != std::string::npos;
  };
  EXPECT_TRUE(changes("x = ", "(void*)", "k<int>;"));
  EXPECT_TRUE(changes("f(", "(const void *)", "&n::l, 1);"));
  EXPECT_TRUE(changes("f(", "reinterpret_cast<void const*>", "(k<int>));"));
  EXPECT_TRUE(changes("params.func = ", "(void*)", "pointer;"));
  EXPECT_TRUE(changes("f(1, ", "(void*)", "kernels[i]->function);"));
  EXPECT_TRUE(changes("f(", "reinterpret_cast<void*>", "(pointer));"));
  for (const std::string text :
       {"x = (int*)k<int>;", "(void)k<int>;", "x = (void*)f(1);", "x = (void*)0;", "!(void*)x;",
        "void f(void*, void*);", "x = sizeof(void*) * n;", "(int)(void*)x;"})
    EXPECT_EQ(rewrite(text), text);
}

TEST(Rewriter, leaves_out_the_cast_of_a_kernel_that_is_launched_by_the_api) {
  EXPECT_EQ(rewrite("cudaLaunchKernel((void*)k, g, b, a);"), "cudaLaunchKernel(k, g, b, a);");
  EXPECT_EQ(rewrite("cudaLaunchKernel ( (const\nvoid *)&k, g, b, a);"), "cudaLaunchKernel (\n&k, g, b, a);");
  EXPECT_EQ(rewrite("cudaLaunchKernel(reinterpret_cast<const void*>(k<1>), g);"),
            "cudaLaunchKernel((k<1>), g);");
  for (const char* other :
       {"cudaLaunchKernel(k, (void*)0);", "cudaLaunchKernel((void**)k);", "launch((void*)k());"})
    EXPECT_EQ(rewrite(other), other);
}

TEST(Rewriter, makes_plain_calls_that_keep_their_columns) {
  const auto as_calls = [](const std::string& text) {
    return simt::cxx::launches_as_calls(text, [](std::string_view) { return true; });
  };
  EXPECT_EQ(as_calls("k<1><<<g,\n f(b)>>>(a);"), "k<1>     \n        (a);");
  EXPECT_EQ(as_calls("template <class T> void k(T);\nk<<<1,2>>>(a);"),
            "template <class T> void k(T);\nk         (a);");
  EXPECT_EQ(as_calls("a << b; \"<<<1>>>\""), "a << b; \"<<<1>>>\"");
}

TEST(Rewriter, keeps_template_arguments_before_a_launch) {
  EXPECT_EQ(rewrite("k<32><<<g, b>>>(a);"), std::string("k<32>") + kOpen + "g, b)(a);");
  EXPECT_EQ(rewrite("k<A<B>><<<g, b>>>(a);"), std::string("k<A<B>>") + kOpen + "g, b)(a);");
}

TEST(Rewriter, closes_at_the_first_triple_bracket_outside_parentheses) {
  EXPECT_EQ(rewrite("k<<<f(a >>> b), dim3{1, 2}>>>(c)"),
            std::string("k") + kOpen + "f(a >>> b), dim3{1, 2})(c)");
}

TEST(Rewriter, handles_launches_side_by_side_and_inside_arguments) {
  EXPECT_EQ(rewrite("a<<<1,2>>>(),b<<<3,4>>>()"), std::string("a") + kOpen + "1,2)(),b" + kOpen + "3,4)()");
  EXPECT_EQ(rewrite("a<<<f([]{ b<<<1,2>>>(); }),2>>>()"),
            std::string("a") + kOpen + "f([]{ b" + kOpen + "1,2)(); }),2)()");
}

TEST(Rewriter, keeps_line_breaks_inside_a_launch) {
  EXPECT_EQ(rewrite("k\n<<<\ng,\nb\n>>>\n(a);\n"), std::string("k\n") + kOpen + "\ng,\nb\n)\n(a);\n");
}

TEST(Rewriter, calls_kernels_with_default_arguments_by_their_names) {
  const std::string head = "void k(int a, int b = f(1, 2)) {}\n";
  EXPECT_EQ(
      rewrite(head + "n::k<<<1,2>>>(a);"),
      head + "::simt::with_defaults(n::k, [&](auto&... simt_a) { n::k(simt_a...); })" + kOpen + "1,2)(a);");
  EXPECT_EQ(rewrite(head + "k<int><<<1,2>>>(a);"),
            head + "::simt::with_defaults(k<int>, [&](auto&... simt_a) { k<int>(simt_a...); })" + kOpen +
                "1,2)(a);");
  const std::string other = "void k(int a, int b) { int c = a; (b = c); }\n";
  EXPECT_EQ(rewrite(other + "k<<<1,2>>>(a);"), other + "k" + kOpen + "1,2)(a);");
  EXPECT_EQ(rewrite(head + "k\n<<<1,2>>>(a);"),
            head + "::simt::with_defaults(k, [&](auto&... simt_a) { k\n(simt_a...); })" + kOpen + "1,2)(a);");
}

TEST(Rewriter, leaves_shifts_and_templates_alone) {
  for (const char* text :
       {"a << b << c; d >> e;", "A<B<C<int>>> x;", "x = a < b > c;", "operator<<<int>(a)"}) {
    EXPECT_EQ(rewrite(text), text);
  }
}

TEST(Rewriter, leaves_literals_alone) {
  for (const char* text :
       {R"x("k<<<1>>>()")x", R"x("\"k<<<1>>>()")x", R"x('"' + '<' "<<<>>>")x", "'\\'' \"<<<1>>>\"",
        "R\"(k<<<1>>>() \" )\"", "u8R\"x(k<<<1>>>() )\" )x\"", "R\"(\n# 1 \"other\"\n<<<1>>>)\""}) {
    EXPECT_EQ(rewrite(text), text);
  }
}

TEST(Rewriter, leaves_comments_alone) {
  for (const char* text : {"// k<<<1>>>()\n", "/* k<<<1>>>() \n it's */", "// it's\n/* \" */"})
    EXPECT_EQ(rewrite(text), text);
}

TEST(Rewriter, reads_on_after_a_number_with_separators) {
  EXPECT_EQ(rewrite("f(1'000, 0x1'f, 1e+5, 'a'); k<<<1'0,2>>>()"),
            std::string("f(1'000, 0x1'f, 1e+5, 'a'); k") + kOpen + "1'0,2)()");
}

TEST(Rewriter, reads_on_after_raw_literals_and_names_that_end_in_R) {
  EXPECT_EQ(rewrite("R\"(\")\" k<<<1,2>>>()"), std::string("R\"(\")\" k") + kOpen + "1,2)()");
  EXPECT_EQ(rewrite("FOR\"(\" k<<<1,2>>>()"), std::string("FOR\"(\" k") + kOpen + "1,2)()");
}

TEST(Rewriter, leaves_an_unclosed_launch_to_the_compiler) {
  for (const char* text : {"k<<<1, 2>>(a);", "k<<<", "f(k<<<1) >>> 2;", "{ k<<<1; } >>>"})
    EXPECT_EQ(rewrite(text), text);
}

TEST(Rewriter, rewrites_only_under_the_markers_of_student_files) {
  EXPECT_EQ(rewrite_student_only(
                "a<<<1,2>>>()\n# 1 \"my dir/\\303\\274.cu\"\nb<<<1,2>>>()\n# 7 \"lib.h\" 1 3\nc<<<1,2>>>()\n"
                "# 9 \"my dir/ü.cu\" 2\nd<<<1,2>>>()"),
            std::string("a<<<1,2>>>()\n# 1 \"my dir/\\303\\274.cu\"\nb") + kOpen +
                "1,2)()\n# 7 \"lib.h\" 1 3\nc<<<1,2>>>()\n# 9 \"my dir/ü.cu\" 2\nd" + kOpen + "1,2)()");
}

TEST(Rewriter, drops_the_unroll_pragma_and_no_other) {
  EXPECT_EQ(rewrite("#pragma unroll\n# pragma unroll 4\n#pragma once\nx"), "\n\n#pragma once\nx");
  EXPECT_EQ(rewrite_student_only("#pragma unroll\n"), "#pragma unroll\n");
}

TEST(Rewriter, does_not_read_directives_as_code) {
  EXPECT_EQ(rewrite("#pragma message \"it's <<<\"\nk<<<1,2>>>()"),
            std::string("#pragma message \"it's <<<\"\nk") + kOpen + "1,2)()");
}

TEST(Rewriter, wraps_a_kernel_template_launched_by_its_bare_name) {
  const std::string wrapped = "[&](auto&... simt_a) { a::k(simt_a...); }";
  for (const std::string head :
       {"template <class T> void k(T x) { }", "template <int N = (1 > 0), class T> void k(T);",
        "template <class T> __attribute__((noinline)) void k(T);"}) {
    EXPECT_EQ(rewrite(head + " a::k<<<1,2>>>(3);"), head + " " + wrapped + kOpen + "1,2)(3);");
    EXPECT_EQ(rewrite(head + " k<1, int><<<1,2>>>(3);"), head + " k<1, int>" + kOpen + "1,2)(3);");
    EXPECT_EQ(rewrite(head + " x.k<<<1,2>>>(3);"), head + " x.k" + kOpen + "1,2)(3);");
    EXPECT_EQ(rewrite(head + " x->k<<<1,2>>>(3);"), head + " x->k" + kOpen + "1,2)(3);");
  }
}

TEST(Rewriter, keeps_which_parameters_of_a_kernel_template_are_references) {
  const auto mask = [](const std::string& parameters) -> std::string {
    const std::string text =
        rewrite("template <class T> __simt_global__ void k(" + parameters + ") {} k<<<1,2>>>(3);");
    const std::string begin = "k(" + parameters + ") {} ::simt::with_references<";
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) return "";
    EXPECT_TRUE(
        text.ends_with("ULL>([&](auto&... simt_a) { k(simt_a...); }) ->* ::simt::LaunchConfig(1,2)(3);"))
        << text;
    return text.substr(at + begin.size(), text.find("ULL", at) - at - begin.size());
  };
  EXPECT_EQ(mask("T x, const T& y"), "2");
  EXPECT_EQ(mask("S<T&, int> x, T (&y)[2], T z, T& u"), "10");
  EXPECT_EQ(mask("T x, T&... y"), "18446744073709551614");
  EXPECT_EQ(mask("T* x, T y = &z, void (*f)(int&)"), "");
}

TEST(Rewriter, keeps_the_names_of_variables_whose_addresses_are_passed) {
  const std::string head =
      "__simt_device__ int x = 1; __simt_device__ int u, many[3]; __simt_constant__ S<int, 2> y; "
      "__simt_device__ int f(int z); ";
  const auto passed = [&](const std::string& argument) {
    const std::string text =
        rewrite(head + "cudaMemcpy(a[1], " + argument + ", f(1, 2)); k<<<1,2>>>(" + argument + ");");
    const std::string launched = text.substr(text.rfind("Config(1,2)(") + 12);
    EXPECT_TRUE(holds_twice(text, launched.substr(0, launched.size() - 2)));
    return launched.substr(0, launched.size() - 2);
  };
  const std::string copy = "::simt::launches::host_copy(";
  EXPECT_EQ(passed("&x"), copy + "x, &x)");
  EXPECT_EQ(passed("(char *) & n::y.field[2]"), copy + "n::y, (char *) & n::y.field[2])");
  EXPECT_EQ(passed("many + 1"), copy + "many, many + 1)");
  for (const std::string other : {"x", "&z", "&other", "&x + f(1)", "f(&x)", "g(many)"})
    EXPECT_EQ(passed(other), other);
}

TEST(Rewriter, wraps_a_kernel_template_whose_arguments_are_not_all_given) {
  for (const std::string head :
       {"template <int N, class T> void k(T);", "template <class A, class B, int N = 3> void k(B);",
        "template <int N = (2 > 1), class T> void k(T);"}) {
    EXPECT_EQ(rewrite(head + " a::k<f(1, 2)><<<1,2>>>(3);"),
              head + " [&](auto&... simt_a) { a::k<f(1, 2)>(simt_a...); }" + kOpen + "1,2)(3);");
    EXPECT_EQ(rewrite(head + " k<1, S<int, 2>><<<1,2>>>(3);"),
              head + " k<1, S<int, 2>>" + kOpen + "1,2)(3);");
  }
  for (const std::string head :
       {"template <class T> void k(T);", "template <class T, class... R> void k(T, R...);",
        "template <template <class, class> class T, class U = int> void k();"})
    EXPECT_EQ(rewrite(head + " k<int><<<1,2>>>(3);"), head + " k<int>" + kOpen + "1,2)(3);");
}

TEST(Rewriter, wraps_no_other_kernel) {
  for (const std::string head :
       {"template <class T> struct S { }; void k(int);", "template void f<int>(int); void k(int);",
        "template <class T> T value = 1; void k(int);", "template <> void f<int>(int); void k(int);"}) {
    EXPECT_EQ(rewrite(head + " k<<<1,2>>>(3);"), head + " k" + kOpen + "1,2)(3);");
  }
}

// A launch that closes moves what stands behind it: with all of a file behind it, this would take minutes.
TEST(Rewriter, leaves_launches_that_lie_too_deep_in_each_other) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "k<<<";
  for (int i = 0; i < 100'000; ++i) text += ">>>";
  const std::string result = rewrite(text);
  EXPECT_EQ(result.size() - text.size(), 64 * (std::string(kOpen).size() + 1 - std::string("<<<>>>").size()));
}

// Any prefix of a file may come; the scanner must end, and keep the number of lines.
TEST(Rewriter, keeps_line_numbers_of_every_prefix) {
  const std::string text =
      "# 1 \"a.cu\"\nk<3><<<f(1'0), \"\\\"\">>>(R\"x(\n<<<)x\", 'c');\n/* \n */ // \n#pragma "
      "unroll\nm<<<1,\n2>>>();\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string prefix = text.substr(0, length);
    const std::string result = rewrite(prefix);
    EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), std::count(prefix.begin(), prefix.end(), '\n'))
        << "prefix of " << length << " characters";
  }
}

}  // namespace
