// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share: two ORBs that reach each other as strangers do, or one.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::ports {

using Words = std::vector<std::string>;

class TestOrb {
 public:
  explicit TestOrb(const Words& words = {}) : orb_(CORBA::ORB_init(words)) {
    poa_ = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa_->the_POAManager()->activate();
  }
  ~TestOrb() { orb_->destroy(); }
  TestOrb(const TestOrb&) = delete;
  TestOrb& operator=(const TestOrb&) = delete;

  CORBA::ORB* operator->() const { return orb_.get(); }
  [[nodiscard]] const CORBA::object_reference<PortableServer::POA>& poa() const { return poa_; }
  /// An object of another ORB, as this one sees it.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> import(
      const TestOrb& other, const CORBA::object_reference<CORBA::Object>& object) const {
    return orb_->string_to_object(other->object_to_string(object));
  }

 private:
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> poa_;
};

/// A receiver and a sender; "inproc": in one ORB.
class Ends {
 public:
  explicit Ends(const std::string& transport)
      : receiver_(std::in_place, transport == "inproc" ? Words{} : Words{"-ORBthreads", "4"}) {
    if (transport != "inproc") sender_.emplace(Words{"-ORBtransport", transport});
  }
  [[nodiscard]] TestOrb& receiver() { return *receiver_; }
  [[nodiscard]] TestOrb& sender() { return sender_ ? *sender_ : *receiver_; }
  /// An object of the receiver, as the sender sees it.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> seen(
      const CORBA::object_reference<CORBA::Object>& object) {
    return sender_ ? sender_->import(*receiver_, object) : object;
  }

 private:
  std::optional<TestOrb> receiver_, sender_;
};

/// What came, in order.
class Journal {
 public:
  void add(std::uint64_t value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
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

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> values_;
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

/// For what cannot be waited for otherwise; a test that never gets there is ended by its runner.
template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

}  // namespace orbweaver::ports
