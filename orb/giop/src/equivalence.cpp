#include <orbweaver/giop/equivalence.hpp>

#include <tuple>
#include <vector>

namespace orbweaver::giop {

namespace {

using Place = std::tuple<std::string, std::uint16_t, OctetBuffer>;

std::vector<Place> places_of(const Ior& ior) {
  std::vector<Place> places;
  for (const auto& profile : ior.profiles)
    if (auto iiop = read_iiop_profile(profile))
      places.emplace_back(std::move(iiop->host), iiop->port, std::move(iiop->object_key));
  return places;
}

}  // namespace

bool are_equivalent(const Ior& one, const Ior& other) {
  if (one.profiles == other.profiles) return true;
  const auto places = places_of(one);
  return !places.empty() && places == places_of(other);
}

}  // namespace orbweaver::giop
