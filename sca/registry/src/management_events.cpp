// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/management_events.hpp>

#include <orbweaver/device/state_event.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <orbweaver/registry/presence.hpp>

namespace orbweaver::registry {

namespace {

using program::text_of;

using Consumer = CORBA::object_reference<CosEventComm::PushConsumer>;

constexpr const char* kOutgoing = "ODM_Channel";
constexpr const char* kIncoming = "IDM_Channel";
constexpr const char* kConsumerInterface = "IDL:omg.org/CosEventComm/PushConsumer:1.0";
constexpr Nanoseconds kConsumerTimeout = std::chrono::seconds{5};

/// Narrows to a consumer. Throws CF::InvalidObjectReference.
Consumer consumer_of(const ManagementEvents::Object& object) {
  try {
    if (!bounded(object, Deadline::after(kConsumerTimeout))->_is_a(kConsumerInterface))
      throw CF::InvalidObjectReference("it is no CosEventComm::PushConsumer");
  } catch (const CORBA::SystemException& failed) {
    throw CF::InvalidObjectReference("the consumer does not answer: " + text_of(failed));
  }
  return corba::StubFactory::unchecked_narrow<CosEventComm::PushConsumer>(object);
}

std::string line_of(const events::Disconnection& gone) {
  return "event channel '" + gone.channel + "': consumer '" + gone.consumer.id +
         "' was disconnected: " + gone.reason;
}

CORBA::BAD_PARAM refusal(const std::string& channel, const std::string& why) {
  return CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO,
                          "event channel '" + channel + "' cannot be used: " + why);
}

}  // namespace

ManagementEvents::ManagementEvents(const std::shared_ptr<CORBA::ORB>& orb,
                                   CosNaming::NamingContext& context, std::string producer,
                                   const Elsewhere& elsewhere, OnProblem on_problem)
    : producer_(std::move(producer)), on_problem_(std::move(on_problem)) {
  service_.emplace(orb, events::EventOptions{}, [this](const events::Disconnection& gone) {
    forget(gone.channel, gone.consumer.id);
    if (on_problem_) on_problem_(line_of(gone));
  });
  for (const auto& [name, object] : elsewhere) elsewhere_[name] = use(name, object);
  const auto find_or_make = [this](const char* name) {
    auto found = find(name);
    return found ? found : make(name);
  };
  outgoing_ = find_or_make(kOutgoing);
  incoming_ = find_or_make(kIncoming);
  for (const auto& entry : {outgoing_, incoming_})
    context.bind({CosNaming::NameComponent{entry->name(), ""}}, entry->reference());
}

std::map<std::string, ManagementEvents::Object> ManagementEvents::named_channels() const {
  const std::shared_lock lock{mutex_};
  return {{outgoing_->name(), outgoing_->reference()}, {incoming_->name(), incoming_->reference()}};
}

void ManagementEvents::end() noexcept {
  const std::unique_lock lock{mutex_};
  outgoing_ = incoming_ = nullptr;
  elsewhere_.clear();
  service_.reset();
}

/// Makes a channel that clients cannot destroy. Returns null if there are too many.
ManagementEvents::Channel ManagementEvents::make(const std::string& name) {
  (void)service_->create(name, {.may_destroy = events::MayDestroy::program});
  return find(name);  // the new one, or one that another thread made first
}

ManagementEvents::Channel ManagementEvents::use(const std::string& name, const Object& elsewhere) {
  auto queue = service_->create(name, {.may_destroy = events::MayDestroy::program});
  if (!queue) throw refusal(name, events::describe(queue.error()));
  try {
    return std::make_shared<ForeignChannel>(std::move(*queue), elsewhere);
  } catch (const CORBA::Exception& wrong) {
    throw refusal(name, text_of(wrong));
  }
}

ManagementEvents::Channel ManagementEvents::find(const std::string& name) const {
  if (const auto found = elsewhere_.find(name); found != elsewhere_.end()) return found->second;
  auto built_in = service_ ? service_->find(name) : nullptr;
  return built_in ? std::make_shared<BuiltInChannel>(std::move(built_in)) : nullptr;
}

ManagementEvents::Channel ManagementEvents::channel(const std::string& name) const {
  const std::shared_lock lock{mutex_};
  auto found = find(name);
  if (!found) throw CF::DomainManager::InvalidEventChannelName();
  return found;
}

ManagementEvents::Object ManagementEvents::find_or_make(const std::string& name) {
  const std::shared_lock lock{mutex_};
  if (!service_) return nullptr;
  const auto& wanted = name.empty() ? kIncoming : name;
  auto found = find(wanted);
  if (!found) found = make(wanted);
  return found ? found->reference() : nullptr;
}

template <class Event>
void ManagementEvents::push(const Channel& channel, const Event& event) {
  if (!channel) return;  // the domain is ending
  CORBA::Any any;
  any <<= event;
  channel->push(any);
}

void ManagementEvents::added(const Source& source, const Object& object) {
  const std::shared_lock lock{mutex_};
  push(outgoing_, StandardEvent::DomainManagementObjectAddedEventType{
                      producer_, source.id, source.name, source.kind, object});
}

void ManagementEvents::removed(const Source& source) {
  const std::shared_lock lock{mutex_};
  push(outgoing_, StandardEvent::DomainManagementObjectRemovedEventType{producer_, source.id,
                                                                        source.name, source.kind});
}

void ManagementEvents::state_changed(const std::string& device, const device::StateChange& change) {
  const std::shared_lock lock{mutex_};
  push(incoming_, device::event_of(device, change));
}

void ManagementEvents::connect(const Object& consumer, const std::string& id,
                               const std::string& name) {
  const auto to = channel(name);
  const auto asked = consumer_of(consumer);
  try {
    to->connect(asked, id);
  } catch (const CF::DomainManager::AlreadyConnected&) {
    if (!has_gone(name, id)) throw;
    (void)to->disconnect(id);
    to->connect(asked, id);
  }
  const std::scoped_lock lock{consumers_mutex_};
  consumers_.insert_or_assign({name, id}, asked);
}

/// Whether the consumer with this id is gone: its process has ended without disconnecting.
bool ManagementEvents::has_gone(const std::string& channel, const std::string& id) const {
  Object former;
  {
    const std::scoped_lock lock{consumers_mutex_};
    const auto found = consumers_.find({channel, id});
    if (found == consumers_.end()) return false;
    former = found->second;
  }
  const auto presence = presence_of(former, Deadline::after(kConsumerTimeout)).presence;
  return presence == Presence::gone || presence == Presence::unreachable;
}

void ManagementEvents::forget(const std::string& channel, const std::string& id) {
  const std::scoped_lock lock{consumers_mutex_};
  consumers_.erase({channel, id});
}

void ManagementEvents::disconnect(const std::string& id, const std::string& name) {
  if (!channel(name)->disconnect(id)) throw CF::DomainManager::NotConnected();
  forget(name, id);
}

}  // namespace orbweaver::registry
