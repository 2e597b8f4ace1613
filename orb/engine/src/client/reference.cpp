#include <orbweaver/engine/reference.hpp>

#include "client/client_connection.hpp"
#include "client/client_connections.hpp"

#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/request.hpp>

namespace orbweaver::engine {

namespace {

giop::OctetBuffer request_head(Bytes object_key) {
  cdr::Encoder encoder;
  giop::begin_request_head(encoder, object_key);
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

std::optional<transport::UdpAddress> udp_address(const giop::IiopProfile& profile) {
  for (const auto& component : profile.components)
    if (auto endpoint = giop::read_udp_component(component))
      return transport::UdpAddress{std::move(endpoint->host), endpoint->port};
  return std::nullopt;
}

}  // namespace

Reference::Reference(std::shared_ptr<OrbCore> orb, giop::Ior ior, CallPolicies overrides,
                     std::shared_ptr<OrderStream> stream)
    : orb_(std::move(orb)),
      ior_(std::move(ior)),
      overrides_(overrides),
      stream_(std::move(stream)) {
  const auto profiles = usable_profiles(ior_);
  if (!profiles.empty()) key_ = profiles.front().object_key;
  addresses_ = addresses_of(profiles, here_of(orb_->options()));
  for (const auto& profile : profiles)
    if (orb_->options().transport == TransportChoice::udp && !datagram_address_)
      datagram_address_ = udp_address(profile);
  is_local_ = orb_->adapter().is_own_key(key_);
  request_head_ = engine::request_head(key_);
}

std::shared_ptr<Reference> Reference::with(CallPolicies overrides) const {
  return std::make_shared<Reference>(orb_, ior_, overrides, stream_);
}

CallPolicies Reference::effective_policies() const noexcept {
  return overrides_.over(thread_policies()).over(orb_->policies());
}

std::shared_ptr<ActiveObject> Reference::local_object() const {
  auto object = orb_->adapter().find(key_);
  return object && object->is_active() ? object : nullptr;
}

Result<ConnectionSlot::Pin, CallFailure> Reference::connection(Sharing sharing, Deadline deadline) {
  auto& slot = sharing == Sharing::own ? own_connection_ : shared_connection_;
  if (auto pin = ConnectionSlot::Pin(slot); pin && pin->is_usable()) return pin;
  return connect(slot, sharing, deadline);
}

Result<ConnectionSlot::Pin, CallFailure> Reference::connect(ConnectionSlot& slot, Sharing sharing,
                                                            Deadline deadline) {
  const std::lock_guard lock(mutex_);
  if (auto pin = ConnectionSlot::Pin(slot); pin && pin->is_usable()) return pin;
  slot.replace(nullptr);
  auto& connections = orb_->client_connections();
  auto connection = sharing == Sharing::own ? connections.make({ior_, addresses_}, deadline)
                                            : connections.get({ior_, addresses_}, deadline);
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

}  // namespace orbweaver::engine
