#include <orbweaver/engine/encoder_loan.hpp>

#include <vector>

namespace orbweaver::engine {

namespace {

constexpr std::size_t kKeptEncoders = 8;
// An encoder that once held a huge message is not kept: idle threads must not hoard memory.
constexpr std::size_t kLargestKept = 1U << 20;

std::vector<std::unique_ptr<cdr::Encoder>>& store() {
  thread_local std::vector<std::unique_ptr<cdr::Encoder>> encoders;
  return encoders;
}

}  // namespace

EncoderLoan::EncoderLoan() {
  auto& encoders = store();
  if (encoders.empty()) {
    encoder_ = std::make_unique<cdr::Encoder>();
    return;
  }
  encoder_ = std::move(encoders.back());
  encoders.pop_back();
}

EncoderLoan::~EncoderLoan() {
  if (!encoder_) return;  // moved from
  auto& encoders = store();
  if (encoders.size() >= kKeptEncoders || encoder_->capacity() > kLargestKept) return;
  encoder_->clear();
  encoders.push_back(std::move(encoder_));
}

}  // namespace orbweaver::engine
