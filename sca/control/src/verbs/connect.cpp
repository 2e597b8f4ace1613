#include <orbweaver/control/verbs.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <chrono>

#include "applications.hpp"
#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

/// The uses port. Throws Failed.
CORBA::object_reference<CF::Port> uses_port(const Target& target, const std::string& name) {
  const auto what = "get the port '" + name + "' of '" + target.text + "'";
  auto port =
      attempt(what, [&] { return IDL::traits<CF::Port>::narrow(target.resource->getPort(name)); });
  if (!port)
    fail(what, "it is no CF::Port, and cannot be connected",
         "name a uses port; 'orbweaver ports " + target.text + "' lists them");
  return port;
}

/// An id that no other connection has.
std::string new_id() {
  return "operator-" + std::to_string(os::wall_clock_now().time_since_epoch().count());
}

Report report_of(const Target& target, const std::string& port, const std::string& id,
                 const char* done) {
  auto document = named(target);
  document["port"] = port;
  document["connection"] = id;
  document["done"] = done;
  return {std::move(document),
          plain(std::string{done} + " " + target.text + " " + port + ", connection " + id) + "\n"};
}

}  // namespace

Report connect(const Domain& domain, const std::string& text, const std::string& port,
               const std::string& reference, std::string id) {
  const auto target = find_target(domain, text);
  const auto uses = uses_port(target, port);
  const auto object = object_of(domain.orb, reference);
  if (id.empty()) id = new_id();
  attempt("connect the port '" + port + "' of '" + text + "' as '" + id + "'",
          [&] { uses->connectPort(object, id); });
  return report_of(target, port, id, "connected");
}

Report disconnect(const Domain& domain, const std::string& text, const std::string& port,
                  const std::string& id) {
  const auto target = find_target(domain, text);
  attempt("disconnect '" + id + "' of the port '" + port + "' of '" + text + "'",
          [uses = uses_port(target, port), &id] { uses->disconnectPort(id); });
  return report_of(target, port, id, "disconnected");
}

}  // namespace orbweaver::control
