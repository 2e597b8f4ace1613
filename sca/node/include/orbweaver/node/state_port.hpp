// SPDX-License-Identifier: Apache-2.0
// A device's uses port to which an event channel is connected: the domain's IDM_Channel. The device
// reports changes of its states there. SCA 2.2.2, 3.1.3.3.1.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/device_state.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/errands.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace orbweaver::node {

/// Takes one connection. Threads: any.
class StatePort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  static constexpr const char* kName = "state_events";
  /// The most events that may wait for the channel. Further ones are dropped.
  static constexpr std::size_t kMostWaiting = 1'000;

  struct Served {
    std::shared_ptr<StatePort> servant;
    CORBA::object_reference<CORBA::Object> reference;
  };
  /// Serves the port at the root adapter of the ORB. `device`: the device's identifier.
  [[nodiscard]] static Served serve(const std::shared_ptr<CORBA::ORB>& orb, std::string device);

  explicit StatePort(std::string device) : device_(std::move(device)) {}

  /// Connects a CosEventChannelAdmin::EventChannel. Blocks: for a few calls of it, each with a
  /// limit. Throws InvalidPort if the object is no channel or does not answer; OccupiedPort if
  /// there is a connection.
  void connectPort(CORBA::object_reference<CORBA::Object> channel,
                   const std::string& connectionId) override;
  /// Disconnects, also from a channel that is gone. Throws InvalidPort if the connection has
  /// another id.
  void disconnectPort(const std::string& connectionId) override;

  /// Queues an event; a thread of the port sends it. Does nothing without a connection. Never
  /// blocks. If events are lost, one line on standard error says so, and another line reports the
  /// next event that is taken.
  void report(const device::StateChange& change);

 private:
  using Channel = CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer>;

  [[nodiscard]] Channel channel() const;
  void send(const Channel& channel, const CORBA::Any& event);
  void note_lost(const std::string& why);
  void note_sent();

  const std::string device_;
  mutable os::Mutex mutex_;
  std::string id_;
  Channel channel_;          // nil: not connected
  std::size_t waiting_ = 0;  // queued events
  std::size_t lost_ = 0;     // events that were lost since one was taken
  program::Errands errands_{1};
};

}  // namespace orbweaver::node
