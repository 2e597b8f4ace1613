// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/standard_streams.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace orbweaver::os {

namespace {

constexpr int kFailed = 1;

bool is_open(int descriptor) noexcept { return ::fcntl(descriptor, F_GETFD) >= 0; }

// The errno with which standard output refused more. Stdio remembers only that it did.
std::atomic<int> reason_of_loss = 0;

void flush_output() noexcept {
  if (std::fflush(stdout) != 0) reason_of_loss = errno;
}

void report_loss() noexcept {
  flush_output();
  const int code = reason_of_loss;
  const bool is_lost = code != 0 || std::ferror(stdout) != 0;
  if (!is_lost || code == EPIPE) return;
  const char* const why =
      code == 0 ? "not all could be written; is its disk full?" : std::strerror(code);
  std::fprintf(stderr, "%s: standard output: %s\n", ::program_invocation_short_name, why);
  std::_Exit(kFailed);
}

}  // namespace

void fill_missing_streams() noexcept {
  // open() takes the lowest free number, so each stream gets its own: the numbers below are open by
  // then.
  for (const int stream : {kStandardInput, kStandardOutput, kStandardError}) {
    if (is_open(stream)) continue;
    const int opened = ::open("/dev/null", O_RDWR);
    if (opened >= 0 && opened != stream) ::close(opened);
  }
}

void begin_standard_streams() noexcept {
  fill_missing_streams();
  (void)std::atexit(report_loss);
}

void print_error(std::string_view text) noexcept {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_terminal(int descriptor) noexcept { return ::isatty(descriptor) == 1; }

void print_output(std::string_view text) noexcept {
  (void)std::fwrite(text.data(), 1, text.size(), stdout);
  flush_output();
}

bool has_standard_error() noexcept { return is_open(kStandardError); }

}  // namespace orbweaver::os
