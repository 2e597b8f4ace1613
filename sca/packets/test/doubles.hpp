// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share: packets, destinations that a test directs, and a journal.
#pragma once
#include <orbweaver/packets/uses_port_core.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace orbweaver::packets {

struct Number {
  std::uint64_t value = 0;
  [[nodiscard]] Number keep() const { return *this; }
  [[nodiscard]] std::size_t bytes() const noexcept { return sizeof value; }
};

/// A door that opens once.
class Door {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void wait_for_arrival() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ > 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
  unsigned arrived_ = 0;
};

/// What came, in order.
class Journal {
 public:
  void add(std::uint64_t value, const Stamp& stamp = {}) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
    stamps_.push_back(stamp);
    changed_.notify_all();
  }
  std::vector<std::uint64_t> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return values_.size() >= count; });
    return values_;
  }
  [[nodiscard]] std::vector<std::uint64_t> values() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  [[nodiscard]] std::vector<Stamp> stamps() const {
    const std::lock_guard lock(mutex_);
    return stamps_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> values_;
  std::vector<Stamp> stamps_;
};

/// How many destinations had been given a packet and had not returned, at each packet.
struct Depths {
  std::size_t now = 0;
  std::vector<std::size_t> seen;
};

class Awaited {
 public:
  explicit Awaited(Depths& depths) : depths_(depths) { depths_.seen.push_back(++depths_.now); }
  ~Awaited() { --depths_.now; }
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

 private:
  Depths& depths_;
};

/// What a test and the destination that it gave away both know.
struct Place {
  Journal journal;
  std::atomic<Sent> outcome{Sent::ok};
  std::atomic<bool> answers{false};
  std::shared_ptr<Door> door;  // each packet passes it; null: none
  bool awaits_reply = false;   // of each packet
  std::shared_ptr<Depths> awaited = std::make_shared<Depths>();
};

class ToPlace final : public Destination<Number> {
 public:
  explicit ToPlace(std::shared_ptr<Place> place) : place_(std::move(place)) {}
  Sent send(const Number& packet, const Stamp& stamp, Meanwhile* meanwhile) noexcept override {
    std::optional<Awaited> awaited;
    if (place_->awaits_reply) awaited.emplace(*place_->awaited);
    if (place_->awaits_reply && meanwhile != nullptr) meanwhile->run();
    if (place_->door) place_->door->pass();
    const Sent outcome = place_->outcome;  // before the test learns that the packet came
    if (outcome == Sent::ok) place_->journal.add(packet.value, stamp);
    return outcome;
  }
  bool answers() noexcept override { return place_->answers; }
  [[nodiscard]] std::string why() const override { return "the test says so"; }

 private:
  std::shared_ptr<Place> place_;
};

inline std::unique_ptr<Destination<Number>> to(const std::shared_ptr<Place>& place) {
  return std::make_unique<ToPlace>(place);
}

/// For what cannot be waited for otherwise; a test that never gets there is ended by its runner.
template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

}  // namespace orbweaver::packets
