// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/standard_streams.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

namespace orbweaver::os {
namespace {

using ::testing::ExitedWithCode;

bool is_null_device(int descriptor) {
  struct stat opened {};
  struct stat null {};
  return ::fstat(descriptor, &opened) == 0 && ::stat("/dev/null", &null) == 0 &&
         opened.st_rdev == null.st_rdev;
}

/// A program that was started without the streams whose bits are set.
void close_streams(unsigned bits) {
  for (int stream = 0; stream < 3; ++stream)
    if (bits & 1U << stream) ::close(stream);
}

bool are_filled(unsigned bits) {
  for (int stream = 0; stream < 3; ++stream)
    if (is_null_device(stream) != ((bits & 1U << stream) != 0)) return false;
  return true;
}

void let_output_be(const char* file) {
  const int opened = ::open(file, O_WRONLY);
  ::dup2(opened, kStandardOutput);
}

class MissingStreams : public ::testing::TestWithParam<unsigned> {};

TEST_P(MissingStreams, are_filled_and_no_other) {
  EXPECT_EXIT(
      {
        // So that none is /dev/null before.
        for (int stream = 0; stream < 3; ++stream) ::dup2(::open("/dev/zero", O_RDWR), stream);
        close_streams(GetParam());
        fill_missing_streams();
        std::_Exit(are_filled(GetParam()) ? 0 : 1);
      },
      ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(EachAloneAndTogether, MissingStreams, ::testing::Range(0U, 8U));

TEST(StandardStreams, tell_a_terminal_from_a_pipe) {
  int leader = -1, terminal = -1;
  int pipe[2] = {-1, -1};
  ASSERT_EQ(::openpty(&leader, &terminal, nullptr, nullptr, nullptr), 0);
  ASSERT_EQ(::pipe(pipe), 0);
  EXPECT_TRUE(is_terminal(terminal));
  EXPECT_FALSE(is_terminal(pipe[1]));
  for (const int opened : {leader, terminal, pipe[0], pipe[1]}) ::close(opened);
}

TEST(StandardStreams, output_that_a_full_disk_refuses_is_a_failure_in_one_line) {
  EXPECT_EXIT(
      {
        let_output_be("/dev/full");
        begin_standard_streams();
        std::puts("a result");
        std::exit(0);
      },
      ExitedWithCode(1), "^[^\n]*: standard output: No space left on device\n$");
}

TEST(StandardStreams, a_full_disk_is_named_however_it_was_printed) {
  EXPECT_EXIT(
      {
        let_output_be("/dev/full");
        begin_standard_streams();
        std::cout << "a result" << std::flush;  // which leaves no reason behind
        std::exit(0);
      },
      ExitedWithCode(1), "standard output: not all could be written");
  EXPECT_EXIT(
      {
        let_output_be("/dev/full");
        begin_standard_streams();
        print_output("a result");
        std::exit(0);
      },
      ExitedWithCode(1), "standard output: No space left on device");
  EXPECT_EXIT(
      {
        let_output_be("/dev/full");
        begin_standard_streams();
        for (int i = 0; i < 10'000; ++i) std::puts("more than a buffer");
        std::exit(0);
      },
      ExitedWithCode(1), "standard output: No space left on device");
}

TEST(StandardStreams, output_that_is_written_keeps_the_programs_status) {
  EXPECT_EXIT(
      {
        let_output_be("/dev/null");
        begin_standard_streams();
        print_output("a result");
        std::exit(3);
      },
      ExitedWithCode(3), "^$");
}

TEST(StandardStreams, without_any_stream_a_program_works) {
  EXPECT_EXIT(
      {
        close_streams(0b111);
        begin_standard_streams();
        print_output("a result");
        print_error("a failure");
        std::exit(3);
      },
      ExitedWithCode(3), "");
}

TEST(StandardStreams, a_reader_that_has_left_is_no_failure) {
  EXPECT_EXIT(
      {
        std::signal(SIGPIPE, SIG_IGN);
        int ends[2];
        if (::pipe(ends) != 0) std::exit(1);
        ::dup2(ends[1], kStandardOutput);
        ::close(ends[0]);
        begin_standard_streams();
        print_output("a result");
        std::exit(0);
      },
      ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace orbweaver::os
