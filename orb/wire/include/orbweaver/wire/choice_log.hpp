// The choices of one ORB: those it began with, and one for each connection that it made since.
#pragma once
#include <orbweaver/wire/choice.hpp>

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace orbweaver::wire {

/// Threads: any.
class ChoiceLog {
 public:
  /// Connections whose choices are kept; of more, the latest.
  static constexpr std::size_t kMostConnections = 64;

  enum class Telling { off, on };
  /// `telling`: whether each choice is also written as a line of the log when it is made.
  ChoiceLog(std::vector<Choice> first, Telling telling);

  /// About a connection. Not on the message path: allocates, and may log.
  void add(Choice choice);
  /// In the order in which they were made; the last one counts those that are not kept any more.
  [[nodiscard]] std::vector<Choice> all() const;

 private:
  const std::vector<Choice> first_;
  const Telling telling_;
  mutable std::mutex mutex_;
  std::deque<Choice> connections_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace orbweaver::wire
