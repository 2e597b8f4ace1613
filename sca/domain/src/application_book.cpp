// SPDX-License-Identifier: Apache-2.0
#include "application_book.hpp"

#include <orbweaver/device/program_to_start.hpp>

#include <algorithm>

#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

std::string name_at_devices(const std::string& name) {
  return device::application_of("component:" + name);
}

}  // namespace

bool ApplicationBook::is_taken(const std::string& name) const {
  const auto at_devices = name_at_devices(name);
  return at_devices.empty() || std::ranges::any_of(entries_, [&](const auto& entry) {
           return name_at_devices(entry.second.name) == at_devices;
         });
}

std::uint64_t ApplicationBook::reserve(const std::string& wished, std::string& name) {
  const std::scoped_lock lock{mutex_};
  if (is_closed_) return 0;
  name = wished;
  for (int i = 2; is_taken(name); ++i) name = wished + "_" + std::to_string(i);
  entries_.emplace(++last_number_, Entry{name, nullptr});
  return last_number_;
}

bool ApplicationBook::put(std::uint64_t number,
                          const std::shared_ptr<DeployedApplication>& application) {
  const std::scoped_lock lock{mutex_};
  entries_.at(number).application = application;
  return !is_closed_;
}

std::shared_ptr<DeployedApplication> ApplicationBook::enter(const std::string& wished,
                                                            const Make& make) {
  std::string name;
  const auto number = reserve(wished, name);
  if (number == 0) return nullptr;
  try {
    auto application = make(number, std::move(name));
    if (put(number, application)) return application;
    (void)application->release();
    return nullptr;
  } catch (...) {
    remove(number);
    throw;
  }
}

void ApplicationBook::close() {
  const std::scoped_lock lock{mutex_};
  is_closed_ = true;
}

void ApplicationBook::remove(std::uint64_t number) {
  std::map<std::uint64_t, Entry>::node_type removed;  // destroyed after the lock is released
  const std::scoped_lock lock{mutex_};
  removed = entries_.extract(number);
}

std::shared_ptr<DeployedApplication> ApplicationBook::find(std::uint64_t number) const {
  const std::scoped_lock lock{mutex_};
  const auto found = entries_.find(number);
  return found == entries_.end() ? nullptr : found->second.application;
}

std::vector<std::shared_ptr<DeployedApplication>> ApplicationBook::all() const {
  const std::scoped_lock lock{mutex_};
  std::vector<std::shared_ptr<DeployedApplication>> deployed_applications;
  for (const auto& [number, entry] : entries_)
    if (entry.application) deployed_applications.push_back(entry.application);
  return deployed_applications;
}

}  // namespace orbweaver::domain
