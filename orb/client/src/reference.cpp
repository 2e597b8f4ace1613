#include <orbweaver/client/reference.hpp>

#include "client_connection.hpp"
#include "client_connections.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/wire/object_name.hpp>

namespace orbweaver::client {

namespace {

wire::CallFailure no_common_code_set() {
  return {wire::Exception::codeset_incompatible, wire::Minor::no_common_code_set,
          giop::Completion::no,
          "the server knows neither UTF-8 nor ISO 8859-1 for its strings (TAG_CODE_SETS)"};
}

std::optional<transport::UdpAddress> udp_address(const giop::IiopProfile& profile) {
  for (const auto& component : profile.components)
    if (auto endpoint = giop::read_udp_component(component))
      return transport::UdpAddress{std::move(endpoint->host), endpoint->port};
  return std::nullopt;
}

}  // namespace

Reference::Reference(std::shared_ptr<Client> client, giop::Ior ior, wire::CallPolicies overrides,
                     std::shared_ptr<OrderStream> stream, giop::Addressing addressing)
    : client_(std::move(client)),
      ior_(std::move(ior)),
      overrides_(overrides),
      addressing_(addressing),
      stream_(std::move(stream)) {
  const auto profiles = usable_profiles(ior_);
  if (!profiles.empty()) key_ = profiles.front().object_key;
  version_ = version_for(profiles, client_->options());
  agree_on_code_sets(profiles);
  addresses_ = addresses_of(profiles, here_of(client_->options()));
  for (const auto& profile : profiles)
    if (client_->options().transport == wire::TransportChoice::udp && !datagram_address_)
      datagram_address_ = udp_address(profile);
  priority_model_ = priority_model_of(profiles);
  is_local_ = client_->local().owns(ior_, key_, priority_model_);
  propagates_priority_ =
      priority_model_ && priority_model_->kind == giop::PriorityModelKind::client_propagated;
}

// Before 1.1 a reference has no components, and a request from before nothing to answer to them.
void Reference::agree_on_code_sets(std::span<const giop::IiopProfile> profiles) {
  code_sets_ = giop::forms_without_agreement(version_);
  if (profiles.empty() || version_.minor < 1) return;
  const auto native = client_->options().native_text;
  for (const auto& component : profiles.front().components) {
    const auto offers = giop::read_code_sets_component(component);
    if (!offers) continue;
    agreed_code_sets_ = giop::choose_code_sets(*offers, native);
    const auto forms =
        agreed_code_sets_ ? giop::forms_of(*agreed_code_sets_, native, version_) : std::nullopt;
    has_common_code_set_ = forms.has_value();
    if (forms) code_sets_ = *forms;
    return;
  }
}

Reference::Forward Reference::forward() const {
  const std::lock_guard lock(forward_mutex_);
  return forward_;
}

void Reference::set_forward(Forward forward) {
  const std::lock_guard lock(forward_mutex_);
  forward_ = std::move(forward);
  is_forwarded_.store(forward_.to != nullptr, std::memory_order_relaxed);
}

void Reference::follow_own_forward() {
  if (!is_local_ || !client_->forwards().has_any() || is_forwarded() ||
      client_->local().is_active(key_)) [[likely]]
    return;
  auto found = client_->forwards().find(key_);
  if (!found) return;
  set_forward({std::make_shared<Reference>(client_, std::move(found->to), overrides_, stream_),
               found->permanence});
}

void Reference::forget_forward(const Reference* to) {
  const std::lock_guard lock(forward_mutex_);
  if (forward_.to.get() != to || forward_.permanence == giop::Permanence::permanently) return;
  forward_ = {};
  is_forwarded_.store(false, std::memory_order_relaxed);
}

std::shared_ptr<Reference> Reference::alternative() const {
  auto others = without_first_object(ior_);
  if (!others) return nullptr;
  return std::make_shared<Reference>(client_, *std::move(others), overrides_, stream_);
}

std::shared_ptr<Reference> Reference::with(wire::CallPolicies overrides) const {
  auto derived = std::make_shared<Reference>(client_, ior_, overrides, stream_, addressing_);
  if (is_forwarded()) derived->set_forward(forward());
  return derived;
}

wire::CallPolicies Reference::effective_policies() const noexcept {
  // The collocation is asked for by calls to objects of this ORB alone.
  const auto& thread = wire::thread_policies();
  const auto orb = client_->policies();
  const auto chosen = [&](auto member) {
    return overrides_.*member ? overrides_.*member : thread.*member ? thread.*member : orb.*member;
  };
  return {chosen(&wire::CallPolicies::sync_scope), chosen(&wire::CallPolicies::timeout),
          chosen(&wire::CallPolicies::overflow), chosen(&wire::CallPolicies::ordered_delivery),
          chosen(&wire::CallPolicies::private_connection)};
}

Result<ConnectionSlot::Pin, wire::CallFailure> Reference::connection(Sharing sharing,
                                                                     Deadline deadline) {
  auto& slot = sharing == Sharing::own ? own_connection_ : shared_connection_;
  if (auto pin = ConnectionSlot::Pin(slot); pin && pin->is_usable()) return pin;
  return connect(slot, sharing, deadline);
}

Result<ConnectionSlot::Pin, wire::CallFailure> Reference::connect(ConnectionSlot& slot,
                                                                  Sharing sharing,
                                                                  Deadline deadline) {
  if (!has_common_code_set_) return unexpected(no_common_code_set());
  std::unique_lock lock(mutex_);
  while (auto pin = ConnectionSlot::Pin(slot)) {
    if (pin->is_usable()) return pin;
    if (pin->has_ended()) break;
    lock.unlock();  // others may have less time
    if (auto ended = pin->await_end(deadline); !ended) return unexpected(std::move(ended.error()));
    lock.lock();
  }
  slot.replace(nullptr);
  auto& connections = client_->connections();
  const Target target{ior_, addresses_, version_};
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
  if (const auto elsewhere = forward().to) return elsewhere->describe();
  const auto object = "object " + wire::name_of_key(key_);
  for (auto* slot : {&own_connection_, &shared_connection_})
    if (const auto pin = ConnectionSlot::Pin(*slot)) return object + " at " + pin->peer();
  return addresses_.empty() ? object : object + " at " + to_string(addresses_.front());
}

std::string Reference::describe(std::string_view operation) const {
  const auto interface = wire::name_of_interface(ior_.type_id);
  return (interface.empty() ? "" : interface + "::") + printable(operation) + " of " + describe();
}

}  // namespace orbweaver::client
