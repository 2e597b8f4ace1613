// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/events/event_service.hpp>

#include "channel_objects.hpp"
#include "core/channel_core.hpp"
#include "core/delivery_pool.hpp"
#include "core/reporter.hpp"
#include "event_channel.hpp"
#include "remote_consumer.hpp"

#include <cstdint>
#include <ranges>
#include <string>
#include <utility>

namespace orbweaver::events {

namespace {

CORBA::object_reference<PortableServer::POA> adapter_of(CORBA::ORB& orb, const char* name) {
  return IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references(name));
}

// Tries another name if another service of the ORB has this one.
CORBA::object_reference<PortableServer::POA> make_child(PortableServer::POA& root,
                                                        const CORBA::PolicyList& policies) {
  for (std::uint64_t number = 1;; ++number) {
    try {
      const auto name = "orbweaver.events." + std::to_string(number);
      return root.create_POA(name, root.the_POAManager(), policies);
    } catch (const PortableServer::POA::AdapterAlreadyExists&) {
      continue;
    }
  }
}

// Each object gets a lane, also if the ORB's options give it none, so that the events of a supplier
// keep their order.
CORBA::object_reference<PortableServer::POA> make_adapter(CORBA::ORB& orb) {
  using PortableServer::ImplicitActivationPolicyValue;
  const auto root = adapter_of(orb, "RootPOA");
  return make_child(
      *root,
      {root->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       std::make_shared<corba::DispatchPolicy>(wire::Dispatch::lane)});
}

}  // namespace

const char* describe(CreateError error) noexcept {
  return error == CreateError::name_in_use ? "an event channel with this name exists already"
                                           : "the event service takes no more channels";
}

// ---- one channel ----

Channel::Channel(std::shared_ptr<ChannelObjects> objects, Reference reference)
    : objects_(std::move(objects)), reference_(std::move(reference)) {}

Channel::~Channel() = default;

const std::string& Channel::name() const noexcept { return objects_->core().name(); }

bool Channel::push(const CORBA::Any& event) { return objects_->core().push(event); }

Result<void, ConnectError> Channel::connect(const Consumer& consumer, const std::string& id) {
  if (!consumer) return unexpected(ConnectError::nil_consumer);
  const auto timeout = objects_->core().options().call_timeout;
  return objects_->core().connect(id, std::make_shared<RemoteConsumer>(consumer, timeout));
}

bool Channel::disconnect(const std::string& id) { return objects_->core().disconnect(id); }

ChannelStatistics Channel::statistics() const {
  auto all = objects_->core().statistics();
  all.suppliers = objects_->suppliers();
  return all;
}

bool Channel::is_destroyed() const { return objects_->core().is_destroyed(); }

void Channel::destroy() { objects_->destroy(); }

// ---- the service ----

EventService::EventService(const std::shared_ptr<CORBA::ORB>& orb, const EventOptions& options,
                           OnDisconnection on_disconnection)
    : orb_(orb),
      options_(options),
      reporter_(std::make_shared<Reporter>(std::move(on_disconnection))),
      pool_(std::make_shared<DeliveryPool>(options.threads)) {
  adapter_of(*orb_, "RootPOA")->the_POAManager()->activate();
}

EventService::~EventService() {
  for (const auto& channel : channels()) channel->destroy();
  pool_->stop(Deadline::at(now() + options_.close_timeout));
  reporter_->close();
}

// Removes channels that clients have destroyed.
void EventService::forget_destroyed() {
  std::erase_if(channels_, [](const auto& entry) { return entry.second->is_destroyed(); });
}

Result<std::shared_ptr<Channel>, CreateError> EventService::create(const std::string& name,
                                                                   const ChannelTraits& traits) {
  if (name.empty())
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "an event channel needs a name");
  const std::lock_guard lock(mutex_);
  forget_destroyed();
  if (channels_.contains(name)) return unexpected(CreateError::name_in_use);
  if (channels_.size() >= options_.channels) return unexpected(CreateError::too_many_channels);
  auto channel = make(name, traits);
  channels_.emplace(name, channel);
  return channel;
}

std::shared_ptr<Channel> EventService::make(const std::string& name, const ChannelTraits& traits) {
  auto core = std::make_shared<ChannelCore>(
      name, options_, pool_,
      [reporter = reporter_](const Disconnection& report) { reporter->report(report); });
  const auto adapter = make_adapter(*orb_);
  const ChannelObjects::Adapter names =
      traits.key == Key::by_name ? adapter_of(*orb_, "INSPOA") : nullptr;
  auto objects =
      std::make_shared<ChannelObjects>(std::move(core), pool_, adapter, names, traits.may_destroy);
  return std::make_shared<Channel>(objects, objects->make_channel());
}

std::shared_ptr<Channel> EventService::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = channels_.find(name);
  if (found == channels_.end() || found->second->is_destroyed()) return nullptr;
  return found->second;
}

std::vector<std::shared_ptr<Channel>> EventService::channels() const {
  const std::lock_guard lock(mutex_);
  const auto all = channels_ | std::views::values;
  return {all.begin(), all.end()};
}

}  // namespace orbweaver::events
