// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/executable_device.hpp>

#include <orbweaver/device/end_reports.hpp>
#include <orbweaver/device/launch_refusal.hpp>
#include <orbweaver/device/option_properties.hpp>
#include <orbweaver/device/property_values.hpp>
#include <orbweaver/files/error_number.hpp>
#include <orbweaver/files/names_below_root.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::device {

namespace {

constexpr const char* kAdapter = "orbweaver.devices";
constexpr const char* kCollocation = "PROCESS_COLLOCATION_ID";
/// How long to wait for a program's last output. It is read at once, unless the reader hangs.
constexpr Nanoseconds kOutputIsRead = std::chrono::milliseconds{100};

using Texts = Parameters;

using TextOf = std::optional<std::string> (*)(const CORBA::Any& value);

// Fails: with the properties whose values are not texts.
Result<Texts, CF::Properties> texts_of(const CF::Properties& properties, TextOf text_of) {
  Texts texts;
  CF::Properties wrong;
  for (const auto& property : properties) {
    auto text = text_of(property.value());
    if (text && property.id().find('\0') == std::string::npos)
      texts.emplace_back(property.id(), *std::move(text));
    else
      wrong.push_back(property);
  }
  if (!wrong.empty()) return unexpected(std::move(wrong));
  return texts;
}

// InvalidOptions has no message: the reason is its last property.
[[noreturn]] void refuse_options(CF::Properties wrong, const std::string& why) {
  CORBA::Any reason;
  reason <<= why;
  wrong.emplace_back(kReasonId, std::move(reason));
  throw CF::ExecutableDevice::InvalidOptions(std::move(wrong));
}

Texts parameters_of(const CF::Properties& properties) {
  auto texts = texts_of(properties, string_of_value);
  if (texts) return *std::move(texts);
  throw CF::ExecutableDevice::InvalidParameters(std::move(texts.error()));
}

constexpr const char* kNoText = "an option takes a text or a number";

LaunchOptions options_of(const CF::Properties& properties) {
  auto texts = texts_of(properties, text_of_value);
  if (!texts) refuse_options(std::move(texts.error()), kNoText);
  auto options = launch_options_of(*texts);
  if (options) return *std::move(options);
  CF::Properties wrong;
  for (const auto& property : properties)
    for (const auto& id : options.error())
      if (property.id() == id) wrong.push_back(property);
  refuse_options(std::move(wrong), what_options_take(options.error()));
}

Texts joined(Texts first, const Texts& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

ProgramToStart program_of(const Parameters& parameters, const files::FileName& file) {
  const auto* const binding = value_of(parameters, "NAME_BINDING");
  const auto* const identifier = value_of(parameters, "COMPONENT_IDENTIFIER");
  const auto* const name = binding != nullptr ? binding : identifier;
  return {name != nullptr ? *name : file.last(),
          identifier != nullptr ? application_of(*identifier) : std::string{},
          identifier != nullptr ? *identifier : std::string{}};
}

/// Removes the option for collocation, which is not about a single program, and returns it.
std::string take_collocation(CF::Properties& options) {
  std::string id;
  std::erase_if(options, [&](const CF::DataType& property) {
    if (property.id() != kCollocation) return false;
    const auto text = text_of_value(property.value());
    if (!text) refuse_options({property}, kNoText);
    id = *text;
    return true;
  });
  return id;
}

// The client may be on another machine, so the text names files as they were loaded.
[[noreturn]] void report(const Launch& launch, const std::filesystem::path& cache,
                         const HostError& error) {
  throw CF::ExecutableDevice::ExecuteFail(
      files::error_number_of(error.code),
      launch.name + ": " + files::names_below_root(error.message, cache));
}

[[noreturn]] void report(const Launch& launch, const std::filesystem::path& cache,
                         const os::StartError& error) {
  throw CF::ExecutableDevice::ExecuteFail(files::error_number_of(error.code),
                                          launch.name + ": " +
                                              files::names_below_root(launch.path, cache) + ": " +
                                              why_not_started(launch.options, error));
}

std::unique_ptr<LoadCache> open_cache(const std::filesystem::path& folder) {
  auto cache = LoadCache::open(folder);
  if (cache) return *std::move(cache);
  throw CF::LoadableDevice::LoadFail(files::error_number_of(cache.error().code),
                                     cache.error().message);
}

}  // namespace

struct ExecutableDevice::Started {
  ProgramToStart program;
  files::FileName file;
  Parameters given;  // by execute()
  std::int32_t process = 0;
};

std::string line_of(const ProgramEnd& end) {
  auto line = os::describe(end.end);
  if (end.last_error.empty()) return line;
  line += "; it printed last: " + end.last_error;
  const auto is_plain = [](unsigned char c) { return c >= ' ' && c < 0x7F; };
  std::ranges::replace_if(line, std::not_fn(is_plain), '?');
  return line;
}

ExecutableDevice::ExecutableDevice(files::Adapter adapter, ExecutableDeviceOptions options,
                                   std::unique_ptr<LoadCache> cache)
    : LoadableDevice(std::move(adapter), std::move(options.description),
                     std::move(options.on_change), std::move(cache)),
      grace_(options.grace),
      on_ends_(std::move(options.on_ends)),
      on_listener_(std::move(options.on_listener)),
      on_released_(std::move(options.on_released)),
      before_(std::move(options.parameters)),
      on_start_(std::move(options.on_start)),
      on_started_(std::move(options.on_started)),
      on_not_started_(std::move(options.on_not_started)),
      ports_(std::move(options.ports)),
      hosts_(runner_, options.runner,
             [this](const auto& components, int process, const os::ProcessEnd& end) {
               ended(components, process, end);
             }),
      runner_(std::move(options.runner)) {}

IDL::traits<CORBA::Object>::ref_type ExecutableDevice::getPort(const std::string& name) {
  const auto found = ports_.find(name);
  return found != ports_.end() ? found->second : Device::getPort(name);
}

Parameters ExecutableDevice::parameters_before(const ProgramToStart& program) const {
  auto parameters = before_;
  if (!on_start_) return parameters;
  if (const auto may_start = on_start_(program, parameters); !may_start)
    throw CF::ExecutableDevice::ExecuteFail(CF::ErrorNumberType::CF_EIO,
                                            program.name + ": " + may_start.error());
  return parameters;
}

Launch ExecutableDevice::launch_of(const files::FileName& file, const CF::Properties& options,
                                   Parameters parameters) const {
  const auto path = cache().path_of(file);
  if (!path)
    throw CF::InvalidFileName(files::error_number_of(path.error().code), path.error().message);
  return {.path = *path,
          .directory = std::filesystem::path{*path}.parent_path(),
          .library_folders = cache().library_folders(),
          .parameters = std::move(parameters),
          .options = options_of(options)};
}

std::int32_t ExecutableDevice::execute(const std::string& name, const CF::Properties& options,
                                       const CF::Properties& parameters) {
  const auto taking = begin_taking();
  if (const auto used = state().begin_use(); !used) refuse(used.error());
  const auto started = [&] {
    try {
      return begin(name, options, parameters);
    } catch (...) {
      state().end_use();
      throw;
    }
  }();
  confirm(started);  // that the process ends, ends the use from here on
  return started.process;
}

ExecutableDevice::Started ExecutableDevice::begin(const std::string& name, CF::Properties options,
                                                  const CF::Properties& parameters) {
  const auto file = files::name_of(name);
  const auto collocation = take_collocation(options);
  auto given = parameters_of(parameters);
  auto program = program_of(given, file);
  auto launch = launch_of(file, options, given);
  Started started{std::move(program), file, std::move(given)};
  started.process = run_as_asked(started, collocation, std::move(launch));
  return started;
}

std::int32_t ExecutableDevice::run_as_asked(const Started& started, const std::string& collocation,
                                            Launch launch) {
  launch.name = started.program.name;
  try {
    launch.parameters = joined(parameters_before(started.program), started.given);
    return run(started.file, collocation, launch);
  } catch (...) {
    if (on_not_started_) on_not_started_(started.program);
    throw;
  }
}

/// Ends what may not run as nothing knows that it does.
void ExecutableDevice::confirm(const Started& started) {
  Result<void, std::string> known;
  try {
    note_start(started);
    if (on_started_) known = on_started_(started.program, started.process);
  } catch (const std::exception& error) {
    known = unexpected{std::string{error.what()}};
  }
  if (known) return;
  if (on_not_started_) on_not_started_(started.program);
  (void)runner_.terminate(started.process, grace_);
  throw CF::ExecutableDevice::ExecuteFail(
      CF::ErrorNumberType::CF_EIO, started.program.name + ": it was ended again: " + known.error());
}

std::int32_t ExecutableDevice::run(const files::FileName& file, const std::string& collocation,
                                   const Launch& launch) {
  if (!cache().is_library(file)) {
    const auto process =
        runner_.start(launch, [this, program = launch.name](int id, const os::ProcessEnd& end) {
          ended({program}, id, end);
        });
    if (!process) report(launch, cache().folder(), process.error());
    return *process;
  }
  const auto id =
      collocation.empty() ? launch.name + "/" + std::to_string(++lone_hosts_) : collocation;
  const auto process = hosts_.execute(id, launch);
  if (!process) report(launch, cache().folder(), process.error());
  return *process;
}

/// A program's end may be noted before its start.
void ExecutableDevice::note(std::int32_t process, int change) {
  const std::scoped_lock lock{mutex_};
  auto& count = running_[process];
  count += change;
  if (count != 0) return;
  running_.erase(process);
  of_node_.erase(process);
}

/// A program that gets the device manager's reference was started by the device manager (SCA 2.2.2,
/// 3.1.3.2.4).
void ExecutableDevice::note_start(const Started& started) {
  if (value_of(started.given, "DEVICE_MGR_IOR") != nullptr) {
    const std::scoped_lock lock{mutex_};
    of_node_.insert_or_assign(started.process, started.file);
  }
  note(started.process, 1);
}

Kept ExecutableDevice::with_nodes_own(Kept kept) const {
  const std::scoped_lock lock{mutex_};
  for (const auto& [process, file] : of_node_) {
    kept.processes.push_back(process);
    for (const auto& file_name : cache().loaded_with(file)) kept.files.push_back(file_name.text());
  }
  return kept;
}

/// Returns the processes that are not in `kept`, each as often as it has components.
std::vector<std::int32_t> ExecutableDevice::others(const Kept& kept) const {
  const std::scoped_lock lock{mutex_};
  std::vector<std::int32_t> others;
  for (const auto& [process, count] : running_)
    if (std::ranges::find(kept.processes, process) == kept.processes.end())
      others.insert(others.end(), static_cast<std::size_t>(std::max(count, 0)), process);
  return others;
}

void ExecutableDevice::keep_only(const Kept& named) {
  constexpr std::size_t kSideBySide = 8;
  const auto kept = with_nodes_own(named);
  const auto unknown = others(kept);
  for (std::size_t begin = 0; begin < unknown.size(); begin += kSideBySide) {
    std::vector<os::Thread> threads;
    for (auto i = begin; i < std::min(unknown.size(), begin + kSideBySide); ++i)
      threads.emplace_back([this, process = unknown[i]] {
        if (!hosts_.terminate(process, grace_)) (void)runner_.terminate(process, grace_);
      });
  }
  LoadableDevice::keep_only(kept);
}

void ExecutableDevice::ended(const std::vector<std::string>& programs, std::int32_t process,
                             const os::ProcessEnd& end) {
  std::vector<ProgramEnd> ends;
  const auto deadline = Deadline::after(kOutputIsRead);
  for (const auto& program : programs) {
    note(process, -1);
    state().end_use();
    ends.push_back({program, process, end, runner_.take_last_error(program, deadline)});
  }
  if (on_ends_) on_ends_(ends);
}

void ExecutableDevice::configure(const CF::Properties& configProperties) {
  const bool is_listener =
      on_listener_ && configProperties.size() == 1 && configProperties.front().id() == kReportsEnds;
  if (!is_listener) return Device::configure(configProperties);
  IDL::traits<CORBA::Object>::ref_type listener;
  if (!(configProperties.front().value() >>= listener))
    throw CF::PropertySet::InvalidConfiguration(label() + ": it is no object reference",
                                                configProperties);
  on_listener_(listener);
}

void ExecutableDevice::query(CF::Properties& configProperties) {
  const bool is_asked =
      on_listener_ && configProperties.size() == 1 && configProperties.front().id() == kReportsEnds;
  if (!is_asked) return Device::query(configProperties);
  CORBA::Any yes;
  yes <<= true;
  configProperties.front().value(std::move(yes));
}

void ExecutableDevice::terminate(std::int32_t processId) {
  if (const auto allowed = state().check_may_release(); !allowed) refuse(allowed.error());
  if (!hosts_.terminate(processId, grace_) && !runner_.terminate(processId, grace_))
    throw CF::ExecutableDevice::InvalidProcess(
        CF::ErrorNumberType::CF_ESRCH,
        label() + ": it runs no process " + std::to_string(processId));
}

void ExecutableDevice::releaseObject() {
  runner_.terminate_all(grace_);
  Device::releaseObject();
  if (on_released_) on_released_();
}

IDL::traits<CF::ExecutableDevice>::ref_type serve_executable_device(
    const std::shared_ptr<CORBA::ORB>& orb, ExecutableDeviceOptions options) {
  const auto adapter = files::adapter_of(*orb, kAdapter);
  auto cache = open_cache(options.cache_folder);
  const auto servant =
      CORBA::make_reference<ExecutableDevice>(adapter, std::move(options), std::move(cache));
  return IDL::traits<CF::ExecutableDevice>::narrow(adapter->servant_to_reference(servant));
}

}  // namespace orbweaver::device
