// Encoders are kept per thread, so that a call in steady state allocates nothing. Calls nest (a
// servant calls another object), hence a stack of them.
#pragma once
#include <orbweaver/cdr/encoder.hpp>

#include <memory>

namespace orbweaver::engine {

/// An encoder borrowed from the calling thread's store; given back on destruction, by whichever
/// thread.
class EncoderLoan {
 public:
  EncoderLoan();
  ~EncoderLoan();
  EncoderLoan(EncoderLoan&&) noexcept = default;
  EncoderLoan& operator=(EncoderLoan&&) = delete;

  [[nodiscard]] cdr::Encoder& operator*() const noexcept { return *encoder_; }
  [[nodiscard]] cdr::Encoder* operator->() const noexcept { return encoder_.get(); }

 private:
  std::unique_ptr<cdr::Encoder> encoder_;
};

}  // namespace orbweaver::engine
