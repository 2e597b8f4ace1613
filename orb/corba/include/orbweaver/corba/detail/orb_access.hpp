// SPDX-License-Identifier: Apache-2.0
// For the ORB's own programs and tests: the engine behind a CORBA::ORB. No part of the documented
// surface.
#pragma once
#include <orbweaver/corba/initial_texts.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/wire/options.hpp>

#include <memory>
#include <string>

namespace orbweaver::corba {

class OrbAccess {
 public:
  [[nodiscard]] static std::shared_ptr<CORBA::ORB> make(std::string id, wire::Options options,
                                                        detail::InitialTexts initial);
  [[nodiscard]] static bool is_destroyed(const CORBA::ORB& orb) noexcept;
  [[nodiscard]] static const std::shared_ptr<engine::OrbCore>& core(const CORBA::ORB& orb) noexcept;
};

}  // namespace orbweaver::corba
