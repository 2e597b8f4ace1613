// Fuzz target: any text as an object reference. What is understood must come back equal from its
// hexadecimal form, and each profile and component from its parts.
#include <orbweaver/giop/ior.hpp>

#include <cstdlib>

namespace {

using namespace orbweaver;
using namespace orbweaver::giop;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_profile(const TaggedProfile& tagged) {
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
  for (const auto& profile : ior->profiles) check_profile(profile);
  return 0;
}
