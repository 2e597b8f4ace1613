// SPDX-License-Identifier: Apache-2.0
// The encoders of a thread live as long as the thread. An ORB may still send after that: a static
// object of the program may own it, and exit() destroys the objects of the calling thread before
// the static ones. An encoder that is lent then lives as long as the loan.
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
  bool is_kept = true;
};

// A plain pointer, since a variable with a destructor is asked each time whether it was
// constructed. The pointer can also be read when the objects of the thread have ended.
Store*& store() noexcept { return os::PerThread<Store*, Store>::value(); }
bool& has_ended() noexcept { return os::PerThread<bool, Store>::value(); }

struct Owner {
  Owner() = default;
  ~Owner() {
    has_ended() = true;
    if (kept && kept->lent > 0) {  // an exit() within a call: the last loan ends it
      kept->is_kept = false;
      (void)kept.release();
    } else {
      store() = nullptr;
    }
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  std::unique_ptr<Store> kept;
};

Store& make_store() {
  auto new_store = std::make_unique<Store>();
  store() = new_store.get();
  if (has_ended()) {
    new_store->is_kept = false;
    return *new_store.release();
  }
  auto& owner = os::PerThread<Owner, Owner>::value();
  owner.kept = std::move(new_store);
  return *owner.kept;
}

cdr::Encoder& borrow() {
  auto& mine = store() != nullptr ? *store() : make_store();
  if (mine.lent == mine.encoders.size()) [[unlikely]]
    mine.encoders.push_back(std::make_unique<cdr::Encoder>());
  return *mine.encoders[mine.lent++];
}

void end_if_unused() noexcept {
  if (store()->lent > 0) return;
  delete store();
  store() = nullptr;
}

}  // namespace

EncoderLoan::EncoderLoan() : encoder_(borrow()) { encoder_.clear(); }

EncoderLoan::~EncoderLoan() {
  --store()->lent;
  if (encoder_.capacity() > kLargestKept) encoder_ = cdr::Encoder{};
  if (!store()->is_kept) [[unlikely]]
    end_if_unused();
}

}  // namespace orbweaver::wire
