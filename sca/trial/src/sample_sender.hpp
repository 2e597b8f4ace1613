// SPDX-License-Identifier: Apache-2.0
// Sends samples of a file as packets to a provides port, whose interface is known only at run time.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/ports/connection_options.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::trial {

/// Threads: one at a time.
class SampleSender {
 public:
  SampleSender() = default;
  virtual ~SampleSender() = default;
  SampleSender(const SampleSender&) = delete;
  SampleSender& operator=(const SampleSender&) = delete;

  /// Sends a packet of whole samples, in the file's order. Blocks: as the messaging mode defines,
  /// at most for its timeout. Fails: with the component's exception, or why it cannot be reached;
  /// one clause.
  [[nodiscard]] virtual Result<void, std::string> send(std::span<const std::byte> samples) = 0;
  /// Sends the end of the stream: a flag in the streams of module Packet, an empty packet
  /// elsewhere.
  [[nodiscard]] virtual Result<void, std::string> send_end() = 0;
  /// Whether the last failure was an exception of the component, which then still exists.
  [[nodiscard]] virtual bool was_refused() const noexcept = 0;
  /// The most samples in a packet.
  [[nodiscard]] virtual std::size_t most_samples() const noexcept {
    return std::numeric_limits<std::size_t>::max();
  }
};

/// Makes a sender. Asks streams of module Packet for their limits. `interface` is one of
/// samples::data_kinds(). Throws CF::Port::InvalidPort for an object with another interface, and
/// the exceptions of its calls.
[[nodiscard]] std::unique_ptr<SampleSender> make_sender(
    std::string_view interface, const CORBA::object_reference<CORBA::Object>& port,
    const ports::ConnectionOptions& options);

}  // namespace orbweaver::trial
