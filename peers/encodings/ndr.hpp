// SPDX-License-Identifier: Apache-2.0
// NDR of DCE RPC (C706, chapter 14), in the sender's own byte order, which its messages name once
// in their header. A sequence is a conformant and varying array: maximum count, offset, actual
// count.
#pragma once
#include "wire.hpp"

namespace encodings {

class Ndr {
 public:
  template <class T>
  void encode(Shape shape, const std::vector<T>& values) {
    writer_.clear();
    if (shape == Shape::sequence) {
      writer_.put_count(values.size());
      writer_.put_count(0);
      writer_.put_count(values.size());
    }
    writer_.align(sizeof(T));
    writer_.put(std::span<const T>(values));
  }
  /// As Eight::decode.
  template <class T>
  [[nodiscard]] bool decode(Shape shape, std::vector<T>& values) const {
    Reader reader(bytes());
    if (shape == Shape::sequence && !resize_as_announced(reader, values)) return false;
    reader.align(sizeof(T));
    reader.get(std::span<T>(values));
    return reader.ok();
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return writer_.bytes(); }

 private:
  template <class T>
  static bool resize_as_announced(Reader& reader, std::vector<T>& values) {
    const auto most = reader.get_count(sizeof(T));
    const auto offset = reader.get_count(sizeof(T));
    const auto count = reader.get_count(sizeof(T));
    if (!reader.ok() || offset != 0 || count > most) return false;
    values.resize(count);
    return true;
  }

  Writer writer_;
};

}  // namespace encodings
