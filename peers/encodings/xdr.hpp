// SPDX-License-Identifier: Apache-2.0
// XDR of ONC RPC (RFC 4506), by libtirpc: big-endian, in units of four bytes. Octets travel as
// opaque data, packed; each other element by itself, a short in four bytes.
#pragma once
#include <rpc/types.h>
#include <rpc/xdr.h>

#include <algorithm>

#include "wire.hpp"

namespace encodings {

class Xdr {
 public:
  template <class T>
  void encode(Shape shape, const std::vector<T>& values) {
    memory_.resize(kMostOverhead + values.size() * std::max<std::size_t>(sizeof(T), kUnit));
    XDR stream;
    xdrmem_create(&stream, memory_.data(), static_cast<u_int>(memory_.size()), XDR_ENCODE);
    // What encodes only reads, though its signature, which also decodes, does not say so.
    ok_ = pass(stream, shape, const_cast<T*>(values.data()), values.size());
    size_ = xdr_getpos(&stream);
    xdr_destroy(&stream);
  }
  /// As Eight::decode; a sequence must not be longer than `values` is.
  template <class T>
  [[nodiscard]] bool decode(Shape shape, std::vector<T>& values) {
    XDR stream;
    xdrmem_create(&stream, memory_.data(), size_, XDR_DECODE);
    const bool fits = ok_ && pass(stream, shape, values.data(), values.size());
    xdr_destroy(&stream);
    return fits;
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return std::as_bytes(std::span(memory_)).first(size_);
  }

 private:
  static constexpr std::size_t kUnit = 4, kMostOverhead = 8;

  static bool_t pass_one(XDR* stream, std::uint8_t* value) { return xdr_u_char(stream, value); }
  static bool_t pass_one(XDR* stream, std::int16_t* value) { return xdr_short(stream, value); }
  static bool_t pass_one(XDR* stream, float* value) { return xdr_float(stream, value); }
  static bool_t pass_one(XDR* stream, double* value) { return xdr_double(stream, value); }

  static xdrproc_t procedure_of(std::int16_t*) { return reinterpret_cast<xdrproc_t>(xdr_short); }
  static xdrproc_t procedure_of(float*) { return reinterpret_cast<xdrproc_t>(xdr_float); }
  static xdrproc_t procedure_of(double*) { return reinterpret_cast<xdrproc_t>(xdr_double); }

  template <class T>
  static bool pass(XDR& stream, Shape shape, T* values, std::size_t size) {
    if (shape == Shape::basic) return pass_one(&stream, values) != 0;
    auto count = static_cast<u_int>(size);
    if constexpr (sizeof(T) == 1) {
      auto* const octets = reinterpret_cast<char*>(values);
      if (shape == Shape::array) return xdr_opaque(&stream, octets, count) != 0;
      char* place = octets;
      return xdr_bytes(&stream, &place, &count, count) != 0;
    } else {
      auto* place = reinterpret_cast<char*>(values);
      if (shape == Shape::array)
        return xdr_vector(&stream, place, count, sizeof(T), procedure_of(values)) != 0;
      return xdr_array(&stream, &place, &count, count, sizeof(T), procedure_of(values)) != 0;
    }
  }

  std::vector<char> memory_;
  u_int size_ = 0;
  bool ok_ = false;
};

}  // namespace encodings
