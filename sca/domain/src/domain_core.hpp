// What the objects of one domain share.
#pragma once
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/profile/root.hpp>
#include <orbweaver/program/errands.hpp>

#include "application_book.hpp"
#include "kept_names.hpp"
#include "management_events.hpp"
#include "name_watch.hpp"
#include "nodes.hpp"
#include "program_ends.hpp"
#include "record_keeper.hpp"
#include "recovery.hpp"

#include <memory>

namespace orbweaver::domain {

/// Lives until the last object that refers to it is gone; the domain's end breaks that circle.
/// Threads: any, once it is filled in.
class DomainCore : public std::enable_shared_from_this<DomainCore> {
 public:
  using Ended = deploy::Ended;

  DomainCore(std::shared_ptr<CORBA::ORB> for_orb, DomainOptions with)
      : orb(std::move(for_orb)), options(std::move(with)), root(options.root), bridge(orb) {}

  /// A program bound `object` under a name that ends with `id`.
  void bound(const std::string& id, const CORBA::object_reference<CORBA::Object>& object);
  /// Programs ended: those of one process are given together, so that the release which follows from
  /// the first hides none. Never blocks.
  void ended(const std::vector<EndOfProgram>& programs);
  /// The object of a program's component is gone. Never blocks.
  void object_gone(const std::string& program, const std::string& how);
  /// A device of a node says that programs ended. Of a program that was not executed on it, nothing is
  /// done. Never blocks.
  void reported_ends(const std::string& device, const std::vector<EndOfProgram>& programs);
  /// A device is gone, and with it what ran on it. Never blocks.
  void device_gone(const std::string& id, const std::string& how);
  /// A device is in the book of devices now. Never blocks.
  void device_came();
  /// A device is about to leave: applications with components on it are released, or lose those
  /// components, as the policy says. Blocks: as a release.
  void device_leaves(const std::string& id);
  /// A client unbound a name that ends so in the domain's naming service, or bound it to another object.
  /// Never blocks.
  void unbound(const std::string& id);
  void printed(const std::string& program, device::Stream stream, std::string_view line) const;
  /// A service is there, or is gone: connections that wait for it are made, or taken down, on
  /// another thread. The caller may be a component that an application is waiting for.
  void post_service_came();
  void post_service_went(const std::string& name);
  /// Consumers may have found it by either name.
  void post_application_went(const std::string& name, const std::string& wished_name);
  /// Nil if there is none of this name, or it is not published yet.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> find_application(
      const std::string& name) const;
  /// What the options say now of an application that is created under this name.
  [[nodiscard]] bool keeps_rest(const std::string& wished_name) const;
  deploy::Failures release_all();
  /// To the front end, on a thread of their own, and in order. Neither blocks.
  void post_node_change(NodeChange change);
  void post_problem(const std::string& line);
  /// An ADMINISTRATIVE_EVENT in the log, or a FAILURE_ALARM. Blocks: as the front end does.
  void log_event(std::string text) const;
  void log_alarm(std::string text) const;
  void log_alarms(const std::string& what, const deploy::Failures& failures) const;

  const std::shared_ptr<CORBA::ORB> orb;
  const DomainOptions options;
  const profile::Root root;
  const resource::AnyBridge bridge;
  const std::shared_ptr<DeviceBook> devices = std::make_shared<DeviceBook>();
  const std::shared_ptr<ServiceBook> services = std::make_shared<ServiceBook>();
  ProgramNames programs;
  RecordKeeper records{options.events.on_record};
  KeptNames kept_names;
  ApplicationBook applications;

  files::Adapter adapter;  // of the domain manager, the factories and the applications
  CORBA::object_reference<CosNaming::NamingContextExt> all_names;
  CORBA::object_reference<CosNaming::NamingContext> context;  // the domain's, at all_names
  CORBA::object_reference<CF::FileSystem> file_system;
  CORBA::object_reference<CF::FileManager> files;  // of clients
  // The same for what the domain does itself, which no other process gets; and for devices that load.
  CORBA::object_reference<CF::FileManager> own_files, files_to_load;
  CORBA::object_reference<CF::DeviceManager> node;  // this process's; nil: it has none

  std::unique_ptr<ManagementEvents> management;

  program::Errands reports{1};
  program::Errands errands{4};
  std::unique_ptr<NameWatch> name_watch;  // null: its names are in its own naming service
  std::unique_ptr<Recovery> recovery;     // null until the domain has begun
  std::unique_ptr<Leases> own_leases;     // of components on this machine; null: it is no device
  std::unique_ptr<Nodes> nodes;           // null: the domain takes none. Last: ended first

 private:
  struct EndOfComponent {
    std::string identifier, how;
  };
  [[nodiscard]] static std::vector<EndOfComponent> all_ended(
      const std::vector<std::string>& identifiers, const std::string& how);
  void programs_ended(const std::vector<EndOfProgram>& programs, Ended what);
  void components_ended(const std::shared_ptr<DeployedApplication>& application,
                        const std::vector<EndOfComponent>& ends, Ended what);
  void keep_rest(const std::shared_ptr<DeployedApplication>& application,
                 const std::string& component, Ended what);
  void report_end(const ComponentName& component, const std::string& how) const;
  void release_after(const std::shared_ptr<DeployedApplication>& application);
  void tell_consumers(const NodeChange& change) const;
};

}  // namespace orbweaver::domain
