// Minor codes that the OMG gave a meaning. CORBA 3.3 Part 1, A.5.
#pragma once
#include <cstdint>

namespace orbweaver::corba {

[[nodiscard]] constexpr std::uint32_t standard_minor(std::uint32_t code) noexcept {
  constexpr std::uint32_t kVendorOmg = 0x4f4d0000;
  return kVendorOmg | code;
}

}  // namespace orbweaver::corba
