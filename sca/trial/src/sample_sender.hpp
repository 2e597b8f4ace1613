// SPDX-License-Identifier: Apache-2.0
// Sends samples of a file as packets to a provides port, whose interface is known when the program
// runs.
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

  /// A packet of whole samples, as they stand in a file. Blocks: as the messaging mode says, at
  /// most its timeout. Fails: with what the component raised, or why it cannot be reached; one
  /// clause.
  [[nodiscard]] virtual Result<void, std::string> send(std::span<const std::byte> samples) = 0;
  /// The end of the stream: a flag of module Packet's streams, an empty packet of all others.
  [[nodiscard]] virtual Result<void, std::string> send_end() = 0;
  /// Whether the last failure was the component's own exception: it is there.
  [[nodiscard]] virtual bool was_refused() const noexcept = 0;
  /// Samples that the port takes in a packet.
  [[nodiscard]] virtual std::size_t most_samples() const noexcept {
    return std::numeric_limits<std::size_t>::max();
  }
};

/// Asks streams of module Packet for their limits. `interface` is one of samples::data_kinds().
/// Throws CF::Port::InvalidPort for an object with another interface; what calls throw.
[[nodiscard]] std::unique_ptr<SampleSender> make_sender(
    std::string_view interface, const CORBA::object_reference<CORBA::Object>& port,
    const ports::ConnectionOptions& options);

}  // namespace orbweaver::trial
