// SPDX-License-Identifier: Apache-2.0
// A provides port: takes packets of any number of connections, and gives them to the component.
#pragma once
#include <orbweaver/packets/provides_port_core.hpp>
#include <orbweaver/ports/activation.hpp>
#include <orbweaver/ports/data_servant.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::ports {

/// Plain values, read when the port is made.
struct ProvidesOptions {
  /// The port's queue. With a queue a call returns when the packet is queued, and a thread of the
  /// port runs the component. Without one the thread of the request runs it.
  packets::ProvidesPortSettings queue = {};
  /// Which threads run requests. Choose `pool`, which keeps no order, for the modes `oneway` and
  /// `oneway-worker`, and `lane` for all others: senders in the mode `ordered` rely on it.
  corba::Dispatch dispatch = corba::Dispatch::lane;
};

/// Threads: any; activate() and close() one at a time.
template <IsDataInterface Interface>
class ProvidesPort {
 public:
  /// The type of packet that the consumer gets: RealPacket, PairPacket or StreamPacket.
  using Packet = PacketOf<Interface>;
  /// `void(Packet& packet, const packets::Stamp& stamp)`.
  using Consumer = typename packets::ProvidesPortCore<Packet>::Consumer;

  /// `consumer` is called with each packet, and may move the samples out of it to keep them. If the
  /// port has no queue, an exception of the consumer is the reply of the call. Without a consumer
  /// the options must give the port a queue, and the component calls take().
  explicit ProvidesPort(ProvidesOptions options, Consumer consumer = {})
      : dispatch_(options.dispatch),
        core_(std::make_shared<packets::ProvidesPortCore<Packet>>(options.queue,
                                                                  std::move(consumer))),
        servant_(std::make_shared<DataServant<Interface>>(core_, options.queue.depth > 0)),
        activation_(servant_) {}
  ~ProvidesPort() { close(); }
  ProvidesPort(const ProvidesPort&) = delete;
  ProvidesPort& operator=(const ProvidesPort&) = delete;

  /// Activates the port at the first call, and returns its reference, which getPort hands out.
  CORBA::object_reference<Interface> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<Interface>(
        activation_.activate(adapter, dispatch_));
  }
  /// From now on packets are refused. Packets that wait in the queue are dropped and counted.
  /// Blocks: until the consumer has returned. Must not be called by the consumer.
  void close() {
    activation_.end();
    core_->end();
  }

  /// The next packet. Blocks: until there is one. Returns nothing at the deadline, or when the port
  /// is closed. Requires: the port has no consumer.
  [[nodiscard]] std::optional<packets::Delivered<Packet>> take(
      Deadline deadline = Deadline::never()) {
    return core_->take(deadline);
  }
  /// Whether another packet would be taken at once; always without a queue.
  [[nodiscard]] bool has_room() const { return core_->has_room(); }
  /// The payloads that the port takes. Only the interfaces of module Packet look at them.
  [[nodiscard]] PayloadLimits& limits() noexcept { return servant_->limits(); }
  /// The statistics of each connection that has sent a packet. Holds up no packet.
  [[nodiscard]] std::vector<packets::ConnectionStatistics> statistics() const {
    return core_->statistics();
  }

 private:
  const corba::Dispatch dispatch_;
  std::shared_ptr<packets::ProvidesPortCore<Packet>> core_;
  std::shared_ptr<DataServant<Interface>> servant_;
  Activation activation_;
};

}  // namespace orbweaver::ports
