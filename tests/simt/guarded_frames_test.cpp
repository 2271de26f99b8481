// Where a function of a compiler's assembly copies what its caller needs from the stack, and compares it.
#include "simt/cxx/guarded_frames.hpp"

#include "support/test.hpp"

#if defined(__x86_64__)

namespace simt::cxx {
namespace {

const std::string kDistance = "\tmovabsq\t$-17592186044416, %r11\n";
const std::string kCopies = kDistance + "\tpushq\t(%rsp)\n\tpopq\t(%rsp,%r11)\n";
const std::string kCall = "2:\tcall\tsimt_frame_changed@PLT\n3:\n";
const std::string kComparison =
    kDistance + "\tmovq\t0(%rsp,%r11), %r11\n\tcmpq\t%r11, 0(%rsp)\n\tje\t3f\n" + kCall;

std::string function(const std::string& copies, const std::string& body) {
  return "\t.text\n\t.type\tf, @function\nf:\n\t.loc 1 3 1\n\t.cfi_startproc\n" + copies + body +
         (copies.empty() ? "" : "\tud2\n") + "\t.cfi_endproc\n";
}
std::string guarded(const std::string& body) {
  const std::string text = function("", body);
  GuardedFrames frames = guard_frames(read_code(text));
  EXPECT_TRUE(frames.refusals.empty()) << body;
  return with_insertions(text, std::move(frames.code));
}

TEST(GuardedFrames, copy_the_return_address_and_compare_it) {
  EXPECT_EQ(guarded("\tnop\n\tret\n"), function(kCopies, "\tnop\n" + kComparison + "\tret\n"));
  EXPECT_EQ(guarded("\tjne\t.L2\n\tret\n.L2:\n\tret\n"),
            function(kCopies, "\tjne\t.L2\n" + kComparison + "\tret\n.L2:\n" + kComparison + "\tret\n"));
}

TEST(GuardedFrames, copy_the_registers_that_the_function_saves) {
  const std::string text = guarded("\tpushq\t%rbx\n\tmovl\t%edi, %r12d\n\tpopq\t%rbx\n\tret\n");
  EXPECT_EQ(text,
            function(kCopies + "\tmovq\t%rbx, -8(%rsp,%r11)\n\tmovq\t%r12, -16(%rsp,%r11)\n",
                     "\tpushq\t%rbx\n\tmovl\t%edi, %r12d\n\tpopq\t%rbx\n" + kDistance +
                         "\tcmpq\t-8(%rsp,%r11), %rbx\n\tjne\t2f\n\tcmpq\t-16(%rsp,%r11), %r12\n\tjne\t2f\n"
                         "\tmovq\t0(%rsp,%r11), %r11\n\tcmpq\t%r11, 0(%rsp)\n\tje\t3f\n" +
                         kCall + "\tret\n"));
}

TEST(GuardedFrames, compare_before_jumps_to_other_functions) {
  const auto comparison = [](const std::string& pushed) {
    return kDistance + "\tmovq\t" + pushed + "(%rsp,%r11), %r11\n\tcmpq\t%r11, " + pushed +
           "(%rsp)\n\tje\t3f\n" + kCall;
  };
  for (const std::string jump : {"\tjmp\tg@PLT\n", "\tjmp\t*%r11\n", "\tjmp\t*g@GOTPCREL(%rip)\n"})
    EXPECT_EQ(guarded(jump),
              function(kCopies, "\tpushq\t%r11\n" + comparison("8") + "\tpopq\t%r11\n" + jump));
  EXPECT_EQ(guarded("\tje\tg\n\tret\n"),
            function(kCopies, "\tpushfq\n\tpushq\t%r11\n" + comparison("16") + "\tpopq\t%r11\n\tpopfq\n" +
                                  "\tje\tg\n" + kComparison + "\tret\n"));
  EXPECT_EQ(guarded(".L2:\n\tjmp\t.L2\n"), function(kCopies, ".L2:\n\tjmp\t.L2\n"));
}

TEST(GuardedFrames, look_at_the_stack_pointer_that_code_has_computed) {
  const std::string look = "\tcall\tsimt_stack_moved@PLT\n";
  for (const std::string moves : {"\tsubq\t%rax, %rsp\n", "\tmovq\t-56(%rbp), %rsp\n", "\tmovq\t%r14, %rsp\n",
                                  "\tleaq\t(%rsp,%rax), %rsp\n"})
    EXPECT_NE(guarded("\tmovq\t%rsp, %rbp\n" + moves).find(moves + look), std::string::npos) << moves;
  for (const std::string constant :
       {"\tsubq\t$24, %rsp\n", "\tleaq\t-40(%rbp), %rsp\n", "\tmovq\t%rbp, %rsp\n"})
    EXPECT_EQ(guarded("\tmovq\t%rsp, %rbp\n" + constant).find(look), std::string::npos) << constant;
  EXPECT_EQ(guarded("\tmovq\t%rbx, %rsp\n").find(look), std::string::npos) << "its frame has a constant size";
}

TEST(GuardedFrames, are_none_where_the_stack_pointer_comes_from_memory) {
  const std::string text = function("", "\tpopq\t%r10\n\t.loc 1 12 3\n\tleaq\t-8(%r10), %rsp\n\tret\n");
  const GuardedFrames frames = guard_frames(read_code(text));
  EXPECT_EQ(frames.code.size(), 1U) << "the end of the function";
  ASSERT_EQ(frames.refusals.size(), 1U);
  EXPECT_EQ(frames.refusals[0].line, 12);
}

}  // namespace
}  // namespace simt::cxx

#endif
