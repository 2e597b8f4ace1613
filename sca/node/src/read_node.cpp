// SPDX-License-Identifier: Apache-2.0
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
  for (const auto& finding : profile::check({request.dcd}, options).findings)
    if (counts(finding, request)) lines.push_back(line_of(finding));
  return lines;
}

NodeComponent::Kind kind_of(const profile::ComponentProfile& component) {
  const auto* const descriptor = component.descriptor;
  const bool is_device =
      descriptor != nullptr && descriptor->type.find("device") != std::string::npos;
  return is_device ? NodeComponent::Kind::device : NodeComponent::Kind::service;
}

/// Plans the components of one DCD. Its files have been checked.
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
    NodePlan node_plan;
    node_plan.identifier = dcd_->id;
    node_plan.label = dcd_->name;
    node_plan.root = root_->folder();
    node_plan.profile = name_below(*root_, request_->dcd);
    if (node_plan.profile.empty())
      return unexpected(Lines{request_->dcd.string() + ": it does not lie below the root '" +
                              node_plan.root.string() + "' of the node's files; give --root"});
    auto ordered = in_start_order(components());
    if (!ordered)
      return unexpected(Lines{request_->dcd.string() + ": " + std::move(ordered.error())});
    node_plan.components = *std::move(ordered);
    node_plan.connections = dcd_->connections;
    node_plan.file_systems = dcd_->file_systems;
    node_plan.domain_manager = dcd_->domain_manager;
    if (dcd_->device_manager)
      if (const auto own = loader_.load(*dcd_->device_manager, profile_->folder))
        node_plan.properties = own->properties();
    return node_plan;
  }

 private:
  std::vector<NodeComponent> components() {
    std::vector<NodeComponent> node_components;
    for (const auto& placement : dcd_->placements)
      for (const auto& instantiation : placement.instantiations)
        node_components.push_back(planned(placement, instantiation));
    return node_components;
  }

  NodeComponent planned(const profile::ComponentPlacement& placement,
                        const profile::ComponentInstantiation& instantiation) {
    NodeComponent node_component;
    node_component.id = instantiation.id;
    node_component.label =
        instantiation.usagename.empty() ? instantiation.id : instantiation.usagename;
    if (placement.deploy_on) node_component.deploy_on = placement.deploy_on->refid;
    if (placement.composite_part_of) node_component.part_of = placement.composite_part_of->refid;
    const auto file =
        std::ranges::find(dcd_->files, placement.file.refid, &profile::ComponentFile::id);
    const auto component =
        file == dcd_->files.end() ? nullptr : loader_.load(file->file, profile_->folder);
    if (!component || component->package == nullptr) {
      node_component.fault = "its package cannot be read";
      return node_component;
    }
    node_component.kind = kind_of(*component);
    node_component.profile = profile_name(file->file);
    add_code(*component, node_component);
    add_values(*component, instantiation, node_component);
    return node_component;
  }

  std::string profile_name(const profile::LocalFile& file) const {
    const auto found = locate(*root_, file.name, profile_->folder);
    return found ? found->name : file.name;
  }

  void add_code(const profile::ComponentProfile& component, NodeComponent& node_component) const {
    const auto run_by = node_component.deploy_on.empty() ? RunBy::device_manager : RunBy::device;
    auto code = choose_code(component, request_->machine, *root_, run_by);
    if (code)
      node_component.code = *std::move(code);
    else
      node_component.fault = std::move(code.error());
  }

  static void add_values(const profile::ComponentProfile& component,
                         const profile::ComponentInstantiation& instantiation,
                         NodeComponent& node_component) {
    const auto properties = component.properties(node_component.code.implementation);
    auto values = deploy::values_of(properties, instantiation.properties, {});
    deploy::add_options({properties, &instantiation, {}}, node_component.code.options,
                        values.faults);
    node_component.parameters = std::move(values.parameters);
    node_component.configure = std::move(values.configure);
    if (!values.faults.empty() && node_component.fault.empty())
      node_component.fault = values.faults.front();
  }

  const NodeRequest* request_;
  const profile::Root* root_;
  std::shared_ptr<const profile::Profile> profile_;
  const DeviceConfiguration* dcd_;
  profile::Findings findings_;  // ignored: the check has reported them
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
