// How characters travel. CORBA 3.3 Part 2, 9.3.1.6 (char, wchar), 9.3.2.7 (string, wstring), 9.4.2
// (code sets).
//
// Program and wire may differ in how they write a text down. Whoever begins a message says how this
// one does it, to its Encoder or Decoder; the values in it know nothing of that. The default is
// what GIOP 1.2 does between peers with the same code set for char, and UTF-16 for wchar.
#pragma once
#include <cstdint>

namespace orbweaver::cdr {

/// The texts of `string`. A lone `char` is one octet, and travels untouched in every case.
enum class TextForm : std::uint8_t {
  untouched,       // the same code set on both sides, or nothing is known
  utf8_as_latin1,  // UTF-8 in the program, ISO 8859-1 on the wire
  latin1_as_utf8,  // ISO 8859-1 in the program, UTF-8 on the wire
};

/// The characters of `wchar` and `wstring`: UTF-16 on the wire, one wchar_t for each in the
/// program.
enum class WideForm : std::uint8_t {
  counted,  // GIOP 1.2: octets behind their number; big endian, or as a byte order mark says
  units,    // GIOP 1.1: units of two octets in the message's byte order; a wstring ends with a null
  refused,  // GIOP 1.0, or a peer that named no code set for wchar
};

struct CodeSets {
  TextForm text = TextForm::untouched;
  WideForm wide = WideForm::counted;
  friend bool operator==(const CodeSets&, const CodeSets&) = default;
};

}  // namespace orbweaver::cdr
