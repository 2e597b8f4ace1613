#include "launcher.hpp"

#include <utility>

namespace orbweaver::node {

namespace {

using Why = unexpected<std::string>;

CF::DataType property(const std::string& id, CORBA::Any value) {
  return CF::DataType{id, std::move(value)};
}

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= value;
  return any;
}

CF::Properties properties_of(const Parameters& parameters) {
  CF::Properties made;
  for (const auto& [id, value] : parameters) made.push_back(property(id, any_of(value)));
  return made;
}

CF::Properties options_of(const Code& code) {
  CF::Properties made;
  if (code.stack_size)
    made.push_back(property("STACK_SIZE", any_of(static_cast<std::uint32_t>(*code.stack_size))));
  if (code.priority) made.push_back(property("PRIORITY", any_of(*code.priority)));
  return made;
}

Result<device::LaunchOptions, std::string> launch_options(const Code& code) {
  device::OptionTexts texts;
  if (code.stack_size) texts.emplace_back("STACK_SIZE", std::to_string(*code.stack_size));
  if (code.priority) texts.emplace_back("PRIORITY", std::to_string(*code.priority));
  auto options = device::launch_options_of(texts);
  if (options) return *std::move(options);
  return Why(options.error().front() + " of its code is out of range");
}

device::RunnerOptions runner_options(const NodeOptions& options) {
  return {.guard_program = options.guard_program,
          .environment = options.environment,
          .on_line = options.events.on_line};
}

Parameters joined(Parameters first, const Parameters& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

CF::LoadableDevice::LoadType load_type(const Code& code) {
  using enum CF::LoadableDevice::LoadType;
  return code.is_shared_library ? SHARED_LIBRARY : EXECUTABLE;
}

}  // namespace

Parameters parameters_of(const PlannedComponent& component, const Surroundings& surroundings) {
  Parameters made{{"DEVICE_MGR_IOR", surroundings.device_manager}};
  if (component.kind == PlannedComponent::Kind::service) {
    made.emplace_back("SERVICE_NAME", component.label);
    return joined(std::move(made), component.parameters);
  }
  made.emplace_back("PROFILE_NAME", component.profile);
  made.emplace_back("DEVICE_ID", component.id);
  made.emplace_back("DEVICE_LABEL", component.label);
  if (!surroundings.composite_device.empty()) {
    made.emplace_back("Composite_DEVICE_IOR", surroundings.composite_device);
    made.emplace_back("COMPOSITE_DEVICE_IOR", surroundings.composite_device);
  }
  return joined(std::move(made), component.parameters);
}

Launcher::Launcher(const NodeOptions& options, OnEnd on_end)
    : call_timeout_(options.call_timeout),
      grace_(options.grace),
      before_(options.parameters),
      on_end_(std::move(on_end)),
      runner_(runner_options(options)) {}

Result<int, std::string> Launcher::start(const PlannedComponent& component,
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
      launch, [this, id = component.id](int, const os::ProcessEnd& end) { on_end_(id, end); });
  if (process) return *process;
  return Why(launch.path + ": " + os::describe(process.error()));
}

Result<int, std::string> Launcher::start_on(
    const CORBA::object_reference<CF::ExecutableDevice>& device,
    const CORBA::object_reference<CF::FileSystem>& files, const PlannedComponent& component,
    const Parameters& parameters) {
  const auto called = bounded(device, call_timeout_);
  const auto& code = component.code;
  if (auto loaded = attempt([&] { called->load(files, code.file, load_type(code)); }); !loaded)
    return Why("load: " + loaded.error());
  int process = 0;
  const auto all = properties_of(joined(before_, parameters));
  if (auto executed =
          attempt([&] { process = called->execute(code.program, options_of(code), all); });
      !executed) {
    (void)attempt([&] { called->unload(code.file); });
    return Why("execute: " + executed.error());
  }
  return process;
}

Attempt Launcher::end_on(const CORBA::object_reference<CF::ExecutableDevice>& device,
                         const PlannedComponent& component, int process) {
  const auto called = bounded(device, call_timeout_);
  return attempt([&] {
    try {
      called->terminate(process);
    } catch (const CF::ExecutableDevice::InvalidProcess&) {  // it has ended by itself
    }
    called->unload(component.code.file);
  });
}

}  // namespace orbweaver::node
