#include <orbweaver/client/ior_facts.hpp>

#include "endpoint_selection.hpp"

#include <span>

namespace orbweaver::client {

namespace {

std::optional<transport::UdpAddress> udp_address(const giop::IiopProfile& profile) {
  for (const auto& component : profile.components)
    if (auto endpoint = giop::read_udp_component(component))
      return transport::UdpAddress{std::move(endpoint->host), endpoint->port};
  return std::nullopt;
}

// Before 1.1 a reference has no components, and a request from before nothing to answer to them.
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

}  // namespace orbweaver::client
