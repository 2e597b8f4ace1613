// SPDX-License-Identifier: Apache-2.0
// The CF::Resource of a component. SCA 2.2.2, 3.1.3.1.6.
//
// life.hpp has what each call does in which state. A call that the state forbids raises the
// operation's exception, with CF_EPERM where it has a number.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/MeasuredResource_poa.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/resource/built_in_tests.hpp>
#include <orbweaver/resource/component.hpp>
#include <orbweaver/resource/life.hpp>
#include <orbweaver/resource/port_table.hpp>
#include <orbweaver/resource/property_set_core.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::resource {

/// The parts of a component that its servant owns.
struct ResourceParts {
  /// Objects that must outlive the component, such as its output.
  std::shared_ptr<void> keeps = {};
  std::string identifier;                  ///< never empty
  std::unique_ptr<Component> component;    ///< never null
  std::shared_ptr<PortTable> ports;        ///< null: the component has none
  std::vector<TestDefinition> tests = {};  ///< the tests of the profile, for runTest
  /// Runs once, when the component has been released: by a call, or by release().
  std::function<void()> on_released = {};
};

/// The CF::Resource of a component. Its references name CF::Resource as their interface; `_is_a` is
/// true for the further ones, too. Threads: any. A step of the component's life waits until the one
/// before it has ended; queries, configurations, tests, figures and getPort do not wait.
class ResourceServant final : public CORBA::servant_traits<Orbweaver::MeasuredResource>::base_type {
 public:
  /// Makes a servant that is not active yet. `parts`: its component, which is not initialised.
  ResourceServant(const std::shared_ptr<CORBA::ORB>& orb, ResourceParts parts);

  /// Makes the servant's object, which releaseObject ends. Call it once. Throws as
  /// POA::activate_object.
  CORBA::object_reference<CF::Resource> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter);
  /// Releases the component, as releaseObject does, for a program that ends. Returns the failures.
  /// Does nothing if the component is released already.
  std::vector<std::string> release();
  /// The present state: constructed, initialised, started, stopped or released.
  [[nodiscard]] Life::State state() const;

  /// Throws InitializeError.
  void initialize() override;
  /// Stops and releases the component, closes its ports and ends the object, whatever fails. Throws
  /// ReleaseError with what failed. A second call that was accepted before the object's end throws
  /// OBJECT_NOT_EXIST, as later ones do.
  void releaseObject() override;
  /// Throws UnknownTest; UnknownProperties with the inputs that the test does not take.
  void runTest(std::uint32_t testid, CF::Properties& testValues) override;
  /// Throws InvalidConfiguration, PartialConfiguration.
  void configure(const CF::Properties& configProperties) override;
  /// Throws UnknownProperties.
  void query(CF::Properties& configProperties) override;
  /// Throws UnknownPort.
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;
  std::string identifier() override;
  /// Throws StartError.
  void start() override;
  /// Throws StopError.
  void stop() override;
  /// Throws NO_IMPLEMENT if the component does not measure.
  Orbweaver::ComponentFigures figures() override;

 private:
  using Messages = std::vector<std::string>;

  /// The failures of the release; nothing if the component was released before.
  std::optional<Messages> release_once();
  void carry_out(Life::Release release, Messages& failed);
  void end_object(Messages& failed) noexcept;
  [[nodiscard]] std::vector<property::Field> checked_inputs(const TestDefinition& test,
                                                            const CF::Properties& given) const;

  const ResourceParts parts_;
  const AnyBridge bridge_;
  PropertySetCore properties_;
  mutable os::Mutex mutex_;  // guards the members below, and the component's steps
  Life life_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  PortableServer::ObjectId object_;
};

}  // namespace orbweaver::resource
