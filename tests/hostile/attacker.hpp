// SPDX-License-Identifier: Apache-2.0
// Sends mutants to a server and waits for what it makes of each.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "seeds.hpp"

namespace orbweaver::hostile {

/// What became of a mutant.
enum class Fate {
  survived,  // the connection goes on: the question behind it was answered
  refused,   // the server closed the connection
  awaited,   // it says that more is to come, and nothing came: this side closed
  silent,    // neither: a fault of the server
};

/// One connection at a time. One thread.
class Attacker {
 public:
  /// `transport`: "tcp", "unix" or "shm", one that `reference` offers. Throws std::runtime_error.
  Attacker(const std::string& transport, std::string reference);

  /// Sends the mutant and, if the server can tell its end, a correct question behind it.
  /// Blocks: until the server answers or closes, at most kTimeout. Throws std::runtime_error: no
  /// new connection can be made.
  [[nodiscard]] Fate send(const Stream& mutant);

  static constexpr auto kTimeout = std::chrono::seconds(20);

 private:
  [[nodiscard]] bool put(const Stream& bytes);
  [[nodiscard]] Fate wait_for_answer();
  void connect();

  std::string reference_;
  transport::Address address_;
  std::unique_ptr<transport::Connection> connection_;
  std::uint32_t question_ = 0x80000000;  // mutants seldom have such a request id
};

}  // namespace orbweaver::hostile
