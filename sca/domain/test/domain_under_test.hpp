// SPDX-License-Identifier: Apache-2.0
// A domain with its ORB, a client of it in another ORB, and what the domain reports.
#pragma once
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "processes.hpp"
#include "radio_files.hpp"
#include "reports.hpp"

namespace orbweaver::domain::test {

using registry::test::Reports;

class ADomain : public testing::Test {
 protected:
  ~ADomain() override {
    domain.reset();
    client->destroy();
    server->destroy();
  }

  DomainOptions options() {
    DomainOptions domain_options;
    domain_options.root = files.root();
    domain_options.cache_folder = files.cache();
    domain_options.guard_program = RadioFiles::program("orbweaver-guard");
    domain_options.deployment.timeouts = deploy::Timeouts{std::chrono::seconds{60}};
    domain_options.events.on_line = [this](const ComponentName& component, device::Stream,
                                           std::string_view line) {
      lines.add(component.instantiation + ": " + std::string{line});
    };
    domain_options.events.on_end = [this](const ComponentName& component, const std::string& how) {
      ends.add(component.instantiation + ": " + how);
    };
    domain_options.events.on_torn_down = [this](const TornDown& it) {
      torn_down.add(it.application + " " + std::to_string(it.not_given_back.size()));
    };
    domain_options.events.on_problem = [this](const std::string& line) { problems.add(line); };
    domain_options.events.on_log = [this](const program::LogRecord& record) {
      log.add(std::string{name_of(record.level)} + " " + record.text);
    };
    return domain_options;
  }
  void begin(DomainOptions with) {
    domain.emplace(server, std::move(with));
    manager = reach<CF::DomainManager>(domain->manager());
    names = reach<CosNaming::NamingContextExt>(domain->names());
  }
  void begin() { begin(options()); }
  CORBA::object_reference<CF::ApplicationFactory> install(const std::string& text) {
    files.write("dom/radio.sad.xml", text);
    manager->installApplication("/radio.sad.xml");
    return manager->applicationFactories().front();
  }
  template <class Interface>
  CORBA::object_reference<Interface> reach(
      const CORBA::object_reference<CORBA::Object>& object) const {
    return IDL::traits<Interface>::narrow(
        client->string_to_object(server->object_to_string(object)));
  }
  /// Empty if all is as before.
  [[nodiscard]] std::string what_is_left() const {
    const auto device = manager->deviceManagers().front()->registeredDevices().front();
    const bool is_idle = device->usageState() == CF::Device::UsageType::IDLE;
    return (is_idle ? "" : "the device is in use; ") + what_is_left_in_domain();
  }
  /// All that is left in the domain, without its devices.
  [[nodiscard]] std::string what_is_left_in_domain() const {
    std::string left;
    if (!manager->applications().empty()) left += "applications; ";
    if (processes_from(std::filesystem::weakly_canonical(files.cache())) != 0)
      left += "processes; ";
    CosNaming::BindingList bound;
    CORBA::object_reference<CosNaming::BindingIterator> more;
    IDL::traits<CosNaming::NamingContext>::narrow(names->resolve_str("Orbweaver"))
        ->list(100, bound, more);
    if (bound.size() != 3) left += "names; ";  // the domain manager and its two channels
    return left;
  }
  [[nodiscard]] static std::string error_of_create(
      const CORBA::object_reference<CF::ApplicationFactory>& factory) {
    try {
      (void)factory->create("radio", {}, {});
    } catch (const CF::ApplicationFactory::CreateApplicationError& error) {
      return error.msg();
    }
    return {};
  }

  RadioFiles files;
  Reports lines, ends, torn_down, problems, log;
  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  std::optional<EmbeddedDomain> domain;
  CORBA::object_reference<CF::DomainManager> manager;
  CORBA::object_reference<CosNaming::NamingContextExt> names;
};

}  // namespace orbweaver::domain::test
