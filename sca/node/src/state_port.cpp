// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/state_port.hpp>

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/device/state_event.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <utility>

#include "bounded.hpp"

namespace orbweaver::node {

namespace {

constexpr Nanoseconds kCallTimeout = std::chrono::seconds{5};
constexpr std::uint16_t kNoChannel = 1, kOtherId = 2;

/// Returns the channel's consumer, to which events are pushed.
CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer> way_into(
    const CORBA::object_reference<CORBA::Object>& object) {
  const auto channel =
      IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(bounded(object, kCallTimeout));
  if (!channel) throw CF::Port::InvalidPort(kNoChannel, "it is no event channel");
  const auto suppliers = bounded(channel->for_suppliers(), kCallTimeout);
  auto proxy = bounded(suppliers->obtain_push_consumer(), kCallTimeout);
  proxy->connect_push_supplier(nullptr);
  return proxy;
}

}  // namespace

StatePort::Served StatePort::serve(const std::shared_ptr<CORBA::ORB>& orb, std::string device) {
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  auto servant = CORBA::make_reference<StatePort>(std::move(device));
  const auto id = root->activate_object(servant);
  return {servant, root->id_to_reference(id)};
}

void StatePort::connectPort(CORBA::object_reference<CORBA::Object> channel,
                            const std::string& connectionId) {
  if (!channel) throw CF::Port::InvalidPort(kNoChannel, "it is a nil reference");
  if (this->channel()) throw CF::Port::OccupiedPort();
  Channel new_channel;
  const auto connected = attempt([&] { new_channel = way_into(channel); });
  if (!connected) throw CF::Port::InvalidPort(kNoChannel, connected.error());
  const std::scoped_lock lock{mutex_};
  if (channel_) throw CF::Port::OccupiedPort();
  channel_ = std::move(new_channel);
  id_ = connectionId;
}

void StatePort::disconnectPort(const std::string& connectionId) {
  Channel gone;
  {
    const std::scoped_lock lock{mutex_};
    if (!channel_ || id_ != connectionId)
      throw CF::Port::InvalidPort(kOtherId, "there is no connection of this id");
    gone = std::exchange(channel_, nullptr);
  }
  (void)attempt([&] { gone->disconnect_push_consumer(); });
}

StatePort::Channel StatePort::channel() const {
  const std::scoped_lock lock{mutex_};
  return channel_;
}

// The device calls this while it holds the lock of its states.
void StatePort::report(const device::StateChange& change) {
  CORBA::Any event;
  event <<= device::event_of(device_, change);
  const std::scoped_lock lock{mutex_};
  if (!channel_) return;
  if (waiting_ >= kMostWaiting) {
    ++lost_;
    return;
  }
  ++waiting_;
  errands_.post([this, channel = channel_, event = std::move(event)] { send(channel, event); });
}

void StatePort::send(const Channel& channel, const CORBA::Any& event) {
  const auto sent = attempt([&] { channel->push(event); });
  const std::scoped_lock lock{mutex_};
  --waiting_;
  if (sent)
    note_sent();
  else
    note_lost(sent.error());
}

/// Requires: mutex_ held.
void StatePort::note_lost(const std::string& why) {
  if (lost_++ == 0) os::print_error_of(device_, "events of its states are lost: " + why);
}

/// Requires: mutex_ held.
void StatePort::note_sent() {
  if (const auto lost = std::exchange(lost_, 0); lost > 0)
    os::print_error_of(device_, std::to_string(lost) + " events of its states were lost");
}

}  // namespace orbweaver::node
