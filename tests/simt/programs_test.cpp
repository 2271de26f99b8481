// Whole programs: what they print, how they end, what is found. Each "//! NAME[ slow]" of programs/*.cases is
// a test: below it are main.cu, and below each "//+ FILE" another file; "//$ COMMAND" is run by a shell and
// prints exactly what is below it. Of what "//~ COMMAND" prints only the beginnings of some lines are below
// it, in order; behind "..." is what comes anywhere after the part before.
#include <nlohmann/json.hpp>

#include "programs.hpp"
#include "simt/cxx/nvcc_options.hpp"
#include "simt/cxx/ptx.hpp"
#include "simt/cxx/thrust.hpp"
#include "simt/cxx/two_passes.hpp"
#include "support/sections.hpp"

namespace {

using namespace simt;
using mergelab::Section;
using mergelab::sections_of;

std::vector<Section> cases(bool slow) {
  std::vector<Section> tests;
  for (const char* file :
       {"clusters_ptx", "compiler", "cub", "launches", "libraries", "pointers", "programs"}) {
    const std::string text =
        mergelab::read_text(fs::path(MERGELAB_SOURCE_DIR "/tests/simt/programs") / file += ".cases");
    for (auto& [name, program] : sections_of(text, "//! "))
      if (name.ends_with(" slow") == slow) tests.push_back({name.substr(0, name.find(' ')), program});
  }
  return tests;
}

// `build` makes a program, `run` runs it with checks; `lab` compiles what is no program.
constexpr const char* kShell = R"(
lab() { simt-cc --compiler "$CXX" -o lab.so "$@"; }
build() { simt-cc --program --instrument --compiler "$CXX" -o program.so "$@"; }
run() { simt-run --check ./program.so "$@"; }
)";

class ProgramCases : public Programs, public testing::WithParamInterface<Section> {
 protected:
  std::string output(const std::string& command) const {
    const fs::path tools = fs::path(SIMT_CC).parent_path();
    return run({"env", "PATH=" + tools.string() + ":" + std::getenv("PATH"),
                std::string("CXX=") + CXX_COMPILER, "sh", "-c", kShell + command})
        .text;
  }
  static testing::AssertionResult has_lines(const std::string& text, const std::string& wanted) {
    const std::string all = "\n" + text;
    std::istringstream parts(wanted);
    std::size_t at = 0;
    for (std::string part; std::getline(parts, part);) {
      const std::string next = part.starts_with("... ") ? part.substr(4) : "\n" + part;
      at = all.find(next, at);
      if (at == std::string::npos)
        return testing::AssertionFailure() << "no \"" << part << "\" in:\n" << text;
      at += next.size();
    }
    return testing::AssertionSuccess();
  }
};

bool has_thrust() {
  Words none;
  return !simt::cxx::take_thrust_folders(none).empty() || fs::exists("/usr/include/thrust/version.h");
}

TEST_P(ProgramCases, print) {
  const std::string& text = GetParam().text;
  if ((holds(text, "#include <thrust/") || holds(text, "#include <cub/")) && !has_thrust())
    GTEST_SKIP() << "Thrust is not installed: apt-get install libthrust-dev";
  std::istringstream lines("//+ main.cu\n" + text + "//+ end\n");
  std::string kind, name, below;
  for (std::string line; std::getline(lines, line);) {
    const std::string mark = line.substr(0, 4);
    if (mark != "//+ " && mark != "//$ " && mark != "//~ ") {
      below += line + "\n";
      continue;
    }
    if (kind == "//+ ") mergelab::write_text(folder_ / name, below);
    if (kind == "//$ ") {
      EXPECT_EQ(output(name), below) << name;
    } else if (kind == "//~ ") {
      EXPECT_TRUE(has_lines(output(name), below)) << name;
    }
    kind = mark, name = line.substr(4), below.clear();
  }
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Text, ProgramCases, testing::ValuesIn(cases(false)), kName);
INSTANTIATE_TEST_SUITE_P(TextSlow, ProgramCases, testing::ValuesIn(cases(true)), kName);

TEST_F(ProgramsSlow, have_what_was_found_written_as_json) {
  write("main.cu", R"(__global__ void k(int* p, const int* unwritten) {
  p[0] += 1;
  p[1] = p[0] + *unwritten;
}
int main() {
  int *d, *unwritten;
  cudaMalloc(&d, 8);
  cudaMalloc(&unwritten, 4);
  cudaMemset(d, 0, 8);
  k<<<1, 64>>>(d, unwritten);
  return cudaDeviceSynchronize();
})");

  ASSERT_EQ(compile({"main.cu"}).text, "");
  (void)run({SIMT_RUN, "--check", "--json", "found.json", "./program.so"});
  const auto json = nlohmann::json::parse(mergelab::read_text(folder_ / "found.json"));
  ASSERT_EQ(json["findings"].size(), 2U);
  EXPECT_EQ(json["findings"][0]["rule"], "race");
  EXPECT_EQ(json["findings"][1]["rule"], "uninitialised_read");
  EXPECT_GE(json["findings"][0]["places"].size(), 2U) << "pairs of lines of one cause";
}

TEST_F(Programs, say_how_to_get_thrust) {
  if (fs::exists("/usr/include/thrust/version.h")) GTEST_SKIP() << "Thrust is installed";
  write("main.cu", "#include <cstdio>\n#include <thrust/sort.h>\nint main() {}\n");
  const Ran ran = run({"env", "PATH=/usr/bin:/bin", "CUDA_HOME=", SIMT_CC, "--program", "--compiler",
                       CXX_COMPILER, "main.cu"});
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(holds(ran.text, "install Debian's package libthrust-dev")) << ran.text;
}

TEST(NvccOptions, leave_what_the_host_s_compiler_knows) {
  using simt::cxx::without_nvcc_options;
  EXPECT_EQ(
      without_nvcc_options({"-O3", "-lcurand", "-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80",
                            "-Xcompiler", "-Wall,-fopenmp", "-std=c++17", "-lineinfo", "-Iinc", "-std=c++20",
                            "a.cu", "-Xlinker", "-rpath,/x", "--std", "c++14", "-lcudart"}),
      (Words{"-O3", "-Wall", "-fopenmp", "-Iinc", "-std=c++20", "a.cu", "-Wl,-rpath", "-Wl,/x"}));
  const Words relocatable{simt::cxx::kRelocatable};
  for (const Words& words :
       {Words{"-rdc=true"}, Words{"-rdc", "true"}, Words{"--relocatable-device-code=true"}})
    EXPECT_EQ(without_nvcc_options(words), relocatable) << words.front();
  for (const char* word : {"-dc", "--device-c"})
    EXPECT_EQ(without_nvcc_options({word}), (Words{simt::cxx::kRelocatable, "-c"})) << word;
  EXPECT_EQ(without_nvcc_options({"-rdc=false"}), Words{});
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-lcufft"}), simt::cxx::Error);
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-arch"}), std::runtime_error);
  const auto refusal = [](const char* word) -> std::string {
    try {
      return without_nvcc_options({"a.cu", word}).back();
    } catch (const simt::cxx::UsageError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal("--use-fast-mth"),
            "there is no option '--use-fast-mth'; did you mean '--use_fast_math'?");
  EXPECT_EQ(refusal("--gpu-archtecture=sm_90"),
            "there is no option '--gpu-archtecture'; did you mean '--gpu-architecture'?");
  EXPECT_EQ(refusal("-use-fast-math"), "there is no option '-use-fast-math'; did you mean '-use_fast_math'?");
  for (const char* word :
       {"-march=native", "-fno-exceptions", "-Wno-unused", "--param=x=1", "-pthread", "-pedantic",
        "-static-libgcc", "-nostdinc", "-save-temps", "--coverage", "-std=c++20", "--sysroot=/x", "-rdynamic",
        "-nodefaultlibs", "-nostartfiles", "--verbose", "-gdwarf-4", "-print-libgcc-file-name"})
    EXPECT_EQ(refusal(word), word);
}

TEST(TwoPasses, are_one_where_they_agree) {
  const auto everywhere = [](std::string_view) { return true; };
  EXPECT_EQ(simt::cxx::join_passes("int a;\n", "int a;\n", everywhere), "int a;\n");
  const std::string host = "# 1 \"a.cu\"\nint f() { return 1; }\n",
                    device = "# 1 \"a.cu\"\nint f() { return 2; }\n";
  EXPECT_EQ(simt::cxx::join_passes(host, device, everywhere), host) << "host code is the host's";
}

TEST(TwoPasses, keep_what_is_in_front_of_the_device_s_functions) {
  const auto everywhere = [](std::string_view) { return true; };
  const std::string begin = "# 1 \"a.cu\"\nvoid a() {}\nstruct X;\n",
                    end = "# 5 \"a.cu\"\nint y;\nvoid b() {}\n";
  const std::string device = "__simt_device__ void d(X*) {} __simt_device__ void e(X*) {}\n";
  const std::string text = simt::cxx::join_passes(begin + end, begin + device + end, everywhere);
  std::size_t at = 0;
  for (const char* part : {"void a()", "struct X;", "void d(X*) {}", "void e(X*) {}", "int y;", "void b()"}) {
    at = text.find(part, at);
    EXPECT_NE(at, std::string::npos) << part << " in\n" << text;
  }
}

simt::cxx::WithoutPtx translated(const std::string& source) {
  return simt::cxx::translate_ptx("# 1 \"main.cu\"\n" + source, [](std::string_view) { return true; });
}

std::string refusal(const std::string& statement) {
  const auto result =
      translated("__simt_device__ void f(int r, long long l, double d) {\n" + statement + "\n}\n");
  return result.refusals.empty() ? "" : result.refusals[0].text;
}

TEST(Ptx, refuses_by_name_what_it_lacks) {
  const struct {
    const char *statement, *text;
  } rows[] = {
      {R"(asm("wgmma.fence.sync.aligned;");)", "have the PTX instruction 'wgmma.fence.sync.aligned';"},
      {R"(asm("add.sat.s32 %0, %0, 1;" : "+r"(r));)", "have the PTX instruction 'add.sat.s32';"},
      {R"(asm("ld.const.u32 %0, [%1];" : "=r"(r) : "l"(l));)", "have the PTX instruction 'ld.const.u32';"},
      {R"(asm("atom.global.add.b32 %0, [%1], 1;" : "=r"(r) : "l"(l));)", "instruction 'atom.global.add.b32'"},
      {R"(asm("add.ftz.f64 %0, %0, %0;" : "+d"(d));)", "have the PTX instruction 'add.ftz.f64'"},
      {R"(asm("cvt.s32.f64 %0, %1;" : "=r"(r) : "d"(d));)", "have the PTX instruction 'cvt.s32.f64'"},
      {R"(asm("mov.u32 %0, %%pm0;" : "=r"(r));)", "have the PTX register '%pm0'"},
      {R"(asm("addc.u32 %0, %0, 0;" : "+r"(r));)", "a carry that one asm statement leaves to another"},
      {R"(asm("bar.sync 1, 64;");)", "'bar.sync' of another barrier than 0"},
      {R"(asm("loop: bra end;");)", "branches to a label that its statement does not have"},
      {R"(asm("mbarrier.arrive.shared::cluster.b64 _, [%0];" : : "r"(a));)",
       "instruction 'mbarrier.arrive.shared::cluster.b64'"},
      {R"(asm("add.u32 %0, %0, %1;" : "+r"(r) : "l"(l));)", "arguments mismatch for instruction 'add.u32'"},
      {R"(asm("add.u32 %0, %0;" : "+r"(r));)", "arguments mismatch for instruction 'add.u32'"},
      {R"(asm("ld.global.u32 %0, [%1];" : "=r"(r) : "r"(r));)",
       "arguments mismatch for instruction 'ld.global"},
      {R"(asm("add.u32 %0, %0, %7;" : "+r"(r));)", "have the operand '%7' of inline PTX"},
      {R"(asm("add.u32 %0, %0, 1" : "+r"(r));)", "a ';' is missing behind 'add.u32 %0, %0, 1'"},
      {R"(asm("{ add.u32 %0, %0, 1;" : "+r"(r));)", "a '{' of inline PTX has no '}'"},
      {R"(asm("add.u32 %0, %0, 1;" : "+x"(r));)", "the constraint \"+x\" is not one of PTX's"},
  };
  for (const auto& [statement, text] : rows)
    EXPECT_TRUE(holds(refusal(statement), text)) << statement << "\n" << refusal(statement);
  EXPECT_EQ(refusal(R"(asm volatile("add.u32 %0, %0, 1; // one\n" : "+r"(r) :: "memory");)"), "");
}

TEST(Ptx, is_translated_in_device_code_only_and_keeps_lines) {
  const std::string host = "void h(int x) {\n  asm(\"incl %0\" : \"+r\"(x));\n}\n";
  EXPECT_EQ(translated(host).text, "# 1 \"main.cu\"\n" + host);
  const auto device =
      translated("__simt_device__ void d() {\n  asm(\"membar.gl;\"\n\"membar.cta;\"\n);\n}\n");
  EXPECT_TRUE(device.refusals.empty());
  EXPECT_TRUE(holds(device.text, "::__threadfence(); ::__threadfence_block(); } while (false)\n\n;\n}\n"))
      << device.text;
}

}  // namespace
