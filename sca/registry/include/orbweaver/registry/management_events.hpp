// SPDX-License-Identifier: Apache-2.0
// The events that a domain sends on event channels, and the consumers of the channels. SCA 2.2.2,
// 3.1.3.2.3.5.13 and StandardEvent.
//
//   ODM_Channel   nodes, devices, services, applications and factories are added and removed
//   IDM_Channel   devices change their states
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/device_state.hpp>
#include <orbweaver/events/event_service.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/generated/sca/StandardEvent.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <orbweaver/registry/domain_channel.hpp>

namespace orbweaver::registry {

/// Threads: any. The domain never waits for a consumer.
class ManagementEvents {
 public:
  using Object = CORBA::object_reference<CORBA::Object>;
  using Kind = StandardEvent::SourceCategoryType;
  using OnProblem = std::function<void(const std::string& line)>;

  struct Source {
    Kind kind;
    std::string id, name;
  };

  /// Channels of event services in other processes, by their name in this domain.
  using Elsewhere = std::map<std::string, Object>;

  /// Makes both channels, except those of other processes, and binds them in `context`. `producer`:
  /// the domain manager's identifier. `on_problem`: called when a consumer was disconnected because
  /// it is gone or failed too often. Throws CORBA::BAD_PARAM for a channel of another process that
  /// cannot be used. Blocks: for some seconds, if an event service hangs.
  ManagementEvents(const std::shared_ptr<CORBA::ORB>& orb, CosNaming::NamingContext& context,
                   std::string producer, const Elsewhere& elsewhere, OnProblem on_problem);
  /// Destroys all channels. Later events are dropped. Blocks: for a second, for the consumers.
  void end() noexcept;

  void added(const Source& source, const Object& object);
  void removed(const Source& source);
  void state_changed(const std::string& device, const device::StateChange& change);

  /// Connects a consumer. It replaces a consumer with the same id that is gone. Throws the
  /// exceptions of CF::DomainManager::registerWithEventChannel. Blocks: for calls of the consumer
  /// and of an event service in another process, for some seconds at most.
  void connect(const Object& consumer, const std::string& id, const std::string& channel);
  /// Throws the exceptions of CF::DomainManager::unregisterFromEventChannel.
  void disconnect(const std::string& id, const std::string& channel);

  /// Returns the channel of this name; makes it if there is none. An empty name means IDM_Channel.
  /// Returns nil if the domain has as many channels as it may.
  [[nodiscard]] Object find_or_make(const std::string& name);
  /// Returns the two standard channels by name. Requires: called before end().
  [[nodiscard]] std::map<std::string, Object> named_channels() const;

 private:
  using Channel = std::shared_ptr<DomainChannel>;
  [[nodiscard]] Channel make(const std::string& name);
  [[nodiscard]] Channel use(const std::string& name, const Object& elsewhere);
  /// Returns the channel of this name; null if there is none. Requires: mutex_ held.
  [[nodiscard]] Channel find(const std::string& name) const;
  /// Returns the channel of this name. Throws CF::DomainManager::InvalidEventChannelName if there
  /// is none.
  [[nodiscard]] Channel channel(const std::string& name) const;
  [[nodiscard]] bool has_gone(const std::string& channel, const std::string& id) const;
  void forget(const std::string& channel, const std::string& id);
  template <class Event>
  void push(const Channel& channel, const Event& event);

  const std::string producer_;
  const OnProblem on_problem_;
  mutable os::Mutex consumers_mutex_;
  std::map<std::pair<std::string, std::string>, Object> consumers_;  // by channel and id
  mutable os::SharedMutex mutex_;  // guards service_, which ends before the ORB
  std::optional<events::EventService> service_;
  std::map<std::string, Channel> elsewhere_;
  Channel outgoing_, incoming_;
};

}  // namespace orbweaver::registry
