// The facts about a component's class that the base of all components needs.
#pragma once
#include <string_view>

namespace orbweaver::component {

/// Whether the result of a packet depends on packets before it. `none`: several threads may process
/// packets at once.
enum class State { kept, none };

/// Which of the messaging properties a component has.
struct Shape {
  bool has_inputs = false, has_outputs = false;
  State state = State::kept;
  std::string_view connections = {};  // the default of the property; outlives the shape
};

}  // namespace orbweaver::component
