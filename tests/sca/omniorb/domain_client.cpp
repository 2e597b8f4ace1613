// SPDX-License-Identifier: Apache-2.0
// omniorb-domain-client: a control program on omniORB that takes an application through its whole
// life, as SCA 2.2.2 describes it. It knows nothing of Orbweaver. Prints a line after each step,
// and waits for a line of standard input where the caller may look around.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "domain_files.hpp"
#include "ending.hpp"
#include "found_domain.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

using namespace foreign;
using peer::print_line;

struct Choices {
  std::string naming, domain, root, sad, port = "samples_out";
  float gain = 1;
  std::size_t packets = 1;
};

using Packets = std::vector<std::vector<CORBA::Float>>;

/// What an external port of the application is connected to. Threads: any.
class SampleSink final : public POA_standardInterfaces::realFloat {
 public:
  void pushPacket(const PortTypes::FloatSequence& samples) override {
    if (samples.length() == 0) return;  // the end of the stream
    const std::lock_guard lock(mutex_);
    packets_.emplace_back(samples.get_buffer(), samples.get_buffer() + samples.length());
    came_.notify_all();
  }
  /// Blocks: until there are as many as are awaited. Returns all.
  Packets await(std::size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return packets_.size() >= count; });
    return packets_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  Packets packets_;
};

void await_caller() {
  std::string line;
  if (!std::getline(std::cin, line)) throw std::runtime_error("standard input has ended");
}

CF::ApplicationFactory_var factory_of(CF::DomainManager_ptr domain, const std::string& sad) {
  CF::DomainManager::ApplicationFactorySequence_var all = domain->applicationFactories();
  for (CORBA::ULong i = 0; i < all->length(); ++i) {
    const CF::ApplicationFactory_var factory = CF::ApplicationFactory::_duplicate(all[i]);
    const CORBA::String_var profile = factory->softwareProfile();
    if (profile.in() == sad) return factory;
  }
  throw std::runtime_error("the domain has no factory of " + sad);
}

nlohmann::ordered_json processes_of(CF::Application_ptr application) {
  CF::Application::ComponentProcessIdSequence_var all = application->componentProcessIds();
  nlohmann::ordered_json processes;
  for (CORBA::ULong i = 0; i < all->length(); ++i)
    processes[all[i].componentId.in()] = all[i].processId;
  return processes;
}

nlohmann::ordered_json names_of(CF::Application_ptr application) {
  CF::Application::ComponentElementSequence_var all = application->componentNamingContexts();
  nlohmann::ordered_json names;
  for (CORBA::ULong i = 0; i < all->length(); ++i)
    names[all[i].componentId.in()] = all[i].elementId.in();
  return names;
}

nlohmann::ordered_json devices_of(CF::Application_ptr application) {
  CF::DeviceAssignmentSequence_var all = application->componentDevices();
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (CORBA::ULong i = 0; i < all->length(); ++i)
    array.push_back({all[i].componentId.in(), all[i].assignedDeviceId.in()});
  return array;
}

/// Sets the gain of the assembly controller. Returns what it has afterwards.
float configure(CF::Application_ptr application, float gain) {
  CF::Properties properties;
  properties.length(1);
  properties[0].id = "gain";
  properties[0].value <<= CORBA::Float{gain};
  application->configure(properties);
  properties[0].value = CORBA::Any();
  application->query(properties);
  CORBA::Float has = 0;
  if (!(properties[0].value >>= has)) throw std::runtime_error("gain is no float");
  return has;
}

bool is_running(CF::Application_ptr application) {
  CF::Properties properties;
  properties.length(1);
  properties[0].id = "running";
  application->query(properties);
  CORBA::Boolean has = false;
  if (!(properties[0].value >>= CORBA::Any::to_boolean(has)))
    throw std::runtime_error("running is no boolean");
  return has;
}

/// Starts it, and takes packets from the external port.
void receive(CF::Application_ptr application, const Choices& choices, SampleSink& samples) {
  const CORBA::Object_var object = application->getPort(choices.port.c_str());
  const CF::Port_var port = CF::Port::_narrow(object);
  port->connectPort(CORBA::Object_var(samples._this()), "client");
  application->start();
  const auto packets = samples.await(choices.packets);
  print_line({{"event", "started"},
              {"running", is_running(application)},
              {"packets", packets.size()},
              {"last", packets.back()}});
  await_caller();
  application->stop();
  port->disconnectPort("client");
  print_line({{"event", "stopped"}, {"running", is_running(application)}});
}

void live(CF::DomainManager_ptr domain, const Choices& choices, SampleSink& samples) {
  const auto factory = factory_of(domain, choices.sad);
  const CORBA::String_var name = factory->name();
  const CF::Application_var application =
      factory->create(name, CF::Properties(), CF::DeviceAssignmentSequence());
  print_line({{"event", "created"},
              {"processes", processes_of(application)},
              {"names", names_of(application)},
              {"devices", devices_of(application)}});
  await_caller();
  print_line({{"event", "configured"}, {"gain", configure(application, choices.gain)}});
  receive(application, choices, samples);
  application->releaseObject();
  print_line({{"event", "released"}});
  await_caller();
  domain->uninstallApplication(CORBA::String_var(factory->identifier()));
}

void operate(CF::DomainManager_ptr domain, const Choices& choices, SampleSink& samples) {
  const CF::FileManager_var manager = domain->fileMgr();
  DomainFiles files(manager);
  const auto copied = files.copy(choices.root);
  domain->installApplication(choices.sad.c_str());
  print_line({{"event", "installed"}, {"files", copied}});
  live(domain, choices, samples);
  files.remove();
  print_line({{"event", "uninstalled"}});
}

void run(const Choices& choices) {
  CORBA::ORB_var orb =
      peer::make_orb({.endpoints = {"giop:tcp:127.0.0.1:0"}, .call_timeout_ms = 60000});
  {
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const PortableServer::Servant_var<SampleSink> samples = new SampleSink;
    operate(find_domain(orb, choices.naming, choices.domain), choices, *samples.in());
  }
  peer::end_orb(orb);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Take an application of a domain through its whole life with omniORB");
  Choices choices;
  app.add_option("--naming", choices.naming, "HOST:PORT of the naming service")->required();
  app.add_option("--domain", choices.domain, "name of the domain")->required();
  app.add_option("--root", choices.root, "folder that is copied to / of the domain")->required();
  app.add_option("--sad", choices.sad, "SAD, as the domain names it")->required();
  app.add_option("--port", choices.port, "external port to receive from");
  app.add_option("--gain", choices.gain, "what property gain is set to");
  app.add_option("--packets", choices.packets, "packets to receive");
  return peer::run_program(app, argc, argv, "omniorb-domain-client", [&] {
    run(choices);
    return 0;
  });
}
