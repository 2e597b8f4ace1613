// SPDX-License-Identifier: Apache-2.0
#include "launcher.hpp"

#include <orbweaver/device/launch_refusal.hpp>
#include <orbweaver/device/option_properties.hpp>

#include <utility>

namespace orbweaver::node {

namespace {

using Why = unexpected<std::string>;

CF::Properties properties_of(const Parameters& parameters) {
  CF::Properties properties;
  for (const auto& [id, value] : parameters) {
    CORBA::Any any;
    any <<= value;
    properties.push_back(CF::DataType{id, std::move(any)});
  }
  return properties;
}

Result<device::LaunchOptions, std::string> launch_options(const ChosenCode& code) {
  const device::OptionTexts texts{code.options.begin(), code.options.end()};
  auto options = device::launch_options_of(texts);
  if (options) return *std::move(options);
  return Why(device::why_refused(texts, options.error()));
}

device::RunnerOptions runner_options(const NodeSetup& options) {
  return {.guard_program = options.guard_program,
          .environment = options.environment,
          .on_line = options.events.on_line};
}

Parameters joined(Parameters first, const Parameters& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

CF::LoadableDevice::LoadType load_type(const ChosenCode& code) {
  using enum CF::LoadableDevice::LoadType;
  return code.is_shared_library ? SHARED_LIBRARY : EXECUTABLE;
}

}  // namespace

Parameters parameters_of(const NodeComponent& component, const NodeReferences& surroundings) {
  Parameters parameters{{"DEVICE_MGR_IOR", surroundings.device_manager}};
  if (component.kind == NodeComponent::Kind::service) {
    parameters.emplace_back("SERVICE_NAME", component.label);
    return joined(std::move(parameters), component.parameters);
  }
  parameters.emplace_back("PROFILE_NAME", component.profile);
  parameters.emplace_back("DEVICE_ID", component.id);
  parameters.emplace_back("DEVICE_LABEL", component.label);
  if (!surroundings.composite_device.empty()) {
    parameters.emplace_back("Composite_DEVICE_IOR", surroundings.composite_device);
    parameters.emplace_back("COMPOSITE_DEVICE_IOR", surroundings.composite_device);
  }
  return joined(std::move(parameters), component.parameters);
}

Launcher::Launcher(const NodeSetup& options, OnEnd on_end)
    : call_timeout_(options.call_timeout),
      grace_(options.grace),
      before_(options.parameters),
      on_end_(std::move(on_end)),
      runner_(runner_options(options)) {}

Result<int, std::string> Launcher::start(const NodeComponent& component,
                                         const Parameters& parameters) {
  const auto options = launch_options(component.code);
  if (!options) return Why(options.error());
  const device::Launch launch{.name = component.id,
                              .path = component.code.path,
                              .directory = component.code.path.parent_path(),
                              .library_folders = {},
                              .parameters = joined(before_, parameters),
                              .options = *options};
  const auto process = runner_.start(
      launch,
      [this, id = component.id](int ended, const os::ProcessEnd& end) { on_end_(id, ended, end); });
  if (process) return *process;
  return Why(launch.path + ": " + device::why_not_started(launch.options, process.error()));
}

Result<int, std::string> Launcher::start_on(
    const CORBA::object_reference<CF::ExecutableDevice>& device,
    const CORBA::object_reference<CF::FileSystem>& files, const NodeComponent& component,
    const Parameters& parameters) {
  const auto called = bounded(device, call_timeout_);
  const auto& code = component.code;
  if (auto loaded = attempt([&] { called->load(files, code.file, load_type(code)); }); !loaded)
    return Why("load: " + loaded.error());
  int process = 0;
  const auto all = properties_of(joined(before_, parameters));
  if (auto executed = attempt([&] {
        process = called->execute(code.program, device::option_properties(code.options), all);
      });
      !executed) {
    (void)attempt([&] { called->unload(code.file); });
    return Why("execute: " + executed.error());
  }
  return process;
}

Attempt Launcher::end_on(const CORBA::object_reference<CF::ExecutableDevice>& device,
                         const NodeComponent& component, int process) {
  const auto called = bounded(device, call_timeout_);
  return attempt([&] {
    try {
      called->terminate(process);
    } catch (const CF::ExecutableDevice::InvalidProcess&) {  // its process has ended already
    }
    called->unload(component.code.file);
  });
}

}  // namespace orbweaver::node
