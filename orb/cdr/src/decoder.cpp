// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/value_reader.hpp>

namespace orbweaver::cdr {

std::string_view describe(DecodeError error) noexcept {
  switch (error) {
    case DecodeError::truncated:
      return "a value ends beyond the last byte, or beyond the chunk of a value type in which it "
             "begins";
    case DecodeError::bad_boolean:
      return "a boolean is neither 0 nor 1";
    case DecodeError::bad_string:
      return "a string has no NUL at its end or one inside";
    case DecodeError::bad_length:
      return "a length exceeds the bytes that follow, or the bound of its type";
    case DecodeError::bad_character:
      return "a character is not in the code set that was agreed on";
    case DecodeError::wide_refused:
      return "wide characters where the peer may not send any";
    case DecodeError::local_only:
      return "a native value or a local object, which cannot travel";
    case DecodeError::bad_enumerator:
      return "an enumerator or union branch does not exist";
    case DecodeError::bad_byte_order:
      return "an encapsulation starts with neither 0 nor 1 as its byte order";
    case DecodeError::too_long:
      return "a sequence or string is longer than the limit";
    case DecodeError::too_deep:
      return "values are nested deeper than the limit";
    case DecodeError::no_orb:
      return "an object reference needs an ORB, which is gone";
    case DecodeError::bad_type_code:
      return "a TypeCode makes no sense";
    case DecodeError::bad_digit:
      return "a fixed holds half an octet that is no digit or no sign";
    case DecodeError::bad_value:
      return "a value type's tag, chunk or indirection makes no sense, or it has another type";
    case DecodeError::no_factory:
      return "no factory is registered for a value type that was received";
    case DecodeError::too_much:
      return "values take more memory than the limit";
    case DecodeError::surplus:
      return "octets follow behind the last value";
    case DecodeError::unclear:
      return "a fragment of GIOP 1.1 begins inside an array of 8-octet numbers, and can be read "
             "with "
             "padding and without; use GIOP 1.2, or smaller messages";
  }
  return "unknown decode error";
}

void Decoder::fail(DecodeError error) noexcept {
  if (error_) return;
  error_ = error;
  bytes_ = bytes_.first(position_);
  cut_ = nullptr;
}

const std::byte* Decoder::take_further(std::size_t alignment, std::size_t count) noexcept {
  if (cut_ != nullptr) {
    const std::byte* begin = take_over_cuts(alignment, count);
    if (begin == nullptr) fail(DecodeError::truncated);
    return begin;
  }
  while (values_ != nullptr && !error_ && values_->go_on(*this)) {
    const std::size_t skipped = padding(position(), alignment);
    if (remaining() < skipped || remaining() - skipped < count) continue;
    const std::byte* begin = bytes_.data() + position_ + skipped;
    position_ += skipped + count;
    return begin;
  }
  fail(DecodeError::truncated);
  return nullptr;
}

bool Decoder::may_go_on(std::size_t count, std::size_t element_size) const noexcept {
  if (cut_ != nullptr) return count <= left_over() / element_size;
  return values_ != nullptr && !error_ && count <= values_->left_behind(*this) / element_size;
}

// A length that exceeds the remaining octets is an error, however large the limit.
std::uint32_t Decoder::get_long_length(std::uint32_t length, std::size_t element_size) noexcept {
  const bool may_be_there = length <= remaining() || may_go_on(length, element_size);
  if (length > limits_.length && may_be_there) {
    fail(DecodeError::too_long);
    return 0;
  }
  if (length <= limits_.length && may_go_on(length, element_size)) return length;
  fail(DecodeError::bad_length);
  return 0;
}

std::string_view Decoder::get_string_view() noexcept {
  const std::uint32_t length = get_length(1);
  if (length == 0) return {};
  const auto text = as_text(get_bytes(length));
  // The last one first: where there is none, the rest of the message need not be searched.
  if (!text.empty() && text.back() == '\0' && text.find('\0') == text.size() - 1)
    return text.substr(0, text.size() - 1);
  fail(DecodeError::bad_string);
  return {};
}

Decoder Decoder::of_encapsulation(Bytes content) noexcept {
  Decoder inner{content};
  const std::uint8_t octet = inner.get_octet();
  if (octet > 1) inner.fail(DecodeError::bad_byte_order);
  inner.order_ = order_of(octet);
  return inner;
}

Decoder Decoder::get_encapsulation() noexcept {
  const Bytes content = get_octets();
  Decoder inner = of_encapsulation(content);
  if (error_) inner.error_ = error_;
  inner.depth_ = depth_;
  inner.limits_ = limits_;
  inner.memory_left_ = memory_left_;
  inner.context_ = context_;
  inner.code_sets_ = code_sets_;
  return inner;
}

}  // namespace orbweaver::cdr
