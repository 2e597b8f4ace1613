// SPDX-License-Identifier: Apache-2.0
// The applications of a domain, and how they react when programs, devices, services and other
// applications come and go.
#pragma once
#include <orbweaver/deploy/deployment.hpp>
#include <orbweaver/domain/domain_options.hpp>
#include <orbweaver/program/errands.hpp>
#include <orbweaver/registry/program_ends.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "application_book.hpp"
#include "application_events.hpp"
#include "front_end.hpp"

namespace orbweaver::domain {

/// Threads: any.
class RunningApplications final : public ApplicationEvents {
 public:
  using Ends = std::vector<registry::EndOfProgram>;
  using Object = CORBA::object_reference<CORBA::Object>;

  /// All arguments outlive this. `errands` must be finished before this ends.
  RunningApplications(const DomainOptions& options, const ProgramNames& programs,
                      ApplicationBook& book, const FrontEnd& front_end, program::Errands& errands)
      : options_(&options),
        programs_(&programs),
        book_(&book),
        front_end_(&front_end),
        errands_(&errands) {}

  /// A program bound `object` under a name that ends with `id`.
  void bound(const std::string& id, const Object& object);
  void printed(const std::string& program, device::Stream stream, std::string_view line) const;
  /// Programs ended. All ends of one process are passed in one call, so that the release after the
  /// first end does not hide the others. Never blocks.
  void programs_ended(const Ends& programs);
  /// A device of a node reports that programs ended. Programs that were not executed on this device
  /// are ignored. Never blocks.
  void reported_ends(const std::string& device, const Ends& programs);
  /// A device was lost, and the programs on it with it. Never blocks.
  void device_gone(const std::string& id, const std::string& how);
  /// A device is about to leave. Applications with components on it are released, or lose these
  /// components, as their policy says. Blocks: as a release.
  void device_leaves(const std::string& id);
  /// A service registered or left. Connections to it are made or ended on another thread, as the
  /// caller may be a component for which an application is waiting.
  void post_service_came();
  void post_service_went(const std::string& name);
  /// Returns the application of this name; nil if there is none, or if it is not published yet.
  [[nodiscard]] Object find(const std::string& name) const;
  /// Releases all applications. Returns what could not be given back. Blocks: as the releases do.
  deploy::Failures release_all();

  void object_gone(const std::string& program, const std::string& how) override;
  void published() override { post_service_came(); }
  void withdrawn(const std::string& name, const std::string& wished_name) override;
  void released(std::uint64_t number) override { book_->remove(number); }

 private:
  using EndedPart = deploy::EndedPart;
  struct EndOfComponent {
    std::string identifier, how;
  };
  [[nodiscard]] static std::vector<EndOfComponent> all_ended(
      const std::vector<std::string>& identifiers, const std::string& how);
  void programs_ended(const Ends& programs, EndedPart part);
  void components_ended(const std::shared_ptr<DeployedApplication>& application,
                        const std::vector<EndOfComponent>& ends, EndedPart part);
  void keep_rest(const std::shared_ptr<DeployedApplication>& application,
                 const std::string& component, EndedPart part);
  void report_end(const ComponentName& component, const std::string& how) const;
  void release_after(const std::shared_ptr<DeployedApplication>& application);

  const DomainOptions* options_;
  const ProgramNames* programs_;
  ApplicationBook* book_;
  const FrontEnd* front_end_;
  program::Errands* errands_;
};

}  // namespace orbweaver::domain
