// Inline PTX of whole programs.
#include "simt/cxx/ptx.hpp"
#include "programs.hpp"

namespace {

using namespace simt;

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
      {R"(asm("loop: bra loop;");)", "instruction 'loop:'"},
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

constexpr const char* kInstructions = R"(
#include <cstdio>
#define ONE(NAME, T, C, PTX, A, B, D, WANTED)                                                    \
  {                                                                                              \
    T r = 0;                                                                                     \
    asm volatile(PTX : "=" C(r) : C((T)(A)), C((T)(B)), C((T)(D)), "r"(7), "l"(in));             \
    if (r != (T)(WANTED)) printf("%s gives %lld, not %lld\n", NAME, (long long)r, (long long)(T)(WANTED)); \
  }
#define U32(PTX, A, B, D, WANTED) ONE(PTX, unsigned, "r", PTX, A, B, D, WANTED)
#define U64(PTX, A, B, D, WANTED) ONE(PTX, unsigned long long, "l", PTX, A, B, D, WANTED)
#define F32(PTX, A, B, D, WANTED) ONE(PTX, float, "f", PTX, A, B, D, WANTED)
#define F64(PTX, A, B, D, WANTED) ONE(PTX, double, "d", PTX, A, B, D, WANTED)
__global__ void kernel(unsigned* in) {
  __shared__ unsigned tile[64];
  const unsigned t = threadIdx.x;
  U32("add.u32 %0, %1, %2;", ~0u, 3, 0, 2)
  U32("mul.hi.s32 %0, %1, %2;", -2, 3, 0, -1)
  U32("mul.hi.u32 %0, %1, %2;", -2, 3, 0, 2)
  U32("mad.lo.s32 %0, %1, %2, %3;", -2, 3, 1, -5)
  U64("mad.hi.u64 %0, %1, %2, %3;", ~0ull, 2, 5, 6)
  U64("mul.wide.s32 %0, %4, -3;", 0, 0, 0, -21)
  U64("{ .reg .u32 lo, hi; mov.b64 {lo, hi}, %1; mov.b64 %0, {hi, lo}; }", 0x100000002ull, 0, 0, 0x200000001ull)
  U32("{.reg .u32 lo; add.cc.u32 lo, %1, %2; addc.u32 %0, %3, 0;}", ~0u, 1, 4, 5)
  U32("{.reg .u32 lo; sub.cc.u32 lo, %1, %2; subc.u32 %0, %3, 0;}", 0, 1, 4, 3)
  U32("{.reg .u32 lo; mad.lo.cc.u32 lo, %1, %2, %2; madc.hi.u32 %0, %1, %2, %3;}", ~0u, 2, 4, 6)
  U32("min.s32 %0, %1, %2;", -4, 2, 0, -4)
  U32("max.u32 %0, %1, %2;", -4, 2, 0, -4)
  U32("abs.s32 %0, %1;", -4, 0, 0, 4)
  U32("shl.b32 %0, %1, 32;", 1, 0, 0, 0)
  U32("shr.s32 %0, %1, %2;", -8, 40, 0, -1)
  U32("shf.l.wrap.b32 %0, %1, %2, %3;", 0x80000000, 1, 33, 3)
  U32("shf.r.clamp.b32 %0, %1, %2, %3;", 1, 9, 33, 9)
  U32("bfe.u32 %0, %1, 4, 8;", 0xabcd, 0, 0, 0xbc)
  U32("bfe.s32 %0, %1, %2, %3;", 0x80000000, 30, 9, -2)
  U32("bfi.b32 %0, %1, %2, 4, 8;", 0xfff, 0xa0000a, 0, 0xa00ffa)
  U32("prmt.b32 %0, %1, %2, 0xf4b0;", 0x80112233, 0x99445566, 0, 0xff66ff33)
  U32("lop3.b32 %0, %1, %2, %3, 0xe8;", 12, 10, 6, 14)
  U32("popc.b32 %0, %1;", 0xf0f0, 0, 0, 8)
  U32("clz.b32 %0, %1;", 0, 0, 0, 32)
  U32("brev.b32 %0, %1;", 1, 0, 0, 0x80000000)
  U32("bfind.u32 %0, %1;", 0x50, 0, 0, 6)
  U32("bfind.s32 %0, %1;", -1, 0, 0, -1)
  U32("bfind.shiftamt.u32 %0, %1;", 0x50, 0, 0, 25)
  U32("{.reg .pred p; setp.lo.u32 p, %1, %2; selp.b32 %0, 5, %3, !p; @p add.u32 %0, %0, 1;}", 3, 4, 8, 9)
  F32("fma.rn.f32 %0, %1, %2, %3;", 2, 3, 4, 10)
  F32("add.f32 %0, %1, 0f3F800000;", 2, 0, 0, 3)
  F32("add.ftz.f32 %0, %1, %2;", 1e-40f, 1e-40f, 0, 0)
  F32("rsqrt.approx.ftz.f32 %0, %1;", 4, 0, 0, 0.5f)
  F64("div.rn.f64 %0, %1, %2;", 1, 4, 0, 0.25)
  F32("cvt.rn.f32.s32 %0, -3;", 0, 0, 0, -3)
  U32("cvt.rni.s32.f32 %0, 2.5;", 0, 0, 0, 2)
  U64("cvt.u64.u32 %0, %4;", 0, 0, 0, 7)
  U64("cvt.s64.s32 %0, -7;", 0, 0, 0, -7)
  U32("ld.global.nc.L1::no_allocate.u32 %0, [%5+4];", 0, 0, 0, 1)
  U32("ld.global.cg.u16 %0, [%5+8];", 0, 0, 0, 2)
  U32("ld.acquire.gpu.global.s8 %0, [%5+1020];", 0, 0, 0, -1)
  U32("mov.u32 %0, %%laneid;", 0, 0, 0, t % 32)
  U32("mov.u32 %0, %warpid;", 0, 0, 0, t / 32)
  U32("mov.u32 %0, %lanemask_le;", 0, 0, 0, (2u << t % 32) - 1)
  U32("mov.u32 %0, %nctaid.x;", 0, 0, 0, 1)
  U32("shfl.sync.idx.b32 %0, %1, 5, 0x1807, -1;", t, 0, 0, (t & ~7) + 5)
  U32("shfl.sync.up.b32 %0, %1, 1, 0, -1;", t, 0, 0, t % 32 == 0 ? t : t - 1)
  U32("{.reg .pred p; setp.eq.u32 p, %1, 3; vote.sync.ballot.b32 %0, p, -1;}", t % 32, 0, 0, 8)
  U32("redux.sync.add.u32 %0, %1, -1;", 2, 0, 0, 64)
  U32("{atom.global.add.u32 %0, [%5+1016], %1; mov.u32 %0, 1;}", 2, 0, 0, 1)
  U64("{.reg .pred p; isspacep.shared p, %5; selp.u64 %0, 1, 2, p;}", 0, 0, 0, 2)
  const unsigned at = (unsigned)__cvta_generic_to_shared(tile + t);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(at), "l"(in + t), "n"(4) : "memory");
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
  AT_BARRIER
  U32("ld.shared.u32 %0, [%1];", at ^ 4, 0, 0, t ^ 1)
  asm volatile("st.global.wt.v2.u32 [%0], {%1, %2};" :: "l"(in + 64 + 2 * t), "r"(t), "r"(~t) : "memory");
}
int main() {
  unsigned* in;
  cudaMallocManaged(&in, 1024);
  for (int i = 0; i < 256; ++i) in[i] = i < 254 ? i : ~i;
  in[254] = 0;
  in[255] = ~0u;
  kernel<<<1, 64>>>(in);
  cudaDeviceSynchronize();
  printf("%u %u %u\n", in[254], in[66], in[67]);
}
)";

TEST_F(ProgramsSlow, have_inline_ptx_and_its_accesses_are_checked) {
  const std::string source = kInstructions;
  const Ran right = result("#define AT_BARRIER asm volatile(\"bar.sync 0;\");\n" + source);
  EXPECT_EQ(right.text, "128 1 4294967294\n");
  const Ran wrong = result("#define AT_BARRIER\n" + source);
  EXPECT_TRUE(holds(wrong.text, "race: thread ")) << wrong.text;
  EXPECT_TRUE(holds(wrong.text, "`U32(\"ld.shared.u32 %0, [%1];\", at ^ 4, 0, 0, t ^ 1)`")) << wrong.text;
}

}  // namespace
