// SPDX-License-Identifier: Apache-2.0
// The entry of a provides port: packets come to it from its servant, or from a uses port of the
// same ORB.
#pragma once
#include <orbweaver/corba/packet_stamp.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/packets/provides_port_core.hpp>
#include <orbweaver/ports/data_interface.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace orbweaver::ports {

[[nodiscard]] inline packets::Stamp from_wire(const corba::PacketStamp& stamp) noexcept {
  return {stamp.clock,
          stamp.connection,
          stamp.number,
          {stamp.born_ns, stamp.sent_ns, stamp.expires_ns, stamp.due_ns}};
}
/// The stamp of the request that the calling thread carries out; all 0 if the sender sent none.
[[nodiscard]] inline packets::Stamp stamp_of_request() noexcept {
  const auto stamp = corba::stamp_of_request();
  return stamp ? from_wire(*stamp) : packets::Stamp{};
}

/// The metadata of the request that the calling thread carries out; empty if the sender sent none.
[[nodiscard]] inline packets::CarriedMetadata metadata_of_request() {
  return packets::CarriedMetadata::of_context(corba::metadata_of_request());
}

/// The payloads that a consumer of Packet streams takes, as Packet::PayloadStatus reports them.
/// Sizes are in elements, the time in milliseconds. Threads: any.
struct PayloadLimits {
  /// The greatest, the least and the desired size, and how long a producer waits for more. All may
  /// be changed while packets come.
  os::Atomic<std::uint32_t> most{UINT32_MAX}, least{0}, desired{1024}, override_timeout{0};

  /// Whether a payload of `size` elements is within the limits. The last packet of a stream may be
  /// shorter than `least`.
  [[nodiscard]] bool allow(std::size_t size, bool is_last) const noexcept {
    return size <= most.load(std::memory_order_relaxed) &&
           (is_last || size >= least.load(std::memory_order_relaxed));
  }
};

/// Threads: any.
template <class Interface>
class ProvidesPortServant {
 public:
  using Packet = PacketOf<Interface>;
  using Core = packets::ProvidesPortCore<Packet>;

  ProvidesPortServant(std::shared_ptr<Core> core, bool has_queue)
      : core_(std::move(core)), has_queue_(has_queue) {}

  [[nodiscard]] PayloadLimits& limits() noexcept { return limits_; }
  /// Whether the port has a queue: then accept() returns when the packet is in it, not when it was
  /// processed.
  [[nodiscard]] bool has_queue() const noexcept { return has_queue_; }

  /// Takes a packet, and returns whether there is room for another one. A packet that finds no room
  /// is dropped and counted; its sender is not informed. Blocks: as
  /// packets::ProvidesPortCore::arrive. Throws OBJECT_NOT_EXIST if the port has ended;
  /// Packet::UnableToComplete for a payload that is not within limits().
  bool accept(Packet packet, const packets::Stamp& stamp) {
    if constexpr (DataInterface<Interface>::family == Family::stream) prepare(packet);
    if (core_->arrive(std::move(packet), stamp) == Core::Arrival::closed)
      throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO, "the port has ended");
    return !DataInterface<Interface>::has_result || core_->has_room();
  }

 protected:
  ~ProvidesPortServant() = default;

 private:
  void prepare(const Packet& packet) {
    if (!limits_.allow(packet.payload.size(), packet.control.end_of_stream))
      throw ::Packet::UnableToComplete{0, ::Packet::PPKT_ERROR_BAD_SIZE};
    if (!packet.control.purge) return;
    core_->purge_if([&](const Packet& waiting) {
      return waiting.control.stream == packet.control.stream && !waiting.ends_stream();
    });
  }

  std::shared_ptr<Core> core_;
  const bool has_queue_;
  PayloadLimits limits_;
};

}  // namespace orbweaver::ports
