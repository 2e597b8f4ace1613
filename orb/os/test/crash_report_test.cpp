// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/crash_report.hpp>

#include <orbweaver/os/crash_text.hpp>
#include <orbweaver/os/thread.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

namespace orbweaver::os {

// In a namespace of their own, so that their names are known.
namespace crash_test {

[[gnu::noinline]] void write_to(int* place) {
  *const_cast<int volatile*>(place) = 1;
  asm volatile("" ::: "memory");  // no jump instead of a call
}
[[gnu::noinline]] void write_to_nowhere() {
  write_to(nullptr);
  asm volatile("" ::: "memory");
}
// Each call has a frame of its own, and work to do after the next one.
[[gnu::noinline]] int descend(int depth) {
  int volatile frame[256] = {depth};
  return depth == 0 ? 0 : descend(depth + 1) + frame[depth % 256];
}
[[gnu::noinline]] void die_without_a_stack() {
#if defined(__x86_64__)
  asm volatile("mov $8, %%rsp\n\tmov $8, %%rax\n\tjmp *%%rax" ::: "memory");
#else
  std::abort();
#endif
}
[[gnu::noinline]] void call(void (*function)()) {
  function();
  asm volatile("" ::: "memory");
}

}  // namespace crash_test

namespace {

struct Death {
  std::string printed;
  int status = 0;
  [[nodiscard]] int signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
  [[nodiscard]] std::string line() const { return printed.substr(0, printed.find('\n')); }
};

/// Of a process that does `last` with its standard error going to a pipe.
Death die(const std::function<void()>& last) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const auto child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    last();
    ::_exit(0);
  }
  ::close(ends[1]);
  Death death;
  char piece[4096];
  for (auto size = ::read(ends[0], piece, sizeof piece); size > 0;
       size = ::read(ends[0], piece, sizeof piece))
    death.printed.append(piece, static_cast<std::size_t>(size));
  ::close(ends[0]);
  EXPECT_EQ(::waitpid(child, &death.status, 0), child);
  return death;
}

// Clang says it by __has_feature, GCC by macros.
#if defined(__has_feature)
#define ORBWEAVER_TEST_HAS_FEATURE(feature) __has_feature(feature)
#else
#define ORBWEAVER_TEST_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    ORBWEAVER_TEST_HAS_FEATURE(address_sanitizer)
constexpr bool kHasHandlers = true;
#else
constexpr bool kHasHandlers = false;
#endif

class CrashReport : public testing::Test {
 protected:
  void SetUp() override {
    if (kHasHandlers) GTEST_SKIP() << "the sanitizer reports by itself";
  }
};

TEST_F(CrashReport, names_the_functions_from_the_one_that_died_on) {
  const auto death = die([] {
    report_crashes();
    crash_test::write_to_nowhere();
  });
  EXPECT_EQ(death.signal(), SIGSEGV);
  ASSERT_TRUE(is_crash_line(death.line())) << death.printed;
  const auto words = readable_crash(death.line());
  EXPECT_TRUE(
      words.starts_with("crashed by SIGSEGV at 0x0 in orbweaver::os::crash_test::write_to "
                        "(os_test+0x"))
      << words;
  EXPECT_TRUE(words.contains(" < orbweaver::os::crash_test::write_to_nowhere (os_test+0x"))
      << words;
}

TEST_F(CrashReport, names_who_called_what_is_no_code) {
  const auto death = die([] {
    report_crashes();
    crash_test::call(nullptr);
  });
  EXPECT_EQ(death.signal(), SIGSEGV);
  const auto words = readable_crash(death.line());
  EXPECT_TRUE(
      words.starts_with("crashed by SIGSEGV at 0x0 in 0x0, where no code is < "
                        "orbweaver::os::crash_test::call"))
      << words;
}

// By Debian's C library for 32-bit ARM the stack cannot be read beyond abort().
#if defined(__arm__)
constexpr std::string_view kAborted = "crashed by SIGABRT in libc.so";
#else
constexpr std::string_view kAborted = "crashed by SIGABRT in orbweaver::os::crash_test::call";
#endif

TEST_F(CrashReport, is_made_for_what_aborts) {
  const auto death = die([] {
    report_crashes();
    crash_test::call(std::abort);
  });
  EXPECT_EQ(death.signal(), SIGABRT);
  const auto words = readable_crash(death.line());
  EXPECT_TRUE(words.starts_with(kAborted)) << words;
}

TEST_F(CrashReport, is_made_of_a_thread_whose_stack_is_full) {
  const auto death = die([] {
    report_crashes();
    start_thread({.name = "deep"}, [] { crash_test::descend(1); }).join();
  });
  EXPECT_EQ(death.signal(), SIGSEGV);
  const auto words = readable_crash(death.line());
  EXPECT_TRUE(words.contains("orbweaver::os::crash_test::descend")) << words;
}

TEST_F(CrashReport, that_fails_itself_does_not_keep_the_process_alive) {
  const auto death = die([] {
    report_crashes();
    crash_test::die_without_a_stack();
  });
  EXPECT_NE(death.signal(), 0);
}

TEST_F(CrashReport, leaves_a_signal_to_the_handler_that_it_has) {
  const auto death = die([] {
    std::signal(SIGSEGV, [](int) { ::_exit(7); });
    report_crashes();
    crash_test::write_to_nowhere();
  });
  EXPECT_EQ(death.printed, "");
  EXPECT_EQ(WEXITSTATUS(death.status), 7);
}

TEST_F(CrashReport, goes_to_the_part_whose_code_it_was_and_to_the_others_that_it_was_that_one) {
  int guilty[2], other[2];
  ASSERT_EQ(::pipe(guilty), 0);
  ASSERT_EQ(::pipe(other), 0);
  const auto death = die([&] {
    report_crashes();
    const CrashPart rx{"rx:radio", guilty[1], reinterpret_cast<const void*>(&crash_test::call)};
    const CrashPart tx{"tx:radio", other[1], reinterpret_cast<const void*>(&::getpid)};
    crash_test::write_to_nowhere();
  });
  for (const int descriptor : {guilty[1], other[1]}) ::close(descriptor);
  char line[8192];
  const auto of_guilty = ::read(guilty[0], line, sizeof line);
  ASSERT_GT(of_guilty, 0);
  EXPECT_EQ(std::string(line, static_cast<std::size_t>(of_guilty)), death.line() + "\n");
  const auto of_other = ::read(other[0], line, sizeof line);
  ASSERT_GT(of_other, 0);
  EXPECT_EQ(std::string(line, static_cast<std::size_t>(of_other)),
            "its process ended by SIGSEGV in rx:radio\n");
  for (const int descriptor : {guilty[0], other[0]}) ::close(descriptor);
}

TEST(CrashText, leaves_other_lines_as_they_are) {
  EXPECT_EQ(readable_crash("all is well"), "all is well");
  EXPECT_FALSE(is_crash_line("it was a crash: bad"));
}

TEST(CrashText, is_made_of_lines_that_were_cut_and_of_files_that_are_gone) {
  EXPECT_EQ(readable_crash("crash: SIGBUS at 0x10 [/not there/gain+0x1f2a] [/not there/ga"),
            "crashed by SIGBUS at 0x10 in gain+0x1f2a");
  EXPECT_EQ(readable_crash("crash: SIGABRT"), "crashed by SIGABRT");
  EXPECT_EQ(readable_crash("crash: SIGSEGV [/dev/null+0x1] []"), "crashed by SIGSEGV in null+0x1");
}

}  // namespace
}  // namespace orbweaver::os
