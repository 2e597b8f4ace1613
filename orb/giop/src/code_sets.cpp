// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/code_sets.hpp>

#include <algorithm>
#include <cstring>

namespace orbweaver::giop {
namespace {

constexpr std::size_t kForCharAt = 4, kForWcharAt = 8;

void put_offer(cdr::Encoder& encoder, const CodeSetOffer& offer) {
  encoder.put(offer.native);
  encoder.put(static_cast<std::uint32_t>(offer.conversions.size()));
  encoder.put_array(std::span{offer.conversions});
}

CodeSetOffer get_offer(cdr::Decoder& decoder) {
  CodeSetOffer offer;
  offer.native = decoder.get<std::uint32_t>();
  offer.conversions.resize(decoder.get_length(sizeof(std::uint32_t)));
  decoder.get_array(std::span{offer.conversions});
  return offer;
}

bool knows(const CodeSetOffer& offer, std::uint32_t set) noexcept {
  return offer.native == set ||
         std::ranges::find(offer.conversions, set) != offer.conversions.end();
}

constexpr std::uint32_t number_of(NativeText native) noexcept {
  return native == NativeText::utf8 ? kUtf8 : kIso8859_1;
}
constexpr std::uint32_t other_than(NativeText native) noexcept {
  return native == NativeText::utf8 ? kIso8859_1 : kUtf8;
}

// ISO 646, 8859 and 10646, whose characters UTF-8 has.
constexpr bool is_of_iso(std::uint32_t set) noexcept { return set >> 16 == 1; }

std::optional<std::uint32_t> choose_for_char(const CodeSetOffer& server,
                                             NativeText native) noexcept {
  if (server.native == 0) return 0;
  const bool converts_nothing = native == NativeText::as_is;
  if (converts_nothing && (server.native == kUtf8 || server.native == kIso8859_1))
    return server.native;
  for (const auto set : {number_of(native), other_than(native)})
    if (knows(server, set)) return set;
  return is_of_iso(server.native) ? std::optional{kUtf8} : std::nullopt;
}

std::optional<cdr::TextConversion> text_form(std::uint32_t set, NativeText native) noexcept {
  if (set == 0 || set == number_of(native)) return cdr::TextConversion::untouched;
  if (set != other_than(native)) return std::nullopt;
  if (native == NativeText::as_is) return cdr::TextConversion::untouched;
  return native == NativeText::utf8 ? cdr::TextConversion::utf8_as_latin1
                                    : cdr::TextConversion::latin1_as_utf8;
}

}  // namespace

TaggedComponent make_component(const CodeSetOffers& offers) {
  cdr::Encoder encoder;
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  put_offer(encoder, offers.for_char);
  put_offer(encoder, offers.for_wchar);
  return {kTagCodeSets, {encoder.bytes().begin(), encoder.bytes().end()}};
}

std::optional<CodeSetOffers> read_code_sets_component(const TaggedComponent& component) {
  if (component.tag != kTagCodeSets) return std::nullopt;
  auto decoder = cdr::Decoder::of_encapsulation(component.data);
  CodeSetOffers offers;
  offers.for_char = get_offer(decoder);
  offers.for_wchar = get_offer(decoder);
  if (!decoder.ok()) return std::nullopt;
  return offers;
}

CodeSetOffers offers_of(NativeText native) {
  return {{number_of(native), {other_than(native)}}, {kUtf16, {}}};
}

CodeSetsContextData encode(const TransmissionCodeSets& sets) noexcept {
  CodeSetsContextData data{};
  data[0] = std::byte{cdr::order_octet(cdr::kNativeOrder)};
  std::memcpy(data.data() + kForCharAt, &sets.for_char, sizeof sets.for_char);
  std::memcpy(data.data() + kForWcharAt, &sets.for_wchar, sizeof sets.for_wchar);
  return data;
}

std::optional<TransmissionCodeSets> read_code_sets_context(Bytes data) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  TransmissionCodeSets sets;
  sets.for_char = decoder.get<std::uint32_t>();
  sets.for_wchar = decoder.get<std::uint32_t>();
  return decoder.ok() ? std::optional{sets} : std::nullopt;
}

std::optional<TransmissionCodeSets> choose_code_sets(const CodeSetOffers& server,
                                                     NativeText native) noexcept {
  const auto for_char = choose_for_char(server.for_char, native);
  if (!for_char) return std::nullopt;
  return TransmissionCodeSets{*for_char, server.for_wchar.native == 0 ? 0 : kUtf16};
}

std::optional<cdr::CodeSets> forms_of(const TransmissionCodeSets& sets, NativeText native,
                                      Version version) noexcept {
  const auto text = text_form(sets.for_char, native);
  if (!text || (sets.for_wchar != 0 && sets.for_wchar != kUtf16)) return std::nullopt;
  auto forms = forms_without_agreement(version);
  forms.text = *text;
  if (sets.for_wchar == 0) forms.wide = cdr::WideForm::refused;
  return forms;
}

}  // namespace orbweaver::giop
