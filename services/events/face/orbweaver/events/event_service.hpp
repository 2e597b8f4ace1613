// SPDX-License-Identifier: Apache-2.0
// Event channels of the push model, in any program that has an ORB (OMG Event Service 1.2). Each
// event that a supplier pushes goes to every consumer that is connected to the channel:
//
//   events::EventService service(orb);
//   const auto channel = service.create("ODM_Channel").value();
//   channel->reference();              // for clients: a CosEventChannelAdmin::EventChannel
//   channel->push(event);              // for this program, without CORBA
//   channel->connect(consumer, "id");  // as CF::DomainManager::registerWithEventChannel does
//
// A supplier never waits for a consumer, and no consumer for another one. What waits for each
// consumer is bounded; when the queue is full, the oldest event is dropped and counted. A consumer
// that hangs is called again after growing pauses, and disconnected in the end. Events are sent
// once: one whose call failed is counted, and not sent again. Nothing outlives the program.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/events/connect_error.hpp>
#include <orbweaver/events/options.hpp>
#include <orbweaver/events/statistics.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::events {

class ChannelObjects;
class DeliveryPool;
class Reporter;

/// Why there is no channel: name_in_use, by another channel of the service; too_many_channels,
/// EventOptions::channels.
enum class CreateError { name_in_use, too_many_channels };
/// The reason as one readable line.
[[nodiscard]] const char* describe(CreateError error) noexcept;

/// The callers that may call EventChannel::destroy; others get NO_PERMISSION.
/// `clients`: any client, and the program. `program`: Channel::destroy() alone.
enum class MayDestroy { clients, program };
/// `by_name`: the object's key is the channel's name, so that corbaloc::HOST:PORT/NAME leads to it,
/// also after a restart. `any`: the service makes the key.
enum class Key { any, by_name };

/// The choices for a channel, when it is created.
struct ChannelTraits {
  MayDestroy may_destroy = MayDestroy::clients;  ///< whether clients may end it
  Key key = Key::any;  ///< whether it is found by its name at the service's address
};

/// Threads: any. Usable, but without effect, once the channel has ended.
class Channel {
 public:
  /// The channel's object, for clients.
  using Reference = CORBA::object_reference<CosEventChannelAdmin::EventChannel>;
  /// A consumer, as connect() connects it.
  using Consumer = CORBA::object_reference<CosEventComm::PushConsumer>;

  /// EventService::create() makes channels.
  Channel(std::shared_ptr<ChannelObjects> objects, Reference reference);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// The name that create() got. Valid as long as this.
  [[nodiscard]] const std::string& name() const noexcept;
  /// For clients. A call of it throws OBJECT_NOT_EXIST once the channel has ended.
  [[nodiscard]] const Reference& reference() const noexcept { return reference_; }

  /// Queues the event for every consumer that is connected now. Never waits for a consumer. Order:
  /// the events of one thread reach each consumer in the order of its calls. Returns false once the
  /// channel has ended. Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, completed no, if the value
  /// cannot be sent.
  bool push(const CORBA::Any& event);

  /// Connects a consumer under an id, without a call to it. It gets the events from now on. Throws
  /// NO_IMPLEMENT for a local object.
  [[nodiscard]] Result<void, ConnectError> connect(const Consumer& consumer, const std::string& id);
  /// Returns false if no consumer is connected under the id. The consumer is not called; events
  /// that are on their way still arrive.
  [[nodiscard]] bool disconnect(const std::string& id);

  /// The counts now. They stay readable when the channel has ended.
  [[nodiscard]] ChannelStatistics statistics() const;
  /// True when it has ended: by destroy(), by a client, or with the service.
  [[nodiscard]] bool is_destroyed() const;
  /// Disconnects all suppliers and consumers, and calls their disconnect operations without
  /// waiting.
  void destroy();

 private:
  const std::shared_ptr<ChannelObjects> objects_;
  const Reference reference_;
};

/// Threads: any; its end by one thread alone, and not by OnDisconnection.
class EventService {
 public:
  /// Starts the threads that call consumers. The ORB serves from now on. Throws as
  /// POAManager::activate.
  explicit EventService(const std::shared_ptr<CORBA::ORB>& orb, const EventOptions& options = {},
                        OnDisconnection on_disconnection = {});
  /// Destroys all channels. Blocks: up to EventOptions::close_timeout, and until the calls that are
  /// under way have left, at most EventOptions::call_timeout. OnDisconnection is not called after
  /// it.
  ~EventService();
  EventService(const EventService&) = delete;
  EventService& operator=(const EventService&) = delete;

  /// Makes a channel. Throws BAD_PARAM for an empty name; as POA::activate_object_with_id if the
  /// key is by name and in use.
  [[nodiscard]] Result<std::shared_ptr<Channel>, CreateError> create(
      const std::string& name, const ChannelTraits& traits = {});
  /// The channel with this name; null if there is none, or if it was destroyed.
  [[nodiscard]] std::shared_ptr<Channel> find(const std::string& name) const;
  /// The channels that have not ended, in the order of their names.
  [[nodiscard]] std::vector<std::shared_ptr<Channel>> channels() const;

 private:
  void forget_destroyed();  // requires: mutex_ held
  [[nodiscard]] std::shared_ptr<Channel> make(const std::string& name, const ChannelTraits& traits);

  const std::shared_ptr<CORBA::ORB> orb_;
  const EventOptions options_;
  const std::shared_ptr<Reporter> reporter_;
  const std::shared_ptr<DeliveryPool> pool_;
  mutable os::Mutex mutex_;
  std::map<std::string, std::shared_ptr<Channel>> channels_;
};

}  // namespace orbweaver::events
