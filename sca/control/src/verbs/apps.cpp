// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>

#include <algorithm>

#include "plain_line.hpp"
#include "table.hpp"

namespace orbweaver::control {

namespace {

/// Returns the member from `call`. If `call` throws, a line is added to "problems" instead.
template <class Call>
void put(Json& into, const char* member, Call call) {
  try {
    into[member] = call();
  } catch (const CORBA::Exception& exception) {
    into["problems"].push_back(line_of(failure_of(member, exception)));
  }
}

/// Returns the component's entry, which is made if it does not exist.
Json& component_in(Json& components, const std::string& id) {
  const auto found = std::ranges::find_if(
      components, [&](const Json& component) { return component["id"] == id; });
  if (found != components.end()) return *found;
  components.push_back({{"id", id}});
  return components.back();
}

/// Adds the elements of a sequence of CF::Application to the entries of their components.
template <class Call, class Put>
void gather(Json& application, const char* what, Call call, Put put_one) {
  try {
    for (const auto& entry : call())
      put_one(component_in(application["components"], entry.componentId()), entry);
  } catch (const CORBA::Exception& exception) {
    application["problems"].push_back(line_of(failure_of(what, exception)));
  }
}

void add_components(CF::Application& from, Json& application) {
  application["components"] = Json::array();
  gather(
      application, "componentImplementations", [&] { return from.componentImplementations(); },
      [](Json& to, const auto& entry) { to["implementation"] = entry.elementId(); });
  gather(
      application, "componentDevices", [&] { return from.componentDevices(); },
      [](Json& to, const auto& entry) { to["devices"].push_back(entry.assignedDeviceId()); });
  gather(
      application, "componentProcessIds", [&] { return from.componentProcessIds(); },
      [](Json& to, const auto& entry) { to["process"] = entry.processId(); });
  gather(
      application, "componentNamingContexts", [&] { return from.componentNamingContexts(); },
      [](Json& to, const auto& entry) { to["name"] = entry.elementId(); });
}

/// Asks the object once. If it does not answer, it is asked no more, as each call would wait for
/// the whole timeout.
template <class Interface>
Json described(const CORBA::object_reference<Interface>& object, auto describe) {
  Json json = Json::object();
  try {
    json["name"] = object->name();
    json["identifier"] = object->identifier();
    describe(*object, json);
  } catch (const CORBA::Exception& exception) {
    json["problems"].push_back(line_of(failure_of("ask it", exception)));
  }
  return json;
}

Json installed_in(const Domain& domain) {
  auto array = Json::array();
  for (const auto& application_factory :
       attempt("ask for what is installed", [&] { return domain.manager->applicationFactories(); }))
    array.push_back(described(application_factory, [](CF::ApplicationFactory& factory, Json& to) {
      put(to, "profile", [&] { return factory.softwareProfile(); });
    }));
  return array;
}

Json running_in(const Domain& domain) {
  auto array = Json::array();
  for (const auto& entry :
       attempt("ask for the applications", [&] { return domain.manager->applications(); }))
    array.push_back(described(entry, [](CF::Application& application, Json& to) {
      put(to, "profile", [&] { return application.profile(); });
      add_components(application, to);
    }));
  return array;
}

std::string member(const Json& from, const char* name) { return from.value(name, std::string{}); }

std::string problems_in(const Json& entries) {
  std::string text;
  for (const auto& entry : entries)
    for (const auto& item : entry.value("problems", Json::array()))
      text += plain(member(entry, "name") + ": " + item.get<std::string>()) + "\n";
  return text;
}

void add_rows(Table& table, const Json& application) {
  const auto name = member(application, "name");
  if (application["components"].empty()) table.add({name, "", "", "", "", ""});
  for (const auto& entry : application["components"])
    table.add({name, member(entry, "id"),
               joined(entry.value("devices", std::vector<std::string>{})),
               entry.contains("process") ? entry["process"].dump() : std::string{},
               member(entry, "implementation"), member(entry, "name")});
}

std::string text_of_applications(const Json& document) {
  Table installed{{"installed", "identifier", "profile"}};
  for (const auto& entry : document["installed"])
    installed.add({member(entry, "name"), member(entry, "identifier"), member(entry, "profile")});
  Table running{{"running", "component", "devices", "process", "implementation", "bound at"}};
  for (const auto& entry : document["running"])
    if (entry.contains("components")) add_rows(running, entry);
  auto text = installed.is_empty() ? std::string{"nothing is installed\n"} : installed.text();
  text += running.is_empty() ? std::string{"nothing runs\n"} : "\n" + running.text();
  return text + problems_in(document["installed"]) + problems_in(document["running"]);
}

}  // namespace

Report list_applications(const Domain& domain) {
  Json document{
      {"domain", attempt("ask the domain manager", [&] { return domain.manager->identifier(); })},
      {"installed", installed_in(domain)},
      {"running", running_in(domain)}};
  auto text = text_of_applications(document);
  return {std::move(document), std::move(text)};
}

}  // namespace orbweaver::control
