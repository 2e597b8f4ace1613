#include <orbweaver/cdr/decoder.hpp>

namespace orbweaver::cdr {

std::string_view describe(DecodeError error) noexcept {
  switch (error) {
    case DecodeError::truncated:
      return "a value ends beyond the last byte";
    case DecodeError::bad_boolean:
      return "a boolean is neither 0 nor 1";
    case DecodeError::bad_string:
      return "a string has no NUL at its end or one inside";
    case DecodeError::bad_length:
      return "a length exceeds the bytes that follow";
    case DecodeError::bad_enumerator:
      return "an enumerator or union branch does not exist";
    case DecodeError::bad_byte_order:
      return "an encapsulation starts with neither 0 nor 1 as its byte order";
    case DecodeError::too_deep:
      return "values are nested deeper than the limit";
  }
  return "unknown decode error";
}

void Decoder::fail(DecodeError error) noexcept {
  if (error_) return;
  error_ = error;
  bytes_ = bytes_.first(position_);
}

std::string_view Decoder::get_string_view() noexcept {
  const std::uint32_t length = get_length(1);
  if (length == 0) return {};
  const auto text = as_text(get_bytes(length));
  if (text.find('\0') == text.size() - 1) return text.substr(0, text.size() - 1);
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
  inner.context_ = context_;
  return inner;
}

}  // namespace orbweaver::cdr
