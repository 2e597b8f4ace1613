#include <orbweaver/node/node_plan.hpp>

#include <orbweaver/deploy/component_values.hpp>
#include <orbweaver/os/paths.hpp>
#include <orbweaver/profile/check.hpp>

#include <algorithm>

#include "code_choice.hpp"

namespace orbweaver::node {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;
using profile::Code;
using profile::DeviceConfiguration;

bool counts(const profile::Finding& finding, const NodeRequest& request) {
  if (finding.severity() != profile::Severity::error) return false;
  return finding.code != Code::dcd_no_domain_manager || request.needs_domain_manager;
}

Lines errors_of(const NodeRequest& request, const profile::Root& root) {
  profile::CheckOptions options;
  options.root = root.folder();
  Lines lines;
  for (const auto& each : profile::check({request.dcd}, options).findings)
    if (counts(each, request)) lines.push_back(line_of(each));
  return lines;
}

NodeComponent::Kind kind_of(const profile::Component& component) {
  const auto* const descriptor = component.descriptor;
  const bool is_device =
      descriptor != nullptr && descriptor->type.find("device") != std::string::npos;
  return is_device ? NodeComponent::Kind::device : NodeComponent::Kind::service;
}

/// Plans the components of one DCD, all of whose files were checked.
class NodePlanner {
 public:
  NodePlanner(const NodeRequest& request, const profile::Root& root, profile::Library& library,
              std::shared_ptr<const profile::Profile> profile)
      : request_(&request),
        root_(&root),
        profile_(std::move(profile)),
        dcd_(profile_->as<DeviceConfiguration>()),
        loader_(library, root, findings_) {}

  Result<NodePlan, Lines> plan() {
    NodePlan made;
    made.identifier = dcd_->id;
    made.label = dcd_->name;
    made.root = root_->folder();
    made.profile = name_below(*root_, request_->dcd);
    if (made.profile.empty())
      return unexpected(Lines{request_->dcd.string() + ": it does not lie below the root '" +
                              made.root.string() + "' of the node's files; give --root"});
    auto ordered = in_start_order(components());
    if (!ordered)
      return unexpected(Lines{request_->dcd.string() + ": " + std::move(ordered.error())});
    made.components = *std::move(ordered);
    made.connections = dcd_->connections;
    made.file_systems = dcd_->file_systems;
    made.domain_manager = dcd_->domain_manager;
    if (dcd_->device_manager)
      if (const auto own = loader_.load(*dcd_->device_manager, profile_->folder))
        made.properties = own->properties();
    return made;
  }

 private:
  std::vector<NodeComponent> components() {
    std::vector<NodeComponent> made;
    for (const auto& placement : dcd_->placements)
      for (const auto& each : placement.instantiations) made.push_back(planned(placement, each));
    return made;
  }

  NodeComponent planned(const profile::ComponentPlacement& placement,
                        const profile::ComponentInstantiation& instantiation) {
    NodeComponent made;
    made.id = instantiation.id;
    made.label = instantiation.usagename.empty() ? instantiation.id : instantiation.usagename;
    if (placement.deploy_on) made.deploy_on = placement.deploy_on->refid;
    if (placement.composite_part_of) made.part_of = placement.composite_part_of->refid;
    const auto file =
        std::ranges::find(dcd_->files, placement.file.refid, &profile::ComponentFile::id);
    const auto component =
        file == dcd_->files.end() ? nullptr : loader_.load(file->file, profile_->folder);
    if (!component || component->package == nullptr) {
      made.fault = "its package cannot be read";
      return made;
    }
    made.kind = kind_of(*component);
    made.profile = profile_name(file->file);
    add_code(*component, made);
    add_values(*component, instantiation, made);
    return made;
  }

  std::string profile_name(const profile::LocalFile& file) const {
    const auto found = locate(*root_, file.name, profile_->folder);
    return found ? found->name : file.name;
  }

  void add_code(const profile::Component& component, NodeComponent& made) const {
    const auto run_by = made.deploy_on.empty() ? RunBy::device_manager : RunBy::device;
    auto code = choose_code(component, request_->machine, *root_, run_by);
    if (code)
      made.code = *std::move(code);
    else
      made.fault = std::move(code.error());
  }

  static void add_values(const profile::Component& component,
                         const profile::ComponentInstantiation& instantiation,
                         NodeComponent& made) {
    const auto properties = component.properties(made.code.implementation);
    auto values = deploy::values_of(properties, instantiation.properties, {});
    deploy::add_options({properties, &instantiation, {}}, made.code.options, values.faults);
    made.parameters = std::move(values.parameters);
    made.configure = std::move(values.configure);
    if (!values.faults.empty() && made.fault.empty()) made.fault = values.faults.front();
  }

  const NodeRequest* request_;
  const profile::Root* root_;
  std::shared_ptr<const profile::Profile> profile_;
  const DeviceConfiguration* dcd_;
  profile::Findings findings_;  // the check has reported them
  profile::ComponentLoader loader_;
};

}  // namespace

Result<NodePlan, Lines> read_node(const NodeRequest& request) {
  profile::Library library;
  std::error_code error;
  const auto real = os::weakly_canonical(request.dcd, error);
  const auto profile = library.read(error ? request.dcd : real, request.dcd);
  const auto root =
      request.root ? profile::Root{*request.root} : profile::root_for(*profile, request.dcd);
  if (auto lines = errors_of(request, root); !lines.empty()) return unexpected(std::move(lines));
  if (profile->as<DeviceConfiguration>() == nullptr)
    return unexpected(Lines{request.dcd.string() + ": it is no device configuration (DCD)"});
  return NodePlanner{request, root, library, profile}.plan();
}

}  // namespace orbweaver::node
