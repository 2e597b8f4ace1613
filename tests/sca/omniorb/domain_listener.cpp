// SPDX-License-Identifier: Apache-2.0
// omniorb-domain-listener: takes the events of a domain with omniORB, and prints a line for each.
// It knows nothing of Orbweaver. It leaves both channels at the end of its standard input.
#include "end_of_life.hpp"
#include "ending.hpp"
#include "found_domain.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

using namespace foreign;
using Line = nlohmann::ordered_json;

constexpr const char* kChannels[] = {"ODM_Channel", "IDM_Channel"};
constexpr const char* kId = "omniorb-domain-listener";

// As StandardEvent orders them.
const char* name_of(StandardEvent::SourceCategoryType category) {
  constexpr const char* names[] = {"device manager", "device", "application factory", "application",
                                   "service"};
  return names[category];
}

const char* name_of(StandardEvent::StateChangeType state) {
  constexpr const char* names[] = {"locked",   "unlocked", "shutting down", "enabled",
                                   "disabled", "idle",     "active",        "busy"};
  return names[state];
}

Line line_of(const StandardEvent::DomainManagementObjectAddedEventType& event) {
  return {{"event", "added"},
          {"producer", event.producerId.in()},
          {"id", event.sourceId.in()},
          {"name", event.sourceName.in()},
          {"category", name_of(event.sourceCategory)},
          {"nil", CORBA::is_nil(event.sourceIOR)}};
}

Line line_of(const StandardEvent::DomainManagementObjectRemovedEventType& event) {
  return {{"event", "removed"},
          {"producer", event.producerId.in()},
          {"id", event.sourceId.in()},
          {"name", event.sourceName.in()},
          {"category", name_of(event.sourceCategory)}};
}

Line line_of(const StandardEvent::StateChangeEventType& event) {
  return {{"event", "state"},
          {"producer", event.producerId.in()},
          {"id", event.sourceId.in()},
          {"from", name_of(event.stateChangeFrom)},
          {"to", name_of(event.stateChangeTo)}};
}

class Listener final : public POA_CosEventComm::PushConsumer {
 public:
  void push(const CORBA::Any& data) override {
    const StandardEvent::DomainManagementObjectAddedEventType* added = nullptr;
    const StandardEvent::DomainManagementObjectRemovedEventType* removed = nullptr;
    const StandardEvent::StateChangeEventType* changed = nullptr;
    if (data >>= added)
      peer::print_line(line_of(*added));
    else if (data >>= removed)
      peer::print_line(line_of(*removed));
    else if (data >>= changed)
      peer::print_line(line_of(*changed));
    else
      peer::print_error(kId, "an event is of another type");
  }
  void disconnect_push_consumer() override {}
};

void listen(CF::DomainManager_ptr domain, CORBA::Object_ptr listener, peer::EndOfLife& end) {
  for (const auto* channel : kChannels) domain->registerWithEventChannel(listener, kId, channel);
  peer::print_line({{"event", "ready"}, {"name", kId}});
  end.wait();
  for (const auto* channel : kChannels) domain->unregisterFromEventChannel(kId, channel);
}

void run(const std::string& naming, const std::string& domain) {
  peer::EndOfLife end;
  CORBA::ORB_var orb =
      peer::make_orb({.endpoints = {"giop:tcp:127.0.0.1:0"}, .call_timeout_ms = 60000});
  {
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const PortableServer::Servant_var<Listener> listener = new Listener;
    listen(find_domain(orb, naming, domain), CORBA::Object_var(listener->_this()), end);
  }
  peer::end_orb(orb);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Take the events of a domain with omniORB");
  std::string naming, domain;
  app.add_option("--naming", naming, "HOST:PORT of the naming service")->required();
  app.add_option("--domain", domain, "name of the domain")->required();
  return peer::run_program(app, argc, argv, kId, [&] {
    run(naming, domain);
    return 0;
  });
}
