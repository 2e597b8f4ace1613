// SPDX-License-Identifier: Apache-2.0
// The three states of a device and its capacities, under one lock, so that threads see consistent
// states. SCA 2.2.2, 3.1.3.3.1; ITU-T X.731.
//
//                  set locked                    nothing in use any more
//      unlocked ---------------> shutting down -------------------------> locked
//          ^                          |                                     |
//          +---------- set unlocked --+-------------------------------------+
//
// Idle: nothing is in use. Busy: all of each capacity is in use. Active: in between. Allocated
// capacity is in use, and so are loaded files and running programs.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/device/capacity_store.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace orbweaver::device {

/// Whether a device may be used: `unlocked` it may; `shutting_down` what is in use goes on, and
/// nothing more may be taken; `locked` it may not. SCA 2.2.2, 3.1.3.3.1.
enum class AdminState { locked, shutting_down, unlocked };
/// Whether a device works: `enabled`, or `disabled` after a fault of its hardware. SCA 2.2.2,
/// 3.1.3.3.1.
enum class OperationalState { enabled, disabled };
/// How much is in use: `idle` nothing, `active` a part, `busy` all of each capacity. SCA 2.2.2,
/// 3.1.3.3.1.
enum class UsageState { idle, active, busy };

/// A change of one of the states.
template <class State>
struct Change {
  /// The state before, and the state now. Both differ.
  State from{}, to{};
  friend bool operator==(const Change&, const Change&) = default;
};
// clang 16 does not find it by itself.
template <class State>
Change(State, State) -> Change<State>;
/// A change of one of the three states.
using StateChange = std::variant<Change<AdminState>, Change<OperationalState>, Change<UsageState>>;

/// Why the device refuses: its state does not allow the operation.
struct StateRefusal {
  AdminState admin = AdminState::locked;                     ///< the present state
  OperationalState operational = OperationalState::enabled;  ///< the present state
};
/// "the device is locked".
[[nodiscard]] std::string_view describe(const StateRefusal& refusal) noexcept;

/// Refused because of the states, or of the capacities.
using AllocationRefusal = std::variant<StateRefusal, CapacityRefusal>;

/// Threads: any. Blocks: never.
class DeviceState {
 public:
  /// `on_change` receives each change, in order, on the thread that made it, while the lock is
  /// held: it must be brief, and must not call this object.
  using OnChange = std::function<void(const StateChange& change)>;

  /// The first states are unlocked, enabled, idle.
  explicit DeviceState(const Amounts& totals, OnChange on_change = {});

  /// The present states. All may have changed when the call returns.
  [[nodiscard]] AdminState admin() const;
  [[nodiscard]] OperationalState operational() const;
  [[nodiscard]] UsageState usage() const;

  /// `locked` and `shutting_down`: the device shuts down, and is locked once it is idle. No effect
  /// on a device that is locked or shuts down already.
  void set_admin(AdminState wanted);
  /// The device's own code calls it when its hardware fails or works again.
  void set_operational(OperationalState wanted);

  /// Takes all of the amounts or none. Fails: unless unlocked and enabled; as CapacityStore::take.
  [[nodiscard]] Result<void, AllocationRefusal> allocate(const Amounts& amounts);
  /// Gives amounts back. Fails: if locked or disabled; as CapacityStore::give_back.
  [[nodiscard]] Result<void, AllocationRefusal> deallocate(const Amounts& amounts);
  /// See CapacityStore::keep_only. In any state.
  void keep_only(const Amounts& amounts);

  /// Begins a use of the device that takes no capacity. Fails: unless unlocked and enabled.
  [[nodiscard]] Result<void, StateRefusal> begin_use();
  /// Ends one use. Call it as often as begin_use() succeeded; in any state, since programs end at
  /// any time.
  void end_use();
  /// Fails if locked or disabled: otherwise uses may be given back.
  [[nodiscard]] Result<void, StateRefusal> check_may_release() const;

  /// Whether the device has a capacity of this id.
  [[nodiscard]] bool has_capacity(const std::string& id) const;
  /// The free amount of a capacity, in units. Call it only if has_capacity(id).
  [[nodiscard]] std::uint64_t left(const std::string& id) const;
  /// The whole of a capacity, in units; it does not change. Call only if has_capacity(id).
  [[nodiscard]] std::uint64_t total(const std::string& id) const;
  /// The ids of all capacities, in alphabetical order.
  [[nodiscard]] std::vector<std::string> capacities() const;

 private:
  // These functions require that mutex_ is held.
  [[nodiscard]] Result<void, StateRefusal> may_use() const;
  [[nodiscard]] Result<void, StateRefusal> may_release() const;
  [[nodiscard]] UsageState usage_now() const;
  template <class State>
  void change(State& state, State to);
  void settle();

  mutable os::Mutex mutex_;
  CapacityStore capacities_;
  OnChange on_change_;
  std::size_t uses_ = 0;
  AdminState admin_ = AdminState::unlocked;
  OperationalState operational_ = OperationalState::enabled;
  UsageState usage_ = UsageState::idle;
};

}  // namespace orbweaver::device
