// SPDX-License-Identifier: Apache-2.0
// The whole history of the calls of a run: what each sender sent, how each call ended, what each
// servant got. The laws are checked when something happens, and at the end. It lives outside of the
// simulated processes.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::sim {

/// How a request is sent: by a sync scope, or as a two-way call.
enum class Way : std::uint8_t {
  none,
  with_transport,
  with_server,
  with_target,
  two_way,
  asynchronous,  // a two-way call whose caller goes on
};
inline constexpr std::uint32_t kWays = 5;  // those that end when they return
[[nodiscard]] std::string_view name_of(Way way) noexcept;

/// How a call ended, as its caller sees it.
enum class Ending : std::uint8_t {
  open,  // it has not ended
  ok,
  not_run,    // an exception that says that it did not run: COMPLETED_NO
  uncertain,  // COMPLETED_MAYBE, COMPLETED_YES
};

/// What the laws promise for the calls to an object.
struct Promises {
  bool order_of_threads = true;  // law 1: what a sender sends is served in its order
  bool order_of_calls =
      false;  // law 2: a call that returned before another began is served before it
  bool one_at_a_time = true;
  /// Connections can break: then one-way calls may be lost.
  bool may_lose = false;
  /// Datagrams: what came is in order, and what did not is lost.
  bool may_lose_any = false;
  /// No connection is cut, and no call has a time limit: what has run is answered, unless the
  /// object's process was killed.
  bool answers = false;
  /// Unless bytes stopped on their way, a call waits some seconds at most for anything but servants
  /// and delays.
  bool is_prompt = false;
};

class History {
 public:
  /// `object`: one of the run's objects, by a small number.
  void promise(std::uint32_t object, Promises promises);

  /// The sender uses the same stream as others that say so: law 2 is for each stream. Without this
  /// all senders to an object share one.
  void uses_stream(std::uint32_t sender, std::uint32_t stream);

  /// Senders have different numbers in a run; each numbers its calls to an object from 0.
  void begins(std::uint32_t object, std::uint32_t sender, std::uint32_t number, Way way);
  void ends(std::uint32_t object, std::uint32_t sender, std::uint32_t number, Ending ending);

  /// The sender's process was killed: its open calls end without an outcome. Returns how many.
  std::uint64_t dies(std::uint32_t sender);

  /// The servant has got it; `leaves` when it is done with it.
  void enters(std::uint32_t object, std::uint32_t sender, std::uint32_t number);
  void leaves(std::uint32_t object);
  /// The object's process was killed; another may come.
  void restarts(std::uint32_t object);
  /// A gap that the servant was given.
  void misses(std::uint32_t object, std::uint64_t count);

  /// At the end, when nothing is under way any more: every call that must have been served was.
  void check_end();

  [[nodiscard]] std::uint64_t delivered(std::uint32_t object) const;
  [[nodiscard]] std::uint64_t missed(std::uint32_t object) const;
  /// Calls that succeeded and have not come to a servant yet.
  [[nodiscard]] std::uint64_t owed(std::uint32_t object) const;
  /// Those of them that no server has acknowledged.
  [[nodiscard]] std::uint64_t lost(std::uint32_t object) const;
  /// Calls that did certainly not run.
  [[nodiscard]] std::uint64_t not_run(std::uint32_t object) const;
  /// Calls that may have left: all but those that did certainly not run.
  [[nodiscard]] std::uint64_t used(std::uint32_t object) const;

 private:
  struct Call {
    Way way{};
    Ending ending = Ending::open;
    std::uint64_t begun = 0, ended = 0, entered = 0;  // by the order of events; 0: not yet
    Time begun_at = 0, busy_before = 0;               // Object::busy when it began
    std::uint64_t delays_before = 0;                  // of bytes in the run, when it began
    bool was_in_a_killed_process = false;
    [[nodiscard]] bool is_owed() const noexcept { return ending == Ending::ok && entered == 0; }
  };
  struct Object {
    Promises promises;
    std::map<std::uint32_t, std::vector<Call>> calls;  // by sender
    std::map<std::uint32_t, std::uint32_t> next;       // by sender: the least number that may come
    unsigned inside = 0;
    Time busy = 0, entered_at = 0;  // how long servants took, and since when one does
    std::uint64_t delivered = 0, missed = 0;
    std::map<std::uint32_t, std::uint64_t> latest_begin;  // by stream: of those served
  };
  [[nodiscard]] Object& at(std::uint32_t object);
  template <class Condition>
  [[nodiscard]] std::uint64_t count(std::uint32_t object, Condition condition) const;
  static void check_wait(const Object& object, const Call& call, std::uint32_t sender,
                         std::uint32_t number);
  void check_order(Object& object, std::uint32_t sender, std::uint32_t number);
  void check_call(const Object& object, std::uint32_t sender, std::uint32_t number,
                  const Call& call) const;

  std::map<std::uint32_t, Object> objects_;
  std::map<std::uint32_t, std::uint32_t> streams_;  // by sender; 0: that of the object
  std::uint64_t events_ = 0;
};

}  // namespace orbweaver::sim
