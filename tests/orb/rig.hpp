// SPDX-License-Identifier: Apache-2.0
// What the tests of the whole ORB share: ORBs in one process that reach each other as strangers
// do, a servant whose operations a test can hook, and doors at which threads wait.
#pragma once
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/generated/lab/echo.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "echo_servant.hpp"

namespace orbweaver::orb_test {

using EchoReference = CORBA::object_reference<Lab::Echo>;
using Options = std::vector<std::string>;

/// A door. Copies are the same door, so that a servant's hook may keep one.
class Gate {
 public:
  /// Blocks until the door is open.
  void pass() const {
    std::unique_lock lock(state_->mutex);
    ++state_->arrived;
    state_->changed.notify_all();
    state_->changed.wait(lock, [&] { return state_->is_open; });
  }
  void open() const {
    const std::lock_guard lock(state_->mutex);
    state_->is_open = true;
    state_->changed.notify_all();
  }
  /// Blocks until so many have come to the door, whether they passed or not.
  void wait_for_arrivals(unsigned count) const {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return state_->arrived >= count; });
  }
  [[nodiscard]] unsigned arrived() const {
    const std::lock_guard lock(state_->mutex);
    return state_->arrived;
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_open = false;
    unsigned arrived = 0;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// A gate that opens at the end of its scope, so that a test that fails does not hang.
class ScopedGate : public Gate {
 public:
  ScopedGate() = default;
  ~ScopedGate() { open(); }
  ScopedGate(const ScopedGate&) = delete;
  ScopedGate& operator=(const ScopedGate&) = delete;
  /// For a hook, which may outlive the scope.
  [[nodiscard]] Gate share() const { return *this; }
};

/// What arrived at a servant, in order.
class Journal {
 public:
  void add(std::uint32_t entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(entry);
    changed_.notify_all();
  }
  /// Blocks until so many have come.
  std::vector<std::uint32_t> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return entries_.size() >= count; });
    return entries_;
  }
  [[nodiscard]] std::vector<std::uint32_t> entries() {
    const std::lock_guard lock(mutex_);
    return entries_;
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    entries_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint32_t> entries_;
};

/// An echo servant with hooks, which are set before it is published.
class Probe : public lab::EchoServant {
 public:
  Probe() : EchoServant([] {}) {}

  std::function<void(std::uint32_t)> on_poke;
  std::function<void()> on_nothing, on_shutdown;
  std::function<void(const CORBA::object_reference<Lab::Counter>&)> on_reference;
  std::function<void(const std::string&, std::int32_t)> on_refuse;

  void poke(std::uint32_t amount) override {
    if (on_poke) on_poke(amount);
    EchoServant::poke(amount);
  }
  void nothing() override {
    if (on_nothing) on_nothing();
  }
  void shutdown() override {
    if (on_shutdown) on_shutdown();
  }
  CORBA::object_reference<Lab::Counter> echo_reference(
      CORBA::object_reference<Lab::Counter> value) override {
    if (on_reference) on_reference(value);
    return value;
  }
  void refuse(const std::string& reason, std::int32_t code) override {
    if (on_refuse) on_refuse(reason, code);
    EchoServant::refuse(reason, code);
  }
};

/// An ORB with what tests ask of it.
class Orb {
 public:
  explicit Orb(const Options& options = {}) : orb_(CORBA::ORB_init(options)) {}
  /// A test may have destroyed it.
  ~Orb() {
    if (!corba::OrbAccess::is_destroyed(*orb_)) orb_->destroy();
  }
  Orb(const Orb&) = delete;
  Orb& operator=(const Orb&) = delete;

  CORBA::ORB* operator->() const { return orb_.get(); }
  [[nodiscard]] const std::shared_ptr<CORBA::ORB>& shared() const { return orb_; }
  [[nodiscard]] CORBA::object_reference<PortableServer::POA> poa(
      const std::string& name = "RootPOA") const {
    return IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references(name));
  }

  /// Activates and serves; the reference as text, for another ORB.
  std::string publish(const PortableServer::Servant& servant) const {
    const auto root = poa();
    const auto text = orb_->object_to_string(root->servant_to_reference(servant));
    root->the_POAManager()->activate();
    return text;
  }
  /// As publish, under a name that a later life of the server can take again.
  std::string publish_as(const std::string& name, const PortableServer::Servant& servant) const {
    const auto ins = poa("INSPOA");
    const auto id = PortableServer::string_to_ObjectId(name);
    ins->activate_object_with_id(id, servant);
    const auto text = orb_->object_to_string(ins->id_to_reference(id));
    ins->the_POAManager()->activate();
    return text;
  }
  /// Without asking the object whether it is one.
  [[nodiscard]] EchoReference echo(const std::string& reference) const {
    return corba::StubFactory::unchecked_narrow<Lab::Echo>(orb_->string_to_object(reference));
  }

 private:
  std::shared_ptr<CORBA::ORB> orb_;
};

/// A server and a client in one process; what they say to each other goes through sockets.
class TwoOrbs : public testing::Test {
 protected:
  void start(const Options& server_options = {}, const Options& client_options = {}) {
    server.emplace(server_options);
    client.emplace(client_options);
  }
  /// What still runs ends before the members of a test go.
  void TearDown() override {
    client.reset();
    server.reset();
  }
  /// Of the server, as the client sees it.
  [[nodiscard]] EchoReference publish(const std::shared_ptr<Probe>& servant) {
    return client->echo(server->publish(servant));
  }

  std::optional<Orb> server, client;
};

inline CORBA::PolicyList sync_scope(Messaging::SyncScope scope) {
  return {std::make_shared<Messaging::SyncScopePolicy>(scope)};
}
inline CORBA::PolicyList timeout_of(std::chrono::milliseconds timeout) {
  return {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(
      static_cast<std::uint64_t>(timeout.count()) * 10'000U)};
}

/// "per-connection" as a part of a test's name.
inline std::string word(const std::string& option) {
  std::string result = option;
  std::ranges::replace(result, '-', '_');
  return result;
}
inline std::string name_of_option(const testing::TestParamInfo<const char*>& info) {
  return word(info.param);
}

/// For what cannot be waited for otherwise; a test that never gets there is ended by its runner.
template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

}  // namespace orbweaver::orb_test
