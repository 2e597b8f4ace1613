// SPDX-License-Identifier: Apache-2.0
#include "checks/session.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include <orbweaver/os/paths.hpp>
#include <orbweaver/profile/check.hpp>

#include "checks/rules.hpp"
#include "files/beneath.hpp"
#include "findings/file_findings.hpp"

namespace orbweaver::profile::checks {

namespace {

namespace fs = std::filesystem;

Finding cannot_find(const fs::path& file, const std::error_code& error) {
  const bool missing = error == std::errc::no_such_file_or_directory;
  return {missing ? Code::file_missing : Code::file_unreadable,
          {std::make_shared<const std::string>(file.string()), 0},
          "the file",
          missing ? "there is no such file" : error.message(),
          "correct the name"};
}

// Returns the SAD of a DAS: X_DAS.xml belongs to X.sad.xml.
fs::path sad_beside(const fs::path& das) {
  auto stem = das.filename().string();
  const auto end = stem.rfind("_DAS");
  if (end == std::string::npos) return {};
  return das.parent_path() / (stem.substr(0, end) + ".sad.xml");
}

auto place_in_report(const Finding& finding) {
  return std::tuple{finding.at.file ? std::string_view{*finding.at.file} : std::string_view{},
                    finding.at.line, finding.code, std::string_view{finding.what},
                    std::string_view{finding.cause}};
}

// A missing device manager's profile is no error for a node: the program that starts the node is
// the device manager.
std::optional<Finding> missing_device_manager(const LocalFile& file, const Profile& dcd,
                                              const Root& root) {
  const auto found = root.find(file.name, dcd.folder);
  if (found || found.error().cause != NameFault::Cause::missing) return std::nullopt;
  auto finding = name_finding(file, found.error(), root.folder());
  finding.code = Code::device_manager_missing;
  return finding;
}

}  // namespace

std::shared_ptr<const Profile> Session::open(const fs::path& file) {
  std::error_code error;
  const auto real = os::canonical(file, error);
  if (error) {
    findings_.push_back(cannot_find(file, error));
    return nullptr;
  }
  return library_->read(real, file);
}

Session::Domain& Session::domain_of(const Profile& profile) {
  auto root = roots_.root ? Root(*roots_.root) : guess_root(profile, roots_.sdr_root);
  auto& domain = domains_[files::normal(root.folder())];
  if (!domain) domain = std::make_unique<Domain>(*library_, std::move(root), findings_);
  return *domain;
}

void Session::visit(const std::shared_ptr<const Profile>& profile) {
  if (!profiles_.insert(profile).second) return;
  findings_.insert(findings_.end(), profile->findings.begin(), profile->findings.end());
}

void Session::check_files(const std::vector<fs::path>& files) {
  std::vector<std::shared_ptr<const Profile>> profiles;
  for (const auto& file : files)
    if (auto profile = open(file)) profiles.push_back(std::move(profile));
  std::ranges::stable_partition(profiles, [](const auto& profile) {
    return profile->template as<SoftwareAssembly>() || profile->template as<DeviceConfiguration>();
  });
  for (const auto& profile : profiles) check_profile(profile);
}

void Session::check_profile(const std::shared_ptr<const Profile>& profile) {
  visit(profile);
  if (!checked_.insert(profile.get()).second) return;
  auto& domain = domain_of(*profile);
  if (profile->as<SoftwareAssembly>()) check_sad(profile, domain);
  if (profile->as<SoftwarePackage>()) check_component(domain.loader.load(profile), domain);
  if (profile->as<DeviceConfiguration>()) check_dcd(profile, domain);
  if (profile->as<DomainManagerConfiguration>()) check_dmd(profile, domain);
  if (profile->as<DevicePackage>()) check_dpd(profile, domain);
  if (profile->as<DeploymentEnforcement>()) check_das(profile);
  if (const auto* prf = profile->as<Properties>()) check_properties(*prf, findings_);
  if (const auto* scd = profile->as<SoftwareComponent>()) {
    check_descriptor(*scd, findings_);
    if (!scd->property_file) return;
    const auto prf = domain.loader.named<Properties>(*scd->property_file, profile->folder, "PRF");
    if (prf) check_profile(prf);
  }
}

Application Session::check_application(const fs::path& file) {
  const auto profile = open(file);
  if (!profile) return {};
  visit(profile);
  if (profile->as<SoftwareAssembly>()) return check_sad(profile, domain_of(*profile));
  if (profile->model.index() != 0)
    findings_.push_back(wrong_kind_finding({file.string(), {profile->name, 1}}, *profile, "SAD"));
  return {};
}

std::map<std::string, std::shared_ptr<const ComponentProfile>> Session::load_files(
    const std::vector<ComponentFile>& files, const Profile& profile, Domain& domain) {
  std::map<std::string, std::shared_ptr<const ComponentProfile>> components;
  for (const auto& file : files) {
    // If the element is missing, there is a finding already.
    const bool has_element = std::ranges::any_of(
        profile.files, [&](const auto& entry) { return entry.at == file.file.at; });
    if (!has_element) continue;
    auto component = domain.loader.load(file.file, profile.folder);
    if (!component) continue;
    check_component(component, domain);
    components.emplace(file.id, std::move(component));
  }
  return components;
}

Application Session::check_sad(const std::shared_ptr<const Profile>& profile, Domain& domain) {
  const auto& sad = *profile->as<SoftwareAssembly>();
  Application application{profile, &sad, load_files(sad.files, *profile, domain)};
  const Assembly assembly{placed_in(sad), &sad.files, &sad.connections, &sad.uses_devices,
                          &application.components};
  checks::check_application(sad, assembly, properties_, findings_);
  check_component_files(assembly, findings_);
  check_components(assembly, properties_, findings_);
  check_connections(assembly, findings_);
  return application;
}

void Session::check_dcd(const std::shared_ptr<const Profile>& profile, Domain& domain) {
  const auto& dcd = *profile->as<DeviceConfiguration>();
  const auto components = load_files(dcd.files, *profile, domain);
  Assembly assembly{{}, &dcd.files, &dcd.connections, nullptr, &components};
  for (const auto& placement : dcd.placements) {
    for (const auto& instantiation : placement.instantiations)
      assembly.placed.push_back({&instantiation, &placement, nullptr});
    if (!placement.device_package) continue;
    const auto package =
        domain.loader.named<DevicePackage>(*placement.device_package, profile->folder, "DPD");
    if (package) check_profile(package);
  }
  check_node(dcd, assembly, findings_);
  check_component_files(assembly, findings_);
  check_components(assembly, properties_, findings_);
  check_connections(assembly, findings_);
  if (!dcd.device_manager) return;
  if (const auto missing = missing_device_manager(*dcd.device_manager, *profile, domain.root)) {
    findings_.push_back(*missing);
    return;
  }
  if (const auto manager = domain.loader.load(*dcd.device_manager, profile->folder))
    check_component(manager, domain);
}

void Session::check_dmd(const std::shared_ptr<const Profile>& profile, Domain& domain) {
  const auto& dmd = *profile->as<DomainManagerConfiguration>();
  if (!dmd.domain_manager) {
    findings_.push_back({Code::dmd_no_domain_manager, dmd.at,
                         "domainmanagerconfiguration '" + dmd.name + "'",
                         "it names no package of a domain manager", "add <domainmanagersoftpkg>"});
  } else if (const auto manager = domain.loader.load(*dmd.domain_manager, profile->folder)) {
    check_component(manager, domain);
  }
}

void Session::check_hardware(const HardwareDevice& hardware, const Profile& profile,
                             Domain& domain) {
  if (hardware.property_file) {
    const auto prf =
        domain.loader.named<Properties>(*hardware.property_file, profile.folder, "PRF");
    if (prf) check_profile(prf);
  }
  for (const auto& package : hardware.packages) {
    const auto dpd = domain.loader.named<DevicePackage>(package, profile.folder, "DPD");
    if (dpd) check_profile(dpd);
  }
  for (const auto& child : hardware.children) check_hardware(child, profile, domain);
}

void Session::check_dpd(const std::shared_ptr<const Profile>& profile, Domain& domain) {
  const auto& dpd = *profile->as<DevicePackage>();
  if (dpd.hardware)
    check_hardware(*dpd.hardware, *profile, domain);
  else
    findings_.push_back({Code::dpd_no_hardware, dpd.at, "devicepkg '" + dpd.name + "'",
                         "it describes no hardware", "add <hwdeviceregistration>"});
}

void Session::check_das(const std::shared_ptr<const Profile>& profile) {
  const auto beside = sad_beside(*profile->name);
  std::error_code error;
  const auto real = beside.empty() ? fs::path{} : os::canonical(beside, error);
  const SoftwareAssembly* assembly = nullptr;
  std::shared_ptr<const Profile> sad;
  if (!real.empty() && !error) {
    sad = library_->read(real, beside);
    assembly = sad->as<SoftwareAssembly>();
  }
  check_assignments(*profile->as<DeploymentEnforcement>(), assembly, findings_);
}

void Session::check_component(const std::shared_ptr<const ComponentProfile>& component,
                              Domain& domain) {
  if (!checked_components_.insert(component.get()).second) return;
  for (const auto& profile : component->profiles) {
    visit(profile);
    if (!checked_.insert(profile.get()).second) continue;
    if (const auto* prf = profile->as<Properties>()) check_properties(*prf, findings_);
    if (const auto* scd = profile->as<SoftwareComponent>()) check_descriptor(*scd, findings_);
  }
  if (!component->package) return;
  check_package(*component->package, *component->profile, domain.root, findings_);
  check_dependencies(*component, findings_);
  check_redefined(*component, findings_);
  check_programs(*component, domain.root, findings_);
  for (const auto& [name, dependency] : component->dependencies)
    check_component(dependency, domain);
}

Findings Session::finish() {
  const auto before = [](const Finding& a, const Finding& b) {
    return place_in_report(a) < place_in_report(b);
  };
  const auto same = [](const Finding& a, const Finding& b) {
    return place_in_report(a) == place_in_report(b);
  };
  std::ranges::stable_sort(findings_, before);
  const auto twice = std::ranges::unique(findings_, same);
  findings_.erase(twice.begin(), twice.end());
  return std::move(findings_);
}

}  // namespace orbweaver::profile::checks

namespace orbweaver::profile {

CheckReport check(const std::vector<std::filesystem::path>& files, const CheckOptions& options) {
  Library library(options.limits, options.strictness);
  checks::Session session(library, {options.root, options.sdr_root});
  session.check_files(files);
  CheckReport report;
  report.findings = session.finish();
  report.profiles = session.profiles();
  return report;
}

}  // namespace orbweaver::profile
