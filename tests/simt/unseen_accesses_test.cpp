// Which accesses in a compiler's assembly get a call.
#include "simt/cxx/unseen_accesses.hpp"
#include "support/test.hpp"

#if defined(__x86_64__)

namespace simt::cxx {
namespace {

struct Completed {
  std::string text;
  std::size_t inserted = 0;
  std::vector<Refusal> refusals;
};

Completed complete(const std::string& body, bool may_hold_vectors = true) {
  const std::string text =
      "\t.text\n\t.file 1 \"/labs/merge.cuh\"\n\t.type\tf, @function\nf:\n\t.cfi_startproc\n" + body +
      "\tret\n\t.cfi_endproc\n";
  UnseenAccesses unseen = find_unseen_accesses(read_code(text), may_hold_vectors);
  const std::size_t inserted = unseen.calls.size();
  return {with_insertions(text, std::move(unseen.calls)), inserted, std::move(unseen.refusals)};
}
std::size_t inserted(const std::string& body) {
  const Completed completed = complete(body);
  EXPECT_TRUE(completed.refusals.empty()) << body;
  return completed.inserted;
}

const std::string kHook = "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4@PLT\n";

TEST(UnseenAccesses, are_those_without_a_hook) {
  EXPECT_EQ(inserted("\tmovl\t(%rbx), %eax\n"), 1U);
  EXPECT_EQ(inserted(kHook + "\tmovl\t(%rbx), %eax\n"), 0U);
  EXPECT_EQ(inserted(kHook + "\tmovl\t%eax, (%rbx)\n"), 1U) << "reported as a load";
  EXPECT_EQ(inserted(kHook + "\tmovq\t(%rbx), %rax\n"), 1U) << "reported with fewer bytes";
  EXPECT_EQ(inserted(kHook + "\tmovl\t4(%rbx), %eax\n"), 1U) << "reported at another address";
  EXPECT_EQ(inserted(kHook + "\taddq\t$4, %rbx\n\tmovl\t(%rbx), %eax\n"), 1U);
  EXPECT_EQ(inserted(kHook + "\taddq\t$4, %rbx\n\tmovl\t-4(%rbx), %eax\n"), 0U);
  EXPECT_EQ(inserted(kHook + "\taddl\t$1, (%rbx)\n"), 1U) << "stores too";
  EXPECT_EQ(inserted("\tmovq\t%rbx, %rdi\n\tcall\t__tsan_write4@PLT\n" + kHook + "\taddl\t$1, (%rbx)\n"), 0U);
}

TEST(UnseenAccesses, are_those_behind_a_call_or_where_ways_meet) {
  EXPECT_EQ(inserted(kHook + "\tcall\tg@PLT\n\tmovl\t(%rbx), %eax\n"), 1U);
  EXPECT_EQ(inserted(kHook + "\tcall\t__sanitizer_cov_trace_pc@PLT\n\tmovl\t(%rbx), %eax\n"), 0U);
  EXPECT_EQ(inserted(kHook + "\tje\t.L2\n\tmovl\t(%rbx), %eax\n.L2:\n"), 0U);
  EXPECT_EQ(inserted("\tje\t.L2\n" + kHook + ".L2:\n\tmovl\t(%rbx), %eax\n"), 1U);
  EXPECT_EQ(inserted("\tjmp\t.L2\n.L3:\n\tmovl\t(%rbx), %eax\n\tret\n.L2:\n" + kHook + "\tjmp\t.L3\n"), 0U);
  EXPECT_EQ(inserted(kHook + ".L2:\n\tmovl\t(%rbx), %eax\n\t.section .rodata\n\t.quad\t.L2\n\t.text\n"), 1U);
}

TEST(StepsInPlace, go_round_calls_of_the_hook_but_not_round_jumps) {
  const std::string end = "\t*__sanitizer_cov_trace_pc@GOTPCREL(%rip)\n";
  const std::string count = "\tmovq\tsimt_steps_left@GOTPCREL(%rip), %rax\n\tdecq\t(%rax)\n\tjns\t1f\n";
  for (const std::string call : {"\tcall", "\tcallq"})
    EXPECT_EQ(count_steps_in_place("f:\n" + call + end + "\tret\n"),
              "f:\n" + count + call + end + "1:\n" + "\tret\n");
  EXPECT_EQ(count_steps_in_place("f:\n\tjmp" + end), "f:\n\tjmp" + end);
}

TEST(UnseenAccesses, are_none_of_the_own_frame_or_of_constants) {
  EXPECT_EQ(inserted("\tsubq\t$24, %rsp\n\tmovq\t%rax, 8(%rsp)\n\tmovq\t8(%rsp), %rcx\n"), 0U);
  EXPECT_EQ(inserted("\tsubq\t$24, %rsp\n\tmovq\t8(%rsp,%rax,8), %rcx\n"), 1U) << "it may lead anywhere";
  EXPECT_EQ(inserted("\tmovq\t100000(%rsp), %rcx\n"), 1U);
  EXPECT_EQ(inserted("\tsubq\t%rax, %rsp\n\tmovq\t8(%rsp), %rcx\n"), 1U);
  EXPECT_EQ(inserted("\tmovq\tg@GOTPCREL(%rip), %rax\n"), 0U);
  EXPECT_EQ(inserted("\tmovq\tg(%rip), %rax\n"), 1U);
  EXPECT_EQ(inserted("\tmovss\t.LC0(%rip), %xmm0\n\t.section .rodata.cst4\n.LC0:\n\t.long\t0\n\t.text\n"),
            0U);
}

// A caller may have given fewer arguments than the function takes.
TEST(UnseenAccesses, are_stores_above_the_own_frame) {
  const std::string frame = "\tsubq\t$24, %rsp\n";
  EXPECT_EQ(inserted(frame + "\tmovq\t%rax, 16(%rsp)\n\tmovq\t40(%rsp), %rcx\n"), 0U);
  EXPECT_EQ(inserted(frame + "\tmovq\t%rax, 24(%rsp)\n"), 1U) << "the return address";
  EXPECT_EQ(inserted(frame + "\tmovq\t%rax, 32(%rsp)\n"), 1U) << "an argument";
  EXPECT_EQ(inserted(frame + "\taddq\t%rax, 32(%rsp)\n"), 1U);
  const std::string aligned =
      "\tpushq\t%rbp\n\t.cfi_def_cfa_offset 16\n\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register 6\n"
      "\tandq\t$-64, %rsp\n\tsubq\t$128, %rsp\n";
  for (const std::string way : {"", ".L2:\n\tjne\t.L2\n"}) {
    EXPECT_EQ(inserted(aligned + way + "\tmovq\t%rax, 120(%rsp)\n"), 0U) << way;
    EXPECT_EQ(inserted(aligned + way + "\tmovq\t%rax, 128(%rsp)\n"), 1U) << way;
    EXPECT_EQ(inserted(aligned + way + "\tmovq\t%rax, -8(%rbp)\n"), 0U) << way;
    EXPECT_EQ(inserted(aligned + way + "\tmovq\t%rax, 16(%rbp)\n"), 1U) << way;
  }
}

TEST(UnseenAccesses, are_found_through_what_the_frame_holds) {
  const std::string spilled = "\tsubq\t$24, %rsp\n\tmovq\t%rbx, 8(%rsp)\n" + kHook;
  EXPECT_EQ(inserted(spilled + "\tmovq\t8(%rsp), %rax\n\tmovl\t(%rax), %eax\n"), 0U);
  EXPECT_EQ(inserted(spilled + "\tmovq\t%rcx, 8(%rsp)\n\tmovq\t8(%rsp), %rax\n\tmovl\t(%rax), %eax\n"), 1U);
  EXPECT_EQ(inserted(spilled + "\tmovq\t%rcx, (%r12)\n\tmovq\t8(%rsp), %rax\n\tmovl\t(%rax), %eax\n"), 2U)
      << "the store may have changed it";
}

TEST(UnseenAccesses, two_words_are_told_from_a_vector) {
  const auto reads_words = [](const std::string& access, bool may_hold_vectors = true) {
    return complete("\tmovq\t%rbx, %rdi\n\tcall\t*__tsan_read16@GOTPCREL(%rip)\n" + access, may_hold_vectors)
               .text.find("\tcall\t*__tsan_read16_in_words@GOTPCREL(%rip)\n") != std::string::npos;
  };
  for (const std::string words : {"movups", "movdqu", "vmovdqu"})
    EXPECT_TRUE(reads_words("\t" + words + "\t(%rbx), %xmm0\n")) << words;
  for (const std::string vector : {"movaps", "movdqa", "vmovaps", "vmovdqa", "addps", "paddd"})
    EXPECT_FALSE(reads_words("\t" + vector + "\t(%rbx), %xmm0\n", false)) << vector;
  const std::string parts = "\tmovq\t(%rbx), %rax\n\tmovq\t8(%rbx), %rdx\n";
  EXPECT_TRUE(reads_words(parts, false));
  EXPECT_FALSE(reads_words(parts, true)) << "compilers load vectors so, too";
  EXPECT_FALSE(reads_words("\tmovups\t16(%rbx), %xmm0\n")) << "another one";
}

TEST(UnseenAccesses, may_be_of_string_instructions) {
  EXPECT_EQ(inserted("\trep movsq\n"), 2U);
  EXPECT_EQ(inserted("\tsubq\t$40, %rsp\n\tmovq\t%rsp, %rdi\n\tmovl\t$4, %ecx\n\trep stosq\n"), 0U);
  EXPECT_EQ(
      inserted("\tsubq\t$40, %rsp\n\tmovq\t%rsp, %rdi\n\tmovl\t$4, %ecx\n\trep;movsq (%rsi), %es:(%rdi)\n"),
      1U);
}

TEST(UnseenAccesses, keep_the_flags_and_find_the_stack_where_it_was) {
  EXPECT_NE(
      complete("\tmovq\t8(%rsp,%rax,8), %rcx\n")
          .text.find(
              "\tpushq\t%rdi\n\tleaq\t8+8(%rsp,%rax,8), %rdi\n\tpushq\t$65\n\tcall\tsimt_unseen_access@PLT\n"
              "\tleaq\t8(%rsp), %rsp\n\tpopq\t%rdi\n\tmovq\t8(%rsp,%rax,8), %rcx\n"),
      std::string::npos);
}

TEST(UnseenAccesses, calls_by_an_address_are_looked_at) {
  const std::string look = ", %rdi\n\tcall\tsimt_call_target@PLT\n\tpopq\t%rdi\n";
  for (const auto& [target, address] : {std::pair{"*%rax", "%rax"},
                                        {"*16(%rbx)", "16(%rbx)"},
                                        {"*8(%rsp)", "8+8(%rsp)"},
                                        {"*(%rsp)", "8(%rsp)"}})
    for (const std::string name : {"call", "jmp"})
      EXPECT_NE(complete("\t" + name + "\t" + target + "\n")
                    .text.find("\tpushq\t%rdi\n\tmovq\t" + (address + look)),
                std::string::npos)
          << name << target;
  for (const char* named : {"\tcall\tprintf@PLT\n", "\tcall\t*printf@GOTPCREL(%rip)\n", "\tjmp\t.L4\n"})
    EXPECT_EQ(complete(named).text.find("simt_call_target"), std::string::npos) << named;
  EXPECT_EQ(complete("\tcall\tname+3\n").refusals.size(), 1U);
}

TEST(UnseenAccesses, of_an_unknown_kind_are_refused_with_their_line) {
  const Completed completed = complete("\t.loc 1 12 3\n\tvmaskmovps\t(%rbx), %ymm1, %ymm2\n");
  ASSERT_EQ(completed.refusals.size(), 1U);
  EXPECT_EQ(completed.refusals[0].file, "/labs/merge.cuh");
  EXPECT_EQ(completed.refusals[0].line, 12);
  EXPECT_NE(completed.refusals[0].text.find("'vmaskmovps'"), std::string::npos);
}

}  // namespace
}  // namespace simt::cxx

#endif
