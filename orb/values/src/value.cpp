// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/value.hpp>

#include "circles.hpp"

#include <orbweaver/corba/data_exceptions.hpp>
#include <orbweaver/corba/value_factories.hpp>

#include <new>
#include <vector>

namespace orbweaver::corba {

namespace {

using cdr::DecodeError;
using cdr::ValueReader;
using cdr::ValueWriter;

// The address that identifies a value: that of the whole object, whichever base refers to it.
std::uintptr_t key_of(const CORBA::ValueBase& value) noexcept {
  return reinterpret_cast<std::uintptr_t>(dynamic_cast<const void*>(&value));
}

void encode_with(ValueWriter& writer, cdr::Encoder& encoder, const CORBA::ValueBase* value) {
  // A value that an abstract interface refers to is not among the owners that are looked for.
  if (!encoder.ok() || writer.owners() != nullptr) return;
  if (value == nullptr) return ValueWriter::put_null(encoder);
  const std::uintptr_t key = key_of(*value);
  if (writer.put_shared(encoder, key)) return;
  std::vector<std::string_view> ids;
  for (const auto* type = &value->_value_type(); type != nullptr; type = type->truncatable_to)
    ids.push_back(type->id);
  const bool in_chunks = writer.begin(encoder, key, ids, ids.size() > 1);
  if (encoder.ok()) value->_encode_state(encoder);
  writer.end(encoder, in_chunks);
}

std::shared_ptr<CORBA::ValueBase> blank_value(std::string_view id, const ExpectedValue& expected) {
  if (expected.make != nullptr && id == expected.id) return expected.make();
  const auto factory = find_value_factory(id);
  return factory ? factory->create_for_unmarshal() : nullptr;
}

// The most derived type that has a factory and fits. A factory that makes values of another type
// than the one it is registered for is refused, because the state was written for that type.
std::shared_ptr<CORBA::ValueBase> blank_value(cdr::Decoder& decoder,
                                              const ValueReader::ValueStart& begun,
                                              const ExpectedValue& expected) {
  DecodeError why = DecodeError::no_factory;
  const std::span<const std::string_view> one{&expected.id, 1};
  const std::size_t known_from = begun.passed_over == nullptr ? 0 : *begun.passed_over;
  // A sender may write a list of ids once and refer to it from each value. Looking up all ids for
  // each value would be slow.
  for (const auto id : (begun.ids.empty() ? one : begun.ids).subspan(known_from)) {
    auto value = blank_value(id, expected);
    const bool may_skip = why == DecodeError::no_factory && expected.make == nullptr;
    if (!value && may_skip && begun.passed_over != nullptr) ++*begun.passed_over;
    if (value && value->_value_type().id == id && expected.fits(value.get())) return value;
    if (value) why = DecodeError::bad_value;
    if (!begun.is_chunked) break;  // the end of another type's state could not be found
  }
  decoder.fail(why);
  return nullptr;
}

using Value = std::shared_ptr<CORBA::ValueBase>;

Value decode_with(ValueReader& reader, cdr::Decoder& decoder, const ExpectedValue& expected);

// If the value lies in an Any of the message, which keeps it as bytes, it is read from the Any.
Value decode_shared(ValueReader& reader, cdr::Decoder& decoder, const ExpectedValue& expected,
                    std::size_t place) {
  if (auto known = std::static_pointer_cast<CORBA::ValueBase>(reader.find(place))) return known;
  auto earlier = reader.earlier(decoder, place);
  if (!earlier) return nullptr;
  {
    ValueReader there{*earlier, reader};
    static_cast<void>(decode_with(there, *earlier, expected));
    reader.adopt(there);
  }
  ValueReader::settle(decoder, *earlier);
  return std::static_pointer_cast<CORBA::ValueBase>(reader.find(place));
}

Value decode_begun(ValueReader& reader, cdr::Decoder& decoder, const ExpectedValue& expected,
                   const ValueReader::ValueStart& begun) try {
  constexpr std::size_t kEntry = 192;  // in the reader's tables, for later references to the value
  if (!decoder.charge(kEntry)) return nullptr;
  auto value = blank_value(decoder, begun, expected);
  if (!value) return nullptr;
  reader.keep(begun.place, value, &release_circles);
  value->_decode_state(decoder);
  reader.end(decoder, begun);
  return decoder.ok() ? value : nullptr;
} catch (...) {  // of a factory, or no memory: the values that were made before end, too
  decoder.fail(DecodeError::bad_value);
  throw;
}

Value decode_with(ValueReader& reader, cdr::Decoder& decoder, const ExpectedValue& expected) {
  const auto begun = reader.begin(decoder);
  if (begun.form == ValueReader::Form::begun) return decode_begun(reader, decoder, expected, begun);
  if (begun.form != ValueReader::Form::shared) return nullptr;
  auto shared = decode_shared(reader, decoder, expected, begun.place);
  if (!shared || !expected.fits(shared.get())) decoder.fail(DecodeError::bad_value);
  return decoder.ok() ? shared : nullptr;
}

}  // namespace

void encode_value(cdr::Encoder& encoder, const CORBA::ValueBase* value) {
  if (encoder.values() != nullptr) return encode_with(*encoder.values(), encoder, value);
  ValueWriter alone{encoder};
  encode_with(alone, encoder, value);
}

std::shared_ptr<CORBA::ValueBase> decode_value(cdr::Decoder& decoder,
                                               const ExpectedValue& expected) {
  if (decoder.values() != nullptr) return decode_with(*decoder.values(), decoder, expected);
  ValueReader alone{decoder};
  return decode_with(alone, decoder, expected);
}

CORBA::valuetype_reference<CORBA::ValueBase> copy_of(const CORBA::ValueBase& value,
                                                     const ExpectedValue& expected) {
  constexpr auto kNotCalled = CORBA::CompletionStatus::COMPLETED_NO;
  cdr::Encoder encoder;
  encode_value(encoder, &value);
  if (!encoder.ok()) throw_unwritable(*encoder.error(), kNotCalled);
  cdr::Decoder decoder{encoder.bytes()};
  auto copy = decode_value(decoder, expected);
  if (!decoder.ok()) throw_unreadable(decoder, kNotCalled, "the copy of a value");
  return copy;
}

}  // namespace orbweaver::corba

namespace CORBA {

valuetype_reference<ValueBase> ValueBase::_copy_value() const {
  using namespace orbweaver::corba;
  return copy_of(*this, Expected<ValueBase>::kAny);
}

}  // namespace CORBA
