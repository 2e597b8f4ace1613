// SPDX-License-Identifier: Apache-2.0
#include "domain_upkeep.hpp"

#include <utility>

namespace orbweaver::domain {

void DomainUpkeep::Domain::begin(std::shared_ptr<CORBA::ORB> orb,
                                 CORBA::object_reference<CF::DomainManager> manager) {
  applications_ = std::make_unique<WantedApplications>(std::move(orb), std::move(manager));
  is_there_ = true;
}

std::vector<std::string> DomainUpkeep::Domain::names() {
  return is_there_ ? applications_->names() : std::vector<std::string>{};
}

upkeep::Attempt DomainUpkeep::Domain::make(const upkeep::WantedApplication& wanted) {
  return applications_->make(wanted);
}

DomainUpkeep::DomainUpkeep(std::filesystem::path file, upkeep::Wanted wanted,
                           std::set<std::string> being_restored, upkeep::Upkeep::OnEvent on_event)
    : file_(std::move(file)),
      upkeep_(std::move(wanted), std::move(being_restored), domain_, std::move(on_event)) {}

Result<std::unique_ptr<DomainUpkeep>, std::string> DomainUpkeep::open(
    std::filesystem::path file, std::set<std::string> being_restored,
    upkeep::Upkeep::OnEvent on_event) {
  auto wanted = upkeep::read_wanted(file);
  if (!wanted) return unexpected(std::move(wanted.error()));
  return std::unique_ptr<DomainUpkeep>{new DomainUpkeep(
      std::move(file), *std::move(wanted), std::move(being_restored), std::move(on_event))};
}

void DomainUpkeep::begin(std::shared_ptr<CORBA::ORB> orb,
                         CORBA::object_reference<CF::DomainManager> manager) {
  domain_.begin(std::move(orb), std::move(manager));
  upkeep_.begin();
}

void DomainUpkeep::stop() noexcept { upkeep_.stop(); }
void DomainUpkeep::finish() { upkeep_.finish(); }

Result<void, std::string> DomainUpkeep::read_again() {
  auto wanted = upkeep::read_wanted(file_);
  if (!wanted) return unexpected(std::move(wanted.error()));
  upkeep_.replace(*std::move(wanted));
  return {};
}

void DomainUpkeep::restored(const Restored& restored) {
  upkeep_.restored(restored.wished_name, restored.is_adopted);
}

void DomainUpkeep::ended(const std::string& application) { upkeep_.ended(application); }

void DomainUpkeep::node_change(const NodeChange& change) {
  const bool came = change.what == NodeChange::What::registered;
  if (change.kind == NodeChange::Kind::device && came) upkeep_.device_came();
  if (change.kind != NodeChange::Kind::node) return;
  if (came)
    upkeep_.node_came(change.id, change.label);
  else
    upkeep_.node_went(change.id);
}

bool DomainUpkeep::keeps_rest(const std::string& application) const {
  return upkeep_.keeps_rest(application);
}

std::vector<std::string> DomainUpkeep::problems() const { return upkeep_.problems(); }

}  // namespace orbweaver::domain
