// SPDX-License-Identifier: Apache-2.0
// A device's uses port for the event channel to which it reports its states: the domain's
// IDM_Channel. SCA 2.2.2, 3.1.3.3.1.
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

/// One connection at most. Threads: any.
class StatePort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  static constexpr const char* kName = "state_events";
  /// Events that wait for the channel; what comes beyond them is dropped.
  static constexpr std::size_t kMostWaiting = 1'000;

  struct Served {
    std::shared_ptr<StatePort> servant;
    CORBA::object_reference<CORBA::Object> reference;
  };
  /// At the root adapter of the ORB. `device`: its identifier.
  [[nodiscard]] static Served serve(const std::shared_ptr<CORBA::ORB>& orb, std::string device);

  explicit StatePort(std::string device) : device_(std::move(device)) {}

  /// `channel` is a CosEventChannelAdmin::EventChannel. Blocks: a few calls of it, each bounded.
  /// Throws InvalidPort if it is none, or does not answer; OccupiedPort if there is a connection.
  void connectPort(CORBA::object_reference<CORBA::Object> channel,
                   const std::string& connectionId) override;
  /// A channel that is gone is no failure. Throws InvalidPort for another connection's id.
  void disconnectPort(const std::string& connectionId) override;

  /// Never blocks: a thread of this sends it. Does nothing if there is no connection. When events
  /// are lost, one line on standard error says so, and another when the next one is taken.
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
  Channel channel_;          // nil: no connection
  std::size_t waiting_ = 0;  // events
  std::size_t lost_ = 0;     // since the last one that was taken
  program::Errands errands_{1};
};

}  // namespace orbweaver::node
