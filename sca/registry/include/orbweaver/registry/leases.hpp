// SPDX-License-Identifier: Apache-2.0
// Objects of other processes that are asked again and again whether they are there. All share a few
// threads, however many there are.
//
// A lease begins when an object answers. When it is over, the object is asked, and has half a lease
// to answer in:
//
//   it answers                        its next lease begins
//   it does not exist any more        it is gone
//   it cannot be reached              it is asked once more, half a lease later; then it is gone
//   it is silent until the deadline   it is gone, or goes on (`Silence`)
//
// An object that is asked by a new connection each time has a new one for the next question, unless
// it was silent: then it has one question more to answer, and no connection more to take.
//
// A deadline that this process overslept says nothing about the object: it is asked again at once.
//
// An idle domain should cost nothing, so few threads wake up:
//
//   the timer    one thread waits until the first lease is over. It asks all whose leases are over
//                or nearly so, one after the other: from then on these leases are over together.
//   the backup   one thread waits a little longer. It finds work only if the timer is held up by an
//                object that does not answer; it then is the timer, and wakes a new backup.
//   the others   wait until they are woken.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <orbweaver/registry/presence.hpp>

namespace orbweaver::registry {

/// Threads: any.
class Leases {
 public:
  using Object = CORBA::object_reference<CORBA::Object>;
  using Number = std::uint64_t;

  /// The meaning of a call without a reply. A component may be busy for long; a node may not.
  enum class Silence { ends_it, is_borne };

  /// By which connection it is asked. A process that has closed its descriptors may go on with the
  /// connections that it has, in shared memory or in calls of the system that began before; it
  /// takes no new one. So one that is asked by new connections is gone only if none can be made, or
  /// if its process says that the object does not exist, twice.
  enum class Connection { shared, is_new };

  struct Watch {
    Object object;
    Silence silence = Silence::ends_it;
    /// Called once if the object is gone, on a thread of this: it is brief and does not throw. It
    /// may come a last time after forget(). `how`: "it did not answer within 750 ms".
    std::function<void(const std::string& how)> on_gone;
    Connection connection = Connection::shared;
  };

  /// At most `threads` objects are asked at once. With one thread, an object that hangs delays the
  /// others.
  Leases(Nanoseconds lease, std::size_t threads);
  ~Leases() { finish(); }
  Leases(const Leases&) = delete;
  Leases& operator=(const Leases&) = delete;

  /// The first lease begins now. Never blocks.
  Number watch(Watch watch);
  /// Never blocks.
  void forget(Number number);
  /// Asks no more. Blocks: for calls under way, half a lease. Not for the threads of this.
  void finish();

 private:
  struct Entry {
    Watch watch;
    TimePoint due;
    bool is_asked = false;        // a thread is at it
    bool is_unreachable = false;  // it could not be reached the last time
  };
  void work(const std::stop_token& stop);
  void wake_another();
  void rest(std::unique_lock<os::Mutex>& lock, const std::stop_token& stop, TimePoint due);
  [[nodiscard]] std::map<Number, Entry>::iterator next();
  [[nodiscard]] PresenceAnswer ask(const Watch& watch) const;
  /// Returns the function to call if the object is gone. `next` is the object to ask next.
  /// Requires: mutex_ held.
  [[nodiscard]] std::function<void(const std::string&)> note(Number number,
                                                             const PresenceAnswer& answer,
                                                             const Object& next);

  const Nanoseconds lease_;
  const Nanoseconds early_, patience_;  // of the timer; of the backup
  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  Number last_number_ = 0;
  std::uint64_t changes_ = 0;
  TimePoint timer_wakes_ = TimePoint::max(), backup_wakes_ = TimePoint::max();
  std::map<Number, Entry> entries_;
  std::vector<os::Thread> threads_;  // last, so that they end first
};

}  // namespace orbweaver::registry
