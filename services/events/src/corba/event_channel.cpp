// SPDX-License-Identifier: Apache-2.0
#include "event_channel.hpp"

#include <string>

namespace orbweaver::events {

namespace {

[[noreturn]] void no_pull(const char* instead) {
  throw CORBA::NO_IMPLEMENT(
      0, CORBA::CompletionStatus::COMPLETED_NO,
      std::string{"this event channel has the push model only; use "} + instead);
}

}  // namespace

ChannelObjects::ConsumerProxy ConsumerAdmin::obtain_push_supplier() {
  return channel_->make_consumer_proxy();
}

CORBA::object_reference<CosEventChannelAdmin::ProxyPullSupplier>
ConsumerAdmin::obtain_pull_supplier() {
  no_pull("obtain_push_supplier");
}

ChannelObjects::SupplierProxy SupplierAdmin::obtain_push_consumer() {
  return channel_->make_supplier_proxy();
}

CORBA::object_reference<CosEventChannelAdmin::ProxyPullConsumer>
SupplierAdmin::obtain_pull_consumer() {
  no_pull("obtain_push_consumer");
}

EventChannel::EventChannel(std::shared_ptr<ChannelObjects> channel)
    : channel_(std::move(channel)),
      consumers_(channel_->activate<CosEventChannelAdmin::ConsumerAdmin>(
          CORBA::make_reference<ConsumerAdmin>(channel_))),
      suppliers_(channel_->activate<CosEventChannelAdmin::SupplierAdmin>(
          CORBA::make_reference<SupplierAdmin>(channel_))) {}

CORBA::object_reference<CosEventChannelAdmin::ConsumerAdmin> EventChannel::for_consumers() {
  if (channel_->core().is_destroyed()) throw_destroyed();
  return consumers_;
}

CORBA::object_reference<CosEventChannelAdmin::SupplierAdmin> EventChannel::for_suppliers() {
  if (channel_->core().is_destroyed()) throw_destroyed();
  return suppliers_;
}

void EventChannel::destroy() {
  if (channel_->may_destroy() == MayDestroy::program)
    throw CORBA::NO_PERMISSION(0, CORBA::CompletionStatus::COMPLETED_NO,
                               "only the program that made this event channel may destroy it");
  channel_->destroy();
}

}  // namespace orbweaver::events
