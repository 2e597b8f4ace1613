// Object references in messages and in texts.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/detail/stub_factory.hpp>
#include <orbweaver/corba/extensions/text.hpp>
#include <orbweaver/corba/types/interface_kinds.hpp>

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

}  // namespace orbweaver::corba

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
