// SPDX-License-Identifier: Apache-2.0
// A uses port: sends packets to the components that it is connected to.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/corba/loan.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/uses_port_core.hpp>
#include <orbweaver/ports/activation.hpp>
#include <orbweaver/ports/local_destination.hpp>
#include <orbweaver/ports/port_servant.hpp>
#include <orbweaver/ports/reference_destination.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::ports {

/// Plain values, read when the port is made; but see set_options().
struct UsesOptions {
  /// The port's name, as messages of exceptions have it.
  std::string name = {};
  /// The options of connections that `connections` does not name.
  ConnectionOptions connection = {};
  /// The options of single connections, by the id that connectPort gets.
  std::map<std::string, ConnectionOptions> connections = {};
  /// How many connections there may be at once. 0: any number.
  std::size_t most_connections = 0;
  /// How old a packet that is born at this port may become on its way, to its last receiver, before
  /// it is dropped. 0: no limit.
  Nanoseconds budget{0};
  /// Functions to which the port reports events of its connections; each may be empty.
  packets::ConnectionEvents events = {};
};

// ---- for the ports ----

/// Connects the core of a uses port of one interface, as CF::Port asks for it.
template <class Interface>
class PacketConnections final : public PortConnections {
 public:
  explicit PacketConnections(UsesOptions options)
      : options_(std::move(options)),
        core_({options_.most_connections, options_.budget, options_.events}) {}

  void connect(const CORBA::object_reference<CORBA::Object>& object,
               const std::string& id) override {
    using Connected = typename packets::UsesPortCore<SentOf<Interface>>::Connected;
    const auto chosen = options_of(id);
    auto destination = make_destination(object, chosen);
    if (core_.connect(id, std::move(destination), chosen.queue) != Connected::yes)
      throw CF::Port::OccupiedPort{};
    note_first();
  }
  void disconnect(const std::string& id) override {
    if (!core_.disconnect(id))
      throw_invalid_port(PortError::unknown_connection,
                         "port '" + options_.name + "' has no connection '" + id + "'");
    note_first();
  }

  [[nodiscard]] std::vector<PortConnection> list() const override {
    std::vector<PortConnection> port_connections;
    for (const auto& connection : core_.connections())
      if (const auto* known = dynamic_cast<const WithObject*>(&connection->destination()))
        port_connections.push_back({connection->id(), known->object()});
    return port_connections;
  }

  void set_options(const std::string& id, const ConnectionOptions& options) {
    const std::lock_guard lock(mutex_);
    options_.connections[id] = options;
  }
  /// See UsesPort::lend().
  [[nodiscard]] Chunk lend(std::size_t bytes) {
    CORBA::object_reference<CORBA::Object> first;
    {
      const std::lock_guard lock(mutex_);
      first = first_;
    }
    return first ? corba::loan_memory(*first, bytes) : Chunk::of_size(corba::kLoanBegin + bytes);
  }
  [[nodiscard]] packets::UsesPortCore<SentOf<Interface>>& core() noexcept { return core_; }
  [[nodiscard]] packets::PacketBuffers& buffers() noexcept { return buffers_; }
  [[nodiscard]] os::Atomic<bool>& has_room() noexcept { return has_room_; }

 private:
  ConnectionOptions options_of(const std::string& id) {
    if (is_tap(id)) return tap_options();
    const std::lock_guard lock(mutex_);
    const auto own = options_.connections.find(id);
    return own == options_.connections.end() ? options_.connection : own->second;
  }
  std::unique_ptr<packets::Destination<SentOf<Interface>>> make_destination(
      const CORBA::object_reference<CORBA::Object>& object, const ConnectionOptions& chosen) {
    const auto note_room = [this](bool has_room) {
      if (!has_room) has_room_.store(false, std::memory_order_relaxed);
    };
    if (!chosen.queue
             .is_onlooker())  // a tap's receiver is a call, whose failure shows that it is gone
      if (auto near = LocalDestination<Interface>::find(object, chosen, note_room)) return near;
    return std::make_unique<ReferenceDestination<Interface>>(
        require_interface<Interface>(object, options_.name), chosen, note_room);
  }

  /// If two threads connect at once, first_ may name an earlier connection: then loans are copied.
  void note_first() {
    const auto all = list();
    const auto found =
        std::ranges::find_if_not(all, [](const auto& one) { return is_tap(one.id); });
    const std::lock_guard lock(mutex_);
    first_ = found == all.end() ? CORBA::object_reference<CORBA::Object>{} : found->object;
  }

  os::Mutex mutex_;  // guards options_.connections and first_
  CORBA::object_reference<CORBA::Object>
      first_;  // the destination that gets each packet first; nil: none
  UsesOptions options_;
  os::Atomic<bool> has_room_{true};
  packets::PacketBuffers buffers_;
  packets::UsesPortCore<SentOf<Interface>> core_;
};

// ---- for components ----

/// Makes the arguments of pushPacket of the interface: UsesPort<Interface> is enough to write.
template <IsDataInterface Interface, class Sent = SentOf<Interface>>
class UsesPort;

/// Sends the packets of one data interface. Threads: any. Packets of one thread reach each
/// destination in the order in which they were pushed, if the connection's messaging mode keeps
/// order.
template <IsDataInterface Interface, class... Arguments>
class UsesPort<Interface, SentPacket<Arguments...>> {
 public:
  /// Makes a port without connections; activate() makes its object.
  explicit UsesPort(UsesOptions options = {})
      : connections_(std::make_shared<PacketConnections<Interface>>(std::move(options))),
        servant_(std::make_shared<PortServant>(connections_)),
        activation_(servant_) {}

  /// Activates the port at the first call, and returns its CF::Port, which getPort hands out.
  CORBA::object_reference<CF::Port> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<CF::Port>(
        activation_.activate(adapter, corba::Dispatch::lane, CF::Port::_id));
  }

  /// Does what connectPort of CF::Port does, and throws its exceptions: see PortConnections.
  void connect(const CORBA::object_reference<CORBA::Object>& object, const std::string& id) {
    connections_->connect(object, id);
  }
  /// Does what disconnectPort does. Throws CF::Port::InvalidPort if no connection has the id.
  void disconnect(const std::string& id) { connections_->disconnect(id); }
  /// Sets the options of the next connection with this id. A present connection keeps its own.
  void set_options(const std::string& id, const ConnectionOptions& options) {
    connections_->set_options(id, options);
  }
  /// Whether there is a connection now.
  [[nodiscard]] bool is_connected() const { return connections_->core().is_connected(); }

  /// Sends a packet to all connections; without a connection it is dropped. Samples are lent for
  /// the call (a span, a vector), shared (a View) or given away (a Loan): see
  /// docs/understand/buffers.md. Blocks: as the messaging modes and queues of the connections say.
  /// Throws no CORBA exception: a packet that a destination does not take is counted. Throws
  /// std::logic_error if the calling thread is already in push() of this port.
  void push(Arguments... arguments) {
    connections_->core().push({connections_->buffers(), std::move(arguments)...});
  }
  /// Memory for `bytes` octets of a packet, which begin at kLoanBegin: the transport to the first
  /// destination sends them without a copy. Write the samples there, and push a View of them. Does
  /// not block. Throws std::bad_alloc.
  [[nodiscard]] Chunk lend(std::size_t bytes) { return connections_->lend(bytes); }
  /// Pushes a packet with metadata of the samples; empty ones are not sent. The port does not pass
  /// on the metadata of received packets: the component does that. Throws std::length_error for
  /// metadata that packets::require_sendable() refuses: then no packet is sent.
  void push(const packets::Metadata& metadata, Arguments... arguments) {
    connections_->core().push(with(metadata, std::move(arguments)...));
  }
  /// Pushes a packet that is as old as `times` say: for workers that process a packet which another
  /// thread received.
  void push_as_old_as(const packets::Times& times, Arguments... arguments) {
    connections_->core().push({connections_->buffers(), std::move(arguments)...}, times);
  }
  /// Does the same with metadata of the samples.
  void push_as_old_as(const packets::Times& times, const packets::Metadata& metadata,
                      Arguments... arguments) {
    connections_->core().push(with(metadata, std::move(arguments)...), times);
  }

  /// Pushes the last packet of a stream: see packets::Last.
  void push_last(Arguments... arguments) {
    connections_->core().push({connections_->buffers(), std::move(arguments)...}, std::nullopt,
                              packets::Last::yes);
  }
  /// Does the same with metadata of the samples.
  void push_last(const packets::Metadata& metadata, Arguments... arguments) {
    connections_->core().push(with(metadata, std::move(arguments)...), std::nullopt,
                              packets::Last::yes);
  }

  /// False after a pushPacket has returned that a destination has no room for another packet, until
  /// resume(). Always true for interfaces whose pushPacket returns nothing.
  [[nodiscard]] bool has_room() const noexcept {
    return connections_->has_room().load(std::memory_order_relaxed);
  }
  /// Makes has_room() true: a destination has signalled that it takes packets again
  /// (Packet::FlowSignals::signalResume).
  void resume() noexcept { connections_->has_room().store(true, std::memory_order_relaxed); }

  /// The statistics of each present connection. Holds up no packet.
  [[nodiscard]] std::vector<packets::ConnectionStatistics> statistics() const {
    return connections_->core().statistics();
  }

 private:
  SentPacket<Arguments...> with(const packets::Metadata& metadata, Arguments... arguments) {
    packets::require_sendable(metadata);
    return {connections_->buffers(), metadata.is_empty() ? nullptr : &metadata,
            std::move(arguments)...};
  }

  std::shared_ptr<PacketConnections<Interface>> connections_;
  std::shared_ptr<PortServant> servant_;
  Activation activation_;
};

}  // namespace orbweaver::ports
