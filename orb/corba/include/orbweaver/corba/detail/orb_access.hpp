// For the ORB's own programs and tests: the engine behind a CORBA::ORB. No part of the documented
// surface.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <memory>
#include <utility>

namespace orbweaver::corba {

class OrbAccess {
 public:
  [[nodiscard]] static std::shared_ptr<CORBA::ORB> make(wire::Options options,
                                                        detail::InitialTexts initial) {
    return std::shared_ptr<CORBA::ORB>(new CORBA::ORB(std::move(options), std::move(initial)));
  }
  [[nodiscard]] static const std::shared_ptr<engine::OrbCore>& core(
      const CORBA::ORB& orb) noexcept {
    return orb.core_;
  }
};

}  // namespace orbweaver::corba
