// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/trial/subject.hpp>

#include <orbweaver/domain/settings.hpp>
#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/component_profile.hpp>
#include <orbweaver/registry/device_book.hpp>

#include <algorithm>
#include <cctype>
#include <memory>

namespace orbweaver::trial {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

constexpr const char* kFile = "spd";
constexpr const char* kTrial = "try";  // in place of an application's name

unexpected<SubjectRefusal> line(std::string text) {
  return unexpected(SubjectRefusal{{std::move(text)}});
}

/// Wraps the component in an application of its own, so that it is planned as in a radio.
class Alone {
 public:
  Alone(const fs::path& spd, std::shared_ptr<const profile::ComponentProfile> component)
      : name_(name_of(spd, *component)),
        component_(std::make_shared<profile::ComponentProfile>(*component)) {
    assembly_.name = kTrial;
    assembly_.files.push_back({kFile, "SPD", {spd.filename(), {}}, {}});
    profile::ComponentInstantiation one;
    one.id = name_;
    one.find = profile::FindComponent{
        .naming_name = name_, .factory_refid = {}, .factory_properties = {}, .at = {}};
    assembly_.placements.push_back({{kFile, {}}, {std::move(one)}, {}, {}, {}});
    application_.profile = component_->profile;
    application_.assembly = &assembly_;
    application_.components[kFile] = component_;
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const profile::Application& application() const noexcept { return application_; }
  [[nodiscard]] const profile::ComponentProfile& component() const noexcept { return *component_; }

  /// Removes all other implementations. Fails: there is none with the id.
  Result<void, std::string> choose(const std::string& id) {
    package_ = *component_->package;
    std::string ids;
    for (const auto& implementation : package_.implementations)
      ids += (ids.empty() ? "" : ", ") + implementation.id;
    std::erase_if(package_.implementations,
                  [&](const auto& implementation) { return implementation.id != id; });
    if (package_.implementations.empty())
      return unexpected("--implementation " + id + ": there is none; choose from " + ids);
    component_->package = &package_;
    return {};
  }

 private:
  /// The name under which the component is bound and prints.
  static std::string name_of(const fs::path& spd, const profile::ComponentProfile& component) {
    auto name = component.package->name;
    if (name.empty()) name = spd.filename().string().substr(0, spd.filename().string().find('.'));
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_'; }, '_');
    return name;
  }

  const std::string name_;
  std::shared_ptr<profile::ComponentProfile> component_;
  profile::SoftwarePackage package_;
  profile::SoftwareAssembly assembly_;
  profile::Application application_;
};

std::shared_ptr<const profile::Profile> read(const fs::path& spd, profile::Library& library) {
  std::error_code error;
  const auto real = fs::weakly_canonical(spd, error);
  return library.read(error ? spd : real, spd);
}

/// Why the profile is none of a component; empty: it is one, or cannot be read.
std::string other_kind(const fs::path& spd, const profile::Model& model) {
  const auto kind = std::string{profile::kind_of(model)};
  if (kind.empty() || kind == "SPD") return {};
  if (kind == "SAD")
    return spd.string() + ": it is a waveform (SAD), not a component (SPD): orbweaver run " +
           spd.string();
  return spd.string() + ": it is no software package (SPD), but a profile of kind " + kind +
         "; name the component's X.spd.xml";
}

/// Reads and checks all profiles of the component.
Result<std::shared_ptr<const profile::ComponentProfile>, SubjectRefusal> load(
    const fs::path& spd, profile::Library& library, const profile::Root& root) {
  const auto profile = read(spd, library);
  if (auto other = other_kind(spd, profile->model); !other.empty()) return line(std::move(other));
  const auto report = profile::check(
      {spd}, {.root = root.folder(), .sdr_root = {}, .strictness = {}, .limits = {}});
  Lines lines;
  for (const auto& finding : report.findings)
    if (finding.severity() == profile::Severity::error) lines.push_back(line_of(finding));
  if (!lines.empty()) return unexpected(SubjectRefusal{std::move(lines)});
  profile::Findings findings;
  auto component = profile::ComponentLoader{library, root, findings}.load(profile);
  if (component->descriptor == nullptr)
    return line(spd.string() + ": the package is no component: it has no descriptor (SCD)");
  return component;
}

profile::Root root_of(const Request& request, profile::Library& library) {
  if (request.root) return profile::Root{*request.root};
  return profile::root_for(*read(request.spd, library), request.spd);
}

Result<std::vector<deploy::SetValue>, std::string> settings_of(const Request& request,
                                                               const Alone& alone) {
  Lines texts;
  const auto properties = alone.component().properties();
  if (request.messaging && property::find(properties, "messaging") != nullptr)
    texts.push_back("*.messaging=" + *request.messaging);
  for (const auto& setting : request.settings) {
    if (setting.find('=') == std::string::npos || setting.starts_with('='))
      return unexpected("'" + setting + "' is no setting; write PROPERTY=VALUE");
    texts.push_back("*." + setting);
  }
  auto settings = domain::settings_for(alone.application(), texts);
  if (!settings) return unexpected("--set " + settings.error().substr(2));
  return settings;
}

/// Plans programs first; a host process only if the component is a library.
Result<deploy::PlannedComponent, std::string> plan(const Alone& alone, const profile::Root& root,
                                                   std::vector<deploy::SetValue> settings) {
  using Placement = deploy::PlanRequest::Placement;
  deploy::PlanRequest request;
  request.application = &alone.application();
  request.name = kTrial;
  request.devices = {registry::plan_for_this_machine("Orbweaver:this_machine", "this_machine")};
  request.overrides = std::move(settings);
  request.locate = deploy::locate_below(root);
  std::string why;
  for (const auto placement : {Placement::separate, Placement::together}) {
    request.placement = placement;
    deploy::PlanReport report;
    auto dry_plan = deploy::make_dry_plan(request, report);
    if (dry_plan) return std::move(dry_plan->components.front());
    if (why.empty()) why = deploy::line(dry_plan.error().failures.front());
  }
  return unexpected(why);
}

/// Returns the local path of a name in the SCA file system.
fs::path real(const profile::Root& root, const std::string& name) {
  std::error_code error;
  return (fs::canonical(root.folder(), error) / fs::path{name}.relative_path()).lexically_normal();
}

// The entry point of a library is a function; that of a program is a file, beside its profile
// unless it is absolute.
fs::path program_of(const deploy::ExecuteRequest& request, const profile::Root& root) {
  if (request.entrypoint.empty() || request.is_shared_library) return real(root, request.file);
  const fs::path entry{request.entrypoint};
  return real(root, entry.is_absolute() ? entry : fs::path{request.profile}.parent_path() / entry);
}

Subject subject_of(const deploy::PlannedComponent& planned, const Alone& alone,
                   const profile::Root& root, PortFiles files) {
  const auto& execute = *planned.execute;
  Subject subject{.name = alone.name(),
                  .identifier = planned.identifier,
                  .implementation = planned.implementation,
                  .profile = planned.profile,
                  .program = program_of(execute, root),
                  .is_library = execute.is_shared_library,
                  .library_folders = {},
                  .parameters = execute.parameters,
                  .options = execute.options,
                  .configure = planned.configure,
                  .files = std::move(files)};
  for (const auto& load : planned.loads) {
    if (&load == &planned.loads.back()) break;
    const auto file = real(root, load.file);
    std::error_code error;
    subject.library_folders.push_back(fs::is_directory(file, error) ? file : file.parent_path());
  }
  return subject;
}

}  // namespace

Result<Subject, SubjectRefusal> read_subject(const Request& request) {
  profile::Library library;
  const auto root = root_of(request, library);
  const auto component = load(request.spd, library, root);
  if (!component) return unexpected(component.error());
  auto files = files_of_ports((*component)->descriptor->ports, request.inputs, request.outputs);
  if (!files) return line(files.error());
  Alone alone{request.spd, *component};
  if (!request.implementation.empty())
    if (auto chosen = alone.choose(request.implementation); !chosen) return line(chosen.error());
  auto settings = settings_of(request, alone);
  if (!settings) return line(settings.error());
  std::vector<property::Override> set;
  for (const auto& setting : *settings) set.push_back(setting.value);
  const auto planned = plan(alone, root, *std::move(settings));
  if (!planned) return unexpected(SubjectRefusal{{planned.error()}, true});
  if (!planned->execute)
    return line(request.spd.string() + ": its file is loaded and not executed: it is no component");
  auto subject = subject_of(*planned, alone, root, *std::move(files));
  subject.set = std::move(set);
  subject.properties = (*component)->properties();
  if (request.messaging) subject.messaging = *request.messaging;
  for (const auto& [id, value] : subject.parameters)
    if (id == "messaging") subject.messaging = value;
  return subject;
}

}  // namespace orbweaver::trial
