// SPDX-License-Identifier: Apache-2.0
// How two ORBs agree on code sets. CORBA 3.3 Part 2, 7.10: Code Set Conversion.
//
//   server ──► TAG_CODE_SETS component: its native code set, and those from which it converts
//   client     chooses the transmission code sets
//   client ──► CodeSets service context, with the first request of a connection
//
// Encoders and decoders convert, as the choice says: cdr/code_sets.hpp.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/cdr/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace orbweaver::giop {

inline constexpr std::uint32_t kTagCodeSets = 1;      // IOP::TAG_CODE_SETS
inline constexpr std::uint32_t kContextCodeSets = 1;  // IOP::CodeSets

/// Numbers of the OSF character and code set registry.
inline constexpr std::uint32_t kIso8859_1 = 0x00010001, kUtf8 = 0x05010001, kUtf16 = 0x00010109;

/// CONV_FRAME::CodeSetComponent. Native 0: this kind of character is not supported.
struct CodeSetOffer {
  std::uint32_t native = 0;
  std::vector<std::uint32_t> conversions;
  friend bool operator==(const CodeSetOffer&, const CodeSetOffer&) = default;
};
/// CONV_FRAME::CodeSetComponentInfo.
struct CodeSetOffers {
  CodeSetOffer for_char, for_wchar;
  friend bool operator==(const CodeSetOffers&, const CodeSetOffers&) = default;
};
[[nodiscard]] TaggedComponent make_component(const CodeSetOffers& offers);
[[nodiscard]] std::optional<CodeSetOffers> read_code_sets_component(
    const TaggedComponent& component);

/// The encoding of `string`s in this program. `as_is`: it is not known, or not the same everywhere;
/// no string is converted, in whichever of the two code sets the peer says that it is. So octets
/// beyond ASCII pass, and a `char` of any octet passes to peers whose native code set is ISO
/// 8859-1.
enum class NativeText : std::uint8_t { utf8, latin1, as_is };
/// Offers for char: `native` as the native code set, and conversion from the other one. For wchar:
/// UTF-16.
[[nodiscard]] CodeSetOffers offers_of(NativeText native);

/// CONV_FRAME::CodeSetContext: the code sets in messages. 0: none.
struct TransmissionCodeSets {
  std::uint32_t for_char = 0, for_wchar = 0;
  friend bool operator==(const TransmissionCodeSets&, const TransmissionCodeSets&) = default;
};
using CodeSetsContextData = std::array<std::byte, 12>;
/// In the native byte order.
[[nodiscard]] CodeSetsContextData encode(const TransmissionCodeSets& sets) noexcept;
[[nodiscard]] std::optional<TransmissionCodeSets> read_code_sets_context(Bytes data) noexcept;

/// The choice of a client with `native` text. For char it is the first of these that both sides
/// support: the client's native code set, the server's, the other ones that the two convert. If
/// there is none, it is UTF-8, provided that the server's native code set is one of ISO's. For
/// wchar it is UTF-16, if the server supports wchar. Nothing: the code sets are incompatible.
[[nodiscard]] std::optional<TransmissionCodeSets> choose_code_sets(const CodeSetOffers& server,
                                                                   NativeText native) noexcept;

/// How an encoder or decoder converts texts for `sets`. Before 1.2 wide characters have another
/// form, and 1.0 has none. Nothing: this ORB does not convert from one of these code sets.
[[nodiscard]] std::optional<cdr::CodeSets> forms_of(const TransmissionCodeSets& sets,
                                                    NativeText native, Version version) noexcept;
/// Like forms_of(), for peers that have not agreed on code sets.
[[nodiscard]] constexpr cdr::CodeSets forms_without_agreement(Version version) noexcept {
  if (version.minor >= 2) return {};
  return {.wide = version.minor == 1 ? cdr::WideForm::units : cdr::WideForm::refused};
}

}  // namespace orbweaver::giop
