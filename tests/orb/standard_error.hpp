// SPDX-License-Identifier: Apache-2.0
// What the program writes to standard error while a test runs: the lines of the log.
#pragma once
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

namespace orbweaver::orb_test {

/// Takes standard error over for as long as it lives. Make it before the ORBs of the test.
class StandardError {
 public:
  StandardError() : original_(::dup(STDERR_FILENO)), file_(::memfd_create("stderr", MFD_CLOEXEC)) {
    std::fflush(stderr);
    ::dup2(file_, STDERR_FILENO);
  }
  ~StandardError() {
    std::fflush(stderr);
    ::dup2(original_, STDERR_FILENO);
    if (testing::Test::HasFailure()) std::fputs(text().c_str(), stderr);
    ::close(original_);
    ::close(file_);
  }
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;

  [[nodiscard]] std::string text() const {
    std::string text;
    char part[4096];
    for (ssize_t got = 0;
         (got = ::pread(file_, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
      text.append(part, static_cast<std::size_t>(got));
    return text;
  }
  [[nodiscard]] std::size_t count(std::string_view words) const {
    const auto all = text();
    std::size_t found = 0;
    for (auto at = all.find(words); at != std::string::npos; at = all.find(words, at + 1)) ++found;
    return found;
  }
  [[nodiscard]] bool has(std::string_view words) const { return count(words) > 0; }
  /// Blocks until they are there.
  void wait_for(std::string_view words) const {
    while (!has(words)) std::this_thread::yield();
  }

 private:
  int original_, file_;
};

}  // namespace orbweaver::orb_test
