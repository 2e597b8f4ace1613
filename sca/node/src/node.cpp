// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/node.hpp>

#include <orbweaver/files/file_service.hpp>

#include "device_manager.hpp"

namespace orbweaver::node {

namespace {

constexpr const char* kAdapter = "orbweaver.node";

CORBA::object_reference<CF::FileSystem> serve_folder(const std::shared_ptr<CORBA::ORB>& orb,
                                                     const std::filesystem::path& path,
                                                     files::Changes changes) {
  auto folder = files::RootFolder::open(path);
  if (folder) return files::serve_file_system(orb, *std::move(folder), {}, changes);
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO,
                         path.string() + ": " + os::describe(folder.error()));
}

CORBA::object_reference<CF::FileSystem> serve_files(const NodeCore& core) {
  auto root = serve_folder(core.orb, core.options.plan.root, files::Changes::refused);
  if (core.options.mounts.empty()) return root;
  const auto manager = files::serve_file_manager(core.orb);
  manager->mount("/", root);
  const auto changes =
      core.options.mounts_are_read_only ? files::Changes::refused : files::Changes::allowed;
  for (const auto& [mount_point, folder] : core.options.mounts)
    manager->mount(mount_point, serve_folder(core.orb, folder, changes));
  return manager;
}

}  // namespace

std::string_view name_of(ComponentState state) {
  switch (state) {
    case ComponentState::started:
      return "started";
    case ComponentState::ready:
      return "ready";
    case ComponentState::failed:
      return "failed";
    case ComponentState::unregistered:
      return "unregistered";
    case ComponentState::restarting:
      return "restarting";
    case ComponentState::given_up:
      return "given_up";
    case ComponentState::ended:
      break;
  }
  return "ended";
}

Node::Node(const std::shared_ptr<CORBA::ORB>& orb, NodeSetup options)
    : core_(std::make_shared<NodeCore>(orb, std::move(options))) {
  core_->files = serve_files(*core_);
  core_->adapter = files::adapter_of(*orb, kAdapter);
  const auto servant = CORBA::make_reference<DeviceManager>(core_);
  core_->manager =
      IDL::traits<CF::DeviceManager>::narrow(core_->adapter->servant_to_reference(servant));
}

Node::~Node() { end(); }

CORBA::object_reference<CF::DeviceManager> Node::manager() const { return core_->manager; }

Result<void, JoinFault> Node::join(const CORBA::object_reference<CF::DomainManager>& domain) {
  return core_->join(domain);
}

std::optional<std::string> Node::await_loss(const std::stop_token& stop) {
  return core_->await_loss(stop);
}

void Node::start(const std::stop_token& stop) { core_->start(stop); }

std::vector<std::string> Node::missing() const { return core_->components.missing(); }

std::vector<std::string> Node::open_connections() { return core_->open_connections(); }

void Node::end() { core_->end(); }

}  // namespace orbweaver::node
