// SPDX-License-Identifier: Apache-2.0
// One application of a domain, without its CF::Application object: its deployment, its naming
// context and its record.
#pragma once
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/generated/sca/CF/Application.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "application_parts.hpp"
#include "installed.hpp"

namespace orbweaver::domain {

/// The arguments of `create`.
struct Wish {
  std::string name;
  deploy::Capacities configuration;
  std::map<std::string, std::string> assignments;  // device of an instantiation
};

/// Threads: any.
class DeployedApplication {
 public:
  using Reference = CORBA::object_reference<CF::Application>;

  /// `name` is unique in the domain; `wish.name` may not be. Binds the application's naming
  /// context. Throws the exceptions of the naming service.
  DeployedApplication(std::shared_ptr<const ApplicationParts> parts,
                      std::shared_ptr<const Installed> installed, std::uint64_t number,
                      std::string name, Wish wish);

  /// For an application that the domain's predecessor left. Makes no call.
  DeployedApplication(std::shared_ptr<const ApplicationParts> parts, std::uint64_t number,
                      const ApplicationRecord& record);

  [[nodiscard]] Result<void, deploy::CreateFailure> create() { return deployment_.create(); }
  /// Returns a line for each value of DomainOptions::overrides that a component's program ignores.
  /// Call it after create().
  [[nodiscard]] std::vector<std::string> lost_settings() const;
  /// Serves its CF::Application, which is `servant`. Nil if the application was released meanwhile.
  [[nodiscard]] Reference publish(const PortableServer::Servant& servant);
  /// Nil before publish() and after the release.
  [[nodiscard]] Reference reference() const;
  /// Gives back all resources, in any state. If several threads call it, one does the work, and all
  /// return when it is done.
  deploy::Failures release();

  void registered(const std::string& component,
                  const CORBA::object_reference<CORBA::Object>& object) {
    target_.registered(component, object);
  }
  deploy::AfterEnd component_ended(const std::string& component, const std::string& how,
                                   deploy::EndedPart part) {
    return deployment_.component_ended(component, how, part);
  }
  /// From now on the domain asks the components whether they still exist: those whose end no device
  /// reports, and, whether they accept connections, those on this machine.
  void watch_components();
  /// Whether the application goes on when a component ends or its device leaves. Decided when this
  /// object is made.
  [[nodiscard]] bool keeps_rest() const noexcept { return keeps_rest_; }
  [[nodiscard]] ComponentName component_name(const std::string& component) const;
  /// Makes the waiting connections whose services have registered. A connection that fails keeps
  /// waiting.
  void connect_waiting();
  void service_went(const std::string& name);
  /// Another application of the domain was removed; `names` are those by which it could be found.
  /// Connections to it are made again, to another application that has one of the names.
  void application_went(const std::set<std::string>& names);

  // For an application that the domain's predecessor left:
  // Asks each component whether it exists. One that does not is taken as ended. Returns why the
  // application cannot go on; nothing if it can. Blocks: a few calls of each component, each with a
  // limit.
  [[nodiscard]] std::optional<std::string> find_again(const ApplicationRecord& record);
  /// Lets the application go on, as after create(). Fails: with the first part that does not exist.
  [[nodiscard]] Result<void, deploy::StepFailure> adopt();
  /// Leaves the application running, with its record.
  void abandon();

  /// Updates the record of the application's present uses of devices, for the next domain.
  void keep_record();

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::string identifier() const;
  [[nodiscard]] const std::string& wished_name() const noexcept { return wished_name_; }
  [[nodiscard]] const std::string& profile() const noexcept { return sad_file_; }
  [[nodiscard]] const ApplicationParts& parts() const noexcept { return *parts_; }
  [[nodiscard]] deploy::Deployment& deployment() noexcept { return deployment_; }
  [[nodiscard]] CorbaTarget& target() noexcept { return target_; }
  /// Returns the CF::Resource of the assembly controller; its calls have the timeout of configure.
  /// Throws CORBA::NO_IMPLEMENT if it is no resource.
  [[nodiscard]] CORBA::object_reference<CF::Resource> controller() const;
  /// Returns the CF::Resource of a component.
  [[nodiscard]] CORBA::object_reference<CF::Resource> resource(const std::string& component) const;

 private:
  [[nodiscard]] static bool keeps_rest_of(const DomainOptions& options,
                                          const std::string& wished_name);
  [[nodiscard]] TargetParts target_parts();
  [[nodiscard]] deploy::PlanRequest plan_request(Wish wish) const;
  [[nodiscard]] deploy::DeploymentOptions deployment_options();
  [[nodiscard]] ApplicationRecord record() const;
  void bind_again(const std::string& component, const std::string& binding);
  void end_connections_to(const std::function<bool(const deploy::FoundOwner& owner)>& is_gone);
  void watch(const deploy::PlannedComponent& component, const std::string& binding);
  /// Returns the watch for components of such a device; null: they are not asked.
  [[nodiscard]] registry::Leases* leases_of(registry::KnownDevice::Ends ends) const;
  void clean_up();
  void forget_components();
  void end_context();
  void withdraw();

  const std::shared_ptr<const ApplicationParts> parts_;
  const std::shared_ptr<const Installed> installed_;  // null: the domain's predecessor created it
  const std::uint64_t number_;
  const std::string sad_id_, sad_file_, name_, wished_name_;
  const bool keeps_rest_;
  const CORBA::object_reference<CosNaming::NamingContext> context_;
  CorbaTarget target_;
  deploy::Deployment deployment_;
  os::OnceFlag cleaned_up_;
  os::Atomic<bool> is_releasing_ = false;
  mutable os::Mutex mutex_;
  std::vector<std::pair<registry::Leases*, registry::Leases::Number>> leases_;  // of its components
  bool is_gone_ = false;
  Reference reference_;
};

}  // namespace orbweaver::domain
