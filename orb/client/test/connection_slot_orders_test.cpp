// SPDX-License-Identifier: Apache-2.0
// The slot of a connection in every order of the steps of two threads, with every value that the
// memory orders allow a load to return; and what happens if one of its orders is weaker.
//
// The product's own lines are compiled once more, below, in a namespace in which std::atomic and
// std::mutex are those of the model. What the two files include must have been included before.
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "model_words.hpp"
#if __has_include(<orbweaver/os/atomic.hpp>)
#include <orbweaver/os/atomic.hpp>
#endif
#if __has_include(<orbweaver/os/mutex.hpp>)
#include <orbweaver/os/mutex.hpp>
#endif

namespace slot_model {

namespace model = ::orbweaver::model;

namespace real = ::std;
using Order = real::memory_order;

enum class Step {
  none,
  count_user,
  get_current,
  leave,
  ask_for_replaced,
  set_current,
  note_replaced,
  count_users,
  count_users_again  // under the lock
};
inline Step weakened = Step::none;

/// The order that the product gives, or the strongest below seq_cst.
inline Order order_of(Step step, Order given, Order weaker) {
  return step == weakened ? weaker : given;
}

class Mutex : public model::Mutex {
 public:
  void lock() {
    model::Mutex::lock();
    if (model::Trial::current() != nullptr) holder = model::Trial::current()->thread();
  }
  void unlock() {
    holder = kNone;
    model::Mutex::unlock();
  }
  static bool is_held_here() {
    return model::Trial::current() != nullptr && holder == model::Trial::current()->thread();
  }
  static void forget() { holder = kNone; }

 private:
  static constexpr real::size_t kNone = model::WeakMemory::kMostThreads;
  inline static real::size_t holder = kNone;
};

template <class T>
struct Atomic : model::Atomic<T> {
  using model::Atomic<T>::Atomic;
  static constexpr bool kIsFlag = real::is_same_v<T, bool>;
  static constexpr bool kIsPointer = real::is_pointer_v<T>;

  T load(Order order) const {
    const auto step = kIsFlag                 ? Step::ask_for_replaced
                      : kIsPointer            ? Step::get_current
                      : Mutex::is_held_here() ? Step::count_users_again
                                              : Step::count_users;
    return model::Atomic<T>::load(order_of(step, order, real::memory_order_acquire));
  }
  void store(T value, Order order) {
    constexpr auto kStep = kIsFlag ? Step::note_replaced : Step::set_current;
    model::Atomic<T>::store(value, order_of(kStep, order, real::memory_order_release));
  }
  T fetch_add(T operand, Order order) {
    return model::Atomic<T>::fetch_add(
        operand, order_of(Step::count_user, order, real::memory_order_acq_rel));
  }
  T fetch_sub(T operand, Order order) {
    return model::Atomic<T>::fetch_sub(operand,
                                       order_of(Step::leave, order, real::memory_order_acq_rel));
  }
};

/// The only owner, without memory of its own: a run may end at any step.
template <class T>
class Owner {
 public:
  Owner() = default;
  explicit Owner(T& object) : object_(&object) {}
  Owner(Owner&& other) noexcept : object_(real::exchange(other.object_, nullptr)) {}
  Owner& operator=(Owner&& other) noexcept {
    real::swap(object_, other.object_);
    return *this;
  }
  ~Owner() {
    if (object_ != nullptr) object_->drop();
  }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  [[nodiscard]] T* get() const noexcept { return object_; }

 private:
  T* object_ = nullptr;
};
template <class T>
class FewOwners {
 public:
  void push_back(T owner) { owners_[size_++] = real::move(owner); }
  void swap(FewOwners& other) {
    real::swap(owners_, other.owners_);
    real::swap(size_, other.size_);
  }

 private:
  real::array<T, 2> owners_;
  real::size_t size_ = 0;
};

namespace std {
using namespace ::std;
template <class T>
using atomic = Atomic<T>;
using mutex = Mutex;
template <class T>
using shared_ptr = Owner<T>;
template <class T>
using vector = FewOwners<T>;
}  // namespace std

namespace orbweaver::client {
class ClientConnection {
 public:
  void use() { model::require(is_there_.read(), "a pinned connection is there"); }
  void drop() { is_there_.write(false); }
  [[nodiscard]] bool is_there() const { return is_there_.read(); }

 private:
  model::Plain<bool> is_there_{true};
};
}  // namespace orbweaver::client

namespace orbweaver::os {
template <class T>
using Atomic = slot_model::Atomic<T>;
using Mutex = slot_model::Mutex;
}  // namespace orbweaver::os

// NOLINTBEGIN(bugprone-suspicious-include)
// clang-format off
#include <orbweaver/client/connection_slot.hpp>
#include "../src/connection_slot.cpp"
// clang-format on
// NOLINTEND(bugprone-suspicious-include)

namespace {

using orbweaver::client::ClientConnection;
using orbweaver::client::ConnectionSlot;
using testing::StartsWith;

/// Threads call through the slot while another replaces its connection.
model::Found replace_while_in_use(real::size_t callers) {
  return model::explore(
      [=](model::Trial& trial) {
        Mutex::forget();
        ClientConnection first, second;
        ConnectionSlot slot;
        slot.replace(Owner{first});
        real::vector<model::Body> bodies;
        for (real::size_t i = 0; i < callers; ++i)
          bodies.emplace_back([&] {
            const ConnectionSlot::Pin pin{slot};
            pin->use();
          });
        bodies.emplace_back([&] { slot.replace(Owner{second}); });
        if (!trial.threads(real::move(bodies))) return;
        trial.require(second.is_there(), "the new connection is there");
        trial.require(!first.is_there(), "the replaced connection was dropped");
      },
      model::MergeStates::no);  // the owners are no words of the model
}

class ConnectionSlotOrders : public testing::Test {
 protected:
  ~ConnectionSlotOrders() override { weakened = Step::none; }
};

TEST_F(ConnectionSlotOrders, drop_a_connection_once_and_not_while_it_is_in_use) {
  const auto found = replace_while_in_use(1);
  EXPECT_EQ(found.failure, "");
  EXPECT_GT(found.runs, 200U);
  RecordProperty("runs", real::to_string(found.runs));
}

// A caller gets a connection that is dropped already, or is dropped while the caller uses it.
TEST_F(ConnectionSlotOrders, drop_a_connection_in_use_if_the_pin_or_the_new_connection_is_weaker) {
  for (const auto step : {Step::count_user, Step::get_current, Step::set_current}) {
    weakened = step;
    EXPECT_THAT(replace_while_in_use(1).failure, StartsWith("data race on "));
  }
}

// One caller has left and drops; it misses another that has entered.
TEST_F(ConnectionSlotOrders, drop_a_connection_in_use_if_the_count_under_the_lock_is_weaker) {
  weakened = Step::count_users_again;
  EXPECT_EQ(replace_while_in_use(1).failure, "");
  EXPECT_THAT(replace_while_in_use(2).failure, StartsWith("data race on "));
}

// The caller does not see that there is one to drop, and the other thread still sees the caller.
TEST_F(ConnectionSlotOrders, never_drop_a_connection_if_the_last_question_is_weaker) {
  for (const auto step :
       {Step::leave, Step::ask_for_replaced, Step::note_replaced, Step::count_users}) {
    weakened = step;
    EXPECT_THAT(replace_while_in_use(1).failure, StartsWith("the replaced connection was dropped"));
  }
}

}  // namespace
}  // namespace slot_model
