// SPDX-License-Identifier: Apache-2.0
// The settings of a component: a struct whose members are its properties. Each member stands once:
// its C++ type is the property's type, its initial value is the default.
//
//   struct TunerSettings {
//     float offset = 250'000;
//     std::vector<float> taps{1, 2, 1};
//     std::vector<Alarm> alarms;      // a struct with describe() of its own
//
//     void describe(component::Describer& property) {
//       property("offset", offset,
//                {.description = "of the station", .units = "Hz", .range = {{-1e6, 1e6}}});
//       property("taps", taps, {.description = "of the filter"});
//       property("alarms", alarms, {.description = "when to say so"});
//     }
//   };
//
//   class Tuner
//       : public component::StreamComponent<IqIn, IqOut, component::Settings<TunerSettings>> {
//     Outcome on_settings(const component::Changed& changed) override {
//       if (settings().taps.empty()) return component::refuse("taps: a filter has at least one");
//       if (changed(settings().taps)) design();
//       return {};
//     }
//   };
//
//   C++                                              property
//   bool, char, std::uint8_t, (u)int16 to (u)int64   simple
//   float, double, std::string, std::complex<T>
//   std::optional<of those>                          simple, without a default
//   std::vector<of those>                            simplesequence
//   a struct with describe(), of simple members      struct
//   std::vector<of those>                            structsequence
#pragma once
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/component/settings_members.hpp>
#include <orbweaver/resource/component.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::component {

/// The parameter of describe() of a struct. Each call declares one member: `property(id, member,
/// details)`.
class Describer {
 public:
  /// `id`: of the property; unique in the component. `member`: of the struct that is described, of
  /// a type of the table above; what it holds now is the default.
  template <class T>
  void operator()(std::string_view id, T& member, const Details& details = {}) {
    detail::TypedMember<T> typed{member};
    visit(std::string{id}, typed, details);
  }

 protected:
  Describer() = default;
  Describer(const Describer&) = default;
  Describer& operator=(const Describer&) = default;
  ~Describer() = default;

  // ---- for the base ----

  virtual void visit(const std::string& id, detail::SettingMember& member,
                     const Details& details) = 0;
};

/// A struct with a method describe(Describer&), which names its members.
template <class T>
concept HasDescribe = requires(T& settings, Describer& property) { settings.describe(property); };

/// The settings that have changed, in a call of on_settings(). Valid during that call.
class Changed {
 public:
  /// For the base.
  explicit Changed(std::vector<const void*> members) : members_(std::move(members)) {}
  /// Whether this member of settings() has another value than before.
  template <class T>
  [[nodiscard]] bool operator()(const T& member) const noexcept {
    return has(&member);
  }

 private:
  [[nodiscard]] bool has(const void* member) const noexcept;
  std::vector<const void*> members_;
};

/// The result with which on_settings() and on_start() refuse, with a reason.
[[nodiscard]] inline unexpected<resource::Failure> refuse(std::string why) {
  return unexpected(resource::Failure{.messages = {std::move(why)}});
}

/// Names the settings of a StreamComponent, among its ports.
template <HasDescribe S>
struct Settings {
  /// The struct.
  using type = S;
  static constexpr auto part = Part::settings;  ///< for StreamComponent
};

// ---- for the base ----

namespace detail {

/// The properties that describe() names, with the values of the members as defaults. Throws
/// std::logic_error, with one line: two have one id, or a struct has a member that is not simple.
[[nodiscard]] Definitions definitions_by(void (*describe)(void* settings, Describer& property),
                                         void* settings);
/// Sets the members to the values of the store, and returns their addresses. `ids`: those members
/// alone; empty: all. Requires: the store has these properties.
std::vector<const void*> read_members(void (*describe)(void* settings, Describer& property),
                                      void* settings, const resource::PropertyStore& store,
                                      const std::vector<std::string>& ids);
/// The id of the member at this address; empty: no member lies there.
[[nodiscard]] std::string id_of_member(void (*describe)(void* settings, Describer& property),
                                       void* settings, const void* member);

template <HasDescribe S>
void describe_settings(void* settings, Describer& property) {
  static_cast<S*>(settings)->describe(property);
}

}  // namespace detail

template <HasDescribe S>
[[nodiscard]] Definitions definitions_of() {
  S defaults{};
  return detail::definitions_by(&detail::describe_settings<S>, &defaults);
}

}  // namespace orbweaver::component
