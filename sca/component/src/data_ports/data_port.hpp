// SPDX-License-Identifier: Apache-2.0
// The interfaces of a component's data ports, without the types of their samples.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/component/arrived_packet.hpp>
#include <orbweaver/component/output_base.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/packets/metadata_context.hpp>
#include <orbweaver/packets/snapshot.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/resource/port_table.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace orbweaver::component {

using Adapter = CORBA::object_reference<PortableServer::POA>;

/// A uses port. Threads: any.
class OutputPort : public PacketSender {
 public:
  virtual ~OutputPort() = default;
  [[nodiscard]] virtual resource::PortTable::Reference activate(const Adapter& adapter) = 0;
  virtual void send_end() = 0;
  /// The statistics of each connection.
  [[nodiscard]] virtual std::vector<packets::ConnectionStatistics> statistics() const = 0;
  [[nodiscard]] virtual packets::PortSnapshot snapshot() const = 0;
};

/// A packet that a component keeps beyond the call that brought it. It owns a share of the memory.
class HeldPacket {
 public:
  HeldPacket(const ArrivedPacket& packet, Chunk first, Chunk second,
             packets::CarriedMetadata metadata)
      : packet_(packet),
        first_(std::move(first)),
        second_(std::move(second)),
        metadata_(std::move(metadata)) {}
  /// Valid until this is moved, or ends.
  [[nodiscard]] ArrivedPacket packet() const noexcept {
    auto packet = packet_;
    packet.I.memory = &first_;
    packet.Q.memory = &second_;
    packet.metadata = &metadata_.get();
    return packet;
  }

 private:
  ArrivedPacket packet_;
  Chunk first_, second_;
  packets::CarriedMetadata metadata_;
};

/// A received packet. Valid during the call that brings it.
class Arrival {
 public:
  [[nodiscard]] const ArrivedPacket& packet() const noexcept { return packet_; }
  /// Moves the packet out of the arrival.
  [[nodiscard]] virtual HeldPacket hold() = 0;

 protected:
  explicit Arrival(const ArrivedPacket& packet) noexcept : packet_(packet) {}
  ~Arrival() = default;

 private:
  const ArrivedPacket packet_;
};

/// The receiver of the packets of all inputs. Threads: any.
class PacketTaker {
 public:
  /// Takes a packet. Its exceptions go to a sender that waits for the reply. Blocks: as the
  /// component does.
  virtual void arrive(std::size_t input, Arrival& arrival, const packets::Stamp& stamp) = 0;

 protected:
  ~PacketTaker() = default;
};

/// A provides port, from open() to close(). Threads: one at a time; packets come on others.
class InputPort {
 public:
  virtual ~InputPort() = default;
  /// Opens the port. Its packets go to `taker`, under the number of this input.
  [[nodiscard]] virtual resource::PortTable::Reference open(const Adapter& adapter,
                                                            const ports::ProvidesOptions& options,
                                                            std::size_t input,
                                                            PacketTaker& taker) = 0;
  /// Closes the port. Blocks: while a packet is processed.
  virtual void close() noexcept = 0;
  /// The most packets that waited at once: in the lane of its object, and in its queue.
  [[nodiscard]] virtual std::size_t most_waiting() const = 0;
  [[nodiscard]] virtual packets::PortSnapshot snapshot() const = 0;
};

}  // namespace orbweaver::component
