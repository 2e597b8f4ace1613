// SPDX-License-Identifier: Apache-2.0
#include "recovery.hpp"

#include <orbweaver/deploy/side_by_side.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <algorithm>
#include <utility>

#include "application_book.hpp"
#include "application_servant.hpp"
#include "deployed_application.hpp"
#include "device_use.hpp"

namespace orbweaver::domain {

Recovery::Recovery(const std::shared_ptr<const ApplicationParts>& parts, ApplicationBook& book)
    : parts_(parts.get()), bridge_(parts->target.orb) {
  for (const auto& record : parts->options.records) enter(parts, book, record);
  if (pending_.empty()) return;
  thread_ = os::Thread{[this](const std::stop_token& stop) { work(stop); }};
}

Recovery::~Recovery() { finish(); }

void Recovery::enter(const std::shared_ptr<const ApplicationParts>& parts, ApplicationBook& book,
                     const ApplicationRecord& record) {
  const auto application =
      book.enter(record.name, [&](std::uint64_t number, const std::string& /*unique*/) {
        return std::make_shared<DeployedApplication>(parts, number, record);
      });
  if (application) pending_.push_back({application, record});
}

void Recovery::device_came() {
  const std::scoped_lock lock{mutex_};
  is_changed_ = true;
  changed_.notify_all();
}

std::optional<device::Kept> Recovery::use_of(const registry::KnownDevice& known) {
  const std::scoped_lock lock{mutex_};
  if (is_finished_) return {};
  device::Kept kept;
  const auto& id = known.description.id;
  for (const auto& [application, record] : pending_) {
    const auto text = record.devices.find(id);
    if (!is_certain(record.deployment.state) || text == record.devices.end()) continue;
    const auto device = parts_->target.orb->string_to_object(text->second);
    if (device && device->_is_equivalent(known.device)) add_use(record, id, bridge_, kept);
  }
  return kept;
}

void Recovery::finish() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  const std::scoped_lock lock{mutex_};
  is_finished_ = true;
  for (const auto& entry : std::exchange(pending_, {})) entry.application->abandon();
}

void Recovery::work(const std::stop_token& stop) {
  const auto end = now() + parts_->options.restart_timeout;
  while (!stop.stop_requested()) {
    const auto decided = take(now() >= end);
    deploy::side_by_side(decided.size(), parts_->options.deployment.threads,
                         [&](std::size_t i) { decide(decided[i]); });
    std::unique_lock lock{mutex_};
    if (pending_.empty()) return;
    (void)changed_.wait_until(lock, stop, end, [&] { return is_changed_; });
    is_changed_ = false;
  }
}

std::vector<Recovery::Pending> Recovery::take(bool is_late) {
  const std::scoped_lock lock{mutex_};
  std::vector<Pending> taken;
  for (auto position = pending_.begin(); position != pending_.end();) {
    const auto next = std::next(position);
    if (is_late || has_all_devices(*position)) {
      taken.push_back(std::move(*position));
      pending_.erase(position);
    }
    position = next;
  }
  return taken;
}

bool Recovery::has_all_devices(const Pending& pending) const {
  return std::ranges::all_of(pending.record.devices, [&](const auto& device) {
    const auto known = parts_->target.devices->find(device.first);
    return known && !known->is_leaving;
  });
}

void Recovery::decide(const Pending& pending) {
  try {
    const auto why = why_not(pending);
    return why ? release(pending, *why) : adopt(pending);
  } catch (const CORBA::Exception& failed) {
    release(pending, program::text_of(failed));
  }
}

/// Looks for all parts, even after one is missing: those that exist must be given back.
std::optional<std::string> Recovery::why_not(const Pending& pending) {
  const auto device = find_devices(pending);
  const auto component = pending.application->find_again(pending.record);
  if (parts_->options.on_restart == OnRestart::release) return "as --on-restart release says";
  if (pending.record.deployment.state == deploy::DeploymentState::creating)
    return "it was being created";
  if (!is_certain(pending.record.deployment.state)) return "it was being released";
  if (device) return device;
  return component;
}

std::optional<std::string> Recovery::find_devices(const Pending& pending) {
  std::optional<std::string> first;
  for (const auto& [id, text] : pending.record.devices) {
    const auto known = parts_->target.devices->find(id);
    const auto device = parts_->target.orb->string_to_object(text);
    const bool is_same = known && device && device->_is_equivalent(known->device);
    const bool has_all =
        !known || !known->has_given_back || is_certain(pending.record.deployment.state);
    if (is_same && has_all) pending.application->target().found_device(id, known->entry);
    if (is_same || first) continue;
    first =
        "device '" + id + "' " +
        (known ? "was started again, and what ran on it has ended"
               : "did not register again; if it lives, what runs on it goes on: restart its node");
  }
  return first;
}

void Recovery::adopt(const Pending& pending) {
  if (const auto adopted = pending.application->adopt(); !adopted)
    return release(pending, deploy::line(adopted.error()));
  if (!pending.application->publish(CORBA::make_reference<ApplicationServant>(pending.application)))
    return;  // a device left meanwhile: the application was released
  pending.application->keep_record();
  parts_->front_end.log_event("application '" + pending.record.name + "' was adopted");
  if (parts_->options.events.on_restored)
    parts_->options.events.on_restored(
        {pending.record.name, pending.record.wished_name, true, {}, {}});
}

void Recovery::release(const Pending& pending, const std::string& why) {
  auto failures = pending.application->release();
  const auto application = "application '" + pending.record.name + "'";
  parts_->front_end.log_alarm(application + " was not adopted: " + why);
  parts_->front_end.log_alarms("the release of " + application, failures);
  if (parts_->options.events.on_restored)
    parts_->options.events.on_restored(
        {pending.record.name, pending.record.wished_name, false, why, std::move(failures)});
}

}  // namespace orbweaver::domain
