// SPDX-License-Identifier: Apache-2.0
// The events that a domain sends on event channels, and the consumers of the channels. SCA 2.2.2,
// 3.1.3.2.3.5.13 and StandardEvent.
//
//   ODM_Channel   nodes, devices, services, applications and their factories come and go
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

/// Threads: any. Nothing that happens in the domain waits for a consumer.
class ManagementEvents {
 public:
  using Object = CORBA::object_reference<CORBA::Object>;
  using Kind = StandardEvent::SourceCategoryType;
  using OnProblem = std::function<void(const std::string& line)>;

  struct Source {
    Kind kind;
    std::string id, name;
  };

  /// Channels of event services of other processes, by name: the domain uses them as its own.
  using Elsewhere = std::map<std::string, Object>;

  /// Makes both channels, unless they are elsewhere, and binds them in `context` under their names.
  /// `producer`: the domain manager's identifier. `on_problem`: a consumer was disconnected, as it
  /// is gone or failed too often. Throws CORBA::BAD_PARAM for one elsewhere that cannot be used.
  /// Blocks: for some seconds, if an event service hangs.
  ManagementEvents(const std::shared_ptr<CORBA::ORB>& orb, CosNaming::NamingContext& context,
                   std::string producer, const Elsewhere& elsewhere, OnProblem on_problem);
  /// Destroys all channels; what comes later is dropped. Blocks: a second, for consumers.
  void end() noexcept;

  void added(const Source& source, const Object& object);
  void removed(const Source& source);
  void state_changed(const std::string& device, const device::StateChange& change);

  /// A consumer with an id of one that is gone takes its place.
  /// Throws what CF::DomainManager::registerWithEventChannel does. Blocks: for calls to the
  /// consumer and to an event service of another process, bounded by some seconds.
  void connect(const Object& consumer, const std::string& id, const std::string& channel);
  /// Throws what CF::DomainManager::unregisterFromEventChannel does.
  void disconnect(const std::string& id, const std::string& channel);

  /// The channel of this name, which is made if it is not there; no name: IDM_Channel. Nil if the
  /// domain has as many as it may.
  [[nodiscard]] Object find_or_make(const std::string& name);
  /// The two channels that have a name in the domain's context. Requires: before end().
  [[nodiscard]] std::map<std::string, Object> named_channels() const;

 private:
  using Channel = std::shared_ptr<DomainChannel>;
  [[nodiscard]] Channel make(const std::string& name);
  [[nodiscard]] Channel use(const std::string& name, const Object& elsewhere);
  /// Null if there is none. Requires: mutex_ held.
  [[nodiscard]] Channel find(const std::string& name) const;
  /// Throws CF::DomainManager::InvalidEventChannelName if there is none.
  [[nodiscard]] Channel channel(const std::string& name) const;
  [[nodiscard]] bool has_gone(const std::string& channel, const std::string& id) const;
  void forget(const std::string& channel, const std::string& id);
  template <class Event>
  void push(const Channel& channel, const Event& event);

  const std::string producer_;
  const OnProblem on_problem_;
  mutable os::Mutex consumers_mutex_;
  std::map<std::pair<std::string, std::string>, Object> consumers_;  // by channel and id
  mutable os::SharedMutex mutex_;  // of service_, which ends before the ORB
  std::optional<events::EventService> service_;
  std::map<std::string, Channel> elsewhere_;
  Channel outgoing_, incoming_;
};

}  // namespace orbweaver::registry
