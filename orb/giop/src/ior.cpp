// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/ior.hpp>

#include "iiop_profile_view.hpp"

namespace orbweaver::giop {
namespace {

constexpr std::size_t kLeastTaggedSize = 8;  // a tag and the length of its data

OctetBuffer to_buffer(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

template <class Tagged>
void put_tagged(cdr::Encoder& encoder, std::span<const Tagged> items) {
  encoder.put(static_cast<std::uint32_t>(items.size()));
  for (const auto& item : items) {
    encoder.put(item.tag);
    encoder.put_octets(item.data);
  }
}

template <class Tagged>
std::vector<Tagged> get_tagged(cdr::Decoder& decoder) {
  std::vector<Tagged> items(decoder.get_length(kLeastTaggedSize, sizeof(Tagged)));
  for (auto& item : items) {
    if (!decoder.ok()) break;
    item.tag = decoder.get<std::uint32_t>();
    item.data = to_buffer(decoder.get_octets());
  }
  return items;
}

cdr::Encoder begin_encapsulation() {
  cdr::Encoder encoder;
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  return encoder;
}

// Addresses that mean something on one host only are all encoded as omniORB encodes its own.
template <class Endpoint>
TaggedComponent make_local(std::uint32_t tag, const Endpoint& endpoint) {
  cdr::Encoder encoder = begin_encapsulation();
  encoder.put_string(endpoint.host);
  encoder.put_string(endpoint.path);
  return {tag, to_buffer(encoder.bytes())};
}

template <class Endpoint>
std::optional<Endpoint> read_local(std::uint32_t tag, const TaggedComponent& component) {
  if (component.tag != tag) return std::nullopt;
  cdr::Decoder decoder = cdr::Decoder::of_encapsulation(component.data);
  Endpoint endpoint;
  endpoint.host = decoder.get_string();
  endpoint.path = decoder.get_string();
  if (!decoder.ok()) return std::nullopt;
  return endpoint;
}

// Addresses in the network are encoded alike.
template <class Endpoint>
TaggedComponent make_remote(std::uint32_t tag, const Endpoint& endpoint) {
  cdr::Encoder encoder = begin_encapsulation();
  encoder.put_string(endpoint.host);
  encoder.put(endpoint.port);
  return {tag, to_buffer(encoder.bytes())};
}

template <class Endpoint>
std::optional<Endpoint> read_remote(std::uint32_t tag, const TaggedComponent& component) {
  if (component.tag != tag) return std::nullopt;
  cdr::Decoder decoder = cdr::Decoder::of_encapsulation(component.data);
  Endpoint endpoint;
  endpoint.host = decoder.get_string();
  endpoint.port = decoder.get<std::uint16_t>();
  if (!decoder.ok()) return std::nullopt;
  return endpoint;
}

}  // namespace

void encode(cdr::Encoder& encoder, const Ior& ior) {
  encoder.put_string(ior.type_id);
  put_tagged(encoder, std::span{ior.profiles});
}

Ior decode_ior(cdr::Decoder& decoder) {
  Ior ior;
  ior.type_id = decoder.get_string();
  ior.profiles = get_tagged<TaggedProfile>(decoder);
  return ior;
}

TaggedProfile make_profile(const IiopProfile& profile) {
  cdr::Encoder encoder = begin_encapsulation();
  encoder.put_octet(profile.version.major);
  encoder.put_octet(profile.version.minor);
  encoder.put_string(profile.host);
  encoder.put(profile.port);
  encoder.put_octets(profile.object_key);
  if (profile.version.minor > 0) put_tagged(encoder, std::span{profile.components});
  return {kTagInternetIop, to_buffer(encoder.bytes())};
}

std::optional<IiopProfileView> view_iiop_profile(Bytes data) noexcept {
  cdr::Decoder decoder = cdr::Decoder::of_encapsulation(data);
  Version version;
  version.major = decoder.get_octet();
  version.minor = decoder.get_octet();
  if (version.major != 1) return std::nullopt;
  const auto host = decoder.get_string_view();
  const auto port = decoder.get<std::uint16_t>();
  const Bytes object_key = decoder.get_octets();
  if (!decoder.ok()) return std::nullopt;
  return IiopProfileView{version, host, port, object_key, decoder};
}

std::optional<IiopProfile> read_iiop_profile(const TaggedProfile& profile) {
  if (profile.tag != kTagInternetIop) return std::nullopt;
  auto view = view_iiop_profile(profile.data);
  if (!view) return std::nullopt;
  IiopProfile read{
      view->version, std::string{view->host}, view->port, to_buffer(view->object_key), {}};
  if (read.version.minor > 0) read.components = get_tagged<TaggedComponent>(view->rest);
  if (!view->rest.ok()) return std::nullopt;
  return read;
}

TaggedComponent make_component(const UnixEndpoint& endpoint) {
  return make_local(kTagOmniUnix, endpoint);
}

std::optional<UnixEndpoint> read_unix_component(const TaggedComponent& component) {
  return read_local<UnixEndpoint>(kTagOmniUnix, component);
}

TaggedComponent make_component(const ShmEndpoint& endpoint) {
  return make_local(kTagShm, endpoint);
}

std::optional<ShmEndpoint> read_shm_component(const TaggedComponent& component) {
  return read_local<ShmEndpoint>(kTagShm, component);
}

TaggedComponent make_component(const UdpEndpoint& endpoint) {
  return make_remote(kTagUdp, endpoint);
}

std::optional<UdpEndpoint> read_udp_component(const TaggedComponent& component) {
  return read_remote<UdpEndpoint>(kTagUdp, component);
}

TaggedComponent make_component(const AlternateAddress& address) {
  return make_remote(kTagAlternateIiopAddress, address);
}

std::optional<AlternateAddress> read_alternate_address(const TaggedComponent& component) {
  return read_remote<AlternateAddress>(kTagAlternateIiopAddress, component);
}

std::vector<TaggedComponent> read_multiple_components(const TaggedProfile& profile) {
  if (profile.tag != kTagMultipleComponents) return {};
  cdr::Decoder decoder = cdr::Decoder::of_encapsulation(profile.data);
  auto components = get_tagged<TaggedComponent>(decoder);
  if (!decoder.ok()) return {};
  return components;
}

TaggedProfile make_multiple_components(std::span<const TaggedComponent> components) {
  cdr::Encoder encoder = begin_encapsulation();
  put_tagged(encoder, components);
  return {kTagMultipleComponents, to_buffer(encoder.bytes())};
}

}  // namespace orbweaver::giop
