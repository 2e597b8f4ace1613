// SPDX-License-Identifier: Apache-2.0
#include "target_address.hpp"

#include <algorithm>
#include <optional>

#include "iiop_profile_view.hpp"

namespace orbweaver::giop {
namespace {

constexpr std::size_t kLeastProfileSize = 8;  // its tag and the length of its data

Bytes key_of_profile(cdr::Decoder& decoder, std::uint32_t tag, Bytes data) noexcept {
  const auto profile = tag == kTagInternetIop ? view_iiop_profile(data) : std::nullopt;
  if (profile) return profile->object_key;
  decoder.fail(cdr::DecodeError::bad_enumerator);
  return {};
}

Bytes get_profile_target(cdr::Decoder& decoder) noexcept {
  const auto tag = decoder.get<std::uint32_t>();
  const Bytes data = decoder.get_octets();
  return key_of_profile(decoder, tag, data);
}

Bytes get_reference_target(cdr::Decoder& decoder) noexcept {
  const auto selected = decoder.get<std::uint32_t>();
  static_cast<void>(decoder.get_string_view());
  const std::uint32_t count = decoder.get_length(kLeastProfileSize);
  std::uint32_t selected_tag = 0;
  Bytes selected_data;
  for (std::uint32_t i = 0; i < count && decoder.ok(); ++i) {
    const auto tag = decoder.get<std::uint32_t>();
    const Bytes data = decoder.get_octets();
    if (i != selected) continue;
    selected_tag = tag;
    selected_data = data;
  }
  return key_of_profile(decoder, selected_tag, selected_data);
}

}  // namespace

void put_target(cdr::Encoder& encoder, const TargetAddress& target) {
  encoder.put(static_cast<std::int16_t>(target.addressing));
  if (target.addressing == Addressing::key) return encoder.put_octets(target.key);
  const auto& profiles = target.reference->profiles;
  const auto selected = std::ranges::find(profiles, kTagInternetIop, &TaggedProfile::tag);
  if (target.addressing == Addressing::reference) {
    encoder.put(static_cast<std::uint32_t>(selected - profiles.begin()));
    return encode(encoder, *target.reference);
  }
  encoder.put(selected->tag);
  encoder.put_octets(selected->data);
}

Bytes get_target(cdr::Decoder& decoder) noexcept {
  switch (static_cast<Addressing>(decoder.get<std::int16_t>())) {
    case Addressing::key:
      return decoder.get_octets();
    case Addressing::profile:
      return get_profile_target(decoder);
    case Addressing::reference:
      return get_reference_target(decoder);
  }
  decoder.fail(cdr::DecodeError::bad_enumerator);
  return {};
}

}  // namespace orbweaver::giop
