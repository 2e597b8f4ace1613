// SPDX-License-Identifier: Apache-2.0
// The steps that were done to the outside world, with the call that gives back each: exactly once,
// in reverse.
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

/// One thing to give back. `step`: the one that gives back (stop, disconnect, ..., deallocate).
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

/// Threads: any for `record`; one at a time for the rest, and none that records meanwhile.
///
/// The order of giving back is that of `Step`, from stop to deallocate, and within one step the
/// reverse of the records. So programs end side by side before any file is unloaded, in whatever
/// order they were started.
class Transaction {
 public:
  Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void record(Undo undo);

  /// Takes over all records of `other`, which is empty then.
  void absorb(Transaction& other);

  /// Gives back all records up to and including the step `last`, going on past what fails.
  /// Components are terminated side by side on up to `threads` threads, and released all at once,
  /// unless that is one thread.
  /// Returns: each failure. Blocks: until all is tried.
  Failures undo(Step last = Step::deallocate, std::size_t threads = 1);

  [[nodiscard]] std::size_t size() const;
  /// All records, in their order.
  [[nodiscard]] std::vector<Taken> taken() const;
  /// Forgets all records: nothing is given back.
  void abandon();
  /// Whether a record of this step and component is there.
  [[nodiscard]] bool has(Step step, const std::string& component) const;
  /// Gives back the one record of this step and subject, if it is there.
  std::optional<StepFailure> undo_one(Step step, const std::string& subject);
  /// Gives back the one record of this step and component, if it is there.
  std::optional<StepFailure> undo_of(Step step, const std::string& component);

 private:
  std::vector<Undo> take_up_to(Step last);
  std::optional<StepFailure> undo_first(const std::function<bool(const Undo&)>& is_it);

  mutable os::Mutex mutex_;
  std::vector<Undo> records_;
};

}  // namespace orbweaver::deploy
