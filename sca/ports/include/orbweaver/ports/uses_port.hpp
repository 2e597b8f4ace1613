// A uses port: sends packets to the components that it is connected to.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/corba/loan.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/outlet.hpp>
#include <orbweaver/ports/activation.hpp>
#include <orbweaver/ports/local_destination.hpp>
#include <orbweaver/ports/port_servant.hpp>
#include <orbweaver/ports/reference_destination.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::ports {

struct UsesOptions {
  /// For messages.
  std::string name = {};
  /// Of connections that are not named below.
  ConnectionOptions connection = {};
  /// By the id that connectPort gets.
  std::map<std::string, ConnectionOptions> connections = {};
  /// At once. 0: any number.
  std::size_t most_connections = 0;
  /// End-to-end budget of packets that are born here. 0: none.
  Nanoseconds budget{0};
  packets::ConnectionEvents events = {};
};

/// What CF::Port does to the outlet of one interface.
template <class Interface>
class OutletConnector final : public Connector {
 public:
  explicit OutletConnector(UsesOptions options)
      : options_(std::move(options)),
        outlet_({options_.most_connections, options_.budget, options_.events}) {}

  void connect(const CORBA::object_reference<CORBA::Object>& object,
               const std::string& id) override {
    using Connected = typename packets::Outlet<SentOf<Interface>>::Connected;
    const auto chosen = options_of(id);
    auto destination = make_destination(object, chosen);
    if (outlet_.connect(id, std::move(destination), chosen.queue) != Connected::yes)
      throw CF::Port::OccupiedPort{};
    note_first();
  }
  void disconnect(const std::string& id) override {
    if (!outlet_.disconnect(id))
      throw_invalid_port(PortError::unknown_connection,
                         "port '" + options_.name + "' has no connection '" + id + "'");
    note_first();
  }

  [[nodiscard]] std::vector<Connection> list() const override {
    std::vector<Connection> made;
    for (const auto& each : outlet_.connections())
      if (const auto* known = dynamic_cast<const WithObject*>(&each->destination()))
        made.push_back({each->id(), known->object()});
    return made;
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
  [[nodiscard]] packets::Outlet<SentOf<Interface>>& outlet() noexcept { return outlet_; }
  [[nodiscard]] packets::BufferPool& pool() noexcept { return pool_; }
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
    if (!chosen.queue.is_onlooker())  // which must be asked whether it is still there
      if (auto near = LocalDestination<Interface>::find(object, chosen, note_room)) return near;
    return std::make_unique<ReferenceDestination<Interface>>(
        require_interface<Interface>(object, options_.name), chosen, note_room);
  }

  /// Two connections that change at once may leave the one before: then loans are copied.
  void note_first() {
    const auto all = list();
    const auto found =
        std::ranges::find_if_not(all, [](const auto& one) { return is_tap(one.id); });
    const std::lock_guard lock(mutex_);
    first_ = found == all.end() ? CORBA::object_reference<CORBA::Object>{} : found->object;
  }

  os::Mutex mutex_;                               // of options_.connections and first_
  CORBA::object_reference<CORBA::Object> first_;  // to which packets go first; nil: to none
  UsesOptions options_;
  os::Atomic<bool> has_room_{true};
  packets::BufferPool pool_;
  packets::Outlet<SentOf<Interface>> outlet_;
};

template <IsDataInterface Interface, class Sent = SentOf<Interface>>
class UsesPort;

/// Threads: any. Packets of one thread reach each destination in the order in which they were
/// pushed, if the connection's messaging mode keeps order.
template <IsDataInterface Interface, class... Arguments>
class UsesPort<Interface, SentPacket<Arguments...>> {
 public:
  explicit UsesPort(UsesOptions options = {})
      : connector_(std::make_shared<OutletConnector<Interface>>(std::move(options))),
        servant_(std::make_shared<PortServant>(connector_)),
        activation_(servant_) {}

  /// Its CF::Port, for getPort. Activates it the first time.
  CORBA::object_reference<CF::Port> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return corba::StubFactory::unchecked_narrow<CF::Port>(
        activation_.activate(adapter, wire::Dispatch::lane, CF::Port::_id));
  }

  /// What connectPort and disconnectPort do.
  void connect(const CORBA::object_reference<CORBA::Object>& object, const std::string& id) {
    connector_->connect(object, id);
  }
  void disconnect(const std::string& id) { connector_->disconnect(id); }
  /// For the next connectPort with this id.
  void set_options(const std::string& id, const ConnectionOptions& options) {
    connector_->set_options(id, options);
  }
  [[nodiscard]] bool is_connected() const { return connector_->outlet().is_connected(); }

  /// Sends a packet to all connections; to none, it is gone. Samples are lent for the call (a span,
  /// a vector), shared (a View) or given away (a Loan): see docs/understand/buffers.md. Throws no
  /// CORBA exception: what a destination does not take is counted. Throws what
  /// packets::Outlet::push throws.
  void push(Arguments... arguments) {
    connector_->outlet().push({connector_->pool(), std::move(arguments)...});
  }
  /// Memory for so many octets of a packet, from kLoanBegin on: where the transport to the first destination needs
  /// them. What is written there travels as a View of it. Does not block. Fails: std::bad_alloc.
  [[nodiscard]] Chunk lend(std::size_t bytes) { return connector_->lend(bytes); }
  /// As push(), and says something of the samples; one that is empty says nothing. A push without
  /// metadata sends none: a component that processes packets passes them on itself. Throws
  /// std::length_error for what packets::require_sendable() refuses: then nothing is sent.
  void push(const packets::Metadata& metadata, Arguments... arguments) {
    connector_->outlet().push(with(metadata, std::move(arguments)...));
  }
  /// As push(), of a packet that is as old as `times` say: for workers that process a packet which
  /// another thread took.
  void push_as_old_as(const packets::Times& times, Arguments... arguments) {
    connector_->outlet().push({connector_->pool(), std::move(arguments)...}, times);
  }
  void push_as_old_as(const packets::Times& times, const packets::Metadata& metadata,
                      Arguments... arguments) {
    connector_->outlet().push(with(metadata, std::move(arguments)...), times);
  }

  /// As push(), of the last packet of a stream: see packets::Last.
  void push_last(Arguments... arguments) {
    connector_->outlet().push({connector_->pool(), std::move(arguments)...}, std::nullopt,
                              packets::Last::yes);
  }
  void push_last(const packets::Metadata& metadata, Arguments... arguments) {
    connector_->outlet().push(with(metadata, std::move(arguments)...), std::nullopt,
                              packets::Last::yes);
  }

  /// Only of interfaces whose pushPacket says so (Packet::FlowOctetStream): false after a
  /// destination had no room for another packet, until resume().
  [[nodiscard]] bool has_room() const noexcept {
    return connector_->has_room().load(std::memory_order_relaxed);
  }
  /// A destination takes packets again (Packet::FlowSignals::signalResume).
  void resume() noexcept { connector_->has_room().store(true, std::memory_order_relaxed); }

  [[nodiscard]] std::vector<packets::Statistics> statistics() const {
    return connector_->outlet().statistics();
  }

 private:
  SentPacket<Arguments...> with(const packets::Metadata& metadata, Arguments... arguments) {
    packets::require_sendable(metadata);
    return {connector_->pool(), metadata.is_empty() ? nullptr : &metadata, std::move(arguments)...};
  }

  std::shared_ptr<OutletConnector<Interface>> connector_;
  std::shared_ptr<PortServant> servant_;
  Activation activation_;
};

}  // namespace orbweaver::ports
