// SPDX-License-Identifier: Apache-2.0
// A component that others can call: its execute parameters applied, its CF::Resource active, and
// bound as NAME_BINDING in NAMING_CONTEXT_IOR. A program serves one (program.hpp), a host process
// several.
#pragma once
#include <orbweaver/resource/program/program.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::resource {

class ServedComponent {
 public:
  /// Makes the component and serves it. Without NAMING_CONTEXT_IOR its reference is printed on the
  /// context's output. `on_released`: once, when the component has been released, on a thread of
  /// the ORB: brief. The objects in the context must outlive the component. Fails: with one line if
  /// the parameters do not fit. Throws the exceptions of `make`, and CORBA exceptions.
  [[nodiscard]] static Result<std::unique_ptr<ServedComponent>, std::string> begin(
      const ProgramContext& context, const MakeParts& make, std::function<void()> on_released);
  ~ServedComponent();
  ServedComponent(const ServedComponent&) = delete;
  ServedComponent& operator=(const ServedComponent&) = delete;

  /// Unbinds the name, and releases the component unless it is released. Returns the failures. Call
  /// it once, at the end.
  std::vector<std::string> end();

 private:
  class Binding;

  explicit ServedComponent(std::shared_ptr<ResourceServant> servant);
  void publish(const ProgramContext& context);

  std::shared_ptr<ResourceServant> servant_;
  std::unique_ptr<Binding> binding_;
};

}  // namespace orbweaver::resource
