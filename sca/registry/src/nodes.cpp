// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/nodes.hpp>

#include <orbweaver/program/exception_text.hpp>

#include <orbweaver/registry/program_ends.hpp>
#include "other_uses.hpp"
#include "remote_device.hpp"

namespace orbweaver::registry {

namespace {

using program::text_of;

using Number = CF::ErrorNumberType;
using What = NodeChange::What;
using Kind = NodeChange::Kind;

constexpr const char* kLostMeanwhile = "the node was lost while it registered; try again";

[[noreturn]] void refuse(Number number, const std::string& why) {
  throw CF::DomainManager::RegisterError(number, why);
}

NodeNames names_of(const JoinedNode& node) { return {node.id, node.label}; }

void check_registers(const NodeNames& node, bool is_proved) {
  const auto why = why_not(Registrar::calling(), node, is_proved);
  if (!why.empty()) refuse(Number::CF_EPERM, why);
}

void check_unregisters(const JoinedNode& node) {
  const auto why = why_not(Registrar::calling(), names_of(node), node.is_proved);
  if (!why.empty()) throw CF::DomainManager::UnregisterError(Number::CF_EPERM, why);
}

/// Calls another process. If that fails, throws InvalidObjectReference.
template <class Ask>
auto answer_of(const char* what, Ask ask) {
  try {
    return ask();
  } catch (const CORBA::SystemException& failed) {
    throw CF::InvalidObjectReference(std::string{what} + " does not answer: " + text_of(failed));
  }
}

/// Limits the registrations under way, as each holds a thread of the domain.
class RegistrationSlot {
 public:
  RegistrationSlot(os::Atomic<std::size_t>& count, std::size_t most) : count_(&count) {
    if (++count <= most) return;
    --count;
    refuse(Number::CF_EAGAIN, std::to_string(most) + " registrations are under way; try again");
  }
  ~RegistrationSlot() { --*count_; }
  RegistrationSlot(const RegistrationSlot&) = delete;
  RegistrationSlot& operator=(const RegistrationSlot&) = delete;

 private:
  os::Atomic<std::size_t>* count_;
};

/// Asks the device itself, as it may outlive its node.
bool is_there(const NodeDevice& device, Nanoseconds timeout) {
  return presence_of(device.device, Deadline::after(timeout)).presence == Presence::there;
}

NodeChange change_of(What what, const JoinedNode& node, const std::string& how = {}) {
  return {what, Kind::node, node.id, node.label, node.id, how, node.manager};
}

NodeChange change_of(What what, const NodeDevice& device, const std::string& node,
                     const std::string& how = {}) {
  return {what, Kind::device, device.id, device.label, node, how, device.device};
}

}  // namespace

Nodes::Nodes(NodeParts parts, NodeOptions options)
    : parts_(std::move(parts)),
      events_(parts_.events.lock().get()),
      options_(options),
      bridge_(parts_.orb),
      leases_(options.lease, options.threads) {}

CF::DomainManager::DeviceManagerSequence Nodes::managers() {
  const std::scoped_lock lock{mutex_};
  CF::DomainManager::DeviceManagerSequence device_manager_sequence;
  for (const auto& node : table_.all())
    if (node.is_whole) device_manager_sequence.push_back(node.manager);
  return device_manager_sequence;
}

std::vector<std::string> Nodes::losses() {
  const std::scoped_lock lock{mutex_};
  return losses_.lines();
}

bool Nodes::forget_loss(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  return losses_.forget(id);
}

void Nodes::register_manager(const ManagerReference& manager) {
  const RegistrationSlot slot{registrations_, options_.registrations};
  const auto answers = answer_of("the device manager", [&] { return ask(manager); });
  const auto known = find(manager);
  check_registers({answers.id, answers.label}, known && known->is_proved);
  if (known) return add_all(*known, answers);
  make_way_for_node(answers.id);
  const auto node = enter(manager, answers);
  events_->node_changed(change_of(What::registered, node));
  try {
    add_all(node, answers);
  } catch (...) {
    remove_node(node.number, What::unregistered, "not all that it has could be taken");
    throw;
  }
}

std::optional<JoinedNode> Nodes::find(const ManagerReference& manager) {
  const std::scoped_lock lock{mutex_};
  const auto* const found = table_.find(manager);
  return found == nullptr ? std::nullopt : std::optional{*found};
}

Nodes::Answers Nodes::ask(const ManagerReference& manager) const {
  CallsEndBy calls{*parts_.orb, Deadline::after(options_.timeout)};
  Answers answers;
  answers.id = manager->identifier();
  calls.renew();
  answers.label = manager->label();
  calls.renew();
  answers.files = manager->fileSys();
  calls.renew();
  answers.devices = manager->registeredDevices();
  calls.renew();
  answers.services = manager->registeredServices();
  return answers;
}

JoinedNode Nodes::enter(const ManagerReference& manager, const Answers& answers) {
  const std::scoped_lock lock{mutex_};
  if (table_.find_id(answers.id) != nullptr)
    refuse(Number::CF_EEXIST, "another node registers as '" + answers.id + "'; try again");
  if (table_.all().size() >= options_.most_nodes)
    refuse(Number::CF_ENOSPC, "the domain has " + std::to_string(options_.most_nodes) + " nodes");
  JoinedNode node;
  node.id = answers.id;
  node.label = answers.label;
  node.manager = manager;
  node.files = answers.files;
  node.is_proved = !Registrar::calling().certificate.empty();
  node.mount_point = mount(answers);
  auto& entered = table_.add(std::move(node));
  losses_.note(change_of(What::registered, entered));
  entered.lease = leases_.watch(
      {manager, Leases::Silence::ends_it, [this, number = entered.number](const std::string& how) {
         remove_node(number, What::lost, how);
       }});
  return entered;
}

/// Mounts the node's file system at "/DomainName/HostName" (SCA 2.2.2, 3.1.3.2.3.5.3). No client
/// can unmount it.
std::string Nodes::mount(const Answers& answers) {
  if (answers.id.empty()) refuse(Number::CF_EINVAL, "the node has no identifier");
  if (!answers.files) refuse(Number::CF_EINVAL, "the node's fileSys is a nil reference");
  if (answers.label.empty() || answers.label.find('/') != std::string::npos)
    refuse(Number::CF_EINVAL, "label '" + answers.label + "' is no name for a folder");
  const auto point = "/" + parts_.domain + "/" + answers.label;
  try {
    parts_.files->mount(point, answers.files);
  } catch (const CF::FileManager::MountPointAlreadyExists&) {
    refuse(Number::CF_EEXIST,
           "another node has the label '" + answers.label + "': give each node a label of its own");
  } catch (const CF::FileManager::InvalidFileSystem&) {
    refuse(Number::CF_EINVAL, "the node's fileSys is the domain's own file manager");
  } catch (const CF::InvalidFileName& wrong) {
    refuse(Number::CF_EINVAL, "label '" + answers.label + "': " + wrong.msg());
  }
  return point;
}

void Nodes::add_all(const JoinedNode& node, const Answers& answers) {
  if (answers.devices.size() > options_.most_devices)
    refuse(Number::CF_ENOSPC,
           "the node has more than " + std::to_string(options_.most_devices) + " devices");
  for (const auto& device : answers.devices)
    if (device) add_device(node, device);
  const std::scoped_lock lock{mutex_};
  auto* const entered = table_.find(node.number);
  if (entered == nullptr) refuse(Number::CF_EAGAIN, kLostMeanwhile);
  for (const auto& service : answers.services)
    if (service.serviceObject())
      add_service(*entered, service.serviceName(), service.serviceObject());
  entered->is_whole = true;
}

void Nodes::register_device(const DeviceReference& device, const ManagerReference& manager) {
  const RegistrationSlot slot{registrations_, options_.registrations};
  const auto node = find(manager);
  if (!node) throw CF::DomainManager::DeviceManagerNotRegistered();
  check_registers(names_of(*node), node->is_proved);
  add_device(*node, device);
}

/// Serves the object at which the device with this identifier reports ends of programs.
std::shared_ptr<const ServedProgramEnds> Nodes::serve_ends(const std::string& device) const {
  return std::make_shared<ServedProgramEnds>(
      parts_.adapter, [weak = parts_.events, device](const std::vector<EndOfProgram>& programs) {
        if (const auto alive = weak.lock()) alive->programs_ended(device, programs);
      });
}

void Nodes::add_device(const JoinedNode& node, const DeviceReference& device) {
  std::shared_ptr<const ServedProgramEnds> ends;
  auto known = answer_of("the device", [&]() -> std::optional<KnownDevice> {
    CallsEndBy calls{*parts_.orb, Deadline::after(options_.timeout)};
    const auto id = device->identifier();
    if (id.empty()) refuse(Number::CF_EINVAL, "the device has no identifier");
    if (!make_way_for_device(id, device)) return {};
    DeviceQuestions questions{bridge_, *node.manager, *node.files, calls};
    auto answered =
        questions.ask(device, id, [this](const std::string& line) { events_->problem(line); });
    ends = serve_ends(id);
    ask_for_ends(answered, ends->reference(), calls);
    end_other_uses_of(answered, calls);
    return answered;
  });
  if (!known) return;
  known->ends = KnownDevice::Ends::are_found;
  enter_device(node, *std::move(known), std::move(ends));
}

void Nodes::end_other_uses_of(KnownDevice& known, CallsEndBy& calls) const {
  const auto kept = events_->use_of(known);
  if (kept) known.has_given_back = end_other_uses(known, *kept, calls);
}

void Nodes::enter_device(const JoinedNode& node, KnownDevice known,
                         std::shared_ptr<const ServedProgramEnds> ends) {
  NodeDevice device{0, known.description.id, known.description.label, known.device, {ends}, 0};
  const std::scoped_lock lock{mutex_};
  auto* const owner = table_.find(node.number);
  if (owner == nullptr) refuse(Number::CF_EAGAIN, kLostMeanwhile);
  if (auto* const there = table_.find_device_id(device.id).device) {
    if (there->device->_is_equivalent(device.device)) there->ends.push_back(std::move(ends));
    return;
  }
  if (owner->devices.size() >= options_.most_devices)
    refuse(Number::CF_ENOSPC, "the node has " + std::to_string(options_.most_devices) + " devices");
  parts_.devices->add(std::move(known));
  auto& entered = table_.add(*owner, std::move(device));
  losses_.note(change_of(What::registered, entered, owner->id));
  entered.lease = leases_.watch({entered.device, Leases::Silence::ends_it,
                                 [this, number = entered.number](const std::string& how) {
                                   remove_device(number, What::lost, how);
                                 }});
  events_->node_changed(change_of(What::registered, entered, owner->id));
  events_->device_came();
}

void Nodes::refuse_if_alive(const char* kind, const std::string& id,
                            const CORBA::object_reference<CORBA::Object>& other) const {
  const auto answer = presence_of(other, Deadline::after(options_.timeout));
  const auto named = std::string{kind} + " '" + id + "' is registered";
  if (answer.presence == Presence::there)
    refuse(Number::CF_EEXIST, "another " + named + ": give each an identifier of its own");
  if (answer.presence == Presence::silent)
    refuse(Number::CF_EAGAIN, "another " + named + ", and does not answer now; try again");
}

void Nodes::make_way_for_node(const std::string& id) {
  std::uint64_t number = 0;
  ManagerReference other;
  {
    const std::scoped_lock lock{mutex_};
    const auto* const found = table_.find_id(id);
    if (found == nullptr) return;
    number = found->number;
    other = found->manager;
  }
  refuse_if_alive("node", id, other);
  remove_node(number, What::lost, "it cannot be reached, and another has its identifier");
}

bool Nodes::make_way_for_device(const std::string& id, const DeviceReference& device) {
  NodeDevice other;
  {
    std::unique_lock lock{mutex_};
    const auto* const found = table_.find_device_id(id).device;
    if (found == nullptr) {
      await_leaving(id, lock);
      return true;
    }
    if (found->device->_is_equivalent(device)) return false;
    other = *found;
  }
  refuse_if_alive("device", id, other.device);
  remove_device(other.number, What::lost, "it cannot be reached, and another has its identifier");
  return make_way_for_device(id, device);
}

/// Waits for a leaving device with this identifier: a restarted node registers the same devices
/// again.
void Nodes::await_leaving(const std::string& id, std::unique_lock<os::Mutex>& lock) {
  const auto is_there = [&] { return parts_.devices->find(id).has_value(); };
  // once: another thread may remove it while the lock is released
  const auto found = parts_.devices->find(id);
  if (found && !found->is_leaving)
    refuse(Number::CF_EEXIST, "this domain has a device '" + id + "' of its own");
  if (!left_.wait_for(lock, options_.timeout / 2, std::not_fn(is_there)))
    refuse(Number::CF_EAGAIN, "device '" + id + "' is leaving the domain; try again");
}

void Nodes::unregister_manager(const ManagerReference& manager) {
  const auto node = find(manager);
  if (!node) throw CF::InvalidObjectReference("the device manager is not registered");
  check_unregisters(*node);
  remove_node(node->number, What::unregistered, {});
}

void Nodes::unregister_device(const DeviceReference& device) {
  std::uint64_t number = 0;
  {
    const std::scoped_lock lock{mutex_};
    const auto found = table_.find(device);
    if (found.device == nullptr) throw CF::InvalidObjectReference("the device is not registered");
    check_unregisters(*found.node);
    number = found.device->number;
  }
  remove_device(number, What::unregistered, {});
}

void Nodes::remove_node(std::uint64_t number, What what, const std::string& how) {
  std::optional<JoinedNode> node;
  {
    const std::scoped_lock lock{mutex_};
    node = table_.take(number);
    if (!node) return;
    losses_.note(change_of(what, *node, how));
    leases_.forget(node->lease);
    for (const auto& device : node->devices) take_out(device);
    take_out_services(*node);
    parts_.files->unmount(node->mount_point);
  }
  events_->node_changed(change_of(what, *node, how));
  end_use(std::move(node->devices), what, "its node: " + how);
}

void Nodes::remove_device(std::uint64_t number, What what, const std::string& how) {
  std::optional<NodeDevice> device;
  std::string node;
  {
    const std::scoped_lock lock{mutex_};
    if (const auto* const found = table_.node_of_device(number)) node = found->id;
    device = table_.take_device(number);
    if (!device) return;
    losses_.note(change_of(what, *device, node, how));
    take_out(*device);
  }
  events_->node_changed(change_of(what, *device, node, how));
  end_use({*device}, what, how);
}

/// Deployment does not use the device from now on.
void Nodes::take_out(const NodeDevice& device) {
  leases_.forget(device.lease);
  parts_.devices->set_leaving(device.id);
}

/// Gives back the uses of a device that answers. A device that is gone has lost them.
void Nodes::end_use_of(const NodeDevice& device, bool answers, const std::string& how) const {
  if (answers) events_->device_leaves(device.id);
  parts_.devices->remove(device.id);
  if (!answers) events_->device_gone(device.id, how);
}

// Uses an errand, as a thread of the leases may call this and must not wait.
void Nodes::end_use(std::list<NodeDevice> devices, What what, const std::string& how) {
  auto end_all = [this, how, what, all = std::move(devices)] {
    for (const auto& device : all) {
      const bool answers = what == What::unregistered || is_there(device, options_.lease);
      end_use_of(device, answers, how);
      const std::scoped_lock lock{mutex_};
      left_.notify_all();
    }
  };
  if (what == What::lost)
    parts_.errands->post(std::move(end_all));
  else
    end_all();
}

void Nodes::take_out_services(const JoinedNode& node) {
  for (const auto& service : node.services)
    if (parts_.services->remove(service)) events_->service_went(service);
}

bool Nodes::register_service(const CORBA::object_reference<CORBA::Object>& service,
                             const std::string& name, const ManagerReference& manager) {
  const std::scoped_lock lock{mutex_};
  auto* const node = table_.find(manager);
  if (node == nullptr) return false;
  check_registers(names_of(*node), node->is_proved);
  add_service(*node, name, service);
  return true;
}

void Nodes::check_unregisters_service(const std::string& name) {
  const std::scoped_lock lock{mutex_};
  for (const auto& node : table_.all())
    if (node.services.contains(name)) check_unregisters(node);
}

/// Adds a service, unless the name is registered already.
void Nodes::add_service(JoinedNode& node, const std::string& name,
                        const CORBA::object_reference<CORBA::Object>& service) {
  if (node.services.size() >= options_.most_services)
    refuse(Number::CF_ENOSPC,
           "the node has " + std::to_string(options_.most_services) + " services");
  if (!parts_.services->add_of_node(name, service)) return;
  node.services.insert(name);
  events_->service_came();
  events_->node_changed({What::registered, Kind::service, name, {}, node.id, {}, service});
}

bool Nodes::service_unregistered(const std::string& name) {
  const std::scoped_lock lock{mutex_};
  bool is_found = false;
  for (auto& entry : table_.all()) {
    if (entry.services.erase(name) == 0) continue;
    is_found = true;
    events_->node_changed({What::unregistered, Kind::service, name, {}, entry.id, {}, nullptr});
  }
  return is_found;
}

}  // namespace orbweaver::registry
