// A provides port: takes packets of any number of connections, and gives them to the component.
#pragma once
#include <orbweaver/packets/inlet.hpp>
#include <orbweaver/ports/activation.hpp>
#include <orbweaver/ports/data_servant.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::ports {

/// Plain values, read when the port is made.
struct ProvidesOptions {
  /// Its queue: with one, a call returns when the packet is queued, and a thread of the port's own
  /// runs the component.
  packets::InletSettings inlet = {};
  /// Which threads run requests. The modes `oneway` and `oneway-worker` mean `pool`, which keeps no
  /// order; all others `lane`, which senders in the mode `ordered` rely on.
  wire::Dispatch dispatch = wire::Dispatch::lane;
};

/// Threads: any, but for activate() and close(): one at a time.
template <IsDataInterface Interface>
class ProvidesPort {
 public:
  /// What the consumer gets: RealPacket, PairPacket or StreamPacket.
  using Packet = PacketOf<Interface>;
  /// `void(Packet& packet, const packets::Stamp& stamp)`.
  using Consumer = typename packets::Inlet<Packet>::Consumer;

  /// `consumer` gets each packet; it may move what it wants to keep out of it. Without a consumer
  /// the component calls take(), and the options give the port a queue. What it throws without a
  /// queue goes to a sender that waits for the reply.
  explicit ProvidesPort(ProvidesOptions options, Consumer consumer = {})
      : dispatch_(options.dispatch),
        inlet_(std::make_shared<packets::Inlet<Packet>>(options.inlet, std::move(consumer))),
        servant_(std::make_shared<DataServant<Interface>>(inlet_, options.inlet.depth > 0)),
        activation_(servant_) {}
  ~ProvidesPort() { close(); }
  ProvidesPort(const ProvidesPort&) = delete;
  ProvidesPort& operator=(const ProvidesPort&) = delete;

  /// The object, for getPort. Activates it the first time.
  CORBA::object_reference<Interface> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<Interface>(
        activation_.activate(adapter, dispatch_));
  }
  /// The port takes nothing more; what waits is dropped, and counted. Blocks: while the consumer
  /// works. Not from the consumer.
  void close() {
    activation_.end();
    inlet_->end();
  }

  /// The next packet; nothing at the deadline, or when the port is closed. Only without a consumer.
  [[nodiscard]] std::optional<packets::Delivered<Packet>> take(
      Deadline deadline = Deadline::never()) {
    return inlet_->take(deadline);
  }
  /// Whether another packet would be taken at once; always without a queue.
  [[nodiscard]] bool has_room() const { return inlet_->has_room(); }
  /// Of the interfaces of module Packet: what the port takes.
  [[nodiscard]] PayloadLimits& limits() noexcept { return servant_->limits(); }
  /// Each connection that has sent a packet. Holds up none of them.
  [[nodiscard]] std::vector<packets::Statistics> statistics() const { return inlet_->statistics(); }

 private:
  const wire::Dispatch dispatch_;
  std::shared_ptr<packets::Inlet<Packet>> inlet_;
  std::shared_ptr<DataServant<Interface>> servant_;
  Activation activation_;
};

}  // namespace orbweaver::ports
