#include <orbweaver/engine/encoder_loan.hpp>

#include <deque>
#include <memory>

namespace orbweaver::engine {

namespace {

// An encoder that once held a huge message is not kept: idle threads must not hoard memory.
constexpr std::size_t kLargestKept = 1U << 20;

struct Store {
  std::deque<cdr::Encoder> encoders;  // a deque, as those lent out must stay where they are
  std::size_t lent = 0;
};

// Two variables, since one with a destructor is asked each time whether it was constructed.
constinit thread_local Store* store = nullptr;

Store& make_store() {
  thread_local const auto owner = std::make_unique<Store>();
  store = owner.get();
  return *store;
}

cdr::Encoder& borrow() {
  auto& mine = store != nullptr ? *store : make_store();
  if (mine.lent == mine.encoders.size()) mine.encoders.emplace_back();
  return mine.encoders[mine.lent++];
}

}  // namespace

EncoderLoan::EncoderLoan() : encoder_(borrow()) { encoder_.clear(); }

EncoderLoan::~EncoderLoan() {
  --store->lent;
  if (encoder_.capacity() > kLargestKept) encoder_ = cdr::Encoder{};
}

}  // namespace orbweaver::engine
