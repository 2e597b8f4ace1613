// SPDX-License-Identifier: Apache-2.0
// Lends encoders that a thread keeps, so that later calls allocate nothing. Calls nest, as a
// servant may call another object; so a thread has a stack of encoders.
#pragma once
#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::wire {

/// Borrows an encoder of the calling thread. Lives on that thread's stack: the encoder that was
/// borrowed last is given back first.
class EncoderLoan {
 public:
  EncoderLoan();
  ~EncoderLoan();
  EncoderLoan(const EncoderLoan&) = delete;
  EncoderLoan& operator=(const EncoderLoan&) = delete;

  [[nodiscard]] cdr::Encoder& operator*() const noexcept { return encoder_; }
  [[nodiscard]] cdr::Encoder* operator->() const noexcept { return &encoder_; }

 private:
  cdr::Encoder& encoder_;
};

}  // namespace orbweaver::wire
