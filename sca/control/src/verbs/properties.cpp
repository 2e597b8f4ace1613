// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>
#include <optional>
#include <set>

#include "applications.hpp"
#include "files/known_properties.hpp"
#include "table.hpp"
#include "values/assignment.hpp"
#include "values/queried.hpp"
#include "values/value_text.hpp"

namespace orbweaver::control {

namespace {

/// Whether configure() of a running component does not take it, and its execution does.
bool is_set_at_creation_alone(const property::Property& property) {
  const auto& common = common_of(property);
  const bool is_configured =
      common.kinds.has(property::Kind::configure) || common.kinds.has(property::Kind::property);
  return property::is_parameter(property) &&
         (!is_configured || common.mode == property::Mode::readonly);
}

/// The properties of one object, and the changes that the user wants.
class Editor {
 public:
  Editor(const Domain& domain, const ApplicationTarget& target)
      : domain_(&domain),
        orb_(domain.orb),
        target_(&target),
        properties_(attempt("query '" + target.text + "'",
                            [&] { return query(orb_, *target.resource); })) {}

  void set(const Assignment& wanted) {
    const auto what = "set '" + wanted.id + "'";
    auto& property = property_for(wanted.id);
    const bool is_whole = property.id == wanted.id;
    const auto model = model_for(property, what);
    auto value = is_whole
                     ? value_like(model, wanted.value)
                     : with_member(model, wanted.id.substr(property.id.size() + 1), wanted.value);
    if (!value) refuse(what, value.error());
    property.value = std::move(*value);
    if (std::ranges::find(changed_, property.id) == changed_.end()) changed_.push_back(property.id);
  }

  /// Sets all properties in one call, so that the object can refuse or accept them together.
  void configure() {
    if (changed_.empty()) return;
    CF::Properties values;
    for (const auto& id : changed_) values.push_back(data_of(orb_, id, *find(id)->value));
    try {
      attempt("configure '" + target_->text + "'", [&] { target_->resource->configure(values); });
    } catch (const Failed& failed) {
      throw Failed(with_remedy(failed.failure()));
    }
  }

  [[nodiscard]] const std::vector<std::string>& changed() const { return changed_; }
  /// Whether the property may be queried.
  [[nodiscard]] bool is_shown(const std::string& id) const { return !hidden_.contains(id); }

 private:
  /// Says how to set a property that takes its value only while the component is made.
  VerbFailure with_remedy(VerbFailure failure) {
    if (!failure.exception.ends_with("Configuration")) return failure;
    for (const auto& id : failure.ids.empty() ? changed_ : failure.ids)
      if (const auto component = component_that_takes_at_creation(id); !component.empty())
        failure.remedy = "'" + id + "' is set when the application is made: orbweaver create " +
                         "APPLICATION --set " + component + "." + id + "=VALUE";
    return failure;
  }
  /// Empty: the property can be set later, too, or no profile says it.
  std::string component_that_takes_at_creation(const std::string& id) {
    try {
      const auto found = known().find(id);
      return found && is_set_at_creation_alone(found->definition) ? found->component
                                                                  : std::string{};
    } catch (const Failed&) {  // the refusal is what the user has to know
      return {};
    }
  }
  /// Returns a value of the property's type: its present value, or the profile's default. Throws
  /// Failed.
  property::Value model_for(const Queried& property, const std::string& what) {
    const auto* structs =
        property.value ? std::get_if<property::StructSequence>(&*property.value) : nullptr;
    const bool is_known = property.value && (structs == nullptr || !structs->items.empty());
    return is_known ? *property.value : model_of_profile(property.id, what);
  }
  property::Value model_of_profile(const std::string& id, const std::string& what) {
    const auto found = known().find(id);
    if (!found)
      fail(what, "it has no value, and its profile does not define it: its type is not known");
    auto model = model_of(found->definition, found->all);
    if (!model) fail(what, model.error());
    return std::move(*model);
  }
  KnownProperties& known() {
    if (known_) return *known_;
    const auto component = target_->component.empty()
                               ? std::string{}
                               : instantiation_in(target_->component, target_->name);
    return known_.emplace(
        *domain_, attempt("ask for the profile", [&] { return target_->application->profile(); }),
        component);
  }
  Queried* find(const std::string& id) {
    const auto found = std::ranges::find(properties_, id, &Queried::id);
    return found == properties_.end() ? nullptr : &*found;
  }
  /// Returns the property with this id; for "filter.gain" the struct "filter". If the list has it
  /// not, it is queried by its id, as an object need not list all properties that it has.
  Queried& property_for(const std::string& id) {
    if (auto* found = find(id)) return *found;
    for (auto dot = id.rfind('.'); dot != std::string::npos && dot > 0;
         dot = id.rfind('.', dot - 1))
      if (auto* found = find(id.substr(0, dot))) return *found;
    return properties_.emplace_back(asked_for(id));
  }
  Queried asked_for(const std::string& id) {
    const auto what = "query '" + id + "' of '" + target_->text + "'";
    try {
      auto asked = attempt(what, [&] { return query(orb_, *target_->resource, {id}); });
      if (asked.empty()) fail(what, "no value came");
      return std::move(asked.front());
    } catch (const Failed& failed) {
      if (failed.failure().exception != "UnknownProperties" || !is_writeonly(id)) throw;
      hidden_.insert(id);
      return {id, std::nullopt, false};
    }
  }
  bool is_writeonly(const std::string& id) {
    const auto found = known().find(id);
    return found && common_of(found->definition).mode == property::Mode::writeonly;
  }

  const Domain* domain_;
  std::shared_ptr<CORBA::ORB> orb_;
  const ApplicationTarget* target_;
  std::vector<Queried> properties_;
  std::vector<std::string> changed_;
  std::set<std::string> hidden_;
  std::optional<KnownProperties> known_;
};

std::string text_of_properties(const Json& properties) {
  Table table{{"property", "type", "value"}};
  for (const auto& property : properties)
    table.add({property.value("id", std::string{}), property.value("type", std::string{}),
               property.contains("value")
                   ? property["value"].dump(-1, ' ', false, Json::error_handler_t::replace)
                   : property.value("error", std::string{})});
  return table.is_empty() ? "it has no properties that can be queried\n" : table.text();
}

}  // namespace

Report properties(const Domain& domain, const std::string& text,
                  const std::vector<std::string>& words) {
  std::vector<std::string> shown;
  std::vector<Assignment> wanted;
  for (const auto& word : words) {
    if (word.empty() || word.starts_with('='))
      refuse("props '" + word + "'", "it names no property", "write ID, or ID=VALUE");
    if (auto assignment = assignment_in(word))
      wanted.push_back(std::move(*assignment));
    else
      shown.push_back(word);
  }
  const auto target = find_target(domain, text);
  auto document = named(target);
  if (!wanted.empty()) {
    Editor editor{domain, target};
    for (const auto& assignment : wanted) editor.set(assignment);
    editor.configure();
    document["configured"] = editor.changed();
    for (const auto& entry : editor.changed())
      if (editor.is_shown(entry) && std::ranges::find(shown, entry) == shown.end())
        shown.push_back(entry);
    if (shown.empty()) {
      document["properties"] = Json::array();
      return {std::move(document), "it is set, and cannot be queried\n"};
    }
  }
  document["properties"] = json_of(
      attempt("query '" + text + "'", [&] { return query(domain.orb, *target.resource, shown); }));
  auto table = text_of_properties(document["properties"]);
  return {std::move(document), std::move(table)};
}

}  // namespace orbweaver::control
