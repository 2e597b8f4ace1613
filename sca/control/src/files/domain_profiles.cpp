// SPDX-License-Identifier: Apache-2.0
#include "domain_profiles.hpp"

#include <orbweaver/control/failure.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace orbweaver::control {

namespace {

namespace fs = std::filesystem;
using profile::Profile;

std::string what_for(const std::string& name) { return "read " + name + " of the domain"; }

void append(std::vector<property::Property>& to, const profile::Properties* from) {
  if (from == nullptr) return;
  for (const auto& entry : from->properties)
    if (property::find(to, property::common_of(entry).id) == nullptr) to.push_back(entry);
}

/// The most files of one application.
constexpr std::size_t kMostFiles = 10'000;

bool is_profile(const std::string& name) { return name.ends_with(".xml"); }

}  // namespace

std::shared_ptr<const Profile> DomainProfiles::read(const std::string& name) {
  auto& kept = read_[name];
  if (kept) return kept;
  const auto text = attempt(what_for(name), [&] {
    return files::read_whole(*files_, name, profile::ReadLimits{}.bytes);
  });
  kept = std::make_shared<const Profile>(profile::read_profile(text, name));
  return kept;
}

std::string DomainProfiles::resolve(const std::string& from, const std::string& named) {
  if (named.starts_with('/')) return fs::path{named}.lexically_normal().generic_string();
  const auto beside = (fs::path{from}.parent_path() / named).lexically_normal().generic_string();
  const auto below_root = (fs::path{"/"} / named).lexically_normal().generic_string();
  return attempt(what_for(named), [&] {
    return !files_->exists(beside) && files_->exists(below_root) ? below_root : beside;
  });
}

const profile::SoftwareAssembly& DomainProfiles::assembly(const std::string& sad) {
  const auto* software_assembly = read(sad)->as<profile::SoftwareAssembly>();
  if (software_assembly == nullptr) fail(what_for(sad), "it is no software assembly (SAD)");
  return *software_assembly;
}

std::string DomainProfiles::package_of(const std::string& sad, const std::string& component) {
  const auto& assembly = this->assembly(sad);
  for (const auto& placed : profile::placed_in(assembly)) {
    if (placed.instantiation->id != component) continue;
    const auto file = std::ranges::find(assembly.files, placed.placement->file.refid,
                                        &profile::ComponentFile::id);
    if (file != assembly.files.end()) return resolve(sad, file->file.name);
  }
  return {};
}

template <class Model>
const Model* DomainProfiles::read_as(const std::string& from,
                                     const std::optional<profile::LocalFile>& file) {
  return file ? read(resolve(from, file->name))->as<Model>() : nullptr;
}

std::vector<property::Property> DomainProfiles::properties_of(const std::string& package) {
  std::vector<property::Property> properties;
  const auto* whole = read(package)->as<profile::SoftwarePackage>();
  if (whole == nullptr) fail(what_for(package), "it is no software package (SPD)");
  for (const auto& implementation : whole->implementations)
    append(properties, read_as<profile::Properties>(package, implementation.property_file));
  append(properties, read_as<profile::Properties>(package, whole->property_file));
  if (const auto* descriptor = descriptor_of(package)) {
    const auto scd = resolve(package, whole->descriptor->name);
    append(properties, read_as<profile::Properties>(scd, descriptor->property_file));
  }
  return properties;
}

const profile::SoftwareComponent* DomainProfiles::descriptor_of(const std::string& package) {
  const auto* whole = read(package)->as<profile::SoftwarePackage>();
  return whole ? read_as<profile::SoftwareComponent>(package, whole->descriptor) : nullptr;
}

std::vector<std::string> DomainProfiles::tree(const std::string& sad) {
  std::vector<std::string> names{sad};
  std::set<std::string> known{sad};
  // The list grows while it is read.
  for (std::size_t next = 0; next < names.size() && names.size() < kMostFiles; ++next) {
    const auto from = names[next];
    if (!is_profile(from)) continue;
    try {
      for (const auto& file : read(from)->files)
        if (auto name = resolve(from, file.name); known.insert(name).second)
          names.push_back(std::move(name));
    } catch (const Failed&) {
    }
  }
  return names;
}

}  // namespace orbweaver::control
