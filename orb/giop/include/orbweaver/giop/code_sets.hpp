// How two ORBs agree on the code sets of their texts. CORBA 3.3 Part 2, 7.10: Code Set Conversion.
//
//   server ──► TAG_CODE_SETS component: native code set and those that it converts from
//   client     chooses the transmission code sets
//   client ──► CodeSets service context, with the first request of a connection
//
// What the choice means for the bytes is said to encoders and decoders: cdr/code_sets.hpp, which
// convert.
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

/// CONV_FRAME::CodeSetComponent. Native 0: such characters are not known.
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

/// What the `string`s of this program are written in.
enum class NativeText : std::uint8_t { utf8, latin1 };
/// That and the other one; for wchar UTF-16.
[[nodiscard]] CodeSetOffers offers_of(NativeText native);

/// CONV_FRAME::CodeSetContext: the code sets on the wire. 0: none.
struct TransmissionCodeSets {
  std::uint32_t for_char = 0, for_wchar = 0;
  friend bool operator==(const TransmissionCodeSets&, const TransmissionCodeSets&) = default;
};
using CodeSetsContextData = std::array<std::byte, 12>;
/// In the native byte order.
[[nodiscard]] CodeSetsContextData encode(const TransmissionCodeSets& sets) noexcept;
[[nodiscard]] std::optional<TransmissionCodeSets> read_code_sets_context(Bytes data) noexcept;

/// The choice of a client with `native` text: for char the first that both know of the client's,
/// the server's, and what each converts to; otherwise UTF-8, if the server's native code set is of
/// the ISO's family. For wchar UTF-16, if the server knows wchar at all. Nothing: the code sets are
/// incompatible.
[[nodiscard]] std::optional<TransmissionCodeSets> choose_code_sets(const CodeSetOffers& server,
                                                                   NativeText native) noexcept;

/// How texts are written that travel in `sets`. Before 1.2 wide characters have another form, and
/// 1.0 has none. Nothing: this ORB does not convert from one of them.
[[nodiscard]] std::optional<cdr::CodeSets> forms_of(const TransmissionCodeSets& sets,
                                                    NativeText native, Version version) noexcept;
/// The same where nothing was agreed on.
[[nodiscard]] constexpr cdr::CodeSets forms_without_agreement(Version version) noexcept {
  if (version.minor >= 2) return {};
  return {.wide = version.minor == 1 ? cdr::WideForm::units : cdr::WideForm::refused};
}

}  // namespace orbweaver::giop
