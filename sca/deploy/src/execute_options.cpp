// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/execute_options.hpp>

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/execute_option.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::deploy {

namespace {

using property::Override;
using property::Property;
using property::Type;

void add_number(ExecuteOptions& options, const char* id, Type type,
                const std::optional<std::string>& text) {
  if (!text) return;
  if (const auto number = property::parse_scalar(type, *text)) options[id] = to_text(*number);
}

std::string trimmed(const std::string& text) {
  constexpr const char* kWhite = " \t\r\n";
  const auto first = text.find_first_not_of(kWhite);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

/// The text of a simpleref; empty if the affinity has none of this id.
std::string affinity_of(const profile::ComponentInstantiation& instantiation,
                        std::string_view refid) {
  for (const auto& entry : instantiation.affinity)
    if (const auto* text = std::get_if<std::string>(&entry.value); text && entry.refid == refid)
      return trimmed(*text);
  return {};
}

/// Puts options on top of each other.
class Adder {
 public:
  Adder(std::span<const Property> properties, ExecuteOptions& options,
        std::vector<std::string>& faults)
      : properties_(properties), options_(&options), faults_(&faults) {}

  void add_default(const Property& property) {
    const auto& common = common_of(property);
    if (!property::is_execute_option(common.id)) return;
    if (!std::holds_alternative<property::Simple>(property)) return refuse(common.at, common.id);
    put(common.id, default_of(property, properties_));
  }

  void add_affinity(const profile::ComponentInstantiation& instantiation) {
    const auto kind = affinity_of(instantiation, "affinity::exec_directive_class");
    if (kind == "cpu" || kind == "cpuset")
      put("CORE_AFFINITY", affinity_of(instantiation, "affinity::exec_directive_value"));
  }

  void add(const Override& given) {
    const auto* property = property_of(given.refid);
    const auto& id = property ? common_of(*property).id : given.refid;
    if (!property::is_execute_option(id)) return;
    const auto* text = std::get_if<std::string>(&given.value);
    if (text == nullptr) return refuse(given.at, id);
    if (property == nullptr || trimmed(*text).empty())
      put(property::execute_option_of(id), trimmed(*text));
    else
      put(id, value_of(*property, properties_, given));
  }

 private:
  const Property* property_of(const std::string& name) const {
    const auto found = std::ranges::find_if(properties_, [&](const Property& property) {
      return common_of(property).id == name || common_of(property).name == name;
    });
    return found == properties_.end() ? nullptr : &*found;
  }

  void put(const std::string& option, const std::string& text) {
    if (text.empty())
      options_->erase(option);
    else
      (*options_)[option] = text;
  }

  void put(const std::string& id, const property::DefaultOutcome& outcome) {
    for (const auto& fault : outcome.faults)
      faults_->push_back(fault.at.text() + ": property '" + id + "': " + fault.misfit.text);
    if (outcome.value) put(property::execute_option_of(id), to_text(*outcome.value));
  }

  void refuse(const property::Position& at, const std::string& id) {
    faults_->push_back(at.text() + ": property '" + id +
                       "': an execute option is one value: make it a simple");
  }

  std::span<const Property> properties_;
  ExecuteOptions* options_;
  std::vector<std::string>* faults_;
};

}  // namespace

std::string to_text(const ExecuteOptions& options) {
  std::string text;
  for (const auto& [id, value] : options) text += (text.empty() ? "" : " ") + id + "=" + value;
  return text;
}

ExecuteOptions options_of(const profile::ImplementationCode& code) {
  ExecuteOptions options;
  add_number(options, "PRIORITY", Type::long_, code.priority);
  add_number(options, "STACK_SIZE", Type::ulonglong, code.stacksize);
  return options;
}

void add_options(const OptionSources& sources, ExecuteOptions& options,
                 std::vector<std::string>& faults) {
  Adder adder{sources.properties, options, faults};
  for (const auto& property : sources.properties) adder.add_default(property);
  if (sources.instantiation != nullptr) {
    adder.add_affinity(*sources.instantiation);
    for (const auto& property : sources.instantiation->properties) adder.add(property);
  }
  for (const auto& source : sources.set) adder.add(source);
}

}  // namespace orbweaver::deploy
