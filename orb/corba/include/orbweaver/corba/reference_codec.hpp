// SPDX-License-Identifier: Apache-2.0
// Object references in messages.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/idl_traits.hpp>
#include <orbweaver/corba/interface_kinds.hpp>
#include <orbweaver/corba/reference_forms.hpp>
#include <orbweaver/corba/stub_factory.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace orbweaver::corba {

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

// What needs the definition of the type that references lead to. The functions are not inline:
// where the type is only declared, generated code leaves them to the source that defines it, which
// instantiates these templates.

/// References to objects on the wire: IORs, those to abstract interfaces behind a boolean, local
/// ones never.
template <class Interface>
struct ObjectCodec {
  static void encode(cdr::Encoder& encoder, const std::shared_ptr<Interface>& object);
  static void decode(cdr::Decoder& decoder, std::shared_ptr<Interface>& object);
};
template <class Interface>
void ObjectCodec<Interface>::encode(cdr::Encoder& encoder,
                                    const std::shared_ptr<Interface>& object) {
  if constexpr (IsAbstract<Interface>::value)
    encode_abstract(encoder, object.get());
  else
    encode_object(encoder, object.get());
}
template <class Interface>
void ObjectCodec<Interface>::decode(cdr::Decoder& decoder, std::shared_ptr<Interface>& object) {
  if constexpr (kIsLocal<Interface>)
    decoder.fail(cdr::DecodeError::local_only);
  else if constexpr (IsAbstract<Interface>::value)
    object = decode_abstract_as<Interface>(decoder);
  else
    object = StubFactory::make<Interface>(decode_object(decoder));
}

}  // namespace orbweaver::corba

namespace orbweaver::cdr {

template <class Interface>
  requires(std::is_class_v<Interface> && !corba::IsValue<Interface>::value)
struct Codec<std::shared_ptr<Interface>> : corba::ObjectCodec<Interface> {
  // An empty type id and no profiles; a boolean and the tag of a null value.
  static constexpr std::size_t kLeastSize = corba::IsAbstract<Interface>::value ? 5 : 9;
};

}  // namespace orbweaver::cdr
