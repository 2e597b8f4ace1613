// CORBA::Object and typed references of the IDL-to-C++11 mapping: IDL::traits<I>::ref_type,
// narrow().
#pragma once
#include <orbweaver/cdr/codec.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::engine {
class Reference;
}
namespace orbweaver::corba {
class StubFactory;
}

namespace CORBA {

/// A strong reference: counted, null when nil, converts to a reference to a base interface.
template <class Interface>
using object_reference = std::shared_ptr<Interface>;
template <class Interface>
using weak_object_reference = std::weak_ptr<Interface>;

/// Base of every stub, and of the local objects (POA, current). Immutable; safe to share between
/// threads.
class Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/Object:1.0";
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Whether the object implements the interface; asks the object unless the reference says so.
  [[nodiscard]] bool _is_a(std::string_view repository_id) const;
  /// Asks the object's ORB. False also means "could not be told" only by exception.
  [[nodiscard]] bool _non_existent() const;
  /// Whether both lead to the same object by the same key and addresses.
  [[nodiscard]] bool _is_equivalent(const object_reference<Object>& other) const;
  [[nodiscard]] std::uint32_t _hash(std::uint32_t maximum) const;

  /// Ours: the way that calls through this reference took last: "tcp", "unix"...; "inproc" if all
  /// stayed in this ORB; empty before the first, and for local objects.
  [[nodiscard]] std::string _transport() const;
  /// The engine's reference behind a stub; null for local objects.
  [[nodiscard]] const std::shared_ptr<orbweaver::engine::Reference>& _reference() const noexcept {
    return reference_;
  }

 protected:
  Object() = default;

 private:
  friend class orbweaver::corba::StubFactory;
  std::shared_ptr<orbweaver::engine::Reference> reference_;
};

}  // namespace CORBA

namespace orbweaver::corba {

/// Makes stubs. The only friend that generated stubs need.
class StubFactory {
 public:
  template <class Interface>
  [[nodiscard]] static CORBA::object_reference<Interface> make(
      std::shared_ptr<engine::Reference> reference) {
    if (!reference) return nullptr;
    struct Stub final : Interface {};
    auto stub = std::make_shared<Stub>();
    static_cast<CORBA::Object&>(*stub).reference_ = std::move(reference);
    return stub;
  }
};

void encode_object(cdr::Encoder& encoder, const CORBA::Object* object);
/// Null for a nil reference or a failed decoder. The decoder's context must be the engine::OrbCore.
[[nodiscard]] std::shared_ptr<engine::Reference> decode_object(cdr::Decoder& decoder);

}  // namespace orbweaver::corba

namespace IDL {

template <class Interface>
struct interface_traits {
  using ref_type = CORBA::object_reference<Interface>;
  using weak_ref_type = CORBA::weak_object_reference<Interface>;
  using value_type = ref_type;
  using in_type = const ref_type&;
  using out_type = ref_type&;
  using inout_type = ref_type&;

  /// The same object as `Interface`; null if it is nil or does not implement it. May call the
  /// object.
  [[nodiscard]] static ref_type narrow(const CORBA::object_reference<CORBA::Object>& object) {
    if (!object) return nullptr;
    if (auto same = std::dynamic_pointer_cast<Interface>(object)) return same;
    if constexpr (std::is_final_v<Interface> || std::is_abstract_v<Interface>) {
      return nullptr;  // a local interface: there is no stub to make
    } else {
      if (!object->_reference() || !object->_is_a(Interface::_id)) return nullptr;
      return orbweaver::corba::StubFactory::make<Interface>(object->_reference());
    }
  }
};

template <class T>
struct value_traits {
  using value_type = T;
  using in_type = std::conditional_t<std::is_scalar_v<T>, T, const T&>;
  using out_type = T&;
  using inout_type = T&;
};

/// For an interface: its reference types and narrow(); for every other type: how it is passed.
template <class T>
struct traits : std::conditional_t<std::is_base_of_v<CORBA::Object, T>, interface_traits<T>,
                                   value_traits<T>> {};

}  // namespace IDL

namespace CORBA {
template <class Interface>
using object_traits = IDL::traits<Interface>;
}

/// References travel as IORs.
template <class Interface>
  requires std::is_class_v<Interface>
struct orbweaver::cdr::Codec<std::shared_ptr<Interface>> {
  static constexpr std::size_t kLeastSize = 9;  // an empty type id and no profiles
  static void encode(Encoder& encoder, const std::shared_ptr<Interface>& object) {
    corba::encode_object(encoder, object.get());
  }
  static void decode(Decoder& decoder, std::shared_ptr<Interface>& object) {
    object = corba::StubFactory::make<Interface>(corba::decode_object(decoder));
  }
};
// NOLINTEND(readability-identifier-naming)
