// SPDX-License-Identifier: Apache-2.0
// A control port beside the ports of a stream component.
#pragma once
#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/ports/packet_signals.hpp>

#include <memory>
#include <string>
#include <utility>

namespace orbweaver::sca_test {

/// `Port`: a control uses or provides port, which has activate().
template <class Port>
class WithControl final : public resource::PortTable {
 public:
  WithControl(std::shared_ptr<resource::PortTable> streams, std::string name,
              std::unique_ptr<Port> port, const resource::ProgramContext& context)
      : streams_(std::move(streams)),
        name_(std::move(name)),
        port_(std::move(port)),
        object_(port_->activate(context.adapter)) {}
  [[nodiscard]] Reference find(const std::string& name) override {
    return name == name_ ? object_ : streams_->find(name);
  }
  void close() noexcept override { streams_->close(); }

 private:
  const std::shared_ptr<resource::PortTable> streams_;
  const std::string name_;
  const std::unique_ptr<Port> port_;
  const Reference object_;
};

/// The component's parts, with the control port.
template <class Class, class Port>
[[nodiscard]] resource::ResourceParts parts_with_control(const resource::ProgramContext& context,
                                                         const std::string& name,
                                                         std::unique_ptr<Port> port) {
  auto parts = component::make_parts<Class>(context);
  parts.ports =
      std::make_shared<WithControl<Port>>(std::move(parts.ports), name, std::move(port), context);
  return parts;
}

}  // namespace orbweaver::sca_test
