// For the ORB's own programs and tests: the engine behind a CORBA::ORB. No part of the documented
// surface.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <memory>
#include <string>
#include <utility>

namespace orbweaver::corba {

class OrbAccess {
 public:
  [[nodiscard]] static std::shared_ptr<CORBA::ORB> make(std::string id, wire::Options options,
                                                        detail::InitialTexts initial) {
    return std::shared_ptr<CORBA::ORB>(
        new CORBA::ORB(std::move(id), std::move(options), std::move(initial)));
  }
  [[nodiscard]] static bool is_destroyed(const CORBA::ORB& orb) noexcept {
    return orb.is_destroyed_.load();
  }
  [[nodiscard]] static const std::shared_ptr<engine::OrbCore>& core(
      const CORBA::ORB& orb) noexcept {
    return orb.core_;
  }
};

}  // namespace orbweaver::corba
