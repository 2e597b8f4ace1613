// SPDX-License-Identifier: Apache-2.0
// One component of a host process: from its library to its end.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/crash_report.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/resource/program/library.hpp>
#include <orbweaver/resource/program/served_component.hpp>

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace orbweaver::host {

using Adapter = CORBA::object_reference<PortableServer::POA>;

/// The arguments and outputs of a component. They live as long as the component does.
struct Surroundings {
  Surroundings(resource::Arguments given, os::UniqueFd output, os::UniqueFd error);
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  const resource::Arguments arguments;
  std::FILE* const output;
  std::FILE* const error;
};

class HostedComponent {
 public:
  /// The ORB's references must outlive it.
  HostedComponent(const std::shared_ptr<CORBA::ORB>& orb, const Adapter& adapter,
                  std::shared_ptr<Surroundings> surroundings)
      : orb_(&orb), adapter_(&adapter), surroundings_(std::move(surroundings)) {}

  /// Opens the library, makes the component and serves it. `on_released`: as
  /// ServedComponent::begin. Fails with one line.
  [[nodiscard]] Result<void, std::string> begin(const std::string& library,
                                                std::function<void()> on_released);
  enum class End { clean, failed };
  /// Takes the name back, and releases the component unless it is released. Failures are printed
  /// on the component's own standard error, one line each: so the device knows whose they are.
  End end();

 private:
  [[nodiscard]] Result<void, std::string> serve(resource::MakeComponent& make,
                                                std::function<void()> on_released);

  const std::shared_ptr<CORBA::ORB>* orb_;
  const Adapter* adapter_;
  std::shared_ptr<Surroundings> surroundings_;
  std::optional<os::CrashPart> crash_part_;  // before what runs the library's code: it ends later
  std::unique_ptr<resource::ServedComponent> served_;
};

}  // namespace orbweaver::host
