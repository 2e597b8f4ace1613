// SPDX-License-Identifier: Apache-2.0
// The common body of the fuzz targets of profiles. The bytes are read leniently and strictly, and
// every finding must be complete. Then values of properties and overrides are made from the
// profile.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include <cstdint>
#include <cstdlib>

namespace orbweaver::profile {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline void require_whole(const Profile& profile) {
  require(profile.model.index() != 0 || !profile.findings.empty());
  for (const auto& finding : profile.findings) {
    require(finding.at.file != nullptr && finding.at.line >= 0);
    require(!finding.what.empty() && !finding.cause.empty() && !finding.remedy.empty());
  }
}

inline void make_values(const Properties& prf) {
  for (const auto& property : prf.properties) {
    const auto result = property::default_of(property, prf.properties);
    require(!result.value || result.faults.empty());
    if (result.value)
      require(!property::form_of(property).empty() && to_text(*result.value).size() + 1 > 0);
    const Override given{common_of(property).id, std::string{"1"}, {}};
    const auto other = property::value_of(property, prf.properties, given);
    require(!other.value || other.faults.empty());
  }
}

inline void read_any(std::string_view bytes) {
  const ReadLimits limits{1U << 20U, 32, 20'000};
  for (const auto strictness : {Strictness::lenient, Strictness::strict}) {
    const auto profile = read_profile(bytes, "fuzz.xml", limits, strictness);
    require_whole(profile);
    if (const auto* prf = profile.as<Properties>()) make_values(*prf);
    if (const auto* sad = profile.as<SoftwareAssembly>()) (void)placed_in(*sad);
    if (const auto* scd = profile.as<SoftwareComponent>())
      for (const auto& port : scd->ports) (void)inherits(*scd, port.repid, scd->repid);
  }
}

}  // namespace orbweaver::profile
