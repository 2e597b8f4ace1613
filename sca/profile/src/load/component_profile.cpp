// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/component_profile.hpp>

#include <algorithm>

#include "findings/file_findings.hpp"

namespace orbweaver::profile {

namespace {

using Index = std::map<std::string_view, std::size_t>;

constexpr std::string_view kPackage = "SPD";
constexpr std::size_t kDeepestDependency = 1'000;  // each level is a recursive call

// A later property replaces an earlier one with the same id. `index`: place of an id in `all`.
void merge(const Properties* level, std::vector<property::Property>& all, Index& index) {
  if (!level) return;
  for (const auto& property : level->properties) {
    const auto [at, fresh] = index.emplace(common_of(property).id, all.size());
    if (fresh)
      all.push_back(property);
    else
      all[at->second] = property;
  }
}

}  // namespace

std::vector<property::Property> ComponentProfile::properties(
    const std::string& implementation) const {
  std::vector<property::Property> all;
  Index index;
  merge(descriptor_properties, all, index);
  merge(package_properties, all, index);
  for (const auto& [id, level] : implementation_properties)
    if (implementation.empty() || id == implementation) merge(level, all, index);
  return all;
}

std::shared_ptr<const Profile> ComponentLoader::open(const LocalFile& file,
                                                     const std::filesystem::path& from,
                                                     std::string_view kind) {
  const auto found = root_->find(file.name, from);
  if (!found) {
    // A package that is only loaded needs neither PRF nor SCD; some radios come without them.
    const bool only_loaded = under_way_.size() > 1 && kind != kPackage;
    findings_->push_back(only_loaded ? dependency_finding(file, found.error(), root_->folder())
                                     : name_finding(file, found.error(), root_->folder()));
    return nullptr;
  }
  if (found->by_root) findings_->push_back(by_root_finding(file, found->shown));
  return library_->read(found->real, found->shown);
}

template <class T>
std::shared_ptr<const Profile> ComponentLoader::named(const LocalFile& file,
                                                      const std::filesystem::path& from,
                                                      std::string_view kind) {
  auto profile = open(file, from, kind);
  if (!profile || profile->model.index() == 0) return profile;
  if (profile->as<T>()) return profile;
  findings_->push_back(wrong_kind_finding(file, *profile, kind));
  return nullptr;
}

template std::shared_ptr<const Profile> ComponentLoader::named<DevicePackage>(
    const LocalFile&, const std::filesystem::path&, std::string_view);
template std::shared_ptr<const Profile> ComponentLoader::named<Properties>(
    const LocalFile&, const std::filesystem::path&, std::string_view);

std::shared_ptr<const ComponentProfile> ComponentLoader::load(const LocalFile& file,
                                                              const std::filesystem::path& from) {
  const auto profile = named<SoftwarePackage>(file, from, kPackage);
  return profile ? load(profile) : nullptr;
}

std::shared_ptr<const ComponentProfile> ComponentLoader::load(
    const std::shared_ptr<const Profile>& profile) {
  if (const auto found = loaded_.find(profile.get()); found != loaded_.end()) return found->second;
  auto component = std::make_shared<ComponentProfile>();
  component->profile = profile;
  component->package = profile->as<SoftwarePackage>();
  component->profiles.push_back(profile);
  if (component->package) {
    under_way_.push_back(profile.get());
    add_descriptor(*component);
    if (const auto& file = component->package->property_file)
      component->package_properties = add_properties(*component, *file, profile->folder);
    add_dependencies(*component);
    under_way_.pop_back();
  }
  loaded_[profile.get()] = component;
  return component;
}

void ComponentLoader::add_descriptor(ComponentProfile& component) {
  const auto& file = component.package->descriptor;
  if (!file) return;
  const auto profile = named<SoftwareComponent>(*file, component.profile->folder, "SCD");
  if (!profile) return;
  component.profiles.push_back(profile);
  component.descriptor = profile->as<SoftwareComponent>();
  if (component.descriptor && component.descriptor->property_file)
    component.descriptor_properties =
        add_properties(component, *component.descriptor->property_file, profile->folder);
}

const Properties* ComponentLoader::add_properties(ComponentProfile& component,
                                                  const LocalFile& file,
                                                  const std::filesystem::path& from) {
  const auto profile = named<Properties>(file, from, "PRF");
  if (!profile) return nullptr;
  component.profiles.push_back(profile);
  return profile->as<Properties>();
}

void ComponentLoader::add_dependencies(ComponentProfile& component) {
  for (const auto& implementation : component.package->implementations) {
    if (const auto& file = implementation.property_file)
      component.implementation_properties[implementation.id] =
          add_properties(component, *file, component.profile->folder);
    for (const auto& dependency : implementation.dependencies)
      if (const auto* on = std::get_if<SoftpkgRef>(&dependency.on)) add_dependency(component, *on);
  }
}

void ComponentLoader::add_dependency(ComponentProfile& component, const SoftpkgRef& on) {
  if (on.file.name.empty() || component.dependencies.contains(on.file.name)) return;
  const auto profile = named<SoftwarePackage>(on.file, component.profile->folder, kPackage);
  if (!profile) return;
  if (std::ranges::find(under_way_, profile.get()) != under_way_.end()) {
    findings_->push_back(cycle_finding(on.file, *profile));
    return;
  }
  if (under_way_.size() >= kDeepestDependency) {
    findings_->push_back(depth_finding(on.file, kDeepestDependency));
    return;
  }
  component.dependencies[on.file.name] = load(profile);
}

}  // namespace orbweaver::profile
