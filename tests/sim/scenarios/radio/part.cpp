// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/part.hpp"

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/resource/program/program.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include "laws/deployment.hpp"
#include "scenarios/radio/orders.hpp"
#include "scenarios/rig/options.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

class Part final : public resource::Component {
 public:
  Part() : Component(std::vector<property::Property>{}) {}
  resource::Outcome start() override {
    orders().enter_start();
    orders().runs(os::process_id());
    return {};
  }
  resource::Outcome stop() override {
    orders().rests(os::process_id());
    return {};
  }
};

class UsesPort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object> /*connection*/,
                   const std::string& id) override {
    deployment().connects(os::process_id(), id);
  }
  void disconnectPort(const std::string& id) override {
    deployment().disconnects(os::process_id(), id);
  }
};

class Ports final : public resource::PortTable {
 public:
  explicit Ports(const CORBA::object_reference<PortableServer::POA>& adapter)
      : object_(
            adapter->id_to_reference(adapter->activate_object(CORBA::make_reference<UsesPort>()))) {
  }
  Reference find(const std::string& name) override {
    return name == "in" || name == "out" ? object_ : nullptr;
  }
  void close() noexcept override {}

 private:
  Reference object_;
};

// A component whose thread does not return: it is there until its process is terminated.
void perhaps_stay() {
  if (!one_of(false, false, false, true)) return;
  reached("a component did not end by itself", 1);
  sleep_until(kNever);
}

}  // namespace

int run_part(int argc, char** argv) {
  world().has_part.raise();
  if (const auto early = orders().early_end()) return *early;
  const int status = resource::run_program(argc, argv, [](const resource::ProgramContext& context) {
    return resource::ResourceParts{.identifier = {},
                                   .component = std::make_unique<Part>(),
                                   .ports = std::make_shared<Ports>(context.adapter)};
  });
  orders().rests(os::process_id());
  deployment().part_ends(os::process_id(), status);
  perhaps_stay();
  return status;
}

}  // namespace orbweaver::sim
