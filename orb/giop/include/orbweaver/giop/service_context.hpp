// SPDX-License-Identifier: Apache-2.0
// Service contexts: additional data of a request or reply. CORBA 3.3 Part 2, 9.8.1
// (IOP::ServiceContextList).
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace orbweaver::giop {

struct ServiceContext {
  std::uint32_t id;
  Bytes data;
};

/// A list of contexts as it arrived: a view of the bytes, which are checked once. find() searches
/// it. Unknown contexts are ignored.
class ServiceContextView {
 public:
  ServiceContextView() noexcept = default;
  /// Steps over the list in `decoder`, which fails if the list is wrong.
  static ServiceContextView decode(cdr::Decoder& decoder) noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }
  /// The data of the first context with `id`; by convention it is an encapsulation.
  [[nodiscard]] std::optional<Bytes> find(std::uint32_t id) const noexcept {
    if (count_ == 0) return std::nullopt;
    if (first_.id == id) return first_.data;
    return count_ == 1 ? std::nullopt : search(id);
  }

 private:
  [[nodiscard]] std::optional<Bytes> search(std::uint32_t id) const noexcept;

  Bytes list_;
  ServiceContext first_{};
  std::size_t origin_ = 0;
  std::uint32_t count_ = 0;
  cdr::ByteOrder order_ = cdr::kNativeOrder;
};

void encode(cdr::Encoder& encoder, std::span<const ServiceContext> contexts);

}  // namespace orbweaver::giop
