// SPDX-License-Identifier: Apache-2.0
// An event channel of a domain: built in, or of an event service in another process.
//
//   built in         the domain pushes ──► events::Channel ──► consumers
//   other service    the domain pushes ──► events::Channel ──► the other channel ──► consumers
//
// In both cases the built-in channel is the bounded queue, so the domain never waits for the other
// event service.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/events/event_service.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <memory>
#include <string>

namespace orbweaver::registry {

/// Threads: any.
class DomainChannel {
 public:
  using Object = CORBA::object_reference<CORBA::Object>;
  using Consumer = CORBA::object_reference<CosEventComm::PushConsumer>;

  DomainChannel() = default;
  DomainChannel(const DomainChannel&) = delete;
  DomainChannel& operator=(const DomainChannel&) = delete;
  virtual ~DomainChannel() = default;

  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  /// The channel's object for clients: a CosEventChannelAdmin::EventChannel.
  [[nodiscard]] virtual Object reference() const = 0;
  /// Queues the event. Never blocks.
  virtual void push(const CORBA::Any& event) = 0;
  /// Connects a consumer. Throws the exceptions of CF::DomainManager::registerWithEventChannel.
  virtual void connect(const Consumer& consumer, const std::string& id) = 0;
  /// Returns false if no consumer is connected under the id.
  [[nodiscard]] virtual bool disconnect(const std::string& id) = 0;
};

class BuiltInChannel final : public DomainChannel {
 public:
  explicit BuiltInChannel(std::shared_ptr<events::Channel> channel)
      : channel_(std::move(channel)) {}

  [[nodiscard]] const std::string& name() const noexcept override { return channel_->name(); }
  [[nodiscard]] Object reference() const override { return channel_->reference(); }
  void push(const CORBA::Any& event) override { (void)channel_->push(event); }
  void connect(const Consumer& consumer, const std::string& id) override;
  [[nodiscard]] bool disconnect(const std::string& id) override { return channel_->disconnect(id); }

 private:
  const std::shared_ptr<events::Channel> channel_;
};

/// A channel of an event service in another process. The domain did not make it and does not
/// destroy it. Calls of it are limited to some seconds.
class ForeignChannel final : public DomainChannel {
 public:
  using Reference = CORBA::object_reference<CosEventChannelAdmin::EventChannel>;

  /// Connects `queue` to the channel. Throws CORBA exceptions.
  ForeignChannel(std::shared_ptr<events::Channel> queue, const Object& channel);

  [[nodiscard]] const std::string& name() const noexcept override { return queue_->name(); }
  [[nodiscard]] Object reference() const override { return channel_; }
  void push(const CORBA::Any& event) override { (void)queue_->push(event); }
  /// Throws CORBA system exceptions of the event service, too.
  void connect(const Consumer& consumer, const std::string& id) override;
  [[nodiscard]] bool disconnect(const std::string& id) override;

 private:
  using Proxy = CORBA::object_reference<CosEventChannelAdmin::ProxyPushSupplier>;

  [[nodiscard]] Proxy new_proxy(const Consumer& consumer) const;

  const std::shared_ptr<events::Channel> queue_;
  const Reference channel_;
  os::Mutex mutex_;
  std::map<std::string, Proxy> proxies_;  // nil while the consumer is being connected
};

}  // namespace orbweaver::registry
