// SPDX-License-Identifier: Apache-2.0
// An IIOP profile read in place. CORBA 3.3 Part 2, 9.7.2: IIOP IOR Profiles.
#pragma once
#include <orbweaver/giop/ior.hpp>

#include <optional>

namespace orbweaver::giop {

/// Views into the profile's bytes; `rest` stands at the components.
struct IiopProfileView {
  Version version;
  std::string_view host;
  std::uint16_t port = 0;
  Bytes object_key;
  cdr::Decoder rest;
};

/// Nothing if it is not version 1.x or does not fit.
[[nodiscard]] std::optional<IiopProfileView> view_iiop_profile(Bytes data) noexcept;

}  // namespace orbweaver::giop
