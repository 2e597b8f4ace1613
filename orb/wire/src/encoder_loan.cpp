#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <memory>
#include <vector>

namespace orbweaver::wire {

namespace {

// An encoder that once held a huge message is not kept: idle threads must not hoard memory.
constexpr std::size_t kLargestKept = 1U << 20;

struct Store {
  std::vector<std::unique_ptr<cdr::Encoder>> encoders;  // those lent out stay where they are
  std::size_t lent = 0;
};

// Two variables, since one with a destructor is asked each time whether it was constructed.
Store*& store() noexcept { return os::PerThread<Store*, Store>::value(); }

Store& make_store() {
  auto& owner = os::PerThread<std::unique_ptr<Store>, Store>::value();
  owner = std::make_unique<Store>();
  store() = owner.get();
  return *owner;
}

cdr::Encoder& borrow() {
  auto& mine = store() != nullptr ? *store() : make_store();
  if (mine.lent == mine.encoders.size()) [[unlikely]]
    mine.encoders.push_back(std::make_unique<cdr::Encoder>());
  return *mine.encoders[mine.lent++];
}

}  // namespace

EncoderLoan::EncoderLoan() : encoder_(borrow()) { encoder_.clear(); }

EncoderLoan::~EncoderLoan() {
  --store()->lent;
  if (encoder_.capacity() > kLargestKept) encoder_ = cdr::Encoder{};
}

}  // namespace orbweaver::wire
