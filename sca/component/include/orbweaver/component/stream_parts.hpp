// SPDX-License-Identifier: Apache-2.0
// The facts about a component's class that the base of all components needs.
#pragma once
#include <orbweaver/component/port.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::ports {
struct UsesOptions;
}  // namespace orbweaver::ports

namespace orbweaver::component {

class InputPort;
class OutputPort;

/// Whether the output of a packet depends on packets before it: `kept`, it may. `none`: packets may
/// be processed at once, by several threads.
enum class State { kept, none };

/// Make a data port. The library has both functions for the standard data interfaces
/// (ports/data_family.hpp).
template <class Interface>
[[nodiscard]] std::unique_ptr<InputPort> make_input_port(std::string_view name);
template <class Interface>
[[nodiscard]] std::unique_ptr<OutputPort> make_output_port(const ports::UsesOptions& options);

/// The data ports of a class, how each is made, and what else the base needs to know of the class.
struct StreamParts {
  struct Input {
    std::string_view name;
    std::unique_ptr<InputPort> (*make)(std::string_view name);
  };
  struct Output {
    std::string_view name;
    std::unique_ptr<OutputPort> (*make)(const ports::UsesOptions& options);
  };
  /// If there are none, the component is a source.
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<PortDescription> all;  // control ports, too
  State state = State::kept;
  std::string_view connections;  // the default of the property
};

}  // namespace orbweaver::component
