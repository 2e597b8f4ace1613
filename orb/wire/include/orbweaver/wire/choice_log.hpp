// SPDX-License-Identifier: Apache-2.0
// The choices of one ORB: those at its start, and one for each connection that it has made.
#pragma once
#include <orbweaver/base/choice.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <deque>
#include <vector>

namespace orbweaver::wire {

/// Threads: any.
class ChoiceLog {
 public:
  /// How many choices of connections are kept: the latest ones.
  static constexpr std::size_t kMostConnections = 64;

  enum class Telling { off, on };
  /// `telling`: whether each choice is also written as a line of the log when it is made.
  ChoiceLog(std::vector<Choice> first, Telling telling);

  /// Adds the choice of a connection. Not for the message path: it allocates, and may log.
  void add(Choice choice);
  /// In the order in which they were made. If some are no longer kept, the last one is their
  /// number.
  [[nodiscard]] std::vector<Choice> all() const;

 private:
  const std::vector<Choice> first_;
  const Telling telling_;
  mutable os::Mutex mutex_;
  std::deque<Choice> connections_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace orbweaver::wire
