// Headers of the standard library: which may be included, and which parts may be used, through the real
// compiler driver.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "forbidden.hpp"
#include "kits/kits.hpp"
#include "submission/policy.hpp"
#include "support/long_run.hpp"

namespace mergelab::submission {
namespace {

/// The headers that the policy names, as far as this compiler has them.
std::string all_headers() {
  std::string text, policy = policy_text({}, &merge_kit());
  for (std::size_t at = 0; (at = policy.find("allow library ", at)) != std::string::npos; ++at) {
    const std::string pattern = policy.substr(at, policy.find('\n', at) - at);
    const std::string name = pattern.substr(pattern.rfind("*/") + 2);
    if (name == "bits/stdc++.h" || name.find('*') != std::string::npos) continue;  // the first is all of them
    const std::string plain = name.starts_with("include/") ? name.substr(8) : name;
    if (plain == "stdatomic.h") continue;  // some compilers have it for C alone before C++23
    text += "#if __has_include(<" + plain + ">)\n#include <" + plain + ">\n#endif\n";
  }
  return text;
}

using ForbiddenSlow = Forbidden;

TEST_F(ForbiddenSlow, is_no_standard_header) {
  const std::string headers = all_headers();
  EXPECT_GE(std::ranges::count(headers, '<'), 200);
  expect_passes(headers + headers);  // also twice
}

TEST_F(Forbidden, is_no_header_of_cudas) {
  expect_passes(
      "#include <cuda_runtime_api.h>\n#include <vector_types.h>\n#include <vector_functions.h>\n"
      "#include <driver_types.h>\n#include <device_functions.h>\n#include <math_constants.h>\n"
      "#include <device_launch_parameters.h>\n#include <cooperative_groups.h>\n"
      "#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\n"
      "#define KEEP CUDART_PI_F, CUDART_INF_F, CUDART_MIN_DENORM, -CUDART_NEG_ZERO\n",
      "  for (double all[] = {KEEP}; double each : all) if (each < -1) return;");
}

TEST_F(Forbidden, is_no_barrier_and_no_copy_of_cudas) {
  expect_passes(
      "#include <cuda/atomic>\n#include <cuda/barrier>\n#include <cuda/ptx>\n"
      "__global__ void copied(const int* in, int* out) {\n"
      "  __shared__ alignas(128) int tile[64];\n"
      "  __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n"
      "  if (threadIdx.x == 0) init(&bar, blockDim.x);\n  __syncthreads();\n"
      "  cuda::memcpy_async(&tile[0], in, cuda::aligned_size_t<16>(256), bar);\n  bar.arrive_and_wait();\n"
      "  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);\n  __syncthreads();\n"
      "  cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, tile, 256);\n"
      "  cuda::ptx::cp_async_bulk_commit_group();\n"
      "  cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});\n"
      "  cuda::atomic_ref<int> last(out[64]);\n  cudaGridDependencySynchronize();\n"
      "  last.store(last.fetch_add(1) + last.load());\n}\n",
      "  copied<<<1, 1>>>(A, C);");
}

TEST_F(ForbiddenSlow, is_not_what_honest_code_uses_of_the_library) {
  expect_passes(
      "#include <algorithm>\n#include <array>\n#include <cassert>\n#include <cstdlib>\n#include <iostream>\n"
      "#include <limits>\n#include <memory>\n#include <numeric>\n#include <tuple>\n#include <utility>\n"
      "#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { std::cerr << \"error: \" << "
      "cudaGetErrorString(e) << ' ' << __LINE__ << std::endl; exit(EXIT_FAILURE); } } while (0)\n"
      "struct Free { void operator()(int* p) const { cudaFree(p); } };\n",
      "  assert(std::is_sorted(A, A + m));\n  int* p = nullptr;\n  CHECK(cudaMalloc(&p, 4));\n"
      "  std::unique_ptr<int, Free> owner(p);\n  std::array<int, 2> ends{std::min(m, n), std::max(m, n)};\n"
      "  std::swap(ends[0], ends[1]);\n  auto [low, high] = std::tuple(ends.at(0), ends[1]);\n"
      "  if (low == std::numeric_limits<int>::max() || high < 0 || std::abs(m) < 0) return;\n"
      "  std::copy(A, A + m, C);\n  std::fill_n(C, n, std::clamp(m, 0, 1));\n"
      "  if (std::accumulate(C, C + m, 0) < 0 || std::distance(A, A + m) < std::gcd(m, n)) exit(2);\n"
      "  for (int e : {1, 2}) if (e > std::as_const(m)) std::cout << e << '\\n';\n");
}

TEST_F(ForbiddenSlow, is_no_text_that_is_printed) {
  expect_passes("#include <iostream>\n#include <string>\n",
                "  std::cerr << cudaGetErrorString(cudaGetLastError()) << std::endl;\n"
                "  std::string text = \"m = \" + std::to_string(m);\n  std::cout << text << '\\n';\n");
}

TEST_F(ForbiddenSlow, is_no_memory_of_the_hosts) {
  expect_passes("#include <cstdlib>\n#include <memory>\n#include <new>\n#include <vector>\n",
                "  std::vector<int> all(A, A + m);\n  all.push_back(n);\n  all.insert(all.begin(), m);\n"
                "  int* made = new int[m + 1];\n  made[m] = all.at(0);\n"
                "  int* plain = static_cast<int*>(std::malloc(8));\n  if (plain == nullptr) return;\n"
                "  plain = static_cast<int*>(realloc(plain, 16));\n  plain[0] = made[m];\n"
                "  auto one = std::make_unique<int>(1);\n  auto shared = std::make_shared<int>(*one);\n"
                "  C[0] = *shared + plain[0];\n  delete[] made;\n  std::free(plain);\n");
}

TEST_F(ForbiddenSlow, is_no_exception_of_the_hosts_and_no_text) {
  expect_passes(
      "#include <cstdio>\n#include <cstring>\n#include <new>\n#include <stdexcept>\n#include "
      "<string>\n#include <vector>\n"
      "struct Failed : std::runtime_error {\n  using std::runtime_error::runtime_error;\n};\n"
      "struct Silent : std::exception {};\n",
      "  char text[64];\n  std::snprintf(text, sizeof text, \"%d of %s\", m, \"x\");\n"
      "  const std::string all = std::to_string(1.5f) + text;\n"
      "  try {\n    if (all.find('5') > 90) throw std::invalid_argument(all);\n"
      "    if (std::strchr(text, '%') != nullptr) throw Failed(\"no \" + all);\n"
      "    if (n > 1 << 30) throw Silent();\n    if (n > 1 << 29) throw 5;\n    if (n > 1 << 28) throw "
      "std::bad_alloc();\n"
      "    if (std::vector<int>(A, A + m).at(0) == -12345) return;\n"
      "  } catch (const Failed& failed) {\n    printf(\"%s\", failed.what());\n"
      "  } catch (int code) {\n    exit(code);\n"
      "  } catch (const std::exception& failed) {\n    if (failed.what() == nullptr) throw;\n  }\n");
}

TEST_F(ForbiddenSlow, is_not_a_function_that_has_a_librarys_name) {
  expect_passes(
      "#include <algorithm>\n#include <cstdlib>\ntemplate <class T>\nint lower_bound(const T* a, int n, T "
      "key) {\n  "
      "int i = 0;\n  while (i < n && a[i] < key) ++i;\n  return i;\n}\n"
      "inline int bsearch(const int* a, int n, int key) { return lower_bound(a, n, key); }\n"
      "struct merge_state { int sort; };\n",
      "  merge_state a{bsearch(A, m, 3)}, b{1};\n  std::swap(a, b);\n  if (std::max(a.sort, 1) < 0) return;");
}

// --- functions that the labs must write

TEST_F(ForbiddenSlow, is_the_librarys_merge_by_any_name) {
  const BuildResult result = compile(
      "#include <algorithm>\n#include <functional>\n#include <queue>\nusing namespace std;\nnamespace s = "
      "std;\n"
      "#define GLUE(a, b) a##b\n",
      "  merge(A, A + m, B, B + n, C);\n  s::GLUE(inplace_, merge)(C, C + m, C + n);\n"
      "  ranges::merge(A, A + m, B, B + n, C);\n  GLUE(set_, union)(A, A + m, B, B + n, C);\n"
      "  s::GLUE(so, rt)(C, C + m);\n  stable_sort(C, C + m);\n  partial_sort(C, C + 1, C + m);\n"
      "  nth_element(C, C + 1, C + m);\n  make_heap(C, C + m);\n  sort_heap(C, C + m);\n"
      "  auto search = s::GLUE(lower_, bound)<const int*, int>;\n  C[0] = *search(A, A + m, 1);\n"
      "  C[1] = *upper_bound(A, A + m, 1);\n  C[2] = binary_search(A, A + m, 1);\n"
      "  C[3] = *partition_point(A, A + m, [](int) { return true; });\n  C[4] = *s::equal_range(A, A + m, "
      "1).first;\n");
  EXPECT_EQ(result.verdict, Verdict::forbidden) << result.log;
  const std::vector<std::string> lines{
      "10: std::merge is not allowed: writing it is the exercise" /* as its own function is called */,
      "12: std::inplace_merge is not allowed",
      "std::ranges::merge is not allowed",
      "14: std::set_union is not allowed",
      "15: std::sort is not allowed: the input is sorted already, or sorting it is the exercise",
      "16: std::stable_sort is not allowed",
      "17: std::partial_sort is not allowed",
      "18: std::nth_element is not allowed",
      "19: std::make_heap is not allowed",
      "20: std::sort_heap is not allowed",
      "21: std::lower_bound is not allowed: writing the search is the exercise",
      "23: std::upper_bound is not allowed",
      "24: std::binary_search is not allowed",
      "25: std::partition_point is not allowed",
      "26: std::equal_range is not allowed"};
  for (const std::string& line : lines)
    EXPECT_NE(result.log.find(line), std::string::npos) << line << result.log;
}

TEST_F(ForbiddenSlow, is_the_librarys_merge_however_it_is_hidden) {
  const std::string call = "  namespace s = std;\n  s::merge(A, A + m, B, B + n, C);";
  // Where it is always inlined, it leaves no symbol.
  expect_forbidden(
      "#define inline inline __attribute__((always_inline))\n#include <algorithm>\n#undef inline",
      "std::merge is not allowed", call);
  expect_forbidden(
      "#include <algorithm>\nnamespace std {\ntemplate <class A, class B, class C>\n"
      "__attribute__((always_inline)) inline constexpr C merge(A, A, B, B, C);\n}",
      "std::merge is not allowed", call);
  expect_forbidden(
      "#include <algorithm>\nnamespace s = std;\nextern template int* s::merge(const int*, const int*, const "
      "int*, "
      "const int*, int*);",
      "std::merge is not allowed", call);
  expect_forbidden("#ifdef __OPTIMIZE__\n#include <algorithm>\n#define MERGE s::merge\n#endif",
                   "std::merge is not allowed", "  namespace s = std;\n  MERGE(A, A + m, B, B + n, C);");
}

TEST_F(Forbidden, is_a_macro_that_changes_a_header) {
  expect_forbidden(
      "#include <algorithm>\n#undef _GLIBCXX_ALGORITHM\n#undef _STL_ALGO_H\nnamespace mine {\n#include "
      "<algorithm>\n}",
      "merge.cuh:7: #include <algorithm> is not allowed here: what it says was read before");
  expect_passes("#define __assert_fail(a, b, c, d) asm(\"\")\n#include <cassert>\n#undef __assert_fail");
  expect_forbidden(
      "#undef _ASSERT_H_DECLS\n#define __assert_fail harmless(); void evil() { asm(\"\"); } void more\n"
      "#include <cassert>\n#undef __assert_fail",
      "asm is not allowed here");
}

TEST_F(ForbiddenSlow, is_what_the_library_does_beyond_computing) {
  expect_forbidden("#include <thread>", "std::thread is not allowed: parallel work belongs in a kernel",
                   "  std::thread other([] {});\n  other.join();");
  expect_forbidden("#include <fstream>", "merge.cuh:5: std::ofstream is not allowed: a lab calls",
                   "  std::ofstream(\"x\") << 1;");
  expect_forbidden("#include <filesystem>", "is not allowed: a lab calls",
                   "  if (std::filesystem::exists(\"/etc/passwd\")) return;");
  expect_forbidden("#include <atomic>", "std::atomic_ref is not allowed: use CUDA's atomics",
                   "  C[0] = std::atomic_ref(const_cast<int&>(A[0])).load();");
  expect_forbidden("#include <csignal>", "signal is not allowed", "  std::signal(11, SIG_IGN);");
  expect_forbidden("#include <csetjmp>", "setjmp is not allowed",
                   "  static jmp_buf place;\n  setjmp(place);");
  expect_forbidden("#include <cstdlib>", "atexit is not allowed",
                   "  std::atexit([] { cudaDeviceReset(); });");
  expect_forbidden("#include <cstdlib>", "bsearch is not allowed: writing the search",
                   "  int (*less)(const void*, const void*) = nullptr;\n  (bsearch)(C, C, 1, 4, less);");
  expect_forbidden("#include <cstdlib>", "qsort is not allowed: the input is sorted already",
                   "  int (*less)(const void*, const void*) = nullptr;\n  qsort(C, m, 4, less);");
  expect_forbidden("#include <iostream>\nstatic int early = (std::cout << 1, 1);", "is initialised by code");
}

/// Dozens of the library's functions stand behind it.
TEST_F(ForbiddenSlow, is_a_class_of_the_library_once) {
  const auto expect_one_line = [&](const std::string& include, const std::string& code,
                                   const std::string& words) {
    const BuildResult result = compile("#include <" + include + ">\n#include <string>", code);
    EXPECT_EQ(result.verdict, Verdict::forbidden);
    EXPECT_TRUE(result.log.starts_with("merge.cuh:6: " + words + " is not allowed: ")) << result.log;
    EXPECT_EQ(std::ranges::count(result.log, '\n'), 1) << result.log;
  };
  expect_one_line("sstream", "  std::ostringstream text;\n  text << 1.5f;\n  (void)text.str();",
                  "std::ostringstream");
  expect_one_line("sstream", "  std::stringstream text;\n  text << 1.5f;\n  (void)text.str();",
                  "std::stringstream");
  expect_one_line("cstdio", "  sscanf(\"1\", \"%d\", &m);", "sscanf");
  expect_one_line("typeinfo",
                  "  struct Base { virtual ~Base() {} }; struct Derived : Base {} made; Base* base = &made;"
                  " C[0] = dynamic_cast<Derived*>(base) != nullptr;",
                  "dynamic_cast");
}

TEST_F(ForbiddenSlow, is_nothing_that_nvcc_includes_unasked) {
  expect_passes(
      "struct Pair { int a, b; };\n__global__ void kernel(float* x) { *x = std::sqrt(std::fabs(*x)); }",
      "  int a = 1, b = std::max(m, 2);\n  std::swap(a, b);\n  b = std::exchange(a, INT_MAX);\n"
      "  auto pair = std::make_pair(a, b);\n  Pair* p = new (std::nothrow) Pair{pair.first, b};\n"
      "  if (p != nullptr && std::strlen(\"\") == std::size_t(p->a) && clock() == 0) C[0] = std::abs(b);\n  "
      "delete p;");
  const BuildResult result = compile("", "  std::swap(m, unknown);");
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_NE(result.log.find("unknown"), std::string::npos) << result.log;
}

// --- what compilers call by themselves

/// Compiles all functions of the engine's headers that are not templates, and templates of a lab with all of
/// these.
TEST_F(ForbiddenSlow, is_nothing_that_compilers_call_for_arithmetic) {
  const fs::path file = folder_.path() / "all" / "all.cu", policy = folder_.path() / "policy.txt";
  write_text(file, R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
struct Large { int all[100]; };
__extension__ typedef __int128 wide;
extern "C" {
__device__ wide divided(wide a, wide b) { return a / b + a % b; }
__device__ unsigned __int128 multiplied(unsigned __int128 a, unsigned __int128 b) { return a / b * b % 7 >> 3; }
__device__ float rounded(wide a, unsigned __int128 b) { return float(a) + float(double(b)); }
__device__ wide truncated(float a, double b, long double c) { return wide(a) + wide(b) + wide(c); }
__device__ Large copied(const Large& from) { Large to = from; to.all[3] = __ldg(&from.all[4]); return to; }
__device__ int counted(unsigned a, unsigned long long b) {
  return __popc(a) + __popcll(b) + __clz(a) + __clzll(b) + __ffs(a) + __ffsll(b) + __brev(a) + __brevll(b) +
         __popc(__ballot_sync(~0u, a > 1)) + __shfl_down_sync(~0u, a, 1) + atomicAdd(&a, 1u);
}
void mergelab_call() {}
void mergelab_value_size() {}
void mergelab_install_hooks() {}
}
)");
  toolchain_.include_dir = fs::path(MERGELAB_SOURCE_DIR) / "include";
  // The headers' functions for graphs call others, which labs must not call.
  const std::string graphs = "allow import _Z*cudaGraph*\nallow import _Z*cudaStreamGetCaptureInfo*\n";
  write_text(policy, graphs + policy_text(toolchain_, &merge_kit()));
  const std::string all_flags[] = {"-O2 --instrument", "-O0", "-O1", "-O2", "-O3"};
  for (const std::string& flags : std::span(all_flags).first(in_long_run<std::size_t>(5, 2))) {
    const std::string command = std::string(SIMT_CC) + " --compiler " CXX_COMPILER " --policy '" +
                                policy.string() + "' '-Dinline=__attribute__((used)) inline' -w " + flags +
                                " '" + file.string() + "' -o '" + (folder_.path() / "all.so").string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

}  // namespace
}  // namespace mergelab::submission
