// SPDX-License-Identifier: Apache-2.0
// An event service and its clients, which reach each other through sockets.
#pragma once
#include "core/rig.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/events/event_service.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin_poa.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::events {

/// A consumer that records what it gets, in its own program. Threads: any.
class Recorder final : public CORBA::servant_traits<CosEventComm::PushConsumer>::base_type {
 public:
  std::function<void()> on_push;

  void push(const CORBA::Any& data) override {
    std::int32_t value = 0;
    (void)(data >>= value);
    {
      const std::lock_guard lock(mutex_);
      values_.push_back(value);
      changed_.notify_all();
    }
    if (on_push) on_push();
  }
  void disconnect_push_consumer() override {
    const std::lock_guard lock(mutex_);
    is_disconnected_ = true;
    changed_.notify_all();
  }

  std::vector<std::int32_t> wait_for_values(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return values_.size() >= count; });
    return values_;
  }
  void wait_until_disconnected() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_disconnected_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::int32_t> values_;
  bool is_disconnected_ = false;
};

/// A supplier that knows whether its channel has ended.
class Supplier final : public CORBA::servant_traits<CosEventComm::PushSupplier>::base_type {
 public:
  void disconnect_push_supplier() override {
    is_disconnected_ = true;
    is_disconnected_.notify_all();
  }
  void wait_until_disconnected() const { is_disconnected_.wait(false); }

 private:
  std::atomic<bool> is_disconnected_{false};
};

class EventsOf : public testing::Test {
 protected:
  using ConsumerReference = CORBA::object_reference<CosEventComm::PushConsumer>;
  using ConsumerProxy = CORBA::object_reference<CosEventChannelAdmin::ProxyPushSupplier>;
  using SupplierProxy = CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer>;

  explicit EventsOf(const EventOptions& options = quick_options())
      : service(std::in_place, server, options, reports.listener()),
        channel(service->create("ODM_Channel").value()),
        remote(IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(
            client->string_to_object(server->object_to_string(channel->reference())))) {}
  ~EventsOf() override {
    client->destroy();
    service.reset();
    server->destroy();
  }

  /// Serves in the client's program; the reference is the server's.
  template <class Interface, class Servant>
  [[nodiscard]] CORBA::object_reference<Interface> publish(
      const std::shared_ptr<Servant>& servant) const {
    const auto root =
        IDL::traits<PortableServer::POA>::narrow(client->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return IDL::traits<Interface>::narrow(
        server->string_to_object(client->object_to_string(root->servant_to_reference(servant))));
  }
  [[nodiscard]] ConsumerReference publish_consumer(
      const std::shared_ptr<Recorder>& consumer) const {
    return publish<CosEventComm::PushConsumer>(consumer);
  }
  ConsumerProxy connect(const ConsumerReference& consumer) const {
    auto proxy = remote->for_consumers()->obtain_push_supplier();
    proxy->connect_push_consumer(consumer);
    return proxy;
  }
  [[nodiscard]] SupplierProxy connect_supplier() const {
    auto proxy = remote->for_suppliers()->obtain_push_consumer();
    proxy->connect_push_supplier(nullptr);
    return proxy;
  }
  void push(std::int32_t first, std::size_t count = 1) const {
    for (const auto value : numbers(first, count)) (void)channel->push(any_of(value));
  }

  Reports reports;
  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  std::optional<EventService> service;
  std::shared_ptr<Channel> channel;
  Channel::Reference remote;
};

}  // namespace orbweaver::events
