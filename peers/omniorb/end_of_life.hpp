// SPDX-License-Identifier: Apache-2.0
// When a peer program ends: its standard input reaches end of file, SIGTERM or SIGINT comes, or it
// is asked to. Make one before the ORB starts its threads, so that all of them leave the signals to
// this one.
#pragma once
#include <mutex>
#include <optional>
#include <string>

namespace peer {

class EndOfLife {
 public:
  EndOfLife();
  ~EndOfLife();
  EndOfLife(const EndOfLife&) = delete;
  EndOfLife& operator=(const EndOfLife&) = delete;

  /// Threads: any. Blocks: never.
  void request() noexcept;

  /// Ends the program because of an error; the first one counts.
  /// Threads: any. Blocks: never.
  void fail(const std::string& error);

  /// Blocks: until one of the three reasons comes. Returns at once after `request()` and `fail()`.
  /// Returns the error, if there was one.
  std::optional<std::string> wait();

 private:
  void wait_for_a_reason();

  int signals_;
  int requests_;
  std::mutex error_mutex_;
  std::optional<std::string> error_;
};

}  // namespace peer
