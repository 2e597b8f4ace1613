#include <orbweaver/control/verbs.hpp>

#include <algorithm>

#include "plain_line.hpp"
#include "table.hpp"

namespace orbweaver::control {

namespace {

/// The member of what `call` returns; if it throws, a line in "problems" instead.
template <class Call>
void put(Json& into, const char* member, Call call) {
  try {
    into[member] = call();
  } catch (const CORBA::Exception& exception) {
    into["problems"].push_back(line_of(failure_of(member, exception)));
  }
}

/// The entry of that component; made at its first mention.
Json& component_in(Json& components, const std::string& id) {
  const auto found =
      std::ranges::find_if(components, [&](const Json& each) { return each["id"] == id; });
  if (found != components.end()) return *found;
  components.push_back({{"id", id}});
  return components.back();
}

/// One of the sequences of CF::Application, into the entries of its components.
template <class Call, class Put>
void gather(Json& application, const char* what, Call call, Put put_one) {
  try {
    for (const auto& each : call())
      put_one(component_in(application["components"], each.componentId()), each);
  } catch (const CORBA::Exception& exception) {
    application["problems"].push_back(line_of(failure_of(what, exception)));
  }
}

void add_components(CF::Application& from, Json& application) {
  application["components"] = Json::array();
  gather(
      application, "componentImplementations", [&] { return from.componentImplementations(); },
      [](Json& to, const auto& each) { to["implementation"] = each.elementId(); });
  gather(
      application, "componentDevices", [&] { return from.componentDevices(); },
      [](Json& to, const auto& each) { to["devices"].push_back(each.assignedDeviceId()); });
  gather(
      application, "componentProcessIds", [&] { return from.componentProcessIds(); },
      [](Json& to, const auto& each) { to["process"] = each.processId(); });
  gather(
      application, "componentNamingContexts", [&] { return from.componentNamingContexts(); },
      [](Json& to, const auto& each) { to["name"] = each.elementId(); });
}

/// An object that does not answer is asked once: each further call would wait as long.
template <class Interface>
Json described(const CORBA::object_reference<Interface>& object, auto describe) {
  Json made = Json::object();
  try {
    made["name"] = object->name();
    made["identifier"] = object->identifier();
    describe(*object, made);
  } catch (const CORBA::Exception& exception) {
    made["problems"].push_back(line_of(failure_of("ask it", exception)));
  }
  return made;
}

Json installed_in(const Domain& domain) {
  auto made = Json::array();
  for (const auto& each :
       attempt("ask for what is installed", [&] { return domain.manager->applicationFactories(); }))
    made.push_back(described(each, [](CF::ApplicationFactory& factory, Json& to) {
      put(to, "profile", [&] { return factory.softwareProfile(); });
    }));
  return made;
}

Json running_in(const Domain& domain) {
  auto made = Json::array();
  for (const auto& each :
       attempt("ask for the applications", [&] { return domain.manager->applications(); }))
    made.push_back(described(each, [](CF::Application& application, Json& to) {
      put(to, "profile", [&] { return application.profile(); });
      add_components(application, to);
    }));
  return made;
}

std::string member(const Json& from, const char* name) { return from.value(name, std::string{}); }

std::string problems_in(const Json& entries) {
  std::string text;
  for (const auto& entry : entries)
    for (const auto& each : entry.value("problems", Json::array()))
      text += plain(member(entry, "name") + ": " + each.get<std::string>()) + "\n";
  return text;
}

void add_rows(Table& table, const Json& application) {
  const auto name = member(application, "name");
  if (application["components"].empty()) table.add({name, "", "", "", "", ""});
  for (const auto& each : application["components"])
    table.add({name, member(each, "id"), joined(each.value("devices", std::vector<std::string>{})),
               each.contains("process") ? each["process"].dump() : std::string{},
               member(each, "implementation"), member(each, "name")});
}

std::string text_of_applications(const Json& document) {
  Table installed{{"installed", "identifier", "profile"}};
  for (const auto& each : document["installed"])
    installed.add({member(each, "name"), member(each, "identifier"), member(each, "profile")});
  Table running{{"running", "component", "devices", "process", "implementation", "bound at"}};
  for (const auto& each : document["running"])
    if (each.contains("components")) add_rows(running, each);
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
