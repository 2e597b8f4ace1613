// SPDX-License-Identifier: Apache-2.0
// The properties of an application: those of its assembly controller, and the components'
// properties that the SAD makes external (REDHAWK's externalproperties).
#pragma once
#include <orbweaver/deploy/topology.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::domain {

class ApplicationProperties {
 public:
  /// Returns the CF::Resource of a component, by its identifier.
  using Resources =
      std::function<CORBA::object_reference<CF::Resource>(const std::string& component)>;

  ApplicationProperties(std::vector<deploy::ExternalPropertyPlan> external, std::string controller,
                        Resources resources)
      : external_(std::move(external)),
        controller_(std::move(controller)),
        resources_(std::move(resources)) {}

  /// Throws PartialConfiguration if some properties were set, InvalidConfiguration if none was.
  void configure(const CF::Properties& properties) const;
  /// An empty list returns all properties of the controller and all external ones. Throws
  /// UnknownProperties.
  void query(CF::Properties& properties) const;

 private:
  struct Part {
    std::string component;
    std::vector<std::size_t> places;  // indices in the caller's list
    CF::Properties properties;        // with the component's ids
  };
  [[nodiscard]] const deploy::ExternalPropertyPlan* external(const std::string& id) const;
  [[nodiscard]] std::vector<Part> parts_of(const CF::Properties& properties) const;
  void add_all(CF::Properties& properties) const;

  const std::vector<deploy::ExternalPropertyPlan> external_;
  const std::string controller_;
  const Resources resources_;
};

}  // namespace orbweaver::domain
