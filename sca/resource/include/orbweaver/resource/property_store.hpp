// SPDX-License-Identifier: Apache-2.0
// The properties of a component: what a profile defines, and the values that they have now. No
// CORBA: PropertySetCore makes CF::PropertySet of it.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/refusal.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::resource {

/// Threads: any.
///
/// A listener runs in the thread that calls configure(), after all values of the call were stored
/// and without a lock, so it may call everything here. The listeners of one call run in the order
/// in which its properties were given, and those of one property in the order in which they were
/// added. If two threads call configure() at once, their listeners may run at once, too.
///
/// A listener refuses a value by throwing: the property gets its old value back, and the listeners
/// of the property that had taken the new one run again with the old one.
class PropertyStore {
 public:
  /// Gets the value that the property has now.
  using Listener = std::function<void(const property::Value&)>;

  /// A value that configure() did not take.
  struct Rejected {
    std::size_t index;  // in the list that was given
    Refusal refusal;    // why
  };

  /// Each property begins with its default. A property without a default, or with a default that
  /// does not fit, has no value until it is set. The last of two definitions with one id counts.
  explicit PropertyStore(std::vector<property::Property> definitions);
  PropertyStore(const PropertyStore&) = delete;
  PropertyStore& operator=(const PropertyStore&) = delete;
  ~PropertyStore() = default;

  /// Runs once after each configure() that changed values and that no other listener refused, with
  /// the ids. If it throws, all of them get their old values back.
  using GroupListener = std::function<void(const std::vector<std::string>& ids)>;

  /// Defaults that do not fit.
  [[nodiscard]] const std::vector<property::DefaultFault>& faults() const noexcept {
    return faults_;
  }

  /// `listener` runs after each configure() that changed the property's value, once for each call.
  /// Fails: `unknown`.
  Result<void, Refusal> on_change(std::string_view id, Listener listener);

  /// Sets the group listener; there is only one. Call it before other threads use the store.
  void on_changes(GroupListener listener) { group_listener_ = std::move(listener); }

  // ---- for CF::PropertySet: kinds and modes count ----

  /// Whether configure() may set it. Fails: `unknown` and `readonly`, with those that it may;
  /// `wrong_kind`.
  [[nodiscard]] Result<void, Refusal> check_configurable(std::string_view id) const;
  /// Sets what fits and no listener refuses, and returns the rest, by index. If a property is given
  /// twice, the last value stays; if a listener refuses that one, neither does.
  [[nodiscard]] std::vector<Rejected> configure(const std::vector<property::Field>& given);
  /// The value; nothing if the property has none yet. Fails: `unknown`, `writeonly`, `wrong_kind`.
  [[nodiscard]] Result<std::optional<property::Value>, Refusal> query(std::string_view id) const;
  /// The ids of all properties that query() may read, in the order of the definitions.
  [[nodiscard]] std::vector<std::string> queryable() const;

  // ---- for the component itself: kinds and modes do not count, and no listener runs ----

  /// Fails: `unknown`.
  [[nodiscard]] Result<std::optional<property::Value>, Refusal> get(std::string_view id) const;
  /// Sets the value. Fails: `unknown`, and as fitted().
  Result<void, Refusal> set(std::string_view id, const property::Value& value);
  /// Whether the command line of the component's program sets it: its kind is execparam, or
  /// REDHAWK's `commandline` is set.
  [[nodiscard]] bool is_parameter(std::string_view id) const;
  /// The ids of those for which is_parameter() holds, in the order of the definitions.
  [[nodiscard]] std::vector<std::string> parameters() const;
  /// Sets a simple property by its text, as set() does: for execute parameters. Fails: `unknown`,
  /// `wrong_form` if it is no simple, `wrong_type`, `out_of_range`, `not_enumerated`.
  Result<void, Refusal> set_text(std::string_view id, std::string_view text);

 private:
  using Listeners = std::vector<std::shared_ptr<const Listener>>;
  struct HeldProperty {
    const property::Property* definition = nullptr;
    std::optional<property::Value> value;
    Listeners listeners;
  };
  /// A property that one configure() changes.
  struct Change {
    HeldProperty* held;
    std::vector<std::size_t> indices;  // in the list that was given
    std::optional<property::Value> before;
    property::Value now;
    Listeners listeners;
  };
  struct Configured {
    HeldProperty* held;
    std::optional<property::Value> before;
  };

  [[nodiscard]] Result<HeldProperty*, Refusal> find(std::string_view id);
  [[nodiscard]] Result<const HeldProperty*, Refusal> find(std::string_view id) const;
  /// Readable: "gain, taps".
  [[nodiscard]] std::string configurable_ones() const;
  /// Requires: mutex_ is held.
  Result<void, Refusal> put(HeldProperty& held, const property::Value& value);
  /// Requires: mutex_ is held.
  Result<Configured, Refusal> configure_one(const property::Field& given);
  /// Stores the values that fit; puts the others into `rejected`.
  std::vector<Change> store(const std::vector<property::Field>& given,
                            std::vector<Rejected>& rejected);
  /// Fails: with the message of the first listener that throws. The listeners before it have run
  /// again, with the old value.
  static Result<void, std::string> call_listeners(const Change& change);
  /// Fails: with what the group listener throws.
  [[nodiscard]] Result<void, std::string> call_group_listener(
      const std::vector<Change>& changes) const;
  /// Sets the old value again, unless another configure() has changed it meanwhile.
  void restore(const Change& change);

  const std::vector<property::Property> definitions_;
  std::vector<property::DefaultFault> faults_;
  GroupListener group_listener_;
  mutable os::Mutex mutex_;
  std::map<std::string, HeldProperty, std::less<>>
      held_;  // the keys never change: find() needs no lock
};

}  // namespace orbweaver::resource
