// SPDX-License-Identifier: Apache-2.0
#include "applications.hpp"

#include <orbweaver/resource/names.hpp>

#include <algorithm>
#include <vector>

#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

/// An object of the domain with its name and identifier.
template <class Interface>
struct Named {
  CORBA::object_reference<Interface> object;
  std::string name, identifier;
};

/// Lists the objects that answer. One that does not answer must not hide the others.
template <class Interface>
struct Answers {
  std::vector<Named<Interface>> all;
  std::size_t silent = 0;
};

template <class Interface, class References>
Answers<Interface> answers_of(const References& references) {
  Answers<Interface> answers;
  for (const auto& reference : references) {
    try {
      answers.all.push_back({reference, reference->name(), reference->identifier()});
    } catch (const CORBA::Exception&) {
      ++answers.silent;
    }
  }
  return answers;
}

template <class Interface>
std::vector<std::string> texts_of(const std::vector<Named<Interface>>& all,
                                  std::string Named<Interface>::*part) {
  std::vector<std::string> texts;
  for (const auto& named : all) texts.push_back("'" + named.*part + "'");
  return texts;
}

/// Returns the object whose identifier or name is `text`; null if there is none.
template <class Interface>
const Named<Interface>* find(const Answers<Interface>& answers, const std::string& text,
                             const std::string& what) {
  for (const auto& answer : answers.all)
    if (answer.identifier == text) return &answer;
  std::vector<Named<Interface>> same;
  const Named<Interface>* found = nullptr;
  for (const auto& answer : answers.all)
    if (answer.name == text) {
      same.push_back(answer);
      found = &answer;
    }
  if (same.size() > 1)
    fail(what, std::to_string(same.size()) + " have the name '" + text + "'",
         "choose an identifier: " + joined(texts_of(same, &Named<Interface>::identifier)));
  return found;
}

template <class Interface>
[[noreturn]] void miss(const Answers<Interface>& answers, const std::string& what,
                       std::string cause) {
  if (answers.silent > 0) cause += ", and " + std::to_string(answers.silent) + " did not answer";
  fail(what, std::move(cause),
       answers.all.empty()
           ? "'orbweaver apps' lists what is there"
           : "choose from " + joined(texts_of(answers.all, &Named<Interface>::name)));
}

/// Returns the component's entry in the application's naming contexts.
CF::Application::ComponentElementType element_of(const ApplicationTarget& target,
                                                 const std::string& component) {
  const auto what = "find '" + target.text + "'";
  const auto elements =
      attempt(what, [&] { return target.application->componentNamingContexts(); });
  std::vector<std::string> ids;
  for (const auto& element : elements) {
    const auto id = instantiation_in(element.componentId(), target.name);
    if (element.componentId() == component || id == component) return element;
    ids.push_back("'" + id + "'");
  }
  fail(what, "the application has no component '" + component + "' with a name",
       ids.empty() ? "none of its components has one" : "choose from " + joined(ids));
}

void take_component(const Domain& domain, ApplicationTarget& target, const std::string& component) {
  const auto element = element_of(target, component);
  target.component = element.componentId();
  target.resource = component_at(domain, target.text, element.elementId());
}

ApplicationTarget target_of(const std::string& text, const Named<CF::Application>& found) {
  return {text, found.object, found.name, found.identifier, {}, found.object};
}

Answers<CF::Application> applications_of(const Domain& domain) {
  return answers_of<CF::Application>(
      attempt("ask for the applications", [&] { return domain.manager->applications(); }));
}

}  // namespace

CORBA::object_reference<CF::Resource> component_at(const Domain& domain, const std::string& text,
                                                   const std::string& name) {
  const auto what = "find '" + text + "'";
  const auto names = naming_service(domain);
  auto resource = attempt(what, [&] {
    return IDL::traits<CF::Resource>::narrow(orbweaver::resource::resolve_written(*names, name));
  });
  if (!resource) fail(what, "'" + name + "' at the naming service is no CF::Resource");
  return resource;
}

std::vector<ApplicationTarget> all_applications(const Domain& domain) {
  std::vector<ApplicationTarget> targets;
  for (const auto& application : applications_of(domain).all)
    targets.push_back(target_of(application.name, application));
  return targets;
}

ApplicationTarget find_target(const Domain& domain, const std::string& text) {
  const auto what = "find '" + text + "'";
  const auto all = applications_of(domain);
  if (const auto* found = find(all, text, what)) return target_of(text, *found);
  // A slash may be part of the application's name or of the component's name: each split is tried.
  for (auto slash = text.find('/'); slash != std::string::npos; slash = text.find('/', slash + 1)) {
    const auto* found = find(all, text.substr(0, slash), what);
    if (found == nullptr) continue;
    auto target = target_of(text, *found);
    take_component(domain, target, text.substr(slash + 1));
    return target;
  }
  miss(all, what, "no application that runs has this name");
}

ApplicationTarget find_application(const Domain& domain, const std::string& text) {
  const auto what = "find '" + text + "'";
  const auto all = applications_of(domain);
  const auto* found = find(all, text, what);
  if (found == nullptr) miss(all, what, "no application that runs has this name");
  return target_of(text, *found);
}

Factory find_factory(const Domain& domain, const std::string& text) {
  const auto what = "find '" + text + "'";
  const auto all = answers_of<CF::ApplicationFactory>(
      attempt("ask for what is installed", [&] { return domain.manager->applicationFactories(); }));
  const auto* found = find(all, text, what);
  if (found == nullptr) miss(all, what, "no application that is installed has this name");
  return found->object;
}

std::string profile_of(const ApplicationTarget& target) {
  return attempt("ask for the profile of '" + target.text + "'",
                 [&] { return target.application->profile(); });
}

std::string instantiation_in(const std::string& component, const std::string& application) {
  const auto end = ":" + application;
  return component.substr(
      0, component.ends_with(end) ? component.size() - end.size() : component.rfind(':'));
}

Json named(const ApplicationTarget& target) {
  Json json{{"application", target.name}, {"identifier", target.identifier}};
  if (!target.component.empty()) json["component"] = target.component;
  return json;
}

}  // namespace orbweaver::control
