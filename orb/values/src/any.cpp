// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/any.hpp>

#include <orbweaver/cdr/decode_context.hpp>
#include <orbweaver/corba/data_exceptions.hpp>
#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/walk.hpp>

namespace orbweaver::corba {

cdr::Decoder AnyContents::decoder(cdr::Encoder& copy) const {
  encode(copy);
  return cdr::Decoder{copy.bytes()};
}

cdr::Decoder AnyContents::with_context(cdr::Decoder decoder, cdr::DecodeContext* context) noexcept {
  decoder.set_context(context);
  return decoder;
}

void AnyContents::throw_unfit(const cdr::Decoder& decoder) {
  throw_unreadable(decoder, CORBA::CompletionStatus::COMPLETED_NO, "the contents of an Any");
}

namespace {

// The bytes were checked against their type before, so copying them fails in these two ways only.
cdr::EncodeError why_not_copied(cdr::DecodeError error) noexcept {
  if (error == cdr::DecodeError::bad_character) return cdr::EncodeError::bad_character;
  return cdr::EncodeError::unknown_value;
}

}  // namespace

HeldBytes::HeldBytes(cdr::Decoder& from, typecode::TypeDescription type)
    : type_(std::move(type)),
      phase_(from.position() % 8),
      order_(from.byte_order()),
      code_sets_(from.code_sets()),
      limits_(from.limits()) {
  if (auto* const context = from.context()) context_ = context->weak_context();
  if (from.values() != nullptr && from.values()->is_in_chunks())
    keep_anew(from);
  else
    keep(from);
}

void HeldBytes::keep(cdr::Decoder& from) {
  cdr::Decoder start = from;
  const cdr::ValueReader scope{from};
  typecode::skip(from, type_.node());
  const std::size_t size = from.position() - start.position();
  if (!from.ok() || !from.charge(size)) return;
  if (scope.leads_before(start.position()) || !from.is_in_piece_of(start)) {
    keep_anew(start);
    return cdr::ValueReader::settle(from, start);
  }
  const Bytes value = start.get_bytes(size);
  bytes_.assign(value.begin(), value.end());
}

// Chunks belong to the value that encloses them, and repository ids may refer back into the
// message. So such a value is written again.
void HeldBytes::keep_anew(cdr::Decoder& from) {
  cdr::Encoder whole{order_};
  whole.set_code_sets(code_sets_);
  typecode::copy(from, whole, type_.node());
  if (!whole.ok()) from.fail(cdr::DecodeError::bad_value);
  if (!from.charge(whole.size())) return;
  phase_ = 0;
  bytes_.assign(whole.bytes().begin(), whole.bytes().end());
}

cdr::Decoder HeldBytes::begin() const noexcept {
  cdr::Decoder decoder{bytes_, order_, phase_};
  decoder.set_code_sets(code_sets_);
  decoder.set_limits(limits_);
  return decoder;
}

cdr::Decoder HeldBytes::decoder(cdr::Encoder& /*copy*/) const { return begin(); }

void HeldBytes::encode(cdr::Encoder& encoder) const {
  encoder.note_characters({.text = true, .wide = true});  // there may be some
  if (encoder.byte_order() == order_ && encoder.position() % 8 == phase_ &&
      encoder.code_sets() == code_sets_ &&
      (encoder.values() == nullptr || !encoder.values()->is_in_chunks()))
    return encoder.put_bytes(bytes_);
  cdr::Decoder from = begin();
  typecode::copy(from, encoder, type_.node());
  if (!from.ok()) encoder.fail(why_not_copied(*from.error()));
}

}  // namespace orbweaver::corba

namespace CORBA {

using orbweaver::corba::omg_minor;

void Any::type(const typecode_reference& equivalent_type) {
  if (!equivalent_type ||
      !orbweaver::typecode::equivalent(type_.node(), equivalent_type->_type().node()))
    throw BAD_TYPECODE(omg_minor(3), CompletionStatus::COMPLETED_NO,
                       "an Any can only be called by a type that is equivalent to its own");
  type_ = equivalent_type->_type();
}

}  // namespace CORBA

namespace orbweaver::cdr {

void Codec<CORBA::Any>::encode(Encoder& encoder, const CORBA::Any& any) {
  Codec<CORBA::typecode_reference>::encode(encoder, any.type());
  if (any.has_value()) any._contents()->encode(encoder);
}

void Codec<CORBA::Any>::decode(Decoder& decoder, CORBA::Any& any) {
  auto type = typecode::decode(decoder);
  if (!decoder.ok()) return;
  constexpr std::size_t kShared = 2 * sizeof(void*) + sizeof(corba::HeldBytes);
  if (type.kind() == typecode::TypeKind::null || type.kind() == typecode::TypeKind::void_) {
    any = CORBA::Any{std::move(type), nullptr};
    return;
  }
  if (!decoder.charge(kShared)) return;
  auto contents = std::make_shared<const corba::HeldBytes>(decoder, type);
  if (decoder.ok()) any = CORBA::Any{std::move(type), std::move(contents)};
}

}  // namespace orbweaver::cdr
