// SPDX-License-Identifier: Apache-2.0
// The base class of a component, without CORBA. ResourceServant makes a CF::Resource of it.
//
//   class Amplifier final : public orbweaver::resource::Component {
//    public:
//     using Component::Component;
//     Outcome start() override { gain_ = get<float>("gain").value_or(1); return {}; }
//   };
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/packets/snapshot.hpp>
#include <orbweaver/resource/property_store.hpp>
#include <orbweaver/resource/typed_property.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::resource {

/// Why a step of a component's life failed.
struct Failure {
  std::vector<std::string> messages;  ///< one line each
  int error = 0;                      ///< an errno; 0: none fits
};
/// The result of a step of a component's life: nothing, or why it failed.
using Outcome = Result<void, Failure>;

/// Threads: initialize(), start(), stop() and release() run one at a time. run_test(), snapshot()
/// and listeners of properties may run beside them.
///
/// An exception of a step counts as its failure; the message is what().
class Component {
 public:
  /// `definitions`: its properties, each with an id that no other has.
  explicit Component(std::vector<property::Property> definitions)
      : properties_(std::make_shared<PropertyStore>(std::move(definitions))) {}
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;
  virtual ~Component() = default;

  /// Runs once, before anything is connected or configured. It may be tried again if it fails.
  virtual Outcome initialize() { return {}; }
  /// Lets the component process packets.
  virtual Outcome start() { return {}; }
  /// When it returns, the component processes nothing. start() may follow.
  virtual Outcome stop() { return {}; }
  /// Runs once, as the last call. A started component has been stopped before.
  virtual Outcome release() { return {}; }
  /// The test with this number of the profile. `inputs` were checked against it, and its defaults
  /// are filled in. Returns the results.
  virtual std::vector<property::Field> run_test(std::uint32_t number,
                                                const std::vector<property::Field>& inputs) {
    (void)number;
    return inputs;
  }

  /// The figures up to now; nothing: the component does not measure. Does not block.
  [[nodiscard]] virtual std::optional<packets::Snapshot> snapshot() const { return std::nullopt; }

  /// The values, with listeners and rules. Never null; may outlive the component.
  [[nodiscard]] const std::shared_ptr<PropertyStore>& properties() const noexcept {
    return properties_;
  }

  /// The value of a property, by id and C++ type (typed_property.hpp).
  template <class T>
  [[nodiscard]] Result<T, Refusal> get(std::string_view id) const {
    return resource::get<T>(*properties_, id);
  }
  /// Sets a property, as PropertyStore::set() does: the component's own code may also set
  /// properties that clients cannot.
  template <class T>
  Result<void, Refusal> set(std::string_view id, T value) {
    return resource::set<T>(*properties_, id, std::move(value));
  }

 private:
  std::shared_ptr<PropertyStore> properties_;
};

}  // namespace orbweaver::resource
