// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/option_properties.hpp>
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <filesystem>

namespace orbweaver::domain {

namespace {

using deploy::Cause;
using deploy::Limit;
using deploy::LoadRequest;
template <class T>
using Outcome = deploy::Outcome<T>;
using LoadKind = CF::LoadableDevice::LoadType;

LoadKind kind_of(LoadRequest::Kind kind) {
  switch (kind) {
    case LoadRequest::Kind::shared_library:
      return LoadKind::SHARED_LIBRARY;
    case LoadRequest::Kind::kernel_module:
      return LoadKind::KERNEL_MODULE;
    case LoadRequest::Kind::driver:
      return LoadKind::DRIVER;
    case LoadRequest::Kind::executable:
      break;
  }
  return LoadKind::EXECUTABLE;
}

template <class T>
CF::DataType property(const std::string& id, T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return CF::DataType{id, std::move(any)};
}

// Returns what to execute: the function that is a library's entry point; or the file that is an
// executable's entry point, in the folder of its profile unless its name is absolute.
std::string program_of(const deploy::ExecuteRequest& request) {
  if (request.entrypoint.empty() || request.is_shared_library) return request.file;
  const std::filesystem::path entry{request.entrypoint};
  if (entry.is_absolute()) return entry.lexically_normal();
  return (std::filesystem::path{request.profile}.parent_path() / entry).lexically_normal();
}

}  // namespace

Outcome<registry::KnownDevice> CorbaTarget::device_to_use(const std::string& id) {
  auto found = parts_.devices->find(id);
  if (!found) return deploy::fault(Cause::failed, "the domain has no device '" + id + "'");
  if (found->is_leaving) return deploy::fault(Cause::failed, "the device is leaving the domain");
  const std::scoped_lock lock{mutex_};
  const auto [used, is_first] = used_entries_.try_emplace(id, found->entry);
  if (!is_first && used->second != found->entry)
    return deploy::fault(Cause::failed, "the device left the domain, and another has its id now");
  return *std::move(found);
}

Outcome<void> CorbaTarget::give_back(
    const std::string& device, const Limit& limit,
    const std::function<void(const registry::KnownDevice& known)>& call) const {
  const auto found = parts_.devices->find(device);
  std::optional<std::uint64_t> used;
  {
    const std::scoped_lock lock{mutex_};
    if (const auto entry = used_entries_.find(device); entry != used_entries_.end())
      used = entry->second;
  }
  if (!found && !used)
    return deploy::fault(Cause::failed, "the domain has no device '" + device + "'");
  if (!found || (used && *used != found->entry)) return {};
  return registry::outcome_of(limit, [&] { call(*found); });
}

Outcome<void> CorbaTarget::allocate(const std::string& device, const deploy::Capacities& capacities,
                                    const Limit& limit) {
  const auto known = device_to_use(device);
  if (!known) return unexpected(known.error());
  const auto properties = properties_of(capacities);
  if (!properties) return unexpected(properties.error());
  return registry::flat_outcome_of(limit, [&]() -> Outcome<void> {
    if (registry::bounded(known->device, limit.deadline)->allocateCapacity(*properties)) return {};
    return deploy::fault(Cause::refused, "the device has not that much left" +
                                             what_is_left(*known, capacities, limit));
  });
}

/// Returns the free capacity, ": cores 1.5", if the device reports it.
std::string CorbaTarget::what_is_left(const registry::KnownDevice& known,
                                      const deploy::Capacities& capacities,
                                      const Limit& limit) const {
  CF::Properties asked;
  for (const auto& capacity : capacities) asked.emplace_back(capacity.id, CORBA::Any{});
  try {
    registry::bounded(known.device, limit.deadline)->query(asked);
  } catch (const CORBA::Exception&) {  // ignored: the refusal itself is what must be reported
    return {};
  }
  std::string text;
  for (const auto& entry : asked)
    if (const auto left = bridge_.to_value(entry.value()))
      text += (text.empty() ? ": " : ", ") + entry.id() + " " + to_text(*left);
  return text;
}

Outcome<void> CorbaTarget::deallocate(const std::string& device,
                                      const deploy::Capacities& capacities, const Limit& limit) {
  const auto properties = properties_of(capacities);
  if (!properties) return unexpected(properties.error());
  return give_back(device, limit, [&](const registry::KnownDevice& known) {
    registry::bounded(known.device, limit.deadline)->deallocateCapacity(*properties);
  });
}

Outcome<void> CorbaTarget::load(const LoadRequest& request, const Limit& limit) {
  const auto known = device_to_use(request.device);
  if (!known) return unexpected(known.error());
  if (!known->loadable) return deploy::fault(Cause::failed, "the device loads no files");
  return registry::outcome_of(limit, [&] {
    registry::bounded(known->loadable, limit.deadline)
        ->load(parts_.files_to_load ? parts_.files_to_load : parts_.files, request.file,
               kind_of(request.kind));
  });
}

Outcome<void> CorbaTarget::unload(const LoadRequest& request, const Limit& limit) {
  return give_back(request.device, limit, [&](const registry::KnownDevice& known) {
    registry::bounded(known.loadable, limit.deadline)->unload(request.file);
  });
}

CF::Properties CorbaTarget::parameters_of(const deploy::ExecuteRequest& request) {
  const auto name = parts_.name_program(request);
  {
    const std::scoped_lock lock{mutex_};
    bindings_[request.component] = name;
    devices_[request.component] = request.device;
  }
  CF::Properties properties{
      property("NAMING_CONTEXT_IOR", parts_.orb->object_to_string(parts_.context)),
      property("NAME_BINDING", name), property("COMPONENT_IDENTIFIER", request.component)};
  if (!request.profile.empty()) properties.push_back(property("PROFILE_NAME", request.profile));
  for (const auto& [id, value] : parts_.parameters) properties.push_back(property(id, value));
  for (const auto& [id, value] : request.parameters) properties.push_back(property(id, value));
  return properties;
}

CF::Properties CorbaTarget::options_of(const deploy::ExecuteRequest& request) const {
  auto option_properties = device::option_properties(request.options);
  if (request.is_shared_library && !request.collocation.empty())
    option_properties.push_back(
        property("PROCESS_COLLOCATION_ID", request.collocation + ":" + parts_.application));
  return option_properties;
}

Outcome<deploy::ProcessId> CorbaTarget::execute(const deploy::ExecuteRequest& request,
                                                const Limit& limit) {
  const auto known = device_to_use(request.device);
  if (!known) return unexpected(known.error());
  if (!known->executable) return deploy::fault(Cause::failed, "the device executes no programs");
  const auto program = program_of(request);
  const auto options = options_of(request);
  return registry::outcome_of(limit, [&] {
    return deploy::ProcessId{registry::bounded(known->executable, limit.deadline)
                                 ->execute(program, options, parameters_of(request))};
  });
}

Outcome<void> CorbaTarget::terminate(const std::string& device, deploy::ProcessId process,
                                     const Limit& limit) {
  return give_back(device, limit, [&](const registry::KnownDevice& known) {
    try {
      registry::bounded(known.executable, limit.deadline)
          ->terminate(static_cast<std::int32_t>(process));
    } catch (const CF::ExecutableDevice::InvalidProcess&) {
      return;  // the program has ended already
    }
  });
}

}  // namespace orbweaver::domain
