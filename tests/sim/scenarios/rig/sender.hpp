// SPDX-License-Identifier: Apache-2.0
// The client's side: calls that the history knows.
#pragma once
#include <cstdint>

#include "laws/history.hpp"
#include "scenarios/rig/orb.hpp"

namespace orbweaver::sim {

/// A sender through a reference: one thread's calls to one object.
class Sender {
 public:
  /// `stream`: that of History::uses_stream, as new_stream() gives it.
  Sender(std::uint32_t object, SinkReference sink, std::uint32_t stream = 0);
  /// Sends the next call in that way; if world().lends, from a vector, a loan or a view, by the
  /// seed. Returns how it ended.
  Ending send(Way way);
  /// The next call begins in that way, by other code than send(). Returns its number, for end().
  [[nodiscard]] std::uint32_t begin(Way way);
  void end(std::uint32_t number, Ending ending);
  [[nodiscard]] const SinkReference& sink() const noexcept { return sink_; }
  /// The number that the next call will have.
  [[nodiscard]] std::uint32_t next() const noexcept { return next_; }
  [[nodiscard]] std::uint32_t number() const noexcept { return sender_; }

 private:
  template <class Body>
  void pass(Way way, std::uint32_t number, Body&& body) const;
  void pass_some_form(Way way, std::uint32_t number, const Sim::Octets& body) const;

  std::uint32_t object_, sender_, next_ = 0;
  SinkReference sink_;
};

/// A number for senders that share a reference.
[[nodiscard]] std::uint32_t new_stream() noexcept;

/// Sends two-way calls until one is answered: with a number in a series it settles all before it.
void send_until_answered(Sender& sender);

/// The same object through the same connection; its calls end after `time`, or never if it is 0.
[[nodiscard]] SinkReference limited(const SinkReference& sink, Time time);

/// Asks for the object's count until a call returns; for the end of a scenario.
void settle(const SinkReference& sink);

}  // namespace orbweaver::sim
