// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/reference_codec.hpp>

#include <orbweaver/corba/value.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

namespace {

constexpr ExpectedValue kAnyValue = Expected<CORBA::ValueBase>::kAny;

}  // namespace

void encode_object(cdr::Encoder& encoder, const CORBA::Object* object) {
  if (object == nullptr) return giop::encode(encoder, giop::Ior{});
  const auto& reference = StubFactory::reference_of(*object);
  if (!reference) return encoder.fail(cdr::EncodeError::local_only);
  giop::encode(encoder, reference->ior());
}

std::shared_ptr<client::Reference> decode_object(cdr::Decoder& decoder) {
  auto ior = giop::decode_ior(decoder);
  if (!decoder.ok() || ior.is_nil()) return nullptr;
  if (decoder.context() == nullptr) {  // an Any that outlived its ORB
    decoder.fail(cdr::DecodeError::no_orb);
    return nullptr;
  }
  if (!decoder.charge(sizeof(client::Reference))) return nullptr;
  return static_cast<engine::OrbCore*>(decoder.context())->make_reference(std::move(ior));
}

void encode_abstract(cdr::Encoder& encoder, const CORBA::Object* object) {
  const auto* const value = dynamic_cast<const CORBA::ValueBase*>(object);
  const bool is_reference = object != nullptr && value == nullptr;
  encoder.put_boolean(is_reference);
  if (is_reference) return encode_object(encoder, object);
  encode_value(encoder, value);
}

AbstractTarget decode_abstract(cdr::Decoder& decoder) {
  if (decoder.get_boolean()) return {.reference = decode_object(decoder), .value = nullptr};
  const auto value = decode_value(decoder, kAnyValue);
  auto object = std::dynamic_pointer_cast<CORBA::Object>(value);
  if (value && !object) decoder.fail(cdr::DecodeError::bad_value);
  return {.reference = nullptr, .value = std::move(object)};
}

}  // namespace orbweaver::corba
