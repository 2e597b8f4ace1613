// SPDX-License-Identifier: Apache-2.0
#include "launched/component.hpp"
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::launched {

namespace {

// A port has a connection of its own, so that no slow object at the other end delays what goes
// through it.
CORBA::PolicyList port_policies() { return {std::make_shared<RTCORBA::PrivateConnectionPolicy>()}; }

}  // namespace

void print_ready(const std::string& name, const std::string& reference) {
  nlohmann::json line{{"event", "ready"}, {"name", name}, {"pid", os::process_id()}};
  if (!reference.empty()) line["ior"] = reference;
  component::print_line(line);
}

Component::Component(const Settings& settings, os::LifeLine& life_line)
    : Component(settings, life_line, CORBA::ORB_init(orb_options(settings))) {}

Component::Component(const Settings& settings, os::LifeLine& life_line,
                     std::shared_ptr<CORBA::ORB> orb)
    : settings_(settings), life_line_(life_line), orb_(std::move(orb)) {}

CORBA::object_reference<CORBA::Object> Component::reach_next() const {
  const auto found = orb_->string_to_object(settings_.next);
  auto next = found ? corba::with_policies(found, port_policies()) : nullptr;
  if (!next || next->_non_existent())
    throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO,
                                  "--next leads to no object");
  return next;
}

void Component::refuse_next(const char* interface_id) const {
  throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                         std::string{"--next must lead to a "} + interface_id);
}

CORBA::object_reference<PortableServer::POA> Component::root_poa() const {
  return IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
}

void Component::publish(const PortableServer::Servant& servant) {
  const auto poa = root_poa();
  id_ = poa->activate_object(servant);
  reference_ = orb_->object_to_string(poa->id_to_reference(id_));
  poa->the_POAManager()->activate();
  print_ready(name(), reference_);
}

void Component::withdraw() { root_poa()->deactivate_object(id_); }

void Component::report(const char* part, const nlohmann::json& content) const {
  nlohmann::json line{{"event", "result"}, {"name", name()}, {part, content}};
  if (settings_.explain)
    for (const auto& choice : orb_->explain())
      line["choices"].push_back(
          {{"what", choice.what}, {"value", choice.value}, {"why", choice.why}});
  component::print_line(line);
}

void Component::fail(const std::string& why) {
  if (has_failed_.exchange(true)) return;
  component::print_error(name(), why);
  life_line_.release();
}

void Component::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& exception) {
    fail(exception.what());
  }
}

int Component::serve() {
  (void)life_line_.wait();
  // After a failure neighbours may hang: what was accepted is not waited for.
  if (has_failed_) std::_Exit(1);
  orb_->destroy();
  return has_failed_ ? 1 : 0;
}

std::size_t Component::most_waiting() const {
  return id_.empty() ? 0 : root_poa()->most_waiting(id_);
}

std::string Component::transport() const { return next_ ? next_->_transport() : std::string{}; }

int run_component(CLI::App& app, int argc, char** argv, Settings& settings,
                  const std::function<int(Component&)>& body) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::Error& error) {
    std::fprintf(stderr, "%s: %s (see --help)\n", settings.name.c_str(), error.what());
    return 2;
  }
  if (auto applied = apply_thread_options(settings); !applied) {
    std::fprintf(stderr, "%s: %s\n", settings.name.c_str(), applied.error().c_str());
    return 2;
  }
  os::LifeLine life_line;
  try {
    Component component(settings, life_line);
    return body(component);
  } catch (const CORBA::BAD_PARAM& wrong_option) {
    std::fprintf(stderr, "%s: %s\n", settings.name.c_str(), wrong_option.detail().c_str());
    return 2;
  } catch (const std::exception& exception) {
    component::print_error(settings.name, exception.what());
    return 1;
  }
}

}  // namespace orbweaver::launched
