// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/settings.hpp>

#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>
#include <memory>

#include "setting_value.hpp"

namespace orbweaver::domain {

namespace {

using Line = unexpected<std::string>;
using property::Override;
using property::Property;

const property::Position& given_by_user() {
  static const property::Position here{std::make_shared<const std::string>("--set"), 0};
  return here;
}

/// One text: the part before the first '=', and the part after it.
struct Setting {
  std::string goal, value;
};

Result<Setting, std::string> parse(const std::string& text) {
  const auto equals = text.find('=');
  const auto dot = text.find('.');
  if (equals == std::string::npos || dot >= equals || dot == 0 || dot + 1 == equals)
    return Line("'" + text + "' is no setting; write COMPONENT.PROPERTY=VALUE");
  return Setting{text.substr(0, equals), text.substr(equals + 1)};
}

/// The member that PROPERTY.MEMBER names.
struct MemberMeant {
  const property::StructProperty* whole;
  const property::Member* member;
};

std::optional<MemberMeant> member_named(const std::vector<Property>& all, const std::string& name) {
  for (const auto& property : all) {
    const auto* whole = std::get_if<property::StructProperty>(&property);
    if (whole == nullptr) continue;
    for (const auto& member : whole->members)
      for (const auto& called : {whole->id, whole->name})
        if (!called.empty() && called + "." + common_of(member).id == name)
          return MemberMeant{whole, &member};
  }
  return std::nullopt;
}

constexpr const char* kNone = "no such property";

/// Collects the settings of one application.
class SettingGatherer {
 public:
  explicit SettingGatherer(const profile::Application& application)
      : application_(&application), placed_(profile::placed_in(*application.assembly)) {}

  Result<void, std::string> add(const std::string& text) {
    const auto setting = parse(text);
    if (!setting) return Line(setting.error());
    bool is_component_there = false;
    bool is_given = false;
    std::string obstacle = kNone;
    for (const auto& placed : placed_) {
      const auto name = property_meant(*placed.instantiation, setting->goal);
      if (name.empty()) continue;
      is_component_there = true;
      auto added = add_to(placed, name, *setting);
      if (!added) return Line(added.error());
      is_given |= !added->has_value();
      if (*added && **added != kNone) obstacle = **added;
    }
    if (is_given) return {};
    return Line(text + ": " +
                (is_component_there ? obstacle + "; " + properties_of(*setting)
                                    : "no such component; " + components()));
  }
  std::vector<deploy::SetValue> take() && { return std::move(values_); }

 private:
  static std::string property_meant(const profile::ComponentInstantiation& instantiation,
                                    const std::string& goal) {
    for (const auto& name : {instantiation.id, instantiation.usagename, std::string{"*"}})
      if (!name.empty() && goal.starts_with(name + ".")) return goal.substr(name.size() + 1);
    return {};
  }

  std::vector<Property> properties(const profile::Placed& placed) const {
    const auto* component = application_->component_of(*placed.placement);
    return component ? component->properties() : std::vector<Property>{};
  }

  /// Adds the setting to a component. Returns why the component does not take it; nothing if it
  /// does. Fails: the value does not fit.
  Result<std::optional<std::string>, std::string> add_to(const profile::Placed& placed,
                                                         const std::string& name,
                                                         const Setting& setting) {
    const auto all = properties(placed);
    const auto found = std::ranges::find_if(all, [&](const Property& property) {
      return common_of(property).id == name || common_of(property).name == name;
    });
    if (found == all.end()) return add_member_or_option(placed, all, name, setting);
    if (auto obstacle = why_not_settable(*found)) return obstacle;
    auto new_setting = setting_of(*found, setting.value);
    if (!new_setting) return Line(setting.goal + ": " + new_setting.error());
    if (auto misfit = misfit_of(*found, all, *new_setting); !misfit.empty())
      return Line(setting.goal + ": " + misfit);
    values_.push_back({placed.instantiation->id, *std::move(new_setting)});
    return std::nullopt;
  }

  /// Returns why the value does not fit; empty if it does.
  static std::string misfit_of(const Property& property, const std::vector<Property>& all,
                               const Override& given) {
    const auto outcome = value_of(property, all, given);
    return outcome.faults.empty() ? std::string{} : outcome.faults.front().misfit.text;
  }

  Result<std::optional<std::string>, std::string> add_member_or_option(
      const profile::Placed& placed, const std::vector<Property>& all, const std::string& name,
      const Setting& setting) {
    const auto meant = member_named(all, name);
    if (!meant) return add_undeclared(placed, name, setting);
    if (auto obstacle = why_not_settable(Property{*meant->whole})) return obstacle;
    auto new_setting = setting_of_member(*meant->whole, *meant->member, setting.value);
    if (!new_setting) return Line(setting.goal + ": " + new_setting.error());
    if (auto misfit = misfit_of(Property{*meant->whole}, all, *new_setting); !misfit.empty())
      return Line(setting.goal + ": " + misfit);
    add_member(placed.instantiation->id, *std::move(new_setting));
    return std::nullopt;
  }

  /// Adds a member to the struct. Members that were set before keep their values.
  void add_member(const std::string& component, Override new_override) {
    auto& added = std::get<property::StructValue>(new_override.value);
    for (auto& value : values_) {
      auto* const whole = std::get_if<property::StructValue>(&value.value.value);
      if (value.component != component || value.value.refid != new_override.refid ||
          whole == nullptr)
        continue;
      std::erase_if(whole->members, [&](const property::MemberValue& known) {
        return known.refid == added.members.front().refid;
      });
      whole->members.push_back(std::move(added.members.front()));
      return;
    }
    values_.push_back({component, std::move(new_override)});
  }

  /// Adds an execute option that the profiles do not declare: every component takes these.
  std::optional<std::string> add_undeclared(const profile::Placed& placed, const std::string& name,
                                            const Setting& setting) {
    if (!property::is_execute_option(name)) return kNone;
    values_.push_back({placed.instantiation->id, {name, setting.value, given_by_user()}});
    return std::nullopt;
  }

  std::string components() const {
    std::string text;
    for (const auto& placed : placed_)
      text += (text.empty() ? "" : ", ") + placed.instantiation->id;
    return "choose from *, " + text;
  }

  std::string properties_of(const Setting& setting) const {
    std::vector<std::string> ids;
    for (const auto& placed : placed_) {
      if (property_meant(*placed.instantiation, setting.goal).empty()) continue;
      for (const auto& property : properties(placed))
        if (!why_not_settable(property)) ids.push_back(common_of(property).id);
    }
    std::ranges::sort(ids);
    const auto [end, last] = std::ranges::unique(ids);
    ids.erase(end, last);
    std::string text;
    for (const auto& entry : ids) text += (text.empty() ? "" : ", ") + entry;
    return text.empty() ? "there are none" : "choose from " + text;
  }

  const profile::Application* application_;
  std::vector<profile::Placed> placed_;
  std::vector<deploy::SetValue> values_;
};

}  // namespace

Result<std::vector<deploy::SetValue>, std::string> settings_for(
    const profile::Application& application, std::span<const std::string> texts) {
  SettingGatherer gatherer{application};
  for (const auto& text : texts)
    if (auto added = gatherer.add(text); !added) return Line(added.error());
  return std::move(gatherer).take();
}

}  // namespace orbweaver::domain
