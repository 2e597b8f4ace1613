// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as any value. What decodes must encode to bytes that decode to the same,
// and a walk over the decoder must never leave its bytes nor recover from a failure.
//
// Input: one octet that chooses byte order and target, then the bytes to decode.
#include <orbweaver/cdr/codec.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace orbweaver;
using namespace orbweaver::cdr;

void require(bool condition) {
  if (!condition) std::abort();
}

// Bytes, not values, are compared, because a NaN differs from itself.
template <class T, TextConversion Text = TextConversion::untouched,
          WideForm Wide = WideForm::counted>
void round_trip(Bytes bytes, ByteOrder order) {
  constexpr CodeSets kCodeSets{Text, Wide};
  Decoder decoder{bytes, order};
  decoder.set_code_sets(kCodeSets);
  const auto value = decode<T>(decoder);
  if (!decoder.ok()) return;
  Encoder first{order};
  first.set_code_sets(kCodeSets);
  encode(first, value);
  require(first.ok() && first.size() >= Codec<T>::kLeastSize);
  Decoder again{first.bytes(), order};
  again.set_code_sets(kCodeSets);
  const auto copy = decode<T>(again);
  require(again.ok() && again.remaining() == 0);
  Encoder second{order};
  second.set_code_sets(kCodeSets);
  encode(second, copy);
  require(std::ranges::equal(first.bytes(), second.bytes()));
}

void one_step(Decoder& decoder, std::uint8_t operation) {
  switch (operation % 11) {
    case 0:
      static_cast<void>(decoder.get_octet());
      break;
    case 1:
      static_cast<void>(decoder.get_boolean());
      break;
    case 2:
      static_cast<void>(decoder.get<std::uint16_t>());
      break;
    case 3:
      static_cast<void>(decoder.get<float>());
      break;
    case 4:
      static_cast<void>(decoder.get<std::uint64_t>());
      break;
    case 5:
      static_cast<void>(decoder.get_string_view());
      break;
    case 6:
      static_cast<void>(decoder.get_octets());
      break;
    case 7:
      decoder.align(8);
      break;
    case 8:
      static_cast<void>(decoder.get_array_view<double>(decoder.get_length(8)));
      break;
    case 9:
      static_cast<void>(decode<std::vector<double>>(decoder));
      break;
    default:
      decoder = decoder.get_encapsulation();
      break;
  }
}

// The bytes are also the steps.
void walk_over(Decoder decoder, Bytes bytes) {
  Decoder steps{bytes};
  while (steps.remaining() > 0) {
    const bool had_failed = !decoder.ok();
    one_step(decoder, steps.get_octet());
    require(decoder.remaining() <= bytes.size());
    require(decoder.left_over() <= bytes.size());
    require(!had_failed || (!decoder.ok() && decoder.remaining() == 0));
  }
}

void walk(Bytes bytes, ByteOrder order) { walk_over(Decoder{bytes, order, 12}, bytes); }

// The bytes also say where the pieces end.
void walk_over_pieces(Bytes bytes, ByteOrder order) {
  constexpr std::uint8_t kMostCuts = 8;
  Decoder plan{bytes};
  const auto whole = static_cast<std::uint32_t>(bytes.size());
  std::vector<Cut> cuts;
  std::uint32_t end = 0;
  for (auto left = plan.get_octet() % kMostCuts; left > 0; --left) {
    end = std::min(whole, end + plan.get_octet());
    cuts.push_back({end, whole});
  }
  cuts.push_back({whole, whole});
  Decoder decoder{bytes, order, 12};
  decoder.set_cuts(cuts);
  walk_over(decoder, bytes);
}

using Target = void (*)(Bytes, ByteOrder);
constexpr Target kTargets[] = {
    walk,
    round_trip<std::string>,
    round_trip<std::vector<double>>,
    round_trip<std::vector<std::uint8_t>>,
    round_trip<std::vector<bool>>,
    round_trip<std::vector<std::string>>,
    round_trip<std::vector<std::vector<std::vector<std::int16_t>>>>,
    round_trip<std::vector<std::array<float, 3>>>,
    round_trip<std::array<std::array<std::vector<char>, 2>, 2>>,
    round_trip<std::string, TextConversion::utf8_as_latin1>,
    round_trip<std::string, TextConversion::latin1_as_utf8>,
    round_trip<std::vector<std::wstring>>,
    round_trip<std::vector<std::wstring>, TextConversion::untouched, WideForm::units>,
    round_trip<std::vector<wchar_t>>,
    round_trip<std::vector<wchar_t>, TextConversion::untouched, WideForm::units>,
    round_trip<std::vector<long double>>,
    walk_over_pieces,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes{reinterpret_cast<const std::byte*>(data) + 1, size - 1};
  kTargets[(data[0] >> 1) % std::size(kTargets)](bytes, order_of(data[0] & 1));
  return 0;
}
