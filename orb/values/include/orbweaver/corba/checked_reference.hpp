// SPDX-License-Identifier: Apache-2.0
// The smart pointer behind object and value references: a std::shared_ptr through which a call on
// null throws instead of ending the process. Otherwise a client could end a server with a nil
// reference that a servant does not check.
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {
class Object;  // orb/corba defines it
}  // namespace CORBA

namespace orbweaver::corba {

/// A base of the objects that calls on nil references reach.
class NilStub {
 public:
  explicit NilStub(const char* repository_id) noexcept : repository_id_(repository_id) {}
  NilStub(const NilStub&) = delete;
  NilStub& operator=(const NilStub&) = delete;
  virtual ~NilStub() = default;
  /// The id of the reference's interface.
  [[nodiscard]] const char* repository_id() const noexcept { return repository_id_; }

 private:
  const char* repository_id_;
};

/// Throws INV_OBJREF, completed no, whose text names both. `operation` is empty if it is not known.
[[noreturn]] void throw_nil(std::string_view repository_id, std::string_view operation);

/// The object that a nil reference to an object leads to: its operations throw INV_OBJREF and name
/// themselves. Throws INV_OBJREF itself if `Interface` has no such object. It is defined where
/// CORBA::Object is: nil_object.hpp.
template <class Interface>
Interface& nil_object();

/// The object that a nil reference to `Target` leads to: nil_object(). Throws INV_OBJREF if
/// `Target` is no object.
template <class Target>
[[gnu::cold, gnu::noinline]] Target& on_nil() {
  if constexpr (std::is_base_of_v<CORBA::Object, Target>)
    return nil_object<Target>();
  else if constexpr (requires { Target::_id; })
    throw_nil(Target::_id, {});
  else
    throw_nil("an object", {});
}

/// A std::shared_ptr whose `->` and `*` lead to on_nil() if it is null. A std::shared_ptr made of
/// it, and the pointer of get(), have no such check. Threads: as std::shared_ptr.
template <class Target>
class CheckedReference : public std::shared_ptr<Target> {
  using Pointer = std::shared_ptr<Target>;

 public:
  using Pointer::Pointer;
  CheckedReference() = default;
  /// Shares the object or value.
  CheckedReference(Pointer pointer) noexcept  // NOLINT(google-explicit-constructor)
      : Pointer(std::move(pointer)) {}

  /// The object or value. Both throw INV_OBJREF, or lead to an object that does, if this is null.
  [[nodiscard]] Target& operator*() const {
    Target* const target = this->get();
    return target != nullptr ? *target : on_nil<Target>();
  }
  [[nodiscard]] Target* operator->() const { return &**this; }
  /// Does not keep the object or the value alive. The mapping's name for std::weak_ptr's
  /// constructor.
  [[nodiscard]] std::weak_ptr<Target> weak_reference() const noexcept { return *this; }
};

}  // namespace orbweaver::corba

namespace CORBA {

/// A counted reference. It converts to a reference to a base interface. A call through a nil
/// reference throws INV_OBJREF.
template <class Interface>
using object_reference = orbweaver::corba::CheckedReference<Interface>;
/// Does not keep the object's stub or servant alive; lock() gives a std::shared_ptr.
template <class Interface>
using weak_object_reference = std::weak_ptr<Interface>;

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
