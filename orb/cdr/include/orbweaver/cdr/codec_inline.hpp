// SPDX-License-Identifier: Apache-2.0
// Codec for the types that every IDL uses. Included by codec.hpp only.
#pragma once
#include <orbweaver/cdr/codec.hpp>

namespace orbweaver::cdr {

template <Number T>
struct Codec<T> {
  static constexpr std::size_t kLeastSize = sizeof(T);
  static void encode(Encoder& encoder, T value) { encoder.put(value); }
  static void decode(Decoder& decoder, T& value) { value = decoder.get<T>(); }
};

template <>
struct Codec<bool> {
  static constexpr std::size_t kLeastSize = 1;
  static void encode(Encoder& encoder, bool value) { encoder.put_boolean(value); }
  static void decode(Decoder& decoder, bool& value) { value = decoder.get_boolean(); }
};

template <>
struct Codec<std::string> {
  // Only the length, because the decoder accepts a length of 0 as the empty string.
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const std::string& value) { encoder.put_text(value); }
  static void decode(Decoder& decoder, std::string& value) {
    if (decoder.code_sets().text == TextConversion::untouched) [[likely]]
      value = decoder.get_string_view();
    else
      value = decoder.get_text();
  }
};

template <>
struct Codec<wchar_t> {
  static constexpr std::size_t kLeastSize = 1;
  static void encode(Encoder& encoder, wchar_t value) { encoder.put_wide(value); }
  static void decode(Decoder& decoder, wchar_t& value) { value = decoder.get_wide(); }
};

template <>
struct Codec<std::wstring> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const std::wstring& value) { encoder.put_wide_text(value); }
  static void decode(Decoder& decoder, std::wstring& value) { value = decoder.get_wide_text(); }
};

template <>
struct Codec<long double> {
  static constexpr std::size_t kLeastSize = 16;
  static void encode(Encoder& encoder, long double value) { encoder.put_long_double(value); }
  static void decode(Decoder& decoder, long double& value) { value = decoder.get_long_double(); }
};

template <class T>
struct Codec<std::vector<T>> {
  static constexpr std::size_t kLeastSize = 4;

  static void encode(Encoder& encoder, const std::vector<T>& values) {
    encoder.put(static_cast<std::uint32_t>(values.size()));
    for (const auto& value : values) Codec<T>::encode(encoder, value);
  }

  static void decode(Decoder& decoder, std::vector<T>& values) {
    values.resize(decoder.get_length(Codec<T>::kLeastSize, sizeof(T)));
    for (auto& value : values) {
      if (!decoder.ok()) return;
      Codec<T>::decode(decoder, value);
    }
  }
};

template <>
struct Codec<std::vector<bool>> {
  static constexpr std::size_t kLeastSize = 4;

  static void encode(Encoder& encoder, const std::vector<bool>& values) {
    encoder.put(static_cast<std::uint32_t>(values.size()));
    for (const bool value : values) encoder.put_boolean(value);
  }

  static void decode(Decoder& decoder, std::vector<bool>& values) {
    values.assign(decoder.get_length(1), false);
    for (auto&& value : values) value = decoder.get_boolean();
  }
};

template <Number T>
struct Codec<std::vector<T>> {
  static constexpr std::size_t kLeastSize = 4;

  static void encode(Encoder& encoder, const std::vector<T>& values) {
    encoder.before_sequence(values.size() * sizeof(T));
    encoder.put(static_cast<std::uint32_t>(values.size()));
    encoder.put_array(std::span<const T>{values});
    encoder.after_sequence();
  }

  static void decode(Decoder& decoder, std::vector<T>& values) {
    const std::size_t count = decoder.get_length(sizeof(T));
    if (const auto view = decoder.get_array_view<T>(count); !view.empty())
      values.assign(view.begin(), view.end());
    else if (decoder.has_pieces())
      copy_at_once(decoder, values, count);
    else
      copy_in_blocks(decoder, values, count);
  }

 private:
  static void copy_at_once(Decoder& decoder, std::vector<T>& values, std::size_t count) {
    values.resize(count);
    decoder.get_array(std::span<T>{values});
  }

  // Copies through a small block, which stays in the nearest cache. resize() of the whole vector
  // would first write zeros to memory that may be far larger than the cache.
  static void copy_in_blocks(Decoder& decoder, std::vector<T>& values, std::size_t count) {
    std::array<T, 2048 / sizeof(T)> block;
    values.clear();
    values.reserve(count);
    while (values.size() < count && decoder.ok()) {
      const auto rest = count - values.size();
      const auto part = std::span{block}.first(rest < block.size() ? rest : block.size());
      decoder.get_array(part);
      values.insert(values.end(), part.begin(), part.end());
    }
  }
};

template <class T, std::size_t N>
struct Codec<std::array<T, N>> {
  static_assert(N > 0, "IDL has no empty arrays");
  static constexpr std::size_t kLeastSize = N * Codec<T>::kLeastSize;

  static void encode(Encoder& encoder, const std::array<T, N>& values) {
    if constexpr (Number<T>) {
      encoder.put_array(std::span<const T>{values});
    } else {
      for (const auto& value : values) Codec<T>::encode(encoder, value);
    }
  }

  static void decode(Decoder& decoder, std::array<T, N>& values) {
    if constexpr (Number<T>) {
      decoder.get_array(std::span<T>{values});
    } else {
      for (auto& value : values) Codec<T>::decode(decoder, value);
    }
  }
};

}  // namespace orbweaver::cdr
