// SPDX-License-Identifier: Apache-2.0
// Sees to it that what is wanted in a domain is there: makes the applications when their devices
// have come, and makes them again after they ended.
//
//   is missing ──► is being made ──► is there ──► it ended ──► is missing, after a pause
//        ▲              │ no device has room                       │ too often, or `stop`
//        │              ▼                                          ▼
//        └─────── lacks a device                               stays away, until one that an
//                                                              operator made has ended
//
// An application that an operator releases stays away, too, until the domain starts again or
// what is wanted is read again.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/upkeep/applications.hpp>
#include <orbweaver/upkeep/restarts.hpp>
#include <orbweaver/upkeep/wanted.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orbweaver::upkeep {

struct Event {
  enum class Kind : std::uint8_t {
    made,
    lacks_device,
    will_be_made_again,  // it ended, or could not be made
    stays_away,          // the same, and it is not tried again
  };
  Kind kind = Kind::made;
  std::string application;
  std::string line;  // all of it, as readable text
};

/// Threads: any.
class Upkeep {
 public:
  /// `on_event`: called on a thread of upkeep, once at a time, in the order in which things
  /// happened; it must not call upkeep, and must not throw.
  using OnEvent = std::function<void(const Event& event)>;

  /// `being_restored`: applications of the domain before this one, of which restored() will tell.
  Upkeep(Wanted wanted, std::set<std::string> being_restored, Applications& applications,
         OnEvent on_event);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  /// Makes what is missing from now on, on four threads. Call it once.
  void begin();
  /// Begins to make nothing any more, and tells nothing. Never blocks.
  void stop() noexcept;
  /// As stop(), and waits. Blocks: until the applications that are being made are made.
  void finish();

  // Notices of events in the domain. None blocks.
  /// Notes the outcome for an application of the domain before.
  void restored(const std::string& application, bool is_adopted);
  /// The domain released one of this name by itself. It has ended if the domain has none of this
  /// name afterwards.
  void ended(const std::string& application);
  void device_came();
  void node_came(const std::string& identifier, const std::string& label);
  void node_went(const std::string& identifier);

  /// Replaces the list of wanted applications. Applications that were given up or released are made
  /// again; applications that are no longer wanted go on.
  void replace(Wanted wanted);

  /// Whether the rest of this application goes on when a component ends.
  [[nodiscard]] bool keeps_rest(const std::string& application) const;
  /// A line for each part that is wanted and not there. Asks for the names of the applications.
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  enum class Phase : std::uint8_t {
    being_restored,
    is_missing,
    being_made,
    is_there,
    lacks_device,
    stays_away,
  };
  /// One wanted application. Guarded by the lock of its owner.
  struct Entry {
    WantedApplication wanted{};
    Restarts restarts{0};
    Phase phase = Phase::is_missing;
    TimePoint due{};      // when it is made next: while it is missing or waits for a device
    TimePoint made_at{};  // while it is there
    /// The application is reported as ended after this time: upkeep looks for it before it makes
    /// it.
    std::optional<Nanoseconds> ended_after{};
    bool has_lacked = false;  // before it is being made
    std::string why{};        // it is not there: "ended"

    [[nodiscard]] bool may_be_due() const noexcept;
    void make_due(TimePoint moment) noexcept;
    Event note_made();
    std::optional<Event> note_lack(const std::string& cause, TimePoint next);
    Event note_end(const std::string& cause, Nanoseconds ran);
    [[nodiscard]] std::string why_away() const;
    [[nodiscard]] std::string why_missing() const;
  };
  using Lock = std::unique_lock<os::Mutex>;
  using Shared = std::shared_ptr<Entry>;

  void work(const std::stop_token& stop);
  /// Null: none is due; `next` is when one will be.
  [[nodiscard]] Shared find_due(TimePoint& next) const;
  void make(Entry& entry, Lock& lock);
  void report(Lock& lock);
  /// Makes an application that is due, without the lock. Nothing: it is there, or is only looked
  /// for.
  [[nodiscard]] std::optional<Attempt> attempt(const WantedApplication& wanted, bool is_to_be_made,
                                               bool& was_there);
  /// Notes the outcome of an attempt, and returns the event to report, if any.
  [[nodiscard]] std::optional<Event> note(Entry& entry, const Attempt& attempt,
                                          std::uint64_t devices_before);
  [[nodiscard]] bool is_missing(const std::string& node) const;
  [[nodiscard]] Shared find(const std::string& application) const;
  void wake() noexcept;

  Applications& applications_;
  const OnEvent on_event_;
  mutable os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  std::uint64_t changes_ = 0, devices_ = 0;  // how often something changed, and a device came
  std::map<std::string, Shared, std::less<>> entries_;  // by name
  std::deque<Event> events_;                            // that are to be reported
  bool is_reporting_ = false;                           // a thread does so
  std::vector<std::string> expected_nodes_;
  std::map<std::string, std::string> nodes_;  // labels, by identifier
  os::Atomic<bool> is_stopped_ = false;
  std::vector<os::Thread> threads_;  // last, so that they end first
};

}  // namespace orbweaver::upkeep
