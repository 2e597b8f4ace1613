// SPDX-License-Identifier: Apache-2.0
// How characters are sent. CORBA 3.3 Part 2, 9.3.1.6 (char, wchar), 9.3.2.7 (string, wstring),
// 9.4.2 (code sets).
//
// A text may be encoded differently in the program and in the message. The code that begins a
// message sets the code sets of its Encoder or Decoder; the code that encodes the values does not
// know them. The default is that of GIOP 1.2 between peers with the same code set for char, and
// UTF-16 for wchar.
#pragma once
#include <cstdint>

namespace orbweaver::cdr {

/// The conversion of a `string`. A `char` outside of a string is one octet, and is never converted.
enum class TextConversion : std::uint8_t {
  untouched,       // both sides have the same code set, or it is not known
  utf8_as_latin1,  // UTF-8 in the program, ISO 8859-1 on the wire
  latin1_as_utf8,  // ISO 8859-1 in the program, UTF-8 on the wire
};

/// The characters of `wchar` and `wstring`: UTF-16 on the wire, one wchar_t for each in the
/// program.
enum class WideForm : std::uint8_t {
  counted,  // GIOP 1.2: a number of octets, then these; big endian unless a byte order mark comes
  units,    // GIOP 1.1: units of two octets in the message's byte order; a wstring ends with a null
  refused,  // GIOP 1.0, or a peer that named no code set for wchar
};

struct CodeSets {
  TextConversion text = TextConversion::untouched;
  WideForm wide = WideForm::counted;
  friend bool operator==(const CodeSets&, const CodeSets&) = default;
};

}  // namespace orbweaver::cdr
