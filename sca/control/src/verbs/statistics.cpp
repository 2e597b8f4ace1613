// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/generated/sca/MeasuredResource.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <chrono>

#include "applications.hpp"
#include "figures/flow_rows.hpp"
#include "figures/flow_table.hpp"
#include "port_objects.hpp"

namespace orbweaver::control {

namespace {

/// A component and its measurements.
struct Asked {
  RunningComponent component;
  CORBA::object_reference<Orbweaver::MeasuredResource> measured{};  // nil: it does not measure
  std::string note{}, error{};
  Measured figures{};
};

void note_failure(Asked& asked, const CORBA::Exception& exception) {
  asked.error = line_of(failure_of("ask it", exception));
  asked.measured = nullptr;
}

void ask_first(Asked& asked) try {
  asked.error = asked.component.error;
  if (!asked.component.resource) return;
  asked.measured = IDL::traits<Orbweaver::MeasuredResource>::narrow(asked.component.resource);
  if (asked.measured)
    asked.figures = {asked.component.id, asked.measured->figures(), {}};
  else
    asked.note = "says nothing: it is no component of Orbweaver";
} catch (const CORBA::NO_IMPLEMENT&) {
  asked.note = "measures nothing: it is no StreamComponent";
  asked.measured = nullptr;
} catch (const CORBA::Exception& exception) {
  note_failure(asked, exception);
}

void ask_again(Asked& asked) try {
  if (asked.measured) asked.figures.last = asked.measured->figures();
} catch (const CORBA::Exception& exception) {
  note_failure(asked, exception);
}

std::vector<Asked> asked_components(const Domain& domain, const ApplicationTarget& target) {
  std::vector<Asked> result;
  if (!target.component.empty()) {
    result.push_back({{instantiation_in(target.component, target.name), target.resource}});
    return result;
  }
  for (auto& component : components_of(domain, target)) result.push_back({std::move(component)});
  return result;
}

Json components_in(const std::vector<Asked>& all) {
  auto array = Json::array();
  for (const auto& entry : all) {
    array.push_back({{"component", entry.component.id}});
    if (entry.measured) array.back().update(shares_of(entry.figures));
    if (!entry.note.empty()) array.back()["note"] = entry.note;
    if (!entry.error.empty()) array.back()["error"] = entry.error;
  }
  return array;
}

/// Finds the other ends of connections whose number no component reports.
class Ends {
 public:
  Ends(const Domain& domain, const std::vector<Asked>& all, const std::string& application)
      : all_(&all), application_(&application), names_(domain) {}

  Json find(const std::string& component, const std::string& port, const std::string& id) try {
    const auto found =
        std::ranges::find(*all_, component, [](const Asked& entry) { return entry.component.id; });
    const auto connections = connections_of(found->component.resource->getPort(port));
    if (!connections) return nullptr;
    for (const auto& connection : *connections)
      if (connection.connectionId() == id) return document_of(names_.find(connection.port()));
    return nullptr;
  } catch (const CORBA::Exception&) {  // the component was released meanwhile
    return nullptr;
  }

 private:
  [[nodiscard]] Json document_of(const PortNames::FullName* name) const {
    if (name == nullptr) return nullptr;
    Json document{{"component", name->component}, {"port", name->port}};
    if (name->application != *application_) document["application"] = name->application;
    return document;
  }

  const std::vector<Asked>* all_;
  const std::string* application_;
  PortNames names_;
};

}  // namespace

Report statistics(const Domain& domain, const std::string& text, double seconds) {
  const auto target = find_target(domain, text);
  auto all = asked_components(domain, target);
  for (auto& entry : all) ask_first(entry);
  if (std::ranges::any_of(all, [](const Asked& entry) { return entry.measured != nullptr; }))
    os::sleep_for(std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(seconds)));
  for (auto& entry : all) ask_again(entry);
  std::vector<Measured> measured;
  for (const auto& entry : all)
    if (entry.measured) measured.push_back(entry.figures);
  auto document = named(target);
  document["seconds"] = seconds;
  document["components"] = components_in(all);
  Ends ends{domain, all, target.name};
  document["connections"] =
      connections_between(measured, [&](const auto&... words) { return ends.find(words...); });
  put_in_order_of_flow(document["components"], document["connections"]);
  auto table = text_of_flow(document);
  return {std::move(document), std::move(table)};
}

}  // namespace orbweaver::control
