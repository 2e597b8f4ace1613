// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/reference.hpp>

#include "client_connection.hpp"
#include "client_connections.hpp"
#include "endpoint_selection.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/wire/object_name.hpp>

#include <span>

namespace orbweaver::client {

namespace {

std::optional<transport::UdpAddress> udp_address(const giop::IiopProfile& profile) {
  for (const auto& component : profile.components)
    if (auto endpoint = giop::read_udp_component(component))
      return transport::UdpAddress{std::move(endpoint->host), endpoint->port};
  return std::nullopt;
}

// With version 1.0 a reference has no components, and the server cannot name its code sets.
void agree_on_code_sets(IorFacts& facts, std::span<const giop::IiopProfile> profiles,
                        giop::NativeText native) {
  facts.code_sets = giop::forms_without_agreement(facts.version);
  if (profiles.empty() || facts.version.minor < 1) return;
  for (const auto& component : profiles.front().components) {
    const auto offers = giop::read_code_sets_component(component);
    if (!offers) continue;
    const auto agreed = giop::choose_code_sets(*offers, native);
    const auto forms = agreed ? giop::forms_of(*agreed, native, facts.version) : std::nullopt;
    facts.agreed_code_sets = agreed;
    facts.has_common_code_set = forms.has_value();
    if (forms) facts.code_sets = *forms;
    return;
  }
}

wire::CallFailure no_common_code_set() {
  return {wire::SystemExceptionKind::codeset_incompatible, wire::Minor::no_common_code_set,
          giop::Completion::no,
          "the server knows neither UTF-8 nor ISO 8859-1 for its strings (TAG_CODE_SETS)"};
}

}  // namespace

IorFacts learn_from(const giop::Ior& ior, const wire::Options& options) {
  IorFacts facts;
  const auto profiles = usable_profiles(ior);
  if (!profiles.empty()) facts.object_key = profiles.front().object_key;
  facts.version = version_for(profiles, options);
  agree_on_code_sets(facts, profiles, options.native_text);
  facts.addresses = addresses_of(profiles, here_of(options));
  for (const auto& profile : profiles)
    if (options.transport == wire::TransportChoice::udp && !facts.datagram_address)
      facts.datagram_address = udp_address(profile);
  facts.traits = traits_of(profiles);
  facts.propagates_priority =
      facts.traits.priority_model &&
      facts.traits.priority_model->kind == giop::PriorityModelKind::client_propagated;
  return facts;
}

Reference::Reference(std::shared_ptr<Client> client, giop::Ior ior, wire::CallPolicies overrides,
                     std::shared_ptr<OrderSeries> series, giop::Addressing addressing)
    : client_(std::move(client)),
      ior_(std::move(ior)),
      overrides_(overrides),
      addressing_(addressing),
      facts_(learn_from(ior_, client_->options())),
      is_local_(client_->local().owns(ior_, facts_.object_key, facts_.traits)),
      series_(std::move(series)) {}

void Reference::follow_own_forward() {
  if (!is_local_ || !client_->forwards().has_any() || is_forwarded() ||
      client_->local().is_active(object_key())) [[likely]]
    return;
  auto found = client_->forwards().find(object_key());
  if (!found) return;
  forward_memory_.set(
      {std::make_shared<Reference>(client_, std::move(found->to), overrides_, series_),
       found->permanence});
}

std::shared_ptr<Reference> Reference::alternative() const {
  auto others = without_first_object(ior_);
  if (!others) return nullptr;
  return std::make_shared<Reference>(client_, *std::move(others), overrides_, series_);
}

std::shared_ptr<Reference> Reference::with(wire::CallPolicies overrides) const {
  auto derived = std::make_shared<Reference>(client_, ior_, overrides, series_, addressing_);
  if (is_forwarded()) derived->forward_memory_.set(forward_memory_.get());
  return derived;
}

wire::CallPolicies Reference::effective_policies() const noexcept {
  // Only calls of objects in this ORB need the collocation.
  const auto& thread = wire::thread_policies();
  const auto orb = client_->policies();
  const auto chosen = [&](auto member) {
    return overrides_.*member ? overrides_.*member : thread.*member ? thread.*member : orb.*member;
  };
  return {chosen(&wire::CallPolicies::sync_scope), chosen(&wire::CallPolicies::timeout),
          chosen(&wire::CallPolicies::overflow), chosen(&wire::CallPolicies::ordered_delivery),
          chosen(&wire::CallPolicies::private_connection)};
}

bool Reference::omits_replies() const {
  const auto& thread = wire::thread_policies();
  const auto mine = overrides_.no_response ? overrides_.no_response : thread.no_response;
  const auto chosen = mine.value_or(client_->no_response());
  if (chosen == wire::NoResponse::never) [[likely]]
    return false;
  const auto scope = overrides_.sync_scope ? overrides_.sync_scope
                     : thread.sync_scope   ? thread.sync_scope
                                           : client_->policies().sync_scope;
  if (*scope == wire::SyncScope::with_target) return false;
  if (chosen == wire::NoResponse::always) return true;
  const auto elsewhere = is_forwarded() ? forward_memory_.get().to : nullptr;
  return (elsewhere ? elsewhere->facts_ : facts_).traits.keeps_order;
}

Result<ConnectionSlot::Pin, wire::CallFailure> Reference::connection(Sharing sharing,
                                                                     Deadline deadline) {
  if (client_->connections().is_of_parent()) [[unlikely]]
    return unexpected(wire::orb_of_parent());
  auto& slot = sharing == Sharing::own ? own_connection_ : shared_connection_;
  if (auto pin = ConnectionSlot::Pin(slot); pin && pin->is_usable()) return pin;
  return connect(slot, sharing, deadline);
}

Result<ConnectionSlot::Pin, wire::CallFailure> Reference::connect(ConnectionSlot& slot,
                                                                  Sharing sharing,
                                                                  Deadline deadline) {
  if (!facts_.has_common_code_set) return unexpected(no_common_code_set());
  std::unique_lock lock(mutex_);
  while (auto pin = ConnectionSlot::Pin(slot)) {
    if (pin->is_usable()) return pin;
    if (pin->has_ended()) break;
    lock.unlock();  // other threads may have less time
    if (auto ended = pin->await_end(deadline); !ended) return unexpected(std::move(ended.error()));
    lock.lock();
  }
  slot.replace(nullptr);
  auto& connections = client_->connections();
  const ConnectionTarget target{ior_, facts_.addresses, facts_.version};
  auto connection = sharing == Sharing::own ? connections.make(target, deadline)
                                            : connections.get(target, deadline);
  if (!connection) return unexpected(std::move(connection.error()));
  slot.replace(std::move(*connection));
  return ConnectionSlot::Pin(slot);
}

Chunk Reference::loan(std::size_t size) {
  for (auto* slot : {&own_connection_, &shared_connection_})
    if (const auto pin = ConnectionSlot::Pin(*slot)) return pin->loan(size);
  return Chunk::of_size(kLoanHeadroom + size);
}

std::string Reference::transport() const {
  for (auto* slot : {&own_connection_, &shared_connection_})
    if (const auto pin = ConnectionSlot::Pin(*slot))
      return pin->peer().substr(0, pin->peer().find(':'));
  return is_local_ ? "inproc" : "";
}

std::string Reference::describe() const {
  if (const auto elsewhere = forward_memory_.get().to) return elsewhere->describe();
  const auto object = "object " + wire::name_of_key(facts_.object_key);
  for (auto* slot : {&own_connection_, &shared_connection_})
    if (const auto pin = ConnectionSlot::Pin(*slot)) return object + " at " + pin->peer();
  const auto& addresses = facts_.addresses;
  return addresses.empty() ? object : object + " at " + to_string(addresses.front());
}

std::string Reference::describe(std::string_view operation) const {
  const auto interface = wire::name_of_interface(ior_.type_id);
  return (interface.empty() ? "" : interface + "::") + printable(operation) + " of " + describe();
}

}  // namespace orbweaver::client
