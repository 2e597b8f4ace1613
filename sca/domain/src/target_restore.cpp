// SPDX-License-Identifier: Apache-2.0
// The functions of CorbaTarget for an application that the domain's predecessor left.
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <utility>

namespace orbweaver::domain {

namespace {

constexpr std::uint64_t kNoEntry = 0;  // no entry of the book of devices has this number

}  // namespace

void CorbaTarget::restore(const std::map<std::string, std::string>& bindings,
                          const std::map<std::string, std::string>& devices_of_components,
                          const std::vector<std::string>& devices) {
  const std::scoped_lock lock{mutex_};
  bindings_ = bindings;
  devices_ = devices_of_components;
  for (const auto& device : devices) used_entries_[device] = kNoEntry;
}

void CorbaTarget::found_device(const std::string& id, std::uint64_t entry) {
  const std::scoped_lock lock{mutex_};
  used_entries_[id] = entry;
}

deploy::Outcome<void> CorbaTarget::find_again(const std::string& identifier,
                                              CORBA::object_reference<CORBA::Object> object,
                                              const Limit& limit) {
  registered(identifier, std::move(object));
  if (auto found = await_registration(identifier, limit); !found) return found;
  std::string said;
  const auto part = component(identifier);
  auto asked = registry::outcome_of(limit, [&] {
    said = part.resource ? registry::bounded(part.resource, limit.deadline)->identifier()
                         : registry::bounded(part.factory, limit.deadline)->identifier();
  });
  if (!asked || said == identifier) return asked;
  const std::scoped_lock lock{mutex_};
  components_.erase(identifier);
  return deploy::fault(deploy::Cause::wrong_answer, "it says that it is '" + said + "'");
}

std::vector<registry::KnownDevice> CorbaTarget::used_devices() const {
  std::map<std::string, std::uint64_t> used;
  {
    const std::scoped_lock lock{mutex_};
    used = used_entries_;
  }
  std::vector<registry::KnownDevice> known_devices;
  for (const auto& [id, entry] : used) {
    auto known = parts_.devices->find(id);
    if (known && known->entry == entry) known_devices.push_back(*std::move(known));
  }
  return known_devices;
}

}  // namespace orbweaver::domain
