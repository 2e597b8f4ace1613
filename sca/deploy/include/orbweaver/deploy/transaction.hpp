// SPDX-License-Identifier: Apache-2.0
// Records the steps that took something, each with the call that gives it back: once, and in
// reverse order.
#pragma once
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/failure.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::deploy {

/// A record. `step`: the step that gives back (stop, disconnect, ..., deallocate).
struct Undo {
  Step step = Step::deallocate;
  std::string component;
  std::string device;
  std::string subject;  // what is given back, where there are several: a connection's id, a file
  std::function<Outcome<void>()> give_back;
  Capacities capacities = {};  // of deallocate
};

/// A recorded step as data, without the call that gives back.
struct Taken {
  Step step = Step::deallocate;
  std::string component;
  std::string device;
  std::string subject;
  Capacities capacities;
  friend bool operator==(const Taken&, const Taken&) = default;
};

/// Threads: any for `record`; the other functions one at a time, and not while a thread records.
///
/// Records are given back in the order of `Step`, from stop to deallocate, and within one step in
/// reverse order. So all programs end before a file is unloaded, in whatever order they were
/// started.
class Transaction {
 public:
  Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void record(Undo undo);

  /// Takes over all records of `other`, which is empty then.
  void absorb(Transaction& other);

  /// Gives back all records up to and including the step `last`, and goes on after a failure.
  /// Components are terminated at the same time on up to `threads` threads, and released all at the
  /// same time, unless `threads` is one. Returns each failure. Blocks: until all records were
  /// tried.
  Failures undo(Step last = Step::deallocate, std::size_t threads = 1);

  [[nodiscard]] std::size_t size() const;
  /// All records, in their order.
  [[nodiscard]] std::vector<Taken> taken() const;
  /// Forgets all records: nothing is given back.
  void abandon();
  /// Whether there is a record of this step and component.
  [[nodiscard]] bool has(Step step, const std::string& component) const;
  /// Gives back the record of this step and subject, if there is one.
  std::optional<StepFailure> undo_one(Step step, const std::string& subject);
  /// Gives back the record of this step and component, if there is one.
  std::optional<StepFailure> undo_of(Step step, const std::string& component);

 private:
  std::vector<Undo> take_up_to(Step last);
  std::optional<StepFailure> undo_first(const std::function<bool(const Undo&)>& is_it);

  mutable os::Mutex mutex_;
  std::vector<Undo> records_;
};

}  // namespace orbweaver::deploy
