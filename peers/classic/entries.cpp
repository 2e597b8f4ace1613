// SPDX-License-Identifier: Apache-2.0
#include "entries.hpp"

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "lines.hpp"

namespace peer {

namespace {

constexpr auto kLongest = std::chrono::seconds(60);

class Accounts {
 public:
  Accounts(Lab::Echo_ptr echo, CORBA::ULong count) : echo_(echo), count_(count) {}

  void enter_each(CORBA::ULong first) {
    for (auto number = first; number < count_; number += 2) {
      settle(number, [&] { echo_->enter(number); });
      settle(count_ + number, [&] { echo_->jot(count_ + number); });
      if (number % (count_ / 4) == 0) print_line({{"event", "entered"}, {"number", number}});
    }
  }

  void print() const {
    print_line({{"event", "result"},
                {"done", done_},
                {"maybe", maybe_},
                {"refused", refused_},
                {"given_up", given_up_}});
  }

 private:
  template <class Call>
  void settle(CORBA::ULong number, Call call) {
    while (!is_settled(number, call)) {
      if (std::chrono::steady_clock::now() < deadline_) continue;
      const std::lock_guard lock(mutex_);
      return given_up_.push_back(number);
    }
  }

  template <class Call>
  bool is_settled(CORBA::ULong number, Call call) {
    try {
      call();
    } catch (const CORBA::SystemException& raised) {
      const std::lock_guard lock(mutex_);
      const bool did_not_run = raised.completed() == CORBA::COMPLETED_NO;
      refused_ += did_not_run ? 1 : 0;
      if (!did_not_run) maybe_.push_back(number);
      return !did_not_run;
    }
    const std::lock_guard lock(mutex_);
    done_.push_back(number);
    return true;
  }

  const Lab::Echo_ptr echo_;
  const CORBA::ULong count_;
  const std::chrono::steady_clock::time_point deadline_ =
      std::chrono::steady_clock::now() + kLongest;
  std::mutex mutex_;
  std::vector<CORBA::ULong> done_, maybe_, given_up_;
  unsigned long refused_ = 0;
};

}  // namespace

void enter_numbers(Lab::Echo_ptr echo, CORBA::ULong count) {
  Accounts accounts(echo, count);
  std::thread other([&] { accounts.enter_each(1); });
  accounts.enter_each(0);
  other.join();
  accounts.print();
}

}  // namespace peer
