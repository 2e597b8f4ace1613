// SPDX-License-Identifier: Apache-2.0
// For generated code, the ORB's other rooms and their tests: the border between CORBA::Object and
// the engine's references. No part of the documented surface.
#pragma once
#include <orbweaver/corba/object_base.hpp>

#include <memory>
#include <utility>

namespace orbweaver::corba {

class StubFactory {
 public:
  /// A stub of `Interface` that calls through `reference`; nil for null. Asks no server whether the
  /// object implements the interface.
  template <class Interface>
  [[nodiscard]] static CORBA::object_reference<Interface> make(
      std::shared_ptr<client::Reference> reference) {
    if (!reference) return nullptr;
    struct Stub final : Interface {};
    auto stub = std::make_shared<Stub>();
    static_cast<CORBA::Object&>(*stub).reference_ = std::move(reference);
    return stub;
  }

  /// The engine's reference behind a stub; null for a local object.
  [[nodiscard]] static const std::shared_ptr<client::Reference>& reference_of(
      const CORBA::Object& object) noexcept {
    return object.reference_;
  }

  /// The same object as `Interface`; nil for nil. Asks no server, as make().
  template <class Interface>
  [[nodiscard]] static CORBA::object_reference<Interface> unchecked_narrow(
      const CORBA::object_reference<CORBA::Object>& object) {
    return object ? make<Interface>(object->reference_) : nullptr;
  }
};

}  // namespace orbweaver::corba
