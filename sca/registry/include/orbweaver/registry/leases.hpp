// SPDX-License-Identifier: Apache-2.0
// Asks objects of other processes at intervals whether they exist. All objects share a few threads.
//
// A lease begins when an object answers. When the lease is over, the object is asked, and has half
// a lease to answer:
//
//   it answers                        its next lease begins
//   it does not exist any more        it is gone
//   it cannot be reached              it is asked again after half a lease; then it is gone
//   it does not answer in time        it is gone or goes on, by its `Silence`
//
// If an object is asked by new connections, each question uses a new one. After a question without
// an answer, the next one uses the shared connection: the object then has only to answer.
//
// If this process was held up past a deadline, the object is asked again at once.
//
// Few threads wake up, so that an idle domain needs little processor time:
//
//   the timer    one thread waits until the first lease is over. It asks all objects whose leases
//                are over or nearly over, one after the other: these leases then end together.
//   the backup   one thread waits a little longer. It finds work only if the timer waits for an
//                object that does not answer. Then it becomes the timer, and wakes a new backup.
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

  /// What silence means: a component may be busy for long (is_borne); a node may not (ends_it).
  enum class Silence { ends_it, is_borne };

  /// Which connection is used. A process that has closed its descriptors may still serve existing
  /// connections, in shared memory or in system calls that began before; it accepts no new one. An
  /// object that is asked by new connections is gone only if none can be made twice, or if its
  /// process says twice that the object does not exist.
  enum class Connection { shared, is_new };

  struct Watch {
    Object object;
    Silence silence = Silence::ends_it;
    /// Called once if the object is gone, on a thread of this object. It must be brief and must not
    /// throw. It may still be called once after forget(). `how`: "it did not answer within 750 ms".
    std::function<void(const std::string& how)> on_gone;
    Connection connection = Connection::shared;
  };

  /// `threads`: how many objects are asked at the same time. With one thread, an object that hangs
  /// delays the others.
  Leases(Nanoseconds lease, std::size_t threads);
  ~Leases() { finish(); }
  Leases(const Leases&) = delete;
  Leases& operator=(const Leases&) = delete;

  /// Adds an object; its first lease begins now. Never blocks.
  Number watch(Watch watch);
  /// Removes an object. Never blocks.
  void forget(Number number);
  /// Asks no more. Blocks: for calls under way, at most half a lease. Must not be called on a
  /// thread of this object.
  void finish();

 private:
  struct Entry {
    Watch watch;
    TimePoint due;
    bool is_asked = false;        // a thread is asking it
    bool is_unreachable = false;  // it could not be reached by the last question
  };
  void work(const std::stop_token& stop);
  void wake_another();
  void rest(std::unique_lock<os::Mutex>& lock, const std::stop_token& stop, TimePoint due);
  [[nodiscard]] std::map<Number, Entry>::iterator next();
  [[nodiscard]] PresenceAnswer ask(const Watch& watch) const;
  /// Notes an answer. Returns the function to call if the object is gone. `next`: the reference for
  /// the next question. Requires: mutex_ held.
  [[nodiscard]] std::function<void(const std::string&)> note(Number number,
                                                             const PresenceAnswer& answer,
                                                             const Object& next);

  const Nanoseconds lease_;
  // how much earlier the timer asks; how much longer the backup waits
  const Nanoseconds early_, patience_;
  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  Number last_number_ = 0;
  std::uint64_t changes_ = 0;
  TimePoint timer_wakes_ = TimePoint::max(), backup_wakes_ = TimePoint::max();
  std::map<Number, Entry> entries_;
  std::vector<os::Thread> threads_;  // last, so that they end first
};

}  // namespace orbweaver::registry
