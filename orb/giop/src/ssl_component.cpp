// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/ssl_component.hpp>

namespace orbweaver::giop {

namespace {

template <class Options>
std::optional<SslEndpoint> read_as(Bytes data) {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  SslEndpoint endpoint;
  endpoint.supports = static_cast<std::uint16_t>(decoder.get<Options>());
  endpoint.requirements = static_cast<std::uint16_t>(decoder.get<Options>());
  endpoint.port = decoder.get<std::uint16_t>();
  if (!decoder.ok() || endpoint.port == 0) return std::nullopt;
  return endpoint;
}

}  // namespace

TaggedComponent make_component(const SslEndpoint& endpoint) {
  cdr::Encoder encoder;
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  encoder.put(endpoint.supports);
  encoder.put(endpoint.requirements);
  encoder.put(endpoint.port);
  const auto bytes = encoder.bytes();
  return {kTagSslSecTrans, {bytes.begin(), bytes.end()}};
}

std::optional<SslEndpoint> read_ssl_component(const TaggedComponent& component) {
  constexpr std::size_t kSizeOfVisibroker = 14;
  if (component.tag != kTagSslSecTrans) return std::nullopt;
  if (component.data.size() >= kSizeOfVisibroker) return read_as<std::uint32_t>(component.data);
  return read_as<std::uint16_t>(component.data);
}

std::optional<SslEndpoint> ssl_endpoint_of(const IiopProfile& profile) {
  for (const auto& component : profile.components)
    if (auto endpoint = read_ssl_component(component)) return endpoint;
  return std::nullopt;
}

}  // namespace orbweaver::giop
