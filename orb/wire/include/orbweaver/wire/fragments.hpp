// SPDX-License-Identifier: Apache-2.0
// The bytes that a transport sends for one message: the whole message, or its fragments.
#pragma once
#include <orbweaver/giop/fragments.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <optional>
#include <span>

namespace orbweaver::wire {

/// Lives on the sender's stack. The fragments of a message are sent in one call, one after the
/// other, as one message.
class Fragments {
 public:
  /// `most` is Options::fragment_bytes.
  Fragments(std::span<const Bytes> message, std::size_t most) : pieces_(message) {
    if (most != 0) [[unlikely]]
      cut(most);
  }
  Fragments(const Fragments&) = delete;
  Fragments& operator=(const Fragments&) = delete;

  [[nodiscard]] std::span<const Bytes> pieces() const noexcept { return pieces_; }
  /// Whether pieces() are copies of the message's pieces.
  [[nodiscard]] bool are_cut() const noexcept { return !all_.empty(); }

 private:
  void cut(std::size_t most) {
    loan_.emplace();
    if (!giop::cut_into_fragments(**loan_, pieces_, most)) return;
    all_ = (*loan_)->bytes();
    pieces_ = {&all_, 1};
  }

  std::span<const Bytes> pieces_;
  std::optional<EncoderLoan> loan_;
  Bytes all_;
};

}  // namespace orbweaver::wire
