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
// A supplier never waits for a consumer, and no consumer waits for another one. Each consumer has a
// bounded queue; when it is full, the oldest event is dropped and counted. A consumer that hangs is
// called again after growing pauses, and is disconnected after several failures. An event is sent
// once: if the call fails, the event is counted and not sent again. No event survives the end of
// the program.
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

/// Why a channel was not created: name_in_use: another channel of the service has the name;
/// too_many_channels: see EventOptions::channels.
enum class CreateError { name_in_use, too_many_channels };
/// The reason as one readable line.
[[nodiscard]] const char* describe(CreateError error) noexcept;

/// Which callers may end the channel. `clients`: any client by EventChannel::destroy, and the
/// program. `program`: only Channel::destroy(); a client gets NO_PERMISSION.
enum class MayDestroy { clients, program };
/// `by_name`: the object's key is the channel's name, so that corbaloc::HOST:PORT/NAME refers to
/// it, also after a restart. `any`: the service makes the key.
enum class Key { any, by_name };

/// The options of a channel, when it is created.
struct ChannelTraits {
  MayDestroy may_destroy = MayDestroy::clients;  ///< whether clients may end it
  Key key = Key::any;  ///< whether its name is its object key at the service's address
};

/// Threads: any. After the channel has ended, calls have no effect.
class Channel {
 public:
  /// The channel's object, for clients.
  using Reference = CORBA::object_reference<CosEventChannelAdmin::EventChannel>;
  /// A consumer, as connect() connects it.
  using Consumer = CORBA::object_reference<CosEventComm::PushConsumer>;

  /// For EventService::create(), which makes channels.
  Channel(std::shared_ptr<ChannelObjects> objects, Reference reference);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// The name that was given to create(). Valid as long as this object.
  [[nodiscard]] const std::string& name() const noexcept;
  /// The channel's object, for clients. After the channel has ended, a call of it throws
  /// OBJECT_NOT_EXIST.
  [[nodiscard]] const Reference& reference() const noexcept { return reference_; }

  /// Queues the event for every consumer that is connected now. Never waits for a consumer. Order:
  /// the events of one thread reach each consumer in the order of its calls. Returns false once the
  /// channel has ended. Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, completed no, if the value
  /// cannot be sent.
  bool push(const CORBA::Any& event);

  /// Connects a consumer under an id, without a call of it. The consumer gets the events that are
  /// pushed from now on. Throws NO_IMPLEMENT for a local object.
  [[nodiscard]] Result<void, ConnectError> connect(const Consumer& consumer, const std::string& id);
  /// Disconnects the consumer without a call of it; events that are on their way still arrive.
  /// Returns false if no consumer is connected under the id.
  [[nodiscard]] bool disconnect(const std::string& id);

  /// The present counts. They can be read after the channel has ended.
  [[nodiscard]] ChannelStatistics statistics() const;
  /// Whether the channel has ended: by destroy(), by a client, or with the service.
  [[nodiscard]] bool is_destroyed() const;
  /// Disconnects all suppliers and consumers, and calls their disconnect operations without
  /// waiting.
  void destroy();

 private:
  const std::shared_ptr<ChannelObjects> objects_;
  const Reference reference_;
};

/// Threads: any. It is destroyed by one thread, and not by OnDisconnection.
class EventService {
 public:
  /// Starts the threads that call consumers. The ORB serves from now on. Throws the exceptions of
  /// POAManager::activate.
  explicit EventService(const std::shared_ptr<CORBA::ORB>& orb, const EventOptions& options = {},
                        OnDisconnection on_disconnection = {});
  /// Destroys all channels. Blocks: up to EventOptions::close_timeout for the last calls, and until
  /// the calls under way have returned, at most EventOptions::call_timeout. OnDisconnection is not
  /// called afterwards.
  ~EventService();
  EventService(const EventService&) = delete;
  EventService& operator=(const EventService&) = delete;

  /// Makes a channel. Throws BAD_PARAM for an empty name; if the key is by name and in use, the
  /// exceptions of POA::activate_object_with_id.
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
