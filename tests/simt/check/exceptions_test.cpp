// Exceptions of host code, and what it does with texts.
#include <array>
#include <csetjmp>

#include "checked.hpp"

namespace {

std::jmp_buf before_the_call;
int frames_changed = 0;

class Exceptions : public CheckedModule<"exceptions"> {
 protected:
  /// What a call returns, in an object that may use its own memory only.
  template <class... A>
  int value_of(const char* name, A... arguments) {
    EXPECT_EQ(fenced(name, arguments...), "");
    simt::host::enter_object(__builtin_frame_address(0));
    const int value = module_.call<int>(name, arguments...);
    simt::host::leave_object();
    return value;
  }
  int thrown(int kind, int count = 5) { return value_of("run_throw", kind, count); }
  /// Called as the worker calls an object. Returns whether the run has ended; counts changed frames.
  [[gnu::noinline]] bool ends(const char* name, int way, int words) {
    simt::host::set_violation_handler([](const simt::Finding& found) {
      frames_changed += static_cast<int>(found.message == simt::Message::frame_changed);
      std::longjmp(before_the_call, 1);
    });
    const std::array<int, 2> store{way, words};
    simt::host::allow_host(store.data(), sizeof store, "store", true);
    simt::host::enter_object(__builtin_frame_address(0));
    const bool ended = setjmp(before_the_call) != 0;
    if (!ended) simt::host::call_object(module_.function<void, const void*>(name), store.data());
    simt::host::leave_object();
    if (ended) simt::host::call_object([](const void*) {}, nullptr);
    return ended;
  }
  template <class... A>
  std::string fenced(const char* name, A... arguments) {
    simt::host::enter_object(__builtin_frame_address(0));
    std::string found = violations(name, arguments...);
    simt::host::leave_object();
    return found;
  }
};

TEST_F(Exceptions, are_caught_with_their_texts) {
  EXPECT_EQ(thrown(0), 7);
  EXPECT_EQ(thrown(1), 4);
  EXPECT_EQ(thrown(2), 6);
  EXPECT_EQ(thrown(3), 29);
  EXPECT_EQ(thrown(4), 1000 + 1 + 2);
  EXPECT_EQ(thrown(5), 7);
  EXPECT_EQ(thrown(8), -1);
}

#if defined(__x86_64__)
// No exception, as the tests' handler throws it, can pass a frame that is broken.
TEST_F(Exceptions, leave_only_frames_that_hold_what_their_calls_began_with) {
  for (const int way : {0, 1, 2}) {
    frames_changed = 0;
    EXPECT_FALSE(ends("run_store_and_throw", way, 1));
    for (int words = 2; words < 24; ++words) (void)ends("run_store_and_throw", way, words);
    EXPECT_GE(frames_changed, 5) << "return addresses alone are four; way " << way;
  }
}

TEST_F(Exceptions, and_calls_back_change_no_frame_of_the_engine) {
  for (int way = 0; way < 5; ++way) {
    EXPECT_FALSE(ends("run_call_back", way, 0)) << way;
    frames_changed = 0;
    // The frame's own words, then the engine's, of which any may matter.
    constexpr int kOwn = -12, kEnd = -18;
    for (int words = kOwn; words > kEnd; --words)
      EXPECT_TRUE(ends("run_call_back", way, words)) << way << words;
    EXPECT_EQ(frames_changed, kOwn - kEnd) << way;
  }
  frames_changed = 0;
  EXPECT_TRUE(ends("run_call_back", 5, 0));
  EXPECT_EQ(frames_changed, 1);
  EXPECT_FALSE(ends("run_throw_from_call_back", 0, 0));
  EXPECT_TRUE(ends("run_store_to_arguments", 0, 0)) << "the worker's frame";
}
#endif

TEST_F(Exceptions, of_the_library_are_caught) {
  EXPECT_GT(thrown(6), 20);
  EXPECT_GT(thrown(7), 10);
  EXPECT_EQ(thrown(9, 60), 14);
  EXPECT_EQ(thrown(10), 14);
  EXPECT_EQ(thrown(13), 14);
  EXPECT_EQ(thrown(14), 17);
  EXPECT_EQ(thrown(15), 13);
  EXPECT_EQ(thrown(16), 12);
}

TEST_F(Exceptions, have_virtual_bases_by_the_objects_own_tables) {
  EXPECT_EQ(value_of("run_virtual_base", static_cast<const int*>(nullptr)), 9);
  const std::array<int, 32> outside{};
  EXPECT_TRUE(holds(fenced("run_virtual_base", outside.data() + 16), {"wild_pointer: not_its_own: host "}));
}

TEST_F(Exceptions, are_copied_and_deleted) {
  EXPECT_EQ(thrown(11), 11);
  EXPECT_EQ(thrown(12), 510);
  EXPECT_EQ(value_of("run_rethrow"), 12);
}

TEST_F(Exceptions, read_their_text_where_the_checks_see_it) {
  static char text[] = "four";
  simt::host::allow_host(text, 4, "text", false);
  EXPECT_TRUE(holds(fenced("run_text_of", static_cast<const char*>(text)),
                    {"out_of_bounds: outside_array: host read text[0] of 0 by 5 bytes at exceptions.cu:"}));
}

TEST_F(Exceptions, free_no_text_but_their_own) {
  static const char foreign[] = "foreign";
  EXPECT_TRUE(holds(fenced("run_forged", &foreign[0]), {"wild_pointer: free_of_foreign: host"}));
}

TEST_F(Exceptions, are_not_used_after_they_end) {
  // Compilers know that nothing is thrown where it is read, so the violation's own exception ends the
  // process.
  EXPECT_DEATH(static_cast<void>(fenced("run_after_end")),
               "wild_pointer: not_its_own: host read at exceptions.cu:");
}

TEST_F(Exceptions, are_not_for_kernels) {
  for (const int kind : {0, 1, 2}) {
    EXPECT_TRUE(holds(fenced("run_in_kernel", kind),
                      {"launch_in_a_kernel: kernel_calls_host: thread 0 of block 0", " at exceptions.cu:"}))
        << kind;
  }
}

TEST_F(Exceptions, texts_that_are_printed_or_copied_have_bounds) {
  static char array[16] = {};
  static const char text[] = "abc";
  const auto allow = [&](bool read_only) {
    simt::host::clear_host_arguments();
    simt::host::allow_host(array, sizeof array, "array", read_only);
    simt::host::allow_host(text, sizeof text, "text", true);
  };
  allow(false);
  EXPECT_EQ(fenced("run_prints", &array[0], 16, 42), "");
  EXPECT_STREQ(array, "1.50000042 42");
  // As above.
  EXPECT_DEATH(static_cast<void>(fenced("run_prints", &array[0], 24, 1'000'000'000)),
               "outside_array: host write array byte 0 of 16 by 24 bytes at exceptions.cu:");
  EXPECT_EQ(fenced("run_texts", &array[0], &text[0]), "");
  EXPECT_TRUE(holds(fenced("run_texts", &array[6], &text[0]), {"outside_array: host write array"}));
  EXPECT_TRUE(holds(fenced("run_odd_length", &array[0], &text[0]), {"wild_pointer: printf_length: host"}));
  allow(true);
  EXPECT_TRUE(holds(fenced("run_texts", &array[0], &text[0]), {"write_to_const: read_only: host write"}));
}

TEST_F(Exceptions, texts_that_overlap_stay_as_long_as_they_were_checked) {
  EXPECT_EQ(value_of("run_overlap", 0), 1000);
  EXPECT_EQ(value_of("run_overlap", 1), 936 + 999);
}

}  // namespace
