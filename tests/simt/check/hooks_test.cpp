// The functions that compilers can call in an instrumented object: each reports its access, or the engine
// doesn't define it, and then the object is not linked.
#include <unistd.h>

#include <cstdio>
#include <simt/counters.hpp>
#include <span>

#include "base/regex.hpp"
#include "checked.hpp"

namespace {

using Names = std::set<std::string>;

/// The words that a command prints, one a line.
Names printed(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), &pclose);
  Names names;
  char line[512];
  while (output && std::fgets(line, sizeof line, output.get()) != nullptr) {
    std::string name = line;
    while (!name.empty() && (name.back() == '\n' || name.back() == ' ')) name.pop_back();
    if (!name.empty()) names.insert(name);
  }
  return names;
}

std::string path_of_the_engine() {
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(&cudaSetDevice), &info) != 0 ? info.dli_fname : "";
}

/// The engine's functions with names such as `prefix`.
Names functions_of_the_engine(const std::string& prefix) {
  return printed("nm -D --defined-only '" + path_of_the_engine() + "' | grep -o ' " + prefix +
                 ".*' | tr -d ' '");
}

class Hooks : public CheckedModule<"races"> {
 protected:
  /// What a call of it says of an address: as host code, nobody may touch that.
  static std::string said_by(const std::string& name, void* memory) {
    auto* const function = dlsym(RTLD_DEFAULT, name.c_str());
    alignas(16) unsigned char expected[16] = {};
    try {
      // Of all of these functions the first argument is the address, and the next ones are words.
      if (name.find("compare_exchange") != std::string::npos || name.find("memcpy") != std::string::npos ||
          name.find("memmove") != std::string::npos) {
        reinterpret_cast<void (*)(void*, void*, std::size_t, int, int)>(function)(memory, expected, 8, 0, 0);
      } else {
        reinterpret_cast<void (*)(void*, std::size_t, std::size_t)>(function)(memory, 8, 8);
      }
    } catch (const ViolationError& error) {
      return std::string(mergelab::finding::name(error.finding.rule));
    }
    return "nothing";
  }
};
using HooksSlow = Hooks;

TEST_F(Hooks, all_tell_of_their_access) {
  const Names none = {"__tsan_init", "__tsan_atomic_thread_fence", "__tsan_atomic_signal_fence"};
  const Names hooks = functions_of_the_engine("__tsan_");
  ASSERT_GT(hooks.size(), 100U);
  int* const memory = zeros(64, "A");
  for (const std::string& name : hooks)
    EXPECT_EQ(said_by(name, memory), none.contains(name) ? "nothing" : "host_access") << name;
}

/// The engine's functions that are not for accesses.
TEST_F(Hooks, are_few_beside_those) {
  EXPECT_EQ(functions_of_the_engine("__sanitizer_"), (Names{"__sanitizer_cov_trace_pc"}));
  EXPECT_EQ(functions_of_the_engine("__ubsan_"),
            (Names{"__ubsan_handle_missing_return", "__ubsan_handle_out_of_bounds",
                   "__ubsan_handle_out_of_bounds_abort", "__ubsan_handle_type_mismatch_v1",
                   "__ubsan_handle_type_mismatch_v1_abort"}));
}

/// A compiler's file contains the names of its thread sanitizer's functions, or their beginnings. A new one
/// must be examined: does the engine define it, and report its accesses?
TEST_F(HooksSlow, of_the_compilers_that_are_here_are_all_known) {
  const mergelab::base::Regex known(
      "__tsan_(atomic(8|16|32|64|128)?(_load|_store|_exchange|_fetch_(add|sub|and|or|xor|nand)|_compare_"
      "exchange_(strong|weak|val)|_(thread|signal)_fence)?|init|func_(entry|exit)|ignore_thread_(begin|end)|("
      "unaligned_)?(volatile_)?(read|write|read_write)_?(1|2|4|8|16)?|(read|write)_range|vptr_(read|update)|"
      "mem(cpy|move|set)|)");
  const std::string files =
      "for cxx in $(ls /usr/bin | grep -xE '(g|clang)[+][+](-[0-9]+)?'); do for part in cc1plus clang; do "
      "file=$(/usr/bin/$cxx -print-prog-name=$part 2>/dev/null); case $file in /*) [ -f \"$file\" ] && "
      "readlink -f \"$file\" && ldd \"$file\" | grep -oE '/[^ ]*lib(LLVM|clang-cpp)[^ ]*';; esac; done; done "
      "| sort -u";
  const Names compilers = printed(files);
  ASSERT_FALSE(compilers.empty());
  std::size_t found = 0;
  for (const std::string& file : compilers) {
    for (const std::string& name : printed("grep -aoh '__tsan_[A-Za-z0-9_]*' '" + file + "' | sort -u")) {
      EXPECT_TRUE(mergelab::base::regex_match(name, known)) << name << " in " << file;
      ++found;
    }
  }
  EXPECT_GT(found, 10U);
}

#if defined(__x86_64__)
#if !defined(__clang__)  // which builds an engine that leaves them
/// What is in the registers that a call need not keep, of all of them together, after a call of a hook. Not
/// in those of returned values.
std::uint64_t left_by(void* hook, void* memory, std::uint64_t bytes) {
  std::uint64_t left = 0;
  unsigned char vectors[16][16] = {};
  asm volatile(
      "movq %%rsp, %%rbx\n leaq -128(%%rsp), %%rsp\n andq $-16, %%rsp\n call *%[hook]\n movq %%rbx, %%rsp\n"
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movups %%xmm\\i, 16*\\i(%[vectors])\n .endr\n"
      "orq %%rdx, %%rcx\n .irp r,rsi,rdi,r8,r9,r10,r11\n orq %%\\r, %%rcx\n .endr\n movq %%rcx, %[left]\n"
      : [left] "=&r"(left), "+D"(memory), "+S"(bytes)
      : [hook] "r"(hook), [vectors] "r"(vectors)
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  for (const unsigned char byte : std::span(*vectors, sizeof vectors)) left |= byte;
  return left;
}

TEST_F(Hooks, leave_nothing_in_registers) {
  Names hooks = functions_of_the_engine("__tsan_");
  hooks.insert({"__sanitizer_cov_trace_pc"});
  simt::host::enter_object(__builtin_frame_address(0));
  for (const std::string& name : hooks) {
    if (name.find("compare_exchange") != std::string::npos || name.find("mem") != std::string::npos ||
        name.find("128") != std::string::npos)
      continue;  // more arguments; two registers of values
    alignas(16) unsigned char own[64] = {};
    EXPECT_EQ(left_by(dlsym(RTLD_DEFAULT, name.c_str()), own, 16), 0U) << name;
  }
  simt::host::leave_object();
}
#endif

/// What code that simt-cc has made does around an access without a hook: registers and flags must stay.
struct Unseen {
  std::uint64_t word = 0;
  std::ptrdiff_t place = 0;
  alignas(16) unsigned char before[16][16] = {}, after[16][16] = {};
  std::uint64_t flags = 0;
  bool changed = false;
  void* function = dlsym(RTLD_DEFAULT, "simt_unseen_access");
};
Unseen unseen;

void access_unseen(int* at) {
  for (int i = 0; i < 16; ++i) std::fill_n(unseen.before[i], 16, static_cast<unsigned char>(17 * i + 1));
  std::uint64_t kept = 0x123456789;
  asm volatile(
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movaps 16*\\i(%[before]), %%xmm\\i\n .endr\n"
      "leaq -128(%%rsp), %%rsp\n xorl %%eax, %%eax\n stc\n"  // carry, zero and parity
      "pushq %%rdi\n leaq (%[at]), %%rdi\n pushq %[word]\n call *%[function]\n"
      "leaq 8(%%rsp), %%rsp\n popq %%rdi\n pushfq\n popq %[flags]\n leaq 128(%%rsp), %%rsp\n"
      ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n movaps %%xmm\\i, 16*\\i(%[after])\n .endr\n"
      : [flags] "=&b"(unseen.flags), "+D"(kept)
      : [before] "r"(unseen.before), [after] "r"(unseen.after), [at] "r"(at + unseen.place),
        [word] "r"(unseen.word), [function] "r"(unseen.function)
      : "rax", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  constexpr std::uint64_t kFlags = 0x8d5, kExpected = 0x45;  // overflow, sign, zero, parity, carry
  unseen.changed = unseen.changed || std::memcmp(unseen.before, unseen.after, sizeof unseen.before) != 0 ||
                   kept != 0x123456789 || (unseen.flags & kFlags) != kExpected;
}

TEST_F(Hooks, of_accesses_without_one_keep_all_registers) {
  struct {
    std::uint64_t bytes, kind;
    std::ptrdiff_t place;
    bool races;
  } constexpr kRows[] = {{4, 1, 1, false}, {4, 2, 1, true},  {4, 3, 1, true},  {4, 1, 4, true},
                         {8, 2, 4, true},  {16, 2, 4, true}, {16, 1, 4, true}, {16, 2, 8, false},
                         {32, 2, 0, true}, {32, 1, 8, false}};
  simt::host::allow_calls(reinterpret_cast<const void*>(&access_unseen));
  for (const auto& row : kRows) {
    unseen = Unseen{};
    ASSERT_NE(unseen.function, nullptr);
    unseen.word = row.bytes << 3U | row.kind;
    unseen.place = row.place;
    const std::string found = violations("run_calls", &access_unseen, zeros(64, "A"));
    EXPECT_EQ(found.find("race") != std::string::npos, row.races) << unseen.word << " " << found;
    EXPECT_FALSE(unseen.changed) << unseen.word;
  }
}

void access_stack_unseen(int* /*array*/) {
  int own[2048];
  access_unseen(own);
}

TEST_F(Hooks, of_accesses_to_a_counted_stack_keep_all_registers) {
  simt::host::allow_calls(reinterpret_cast<const void*>(&access_stack_unseen));
  simt::host::set_counting(true);
  for (const std::uint64_t kind : {1, 2}) {
    unseen = Unseen{};
    unseen.word = 4U << 3U | kind;
    EXPECT_EQ(violations("run_calls", &access_stack_unseen, zeros(64, "A")), "");
    EXPECT_FALSE(unseen.changed) << kind;
  }
  simt::host::set_counting(false);
}
#endif

/// While an object runs.
class WhileAnObjectRuns : public Hooks {
 protected:
  void SetUp() override {
    Hooks::SetUp();
    array_ = zeros(64, "A");
    simt::host::enter_object(__builtin_frame_address(0));
  }
  void TearDown() override {
    simt::host::leave_object();
    Hooks::TearDown();
  }
  /// Pages of the engine's that can be written.
  static std::size_t writable_bytes() {
    std::size_t bytes = 0;
    for (const std::string& line : printed("grep libsimt.so /proc/" + std::to_string(getpid()) + "/maps")) {
      std::size_t begin = 0, end = 0;
      char rights[5] = {};
      if (std::sscanf(line.c_str(), "%zx-%zx %4s", &begin, &end, rights) == 3 && rights[1] == 'w')
        bytes += end - begin;
    }
    return bytes;
  }

  int* array_ = nullptr;
};

using WhileAnObjectRunsDeathTest = WhileAnObjectRuns;

TEST_F(WhileAnObjectRunsDeathTest, device_memory_is_closed_to_host_code_though_accesses_are_checked) {
  EXPECT_DEATH(*static_cast<volatile int*>(array_) = 1, "");
  int value = 1;
  EXPECT_EQ(cudaMemcpy(array_, &value, sizeof value, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(&value, array_ + 1, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 0);
  EXPECT_DEATH(*static_cast<volatile int*>(array_) = 1, "");
}

TEST_F(WhileAnObjectRuns, an_allocation_is_opened_only_when_it_is_used) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const auto is_open = [&] { return write(pipe_ends[1], array_, 1) == 1; };  // a system call opens nothing
  simt::host::leave_object();
  EXPECT_FALSE(is_open());
  EXPECT_EQ(*static_cast<volatile int*>(array_), 0);
  EXPECT_TRUE(is_open());
  simt::host::enter_object(__builtin_frame_address(0));
  EXPECT_FALSE(is_open());
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST_F(WhileAnObjectRuns, what_says_whether_accesses_are_checked_is_read_only) {
  const std::size_t during = writable_bytes();
  simt::host::leave_object();
  const std::size_t after = writable_bytes();
  simt::host::enter_object(__builtin_frame_address(0));
  EXPECT_GE(after, during + 4096);
  EXPECT_EQ(writable_bytes(), during);
}

}  // namespace
