// SPDX-License-Identifier: Apache-2.0
// The encoding that paper 2 describes for ORBexpress DSP: as CDR, but in units of eight bytes. A
// value and a sequence's count take eight each, and elements are padded to a multiple of eight as a
// whole.
#pragma once
#include "wire.hpp"

namespace encodings {

class Eight {
 public:
  template <class T>
  void encode(Shape shape, const std::vector<T>& values) {
    writer_.clear();
    if (shape == Shape::sequence) writer_.put_count(values.size());
    writer_.align(kUnit);
    writer_.put(std::span<const T>(values));
    writer_.align(kUnit);
  }
  /// `values` has the size that both sides know, unless it is a sequence. Returns whether the bytes
  /// fit.
  template <class T>
  [[nodiscard]] bool decode(Shape shape, std::vector<T>& values) const {
    Reader reader(bytes());
    if (shape == Shape::sequence) values.resize(reader.get_count(sizeof(T)));
    reader.align(kUnit);
    reader.get(std::span<T>(values));
    reader.align(kUnit);
    return reader.ok();
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return writer_.bytes(); }

 private:
  static constexpr std::size_t kUnit = 8;
  Writer writer_;
};

}  // namespace encodings
