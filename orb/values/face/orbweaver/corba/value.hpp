// SPDX-License-Identifier: Apache-2.0
// Value types: what IDL's `valuetype` becomes. CORBA 3.3 Part 1, 9; IDL-to-C++11, 6.18.
//
//   auto node = CORBA::make_reference<OBV::Node>(1, nullptr);   // CORBA::valuetype_reference<Node>
//   orb->register_value_factory(Node::_id, std::make_shared<Node_init>());     // to receive some
//
// A reference is a std::shared_ptr. Null can be sent; its use throws INV_OBJREF. A value that two
// references share in a message is shared by the receiver's references, too, also in circles. The
// ORB takes circles apart that were among the arguments of a request and that the servant no longer
// holds when it returns. Another thread to which the servant has given such values must not remove
// references between them before that. Other circles have to be taken apart by the program:
// take_apart(). Collocated calls copy values (value_copy.hpp).
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>
#include <orbweaver/corba/idl_traits.hpp>
#include <orbweaver/corba/reference_forms.hpp>
#include <orbweaver/corba/type_code.hpp>
#include <orbweaver/corba/type_code_of.hpp>

#include <memory>
#include <string_view>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {

// ---- for generated code ----

/// The id of a value type, and the type as which a receiver may read it that does not know it.
/// Constant data of generated code.
struct ValueType {
  std::string_view id;
  const ValueType* truncatable_to = nullptr;
};

}  // namespace orbweaver::corba

namespace CORBA {

/// A counted reference, which may be null. Use of a null one throws INV_OBJREF.
template <class Value>
using valuetype_reference = orbweaver::corba::CheckedReference<Value>;
/// Does not keep the value alive.
template <class Value>
using weak_valuetype_reference = std::weak_ptr<Value>;

/// The base of all value types. Threads: one at a time.
class ValueBase {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/ValueBase:1.0";
  using _traits_type = IDL::traits<ValueBase>;
  using _ref_type = valuetype_reference<ValueBase>;
  using _weak_ref_type = weak_valuetype_reference<ValueBase>;
  ValueBase& operator=(const ValueBase&) = delete;
  virtual ~ValueBase() = default;

  /// An independent copy of this value and of all values that it leads to, as a receiver would have
  /// it. Throws MARSHAL if a value cannot be written or read, with OMG minor 1 if a factory is
  /// missing.
  [[nodiscard]] virtual valuetype_reference<ValueBase> _copy_value() const;

  // ---- for the ORB: generated ----

  [[nodiscard]] virtual const orbweaver::corba::ValueType& _value_type() const noexcept = 0;
  virtual void _encode_state(orbweaver::cdr::Encoder& encoder) const = 0;
  virtual void _decode_state(orbweaver::cdr::Decoder& decoder) = 0;

 protected:
  ValueBase() = default;
  ValueBase(const ValueBase&) = default;
};

/// Makes the values that are received. The IDL compiler generates a factory `<Value>_init` for each
/// type, with the factory operations of the IDL. If the type has operations, the user implements
/// create_for_unmarshal().
class ValueFactoryBase {
 public:
  using _ref_type = std::shared_ptr<ValueFactoryBase>;

  virtual ~ValueFactoryBase() = default;
  /// A new value, derived from the generated OBV class, whose state the ORB then overwrites. The
  /// thread that decodes calls it. It may throw.
  [[nodiscard]] virtual valuetype_reference<ValueBase> create_for_unmarshal() = 0;
  /// The id of the type whose values it makes; empty for a factory that derives from this class
  /// alone.
  [[nodiscard]] virtual const char* _obv_repository_id() const noexcept { return ""; }
};
/// A counted reference to a factory.
template <class Factory>
using valuefactory_reference = std::shared_ptr<Factory>;
/// A factory of any type, as the operations of ORB take and return it.
using ValueFactory = valuefactory_reference<ValueFactoryBase>;

/// Generated for each type of values: ref_type, weak_ref_type; base_type, the class with its state
/// to derive from; factory_type.
template <class Value>
struct valuetype_traits;

/// The TypeCode of ValueBase.
inline constexpr orbweaver::corba::TypeCodeConstant _tc_ValueBase{
    {.kind = orbweaver::typecode::TypeKind::value, .id = ValueBase::_id, .name = "ValueBase"}};

}  // namespace CORBA

namespace orbweaver::corba {

template <>
struct IsValue<CORBA::ValueBase> : std::true_type {};

/// The common part of all valuetype_traits.
template <class Value>
struct ValueTraits : WriteTraits<Value, CORBA::valuetype_reference<Value>> {
  using ref_type = CORBA::valuetype_reference<Value>;
  using weak_ref_type = CORBA::weak_valuetype_reference<Value>;
  using value_type = ref_type;
  using in_type = ref_type;
  using out_type = ref_type&;
  using inout_type = ref_type&;

  /// Makes a value of the class `Implementation`. A boxed value needs no such class.
  template <class Implementation = Value, class... Arguments>
  [[nodiscard]] static ref_type make_reference(Arguments&&... arguments) {
    return std::make_shared<Implementation>(std::forward<Arguments>(arguments)...);
  }

  /// The same value as `Value`; null if it is none.
  template <class Other>
  [[nodiscard]] static ref_type narrow(const std::shared_ptr<Other>& value) {
    return std::dynamic_pointer_cast<Value>(value);
  }
};

template <>
struct TypeCodeOf<CORBA::ValueBase> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_ValueBase.node;
};

/// Base of boxed values: any type of IDL as a value, which may be null, and shared.
template <class T>
class ValueBox : public virtual CORBA::ValueBase {
 public:
  ValueBox() = default;
  /// The box of a value, which is moved in.
  explicit ValueBox(T value) : value_(std::move(value)) {}
  /// The value in the box. All three are as IDL-to-C++11 has it: to read, to change, to replace.
  [[nodiscard]] const T& _value() const noexcept { return value_; }
  [[nodiscard]] T& _value() noexcept { return value_; }
  void _value(T value) { value_ = std::move(value); }

  void _encode_state(cdr::Encoder& encoder) const override { cdr::encode(encoder, value_); }
  void _decode_state(cdr::Decoder& decoder) override {
    if (decoder.charge(sizeof *this)) cdr::decode(decoder, value_);
  }

 private:
  T value_{};
};

// ---- for the ORB ----

/// The type that a reader expects.
struct ExpectedValue {
  std::string_view id;
  bool (*fits)(const CORBA::ValueBase* value) = nullptr;
  /// For boxed values, which need no factory.
  std::shared_ptr<CORBA::ValueBase> (*make)() = nullptr;
};

void encode_value(cdr::Encoder& encoder, const CORBA::ValueBase* value);

// ---- for users ----

/// Makes `value` and each value that it leads to drop all that it holds, so that none of them keeps
/// another one alive. For values in circles, which would never be freed: a caller that got results,
/// or a servant that has kept arguments, calls it when it needs none of them any more. Values that
/// it must not change must not be reachable. Threads: no other thread uses these values.
void take_apart(const std::shared_ptr<CORBA::ValueBase>& value);

// ---- for the ORB ----

/// Null for a null value and for a failed decoder: bad_value, no_factory, or the error of the
/// state.
[[nodiscard]] std::shared_ptr<CORBA::ValueBase> decode_value(cdr::Decoder& decoder,
                                                             const ExpectedValue& expected);

template <class Value>
struct Expected {
  static bool fits(const CORBA::ValueBase* value) {
    return dynamic_cast<const Value*>(value) != nullptr;
  }
  static std::shared_ptr<CORBA::ValueBase> make() {
    if constexpr (kIsBox)
      return std::make_shared<Value>();
    else
      return nullptr;
  }
  static constexpr bool kIsBox = std::is_final_v<Value>;
  static constexpr ExpectedValue kAny{Value::_id, &fits, kIsBox ? &make : nullptr};
};

/// ValueBase::_copy_value() for a value of the expected type.
[[nodiscard]] CORBA::valuetype_reference<CORBA::ValueBase> copy_of(const CORBA::ValueBase& value,
                                                                   const ExpectedValue& expected);

/// The same for a boxed value, which needs no factory.
template <class Box>
[[nodiscard]] CORBA::valuetype_reference<CORBA::ValueBase> copy_of_box(const Box& box) {
  return copy_of(box, Expected<Box>::kAny);
}

/// References to values on the wire. Not inline, as ObjectCodec.
template <class Value>
struct ValueCodec {
  static void encode(cdr::Encoder& encoder, const std::shared_ptr<Value>& value);
  static void decode(cdr::Decoder& decoder, std::shared_ptr<Value>& value);
};
template <class Value>
void ValueCodec<Value>::encode(cdr::Encoder& encoder, const std::shared_ptr<Value>& value) {
  auto* const owners = encoder.values() == nullptr ? nullptr : encoder.values()->owners();
  if (owners == nullptr) return encode_value(encoder, value.get());
  if (value) owners->push_back(std::shared_ptr<CORBA::ValueBase>{value});
}
template <class Value>
void ValueCodec<Value>::decode(cdr::Decoder& decoder, std::shared_ptr<Value>& value) {
  auto decoded = decode_value(decoder, Expected<Value>::kAny);
  value = std::dynamic_pointer_cast<Value>(decoded);
  if (decoded && !value) decoder.fail(cdr::DecodeError::bad_value);
}

}  // namespace orbweaver::corba

template <>
struct CORBA::valuetype_traits<CORBA::ValueBase> : orbweaver::corba::ValueTraits<CORBA::ValueBase> {
};

namespace IDL {

template <class Value>
  requires orbweaver::corba::IsValue<Value>::value
struct traits<Value> : CORBA::valuetype_traits<Value> {};

/// For a class of the program that implements a value type.
template <class Implementation>
  requires(std::is_base_of_v<CORBA::ValueBase, Implementation> &&
           !orbweaver::corba::IsValue<Implementation>::value)
struct traits<Implementation> : orbweaver::corba::ValueTraits<Implementation> {};

}  // namespace IDL

namespace orbweaver::cdr {

template <class Value>
  requires corba::IsValue<Value>::value
struct Codec<std::shared_ptr<Value>> : corba::ValueCodec<Value> {
  static constexpr std::size_t kLeastSize = 4;
};

}  // namespace orbweaver::cdr
// NOLINTEND(readability-identifier-naming)
