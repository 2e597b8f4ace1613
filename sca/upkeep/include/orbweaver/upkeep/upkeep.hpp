// SPDX-License-Identifier: Apache-2.0
// Keeps the wanted applications of a domain running: creates them when their devices have
// registered, and again after they ended.
//
//   is missing ──► is being made ──► is there ──► it ended ──► is missing, after a pause
//        ▲              │ no device has room                       │ too often, or `stop`
//        │              ▼                                          ▼
//        └─────── lacks a device                               stays away, until one that an
//                                                              operator made has ended
//
// An application that an operator releases is not created again, until the domain is restarted or
// the file of wanted applications is read again.
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
    will_be_made_again,  // it ended, or could not be created
    stays_away,          // the same, and it is not tried again
  };
  Kind kind = Kind::made;
  std::string application;
  std::string line;  // all members as readable text
};

/// Threads: any.
class Upkeep {
 public:
  /// Called on a thread of upkeep, one call at a time, in the order of the events. It must not call
  /// upkeep, and must not throw.
  using OnEvent = std::function<void(const Event& event)>;

  /// `being_restored`: applications of the domain's predecessor, for which restored() will be
  /// called.
  Upkeep(Wanted wanted, std::set<std::string> being_restored, Applications& applications,
         OnEvent on_event);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  /// From now on creates missing applications, on four threads. Call it once.
  void begin();
  /// Creates no more applications and reports no more events. Never blocks.
  void stop() noexcept;
  /// Like stop(). Blocks: until the creations under way have ended.
  void finish();

  // These functions report events of the domain. None blocks.
  // The outcome for an application of the domain's predecessor.
  void restored(const std::string& application, bool is_adopted);
  /// The domain released an application of this name by itself. It has ended if the domain then has
  /// none of this name.
  void ended(const std::string& application);
  void device_came();
  void node_came(const std::string& identifier, const std::string& label);
  void node_went(const std::string& identifier);

  /// Replaces the list of wanted applications. Applications that were given up or released are made
  /// again; applications that are no longer wanted go on.
  void replace(Wanted wanted);

  /// Whether this application goes on when one of its components ends.
  [[nodiscard]] bool keeps_rest(const std::string& application) const;
  /// Returns a line for each wanted node or application that does not exist. Asks for the
  /// applications' names.
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
    TimePoint due{};      // when it is created next, if it is missing or waits for a device
    TimePoint made_at{};  // when it was created, while it exists
    /// Set when it was reported as ended, to how long it ran. Upkeep looks whether it exists before
    /// it creates it.
    std::optional<Nanoseconds> ended_after{};
    bool has_lacked = false;  // before the present attempt
    std::string why{};        // why it does not exist: "ended"

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
  /// Returns an application that is due; null if none is: then `next` is when one will be.
  [[nodiscard]] Shared find_due(TimePoint& next) const;
  void make(Entry& entry, Lock& lock);
  void report(Lock& lock);
  /// Creates an application that is due, without the lock. Returns nothing if it exists, or if it
  /// was only looked for.
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
  std::uint64_t changes_ = 0, devices_ = 0;  // counts of changes, and of devices that registered
  std::map<std::string, Shared, std::less<>> entries_;  // by name
  std::deque<Event> events_;                            // not reported yet
  bool is_reporting_ = false;                           // a thread reports events
  std::vector<std::string> expected_nodes_;
  std::map<std::string, std::string> nodes_;  // labels, by identifier
  os::Atomic<bool> is_stopped_ = false;
  std::vector<os::Thread> threads_;  // last, so that they end first
};

}  // namespace orbweaver::upkeep
