// CORBA::Object and typed references of the IDL-to-C++11 mapping: IDL::traits<I>::ref_type,
// narrow().
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/checked_reference.hpp>
#include <orbweaver/corba/size_traits.hpp>
#include <orbweaver/corba/text.hpp>
#include <orbweaver/corba/write.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::client {
class Reference;
}
namespace orbweaver::corba {
class StubFactory;
}

namespace IDL {
template <class T>
struct traits;
}

namespace CORBA {

/// A strong reference: counted, null when nil, converts to a reference to a base interface. A call
/// on nil throws INV_OBJREF.
template <class Interface>
using object_reference = orbweaver::corba::CheckedReference<Interface>;
template <class Interface>
using weak_object_reference = std::weak_ptr<Interface>;

class ORB;
class Policy;
enum class SetOverrideType : std::uint32_t;

/// Base of every stub, and of the local objects (POA, current). Immutable; safe to share between
/// threads. On a nil reference each operation throws INV_OBJREF.
class Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/Object:1.0";
  using _traits_type = IDL::traits<Object>;
  using _ref_type = object_reference<Object>;
  using _weak_ref_type = weak_object_reference<Object>;
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

  /// The ORB that made the reference; nil if the program has let go of it. Throws NO_IMPLEMENT for
  /// a local object. CORBA 3.3 Part 1, 8.3.9.
  [[nodiscard]] object_reference<ORB> _get_orb() const;

  /// The policy of that type for calls of this thread through this reference: that of the
  /// reference, else of the thread, else of the ORB. Throws INV_POLICY for a type that is none of
  /// the client side, NO_IMPLEMENT for a local object. Nil for the collocation if nobody chose one.
  /// _get_policy knows the priority model of RT-CORBA, too: what the server said; nil if nothing.
  /// CORBA 3.3 Part 1, 8.3.7 to 8.3.11.
  [[nodiscard]] object_reference<Policy> _get_policy(std::uint32_t type) const;
  [[nodiscard]] object_reference<Policy> _get_client_policy(std::uint32_t type) const;
  /// Those that were set on this reference; all of them if `types` is empty.
  [[nodiscard]] std::vector<object_reference<Policy>> _get_policy_overrides(
      const std::vector<std::uint32_t>& types) const;
  /// The same object with other policies: a new reference. Throws InvalidPolicies (policy.hpp),
  /// BAD_PARAM, NO_IMPLEMENT.
  [[nodiscard]] object_reference<Object> _set_policy_overrides(
      const std::vector<object_reference<Policy>>& policies, SetOverrideType how) const;
  /// Connects, if that has not happened. False, with the policies in `inconsistent`, never happens:
  /// ours bind only the client. Throws what a call would that cannot connect.
  bool _validate_connection(std::vector<object_reference<Policy>>& inconsistent) const;

  /// Ours: the way that calls through this reference took last: "tcp", "unix"...; "inproc" if all
  /// stayed in this ORB; empty before the first, and for local objects.
  [[nodiscard]] std::string _transport() const;
  /// The engine's reference behind a stub; null for local objects.
  [[nodiscard]] const std::shared_ptr<orbweaver::client::Reference>& _reference() const noexcept {
    return reference_;
  }

 protected:
  Object() = default;

 private:
  friend class orbweaver::corba::StubFactory;
  std::shared_ptr<orbweaver::client::Reference> reference_;
};

/// Base of what a local interface of IDL becomes: an abstract class to derive from. It has no stub,
/// and where it is to be marshalled, MARSHAL is raised.
class LocalObject : public virtual Object {};

}  // namespace CORBA

namespace orbweaver::corba {

template <class Interface>
inline constexpr bool kIsLocal = std::is_base_of_v<CORBA::LocalObject, Interface>;

/// Generated for each abstract interface: whether its references travel as such, or as values.
template <class Interface>
struct IsAbstract : std::false_type {};

/// Generated for each value type: whether a shared_ptr leads to a value, and not to an object.
template <class Interface>
struct IsValue : std::false_type {};

/// What a call on a nil reference to `Interface` reaches: a stub that leads nowhere, whose calls
/// throw INV_OBJREF. Generated for a local interface, whose operations throw by themselves.
template <class Interface>
struct NilObject final : Interface, NilStub {
  NilObject() : NilStub(Interface::_id) {}
};

/// What NilObject of a local interface derives from for `Base`.
template <class Base>
using NilBase = std::conditional_t<kIsLocal<Base>, NilObject<Base>, Base>;

/// Whether NilObject<Interface> can be made: for generated interfaces. The others, which are
/// written by hand, have no operation to call then: the access itself throws.
template <class Interface>
consteval bool has_nil_object() {
  if constexpr (!std::is_base_of_v<CORBA::Object, Interface> || IsValue<Interface>::value)
    return false;
  else if constexpr (kIsLocal<Interface>)
    return requires { typename NilObject<Interface>::IsGenerated; };
  else
    return !std::is_final_v<Interface> && !std::is_abstract_v<Interface>;
}

template <class Interface>
Interface& on_nil() {
  if constexpr (has_nil_object<Interface>()) {
    static Interface& nil = *new NilObject<Interface>;  // for the whole life of the process
    return nil;
  } else if constexpr (requires { Interface::_id; }) {
    throw_nil(Interface::_id, {});
  } else {
    throw_nil("an object", {});
  }
}

/// Makes stubs. The only friend that generated stubs need.
class StubFactory {
 public:
  template <class Interface>
  [[nodiscard]] static CORBA::object_reference<Interface> make(
      std::shared_ptr<client::Reference> reference) {
    if (!reference) return nullptr;
    struct Stub final : Interface {};
    auto stub = std::make_shared<Stub>();
    static_cast<CORBA::Object&>(*stub).reference_ = std::move(reference);
    return stub;
  }
};

void encode_object(cdr::Encoder& encoder, const CORBA::Object* object);
/// Null for a nil reference or a failed decoder. The decoder's context must be the engine::OrbCore.
[[nodiscard]] std::shared_ptr<client::Reference> decode_object(cdr::Decoder& decoder);

/// References to abstract interfaces: a boolean that says whether an object follows, or a value;
/// nil is the null value. CORBA 3.3 Part 2, 9.3.6.
void encode_abstract(cdr::Encoder& encoder, const CORBA::Object* object);
/// One of the two, or neither.
struct AbstractTarget {
  std::shared_ptr<client::Reference> reference;
  std::shared_ptr<CORBA::Object> value;
};
[[nodiscard]] AbstractTarget decode_abstract(cdr::Decoder& decoder);
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> decode_abstract_as(cdr::Decoder& decoder) {
  auto target = decode_abstract(decoder);
  if (!target.value) return StubFactory::make<Interface>(std::move(target.reference));
  auto value = std::dynamic_pointer_cast<Interface>(target.value);
  if (!value) decoder.fail(cdr::DecodeError::bad_value);
  return value;
}

}  // namespace orbweaver::corba

namespace IDL {

template <class Interface>
struct interface_traits
    : orbweaver::corba::WriteTraits<Interface, CORBA::object_reference<Interface>> {
  using ref_type = CORBA::object_reference<Interface>;
  using weak_ref_type = CORBA::weak_object_reference<Interface>;
  /// What the implementation of a local interface derives from.
  using base_type = Interface;
  using value_type = ref_type;
  using in_type = ref_type;
  using out_type = ref_type&;
  using inout_type = ref_type&;
  using is_local = std::bool_constant<orbweaver::corba::kIsLocal<Interface>>;
  using is_abstract = std::bool_constant<orbweaver::corba::IsAbstract<Interface>::value>;

  /// Makes an object of a local interface.
  template <class Implementation, class... Arguments>
    requires orbweaver::corba::kIsLocal<Interface>
  [[nodiscard]] static ref_type make_reference(Arguments&&... arguments) {
    return std::make_shared<Implementation>(std::forward<Arguments>(arguments)...);
  }

  /// The same object as `Interface`; null if it is nil or does not implement it. May call the
  /// object.
  [[nodiscard]] static ref_type narrow(const CORBA::object_reference<CORBA::Object>& object) {
    if (!object) return nullptr;
    if (auto same = std::dynamic_pointer_cast<Interface>(object)) return same;
    if constexpr (std::is_final_v<Interface> || std::is_abstract_v<Interface> ||
                  orbweaver::corba::kIsLocal<Interface>) {
      return nullptr;  // a local interface: there is no stub to make
    } else {
      if (!object->_reference() || !object->_is_a(Interface::_id)) return nullptr;
      return orbweaver::corba::StubFactory::make<Interface>(object->_reference());
    }
  }
};

template <class T>
struct value_traits : orbweaver::corba::WriteTraits<T, T>, orbweaver::corba::SizeTraits<T> {
  using value_type = T;
  using in_type = std::conditional_t<std::is_scalar_v<T>, T, const T&>;
  using out_type = T&;
  using inout_type = T&;
};

/// For an interface: its reference types and narrow(); for every other type: how it is passed.
template <class T>
struct traits : std::conditional_t<std::is_base_of_v<CORBA::Object, T>, interface_traits<T>,
                                   value_traits<T>> {};

/// For a reference itself: it is passed by value.
template <class T>
struct traits<orbweaver::corba::CheckedReference<T>>
    : orbweaver::corba::WriteTraits<orbweaver::corba::CheckedReference<T>,
                                    orbweaver::corba::CheckedReference<T>> {
  using value_type = orbweaver::corba::CheckedReference<T>;
  using in_type = value_type;
  using out_type = value_type&;
  using inout_type = value_type&;
};

}  // namespace IDL

namespace CORBA {
template <class Interface>
using object_traits = IDL::traits<Interface>;
}

/// "<Radio::Device>", or "nil".
template <class Target>
struct orbweaver::corba::TextForm<orbweaver::corba::CheckedReference<Target>> {
  static void put(TextWriter& writer, const CheckedReference<Target>& reference) {
    if (!reference) return writer.raw("nil");
    writer.raw("<");
    if constexpr (requires { Target::_id; })
      writer.type_name(Target::_id);
    else
      writer.raw("reference");
    writer.raw(">");
  }
};

template <class Target>
struct orbweaver::cdr::Codec<orbweaver::corba::CheckedReference<Target>>
    : orbweaver::cdr::Codec<std::shared_ptr<Target>> {};

/// References travel as IORs, those to abstract interfaces behind a boolean, local ones never.
template <class Interface>
  requires(std::is_class_v<Interface> && !orbweaver::corba::IsValue<Interface>::value)
struct orbweaver::cdr::Codec<std::shared_ptr<Interface>> {
  // An empty type id and no profiles; a boolean and the tag of a null value.
  static constexpr std::size_t kLeastSize = corba::IsAbstract<Interface>::value ? 5 : 9;
  static void encode(Encoder& encoder, const std::shared_ptr<Interface>& object) {
    if constexpr (corba::IsAbstract<Interface>::value)
      corba::encode_abstract(encoder, object.get());
    else
      corba::encode_object(encoder, object.get());
  }
  static void decode(Decoder& decoder, std::shared_ptr<Interface>& object) {
    if constexpr (corba::kIsLocal<Interface>)
      decoder.fail(DecodeError::local_only);
    else if constexpr (corba::IsAbstract<Interface>::value)
      object = corba::decode_abstract_as<Interface>(decoder);
    else
      object = corba::StubFactory::make<Interface>(corba::decode_object(decoder));
  }
};
// NOLINTEND(readability-identifier-naming)
