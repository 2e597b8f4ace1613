// SPDX-License-Identifier: Apache-2.0
// A target without an outside: it keeps account in a FakeWorld, fails as Faults say, and never
// waits. A hang is reported as timed out at once.
#pragma once
#include "fake_world.hpp"
#include "faults.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <variant>

namespace orbweaver::deploy::testing {

class FakeTarget final : public Target {
 public:
  /// Called when a component ends without being asked to.
  std::function<void(const std::string& component, const std::string& how)> on_end;
  /// Called before each operation, with its limit.
  std::function<void(Step step, const std::string& spot, const Limit& limit)> on_step;
  /// Services that are found by a name.
  std::set<std::string> services;

  explicit FakeTarget(Faults* faults = nullptr) : faults_(faults) {}

  const FakeWorld& world() const { return world_; }
  /// "allocate gpp", "execute a:app", ... in the order of the calls.
  std::vector<std::string> calls() const {
    const std::lock_guard lock{mutex_};
    return calls_;
  }
  std::vector<ExecuteRequest> executed() const {
    const std::lock_guard lock{mutex_};
    return executed_;
  }
  std::map<std::string, Capacities> configured() const {
    const std::lock_guard lock{mutex_};
    return configured_;
  }
  /// The component ends by itself.
  void kill(const std::string& component) {
    lose(component);
    if (on_end) on_end(component, "killed by signal 9");
  }
  /// Ends the component without a report of it.
  void lose(const std::string& component) {
    world_.erase_all_of(component);
    const std::lock_guard lock{mutex_};
    gone_.insert(component);
  }

  Outcome<void> allocate(const std::string& device, const Capacities& all,
                         const Limit& limit) override {
    return step(Step::allocate, device, limit, [&] { world_.take(capacity(device, all)); });
  }
  Outcome<void> deallocate(const std::string& device, const Capacities& all,
                           const Limit& limit) override {
    return back(Step::deallocate, device, limit, capacity(device, all));
  }
  Outcome<void> load(const LoadRequest& request, const Limit& limit) override {
    return step(Step::load, request.device, limit, [&] { world_.take(file(request)); });
  }
  Outcome<void> unload(const LoadRequest& request, const Limit& limit) override {
    return back(Step::unload, request.device, limit, file(request));
  }

  Outcome<ProcessId> execute(const ExecuteRequest& request, const Limit& limit) override {
    const auto& id = request.component;
    if (!world_.has(file({request.device, request.file}))) {
      return fault(Cause::failed, "'" + request.file + "' is not loaded");
    }
    const auto way = begin(Step::execute, id, limit);
    if (way == Way::lie) return ProcessId{-1};
    const bool starts = !way || is_end(*way);
    if (!starts) return unexpected<Fault>{fault_of(*way)};
    const std::lock_guard lock{mutex_};
    executed_.push_back(request);
    world_.take("process of " + id);
    processes_[++last_process_] = id;
    if (way) dying_[id] = *way;
    return last_process_;
  }
  Outcome<void> terminate(const std::string& device, ProcessId process,
                          const Limit& limit) override {
    std::string id;
    {
      const std::lock_guard lock{mutex_};
      id = processes_.at(process);
    }
    (void)device;
    auto done = back(Step::terminate, id, limit, "process of " + id);
    if (!world_.has("process of " + id)) world_.erase_all_of(id);
    return done;
  }

  Outcome<void> await_registration(const std::string& id, const Limit& limit) override {
    if (const auto end = take_dying(id)) {
      this->end(id, *end);
      return fault(limit.stop.stop_requested() ? Cause::cancelled : Cause::timed_out);
    }
    return step(Step::bind, id, limit, [&] { world_.take("name " + id); });
  }
  Outcome<void> unbind(const std::string& id, const Limit& limit) override {
    return step(Step::unbind, id, limit, [&] { world_.erase("name " + id); });
  }
  Outcome<void> create_resource(const CreateRequest& request, const Limit& limit) override {
    return step(Step::create_resource, request.component, limit,
                [&] { world_.take("resource " + request.component + " of " + request.factory); });
  }
  Outcome<void> release_resource(const std::string& factory, const std::string& id,
                                 const Limit& limit) override {
    const auto what = "resource " + id + " of " + factory;
    auto done = back(Step::release_resource, id, limit, what);
    if (!world_.has(what)) world_.erase_all_of(id);
    return done;
  }
  Outcome<void> shut_down(const std::string& factory, const Limit& limit) override {
    return step(Step::shut_down, factory, limit, [] {});
  }
  Outcome<void> initialise(const std::string& id, const Limit& limit) override {
    return step(Step::initialise, id, limit, [] {});
  }
  Outcome<void> configure(const std::string& id, const Capacities& values,
                          const Limit& limit) override {
    return step(Step::configure, id, limit, [&] {
      const std::lock_guard lock{mutex_};
      configured_[id] = values;
    });
  }
  Outcome<void> start(const std::string& id, const Limit& limit) override {
    return step(Step::start, id, limit, [&] { world_.take("running of " + id); });
  }
  Outcome<void> stop(const std::string& id, const Limit& limit) override {
    return step(Step::stop, id, limit, [&] { world_.erase("running of " + id); });
  }
  Outcome<void> release(const std::string& id, const Limit& limit) override {
    return step(Step::release, id, limit, [] {});
  }

  Outcome<ObjectRef> find(const End& end, const Limit& limit) override {
    if (const auto* found = std::get_if<FoundOwner>(&end.owner)) {
      if (!services.contains(found->name)) return fault(Cause::absent);
    }
    const auto id = owner(end);
    const auto way = begin(Step::get_port, id, limit);
    if (way == Way::lie) return ObjectRef{};
    if (way) return unexpected<Fault>{fault_of(*way)};
    return std::make_shared<std::string>(id);
  }
  Outcome<void> connect(const ObjectRef& uses, const ObjectRef& provides, const std::string& id,
                        const Limit& limit) override {
    (void)provides;
    const auto& at = *std::static_pointer_cast<std::string>(uses);
    return step(Step::connect, at, limit, [&] { world_.take("connection " + id + " of " + at); });
  }
  Outcome<void> disconnect(const ObjectRef& uses, const std::string& id,
                           const Limit& limit) override {
    const auto& at = *std::static_pointer_cast<std::string>(uses);
    return back(Step::disconnect, at, limit, "connection " + id + " of " + at);
  }

 private:
  static std::string capacity(const std::string& device, const Capacities& all) {
    std::string text = "capacity on " + device + ":";
    for (const auto& entry : all) text += " " + entry.id + "=" + to_text(entry.value);
    return text;
  }
  static std::string file(const LoadRequest& request) {
    return "file " + request.file + " on " + request.device;
  }
  static std::string owner(const End& end) {
    if (const auto* one = std::get_if<ComponentOwner>(&end.owner)) return one->component;
    if (const auto* one = std::get_if<DeviceOwner>(&end.owner)) return one->device;
    return std::get<FoundOwner>(end.owner).name;
  }

  static bool is_end(Way way) { return way == Way::death || way == Way::loss; }
  void end(const std::string& component, Way way) {
    way == Way::death ? kill(component) : lose(component);
  }
  std::optional<Way> take_dying(const std::string& component) {
    const std::lock_guard lock{mutex_};
    const auto found = dying_.extract(component);
    return found ? std::optional{found.mapped()} : std::nullopt;
  }

  static Fault fault_of(Way way) {
    switch (way) {
      case Way::error:
        return {Cause::failed, "injected error", true};
      case Way::no:
        return {Cause::refused, "injected refusal"};
      case Way::hang:
      case Way::late:
        return {Cause::timed_out, {}};
      case Way::death:
      case Way::loss:
        return {Cause::failed, "connection closed"};
      case Way::lie:
        break;
    }
    return {};
  }

  std::optional<Way> begin(Step step, const std::string& spot, const Limit& limit) {
    {
      const std::lock_guard lock{mutex_};
      calls_.push_back(std::string{deploy::name_of(step)} + " " + spot);
    }
    if (on_step) on_step(step, spot, limit);
    const auto way = faults_ != nullptr ? faults_->at(step, spot) : std::nullopt;
    if (way && is_end(*way) && step != Step::execute) end(spot, *way);
    return way;
  }

  template <class Body>
  Outcome<void> step(Step step, const std::string& spot, const Limit& limit, Body body) {
    const auto way = begin(step, spot, limit);
    if (way == Way::lie) return {};
    if (way == Way::late) body();
    if (way) return unexpected<Fault>{fault_of(*way)};
    if (is_gone(spot) && step != Step::unbind) return fault(Cause::failed, "connection refused");
    body();
    return {};
  }

  bool is_gone(const std::string& component) const {
    const std::lock_guard lock{mutex_};
    return gone_.contains(component);
  }

  Outcome<void> back(Step step_, const std::string& spot, const Limit& limit,
                     const std::string& what) {
    bool was_there = true;
    auto done = step(step_, spot, limit, [&] { was_there = world_.give_back(what); });
    if (done && !was_there) return fault(Cause::failed, "there is no " + what);
    return done;
  }

  Faults* faults_;
  FakeWorld world_;
  mutable std::mutex mutex_;
  std::vector<std::string> calls_;
  std::vector<ExecuteRequest> executed_;
  std::map<std::string, Capacities> configured_;
  std::map<ProcessId, std::string> processes_;
  std::map<std::string, Way> dying_;  // they end before they register
  std::set<std::string> gone_;
  ProcessId last_process_ = 0;
};

}  // namespace orbweaver::deploy::testing
