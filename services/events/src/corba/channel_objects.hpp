// SPDX-License-Identifier: Apache-2.0
// The parts that all objects of one channel share: the core, the adapter, and the proxies.
#pragma once
#include "core/channel_core.hpp"
#include "remote_consumer.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/events/event_service.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace orbweaver::events {

class ProxyPushConsumer;
class ProxyPushSupplier;

[[noreturn]] void throw_destroyed();
/// Throws the client's exception: AlreadyConnected, IMP_LIMIT or OBJECT_NOT_EXIST.
[[noreturn]] void throw_connect_error(ConnectError error);

/// Threads: any.
class ChannelObjects : public std::enable_shared_from_this<ChannelObjects> {
 public:
  using Adapter = CORBA::object_reference<PortableServer::POA>;
  using SupplierProxy = CORBA::object_reference<CosEventChannelAdmin::ProxyPushConsumer>;
  using ConsumerProxy = CORBA::object_reference<CosEventChannelAdmin::ProxyPushSupplier>;

  /// `names`: the adapter whose object keys are names, if the channel's key is its name; else nil.
  ChannelObjects(std::shared_ptr<ChannelCore> core, std::shared_ptr<DeliveryPool> pool,
                 Adapter adapter, Adapter names, MayDestroy may_destroy)
      : core_(std::move(core)),
        pool_(std::move(pool)),
        adapter_(std::move(adapter)),
        names_(std::move(names)),
        may_destroy_(may_destroy) {}

  [[nodiscard]] ChannelCore& core() const noexcept { return *core_; }
  [[nodiscard]] MayDestroy may_destroy() const noexcept { return may_destroy_; }

  /// Activates the servant and returns its reference. Throws OBJECT_NOT_EXIST if the channel has
  /// ended.
  template <class Interface, class ServantReference>
  [[nodiscard]] CORBA::object_reference<Interface> activate(const ServantReference& servant) const {
    return IDL::traits<Interface>::narrow(adapter_->servant_to_reference(servant));
  }
  /// Deactivates the servant. Does nothing if it is not active.
  void deactivate(const PortableServer::Servant& servant) const;

  /// Makes the channel's object. Called once.
  [[nodiscard]] Channel::Reference make_channel();
  /// Both functions throw IMP_LIMIT, and OBJECT_NOT_EXIST if the channel has ended.
  [[nodiscard]] SupplierProxy make_supplier_proxy();
  [[nodiscard]] ConsumerProxy make_consumer_proxy();
  /// Both functions do nothing if the proxy was removed before.
  void remove(const ProxyPushConsumer* proxy);
  void remove(const ProxyPushSupplier* proxy);
  [[nodiscard]] std::size_t suppliers() const;

  /// Disconnects all suppliers and consumers, calls their disconnect operations, and deactivates
  /// all objects of the channel. Does not wait for clients.
  void destroy();

 private:
  void say_goodbye(const PushSupplier& supplier) const;
  void deactivate_all() const;

  const std::shared_ptr<ChannelCore> core_;
  const std::shared_ptr<DeliveryPool> pool_;
  const Adapter adapter_, names_;
  const MayDestroy may_destroy_;

  mutable os::Mutex mutex_;
  bool is_destroyed_ = false;
  std::map<const ProxyPushConsumer*, std::weak_ptr<ProxyPushConsumer>> suppliers_;
  std::set<const ProxyPushSupplier*> consumers_;
};

}  // namespace orbweaver::events
