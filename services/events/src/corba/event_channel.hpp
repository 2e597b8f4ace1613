// SPDX-License-Identifier: Apache-2.0
// The channel's own objects: EventChannel, ConsumerAdmin and SupplierAdmin. OMG Event Service 1.2,
// 2.5. The pull model is not supported: its operations raise NO_IMPLEMENT.
#pragma once
#include "channel_objects.hpp"

#include <memory>
#include <utility>

namespace orbweaver::events {

class ConsumerAdmin final
    : public CORBA::servant_traits<CosEventChannelAdmin::ConsumerAdmin>::base_type {
 public:
  explicit ConsumerAdmin(std::shared_ptr<ChannelObjects> channel) : channel_(std::move(channel)) {}
  ChannelObjects::ConsumerProxy obtain_push_supplier() override;
  CORBA::object_reference<CosEventChannelAdmin::ProxyPullSupplier> obtain_pull_supplier() override;

 private:
  const std::shared_ptr<ChannelObjects> channel_;
};

class SupplierAdmin final
    : public CORBA::servant_traits<CosEventChannelAdmin::SupplierAdmin>::base_type {
 public:
  explicit SupplierAdmin(std::shared_ptr<ChannelObjects> channel) : channel_(std::move(channel)) {}
  ChannelObjects::SupplierProxy obtain_push_consumer() override;
  CORBA::object_reference<CosEventChannelAdmin::ProxyPullConsumer> obtain_pull_consumer() override;

 private:
  const std::shared_ptr<ChannelObjects> channel_;
};

class EventChannel final
    : public CORBA::servant_traits<CosEventChannelAdmin::EventChannel>::base_type {
 public:
  /// Activates both admins in the channel's adapter.
  explicit EventChannel(std::shared_ptr<ChannelObjects> channel);
  CORBA::object_reference<CosEventChannelAdmin::ConsumerAdmin> for_consumers() override;
  CORBA::object_reference<CosEventChannelAdmin::SupplierAdmin> for_suppliers() override;
  /// Throws NO_PERMISSION if only the program may end the channel.
  void destroy() override;

 private:
  const std::shared_ptr<ChannelObjects> channel_;
  const CORBA::object_reference<CosEventChannelAdmin::ConsumerAdmin> consumers_;
  const CORBA::object_reference<CosEventChannelAdmin::SupplierAdmin> suppliers_;
};

}  // namespace orbweaver::events
