// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as an object reference. What is understood must come back equal from its
// hexadecimal form, and each profile and component from its parts.
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/giop/ssl_component.hpp>

#include <cstdlib>

namespace {

using namespace orbweaver;
using namespace orbweaver::giop;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_offers(const CodeSetOffers& offers) {
  require(read_code_sets_component(make_component(offers)) == offers);
  for (const auto native : {NativeText::utf8, NativeText::latin1}) {
    const auto sets = choose_code_sets(offers, native);
    require(!sets || forms_of(*sets, native, {1, 2}));
  }
}

void check_profile(const TaggedProfile& tagged) {
  const auto for_all = read_multiple_components(tagged);
  require(read_multiple_components(make_multiple_components(for_all)) == for_all);
  const auto profile = read_iiop_profile(tagged);
  if (!profile) return;
  require(read_iiop_profile(make_profile(*profile)) == profile);
  for (const auto& component : profile->components) {
    if (const auto endpoint = read_shm_component(component))
      require(read_shm_component(make_component(*endpoint)) == endpoint);
    if (const auto endpoint = read_unix_component(component))
      require(read_unix_component(make_component(*endpoint)) == endpoint);
    if (const auto endpoint = read_udp_component(component))
      require(read_udp_component(make_component(*endpoint)) == endpoint);
    if (const auto endpoint = read_ssl_component(component))
      require(read_ssl_component(make_component(*endpoint)) == endpoint);
    if (const auto address = read_alternate_address(component))
      require(read_alternate_address(make_component(*address)) == address);
    if (const auto model = read_priority_model(component))
      require(read_priority_model(make_component(*model)) == model);
    if (const auto offers = read_code_sets_component(component)) check_offers(*offers);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto ior = parse_reference({reinterpret_cast<const char*>(data), size});
  if (!ior) {
    require(!describe(ior.error()).empty());
    return 0;
  }
  require(parse_reference(to_string(*ior)) == *ior);
  require(octets_behind(to_string(*ior)) == 0);
  require(octets_behind({reinterpret_cast<const char*>(data), size}) <= size / 2);
  for (const auto& profile : ior->profiles) check_profile(profile);
  return 0;
}
