// Encoders are kept per thread, so that a call in steady state allocates nothing. Calls nest (a
// servant calls another object), hence a stack of them.
#pragma once
#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::wire {

/// An encoder borrowed from the calling thread's store. Lives on the stack of one thread: the last
/// one borrowed is given back first.
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
