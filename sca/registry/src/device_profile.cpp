// SPDX-License-Identifier: Apache-2.0
#include "device_profile.hpp"

#include <orbweaver/files/file_transfer.hpp>
#include <orbweaver/profile/component_profile.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <algorithm>
#include <filesystem>

namespace orbweaver::registry {

namespace {

using program::text_of;

using ProfileResult = Result<std::shared_ptr<const profile::Profile>, std::string>;
using PropertiesResult = Result<const profile::Properties*, std::string>;

class DeviceProfileReader {
 public:
  DeviceProfileReader(CF::FileSystem& files, const std::function<void()>& between)
      : files_(&files), between_(&between) {}

  Result<profile::ComponentProfile, std::string> read(const std::string& name) && {
    auto profile = read_as<profile::SoftwarePackage>(name, "SPD");
    if (!profile) return unexpected(std::move(profile.error()));
    component_.profile = *profile;
    component_.package = (*profile)->as<profile::SoftwarePackage>();
    for (const auto step : {&DeviceProfileReader::add_package, &DeviceProfileReader::add_descriptor,
                            &DeviceProfileReader::add_others})
      if (auto done = (this->*step)(); !done) return unexpected(std::move(done.error()));
    return std::move(component_);
  }

 private:
  using Done = Result<void, std::string>;

  Done add_package() {
    const auto& file = component_.package->property_file;
    return file ? add(*file, component_.profile->folder, component_.package_properties) : Done{};
  }

  Done add_descriptor() {
    const auto& file = component_.package->descriptor;
    if (!file) return {};
    auto read = read_as<profile::SoftwareComponent>(
        absolute(file->name, component_.profile->folder), "SCD");
    if (!read) return unexpected(std::move(read.error()));
    component_.descriptor = (*read)->as<profile::SoftwareComponent>();
    const auto& properties = component_.descriptor->property_file;
    return properties ? add(*properties, (*read)->folder, component_.descriptor_properties)
                      : Done{};
  }

  Done add_others() {
    for (const auto& implementation : component_.package->implementations) {
      if (!implementation.property_file) continue;
      auto& properties = component_.implementation_properties[implementation.id];
      if (auto done = add(*implementation.property_file, component_.profile->folder, properties);
          !done)
        return done;
    }
    return {};
  }

  Done add(const profile::LocalFile& file, const std::filesystem::path& from,
           const profile::Properties*& properties) {
    auto read = read_as<profile::Properties>(absolute(file.name, from), "PRF");
    if (!read) return unexpected(std::move(read.error()));
    properties = (*read)->as<profile::Properties>();
    return {};
  }

  static std::string absolute(const std::string& name, const std::filesystem::path& from) {
    return (from / name).lexically_normal().string();
  }

  template <class Kind>
  ProfileResult read_as(const std::string& name, const char* kind) {
    auto text = text_of(name);
    if (!text) return unexpected(std::move(text.error()));
    auto read = std::make_shared<profile::Profile>(profile::read_profile(*text, name));
    read->folder = std::filesystem::path{name}.parent_path();
    if (!read->as<Kind>()) return unexpected(name + ": it is no " + kind + why(*read));
    component_.profiles.push_back(read);
    return std::shared_ptr<const profile::Profile>{std::move(read)};
  }

  static std::string why(const profile::Profile& read) {
    for (const auto& finding : read.findings)
      if (finding.severity() == profile::Severity::error) return "; " + line_of(finding);
    return {};
  }

  Result<std::string, std::string> text_of(const std::string& name) {
    const auto most = profile::ReadLimits{}.bytes;
    std::string text;
    (*between_)();
    try {
      files::read_pieces(*files_, name, [&](Bytes piece) {
        (*between_)();
        text.append(as_text(piece));
        if (text.size() > most)
          throw CF::FileException(CF::ErrorNumberType::CF_EFBIG, name + ": more than 8 MiB");
      });
    } catch (const CORBA::UserException& wrong) {
      return unexpected(name + ": " + program::text_of(wrong));
    }
    return text;
  }

  CF::FileSystem* files_;
  const std::function<void()>* between_;
  profile::ComponentProfile component_;
};

const profile::Implementation* chosen(const profile::SoftwarePackage& package,
                                      const std::string& id) {
  const auto& all = package.implementations;
  const auto named = std::ranges::find(all, id, &profile::Implementation::id);
  if (named != all.end()) return &*named;
  return all.empty() ? nullptr : &all.front();
}

}  // namespace

Result<DeviceProfile, std::string> read_device_profile(CF::FileSystem& files,
                                                       const std::string& name,
                                                       const std::string& implementation,
                                                       const std::function<void()>& between) {
  auto component = DeviceProfileReader{files, between}.read(name);
  if (!component) return unexpected(std::move(component.error()));
  const auto* runs = chosen(*component->package, implementation);
  DeviceProfile device_profile;
  device_profile.properties = component->properties(runs != nullptr ? runs->id : "");
  if (runs == nullptr) return device_profile;
  if (!runs->operating_systems.empty())
    device_profile.os = {runs->operating_systems.front().name,
                         runs->operating_systems.front().version};
  for (const auto& processor : runs->processors)
    device_profile.processors.push_back(processor.name);
  return device_profile;
}

}  // namespace orbweaver::registry
