// The facts about a component's class that the base of all components needs.
#pragma once
#include <string_view>

namespace orbweaver::component {

/// Whether what a packet becomes depends on packets before it: `kept`, it may. `none`: packets may
/// be processed at once, by several threads.
enum class State { kept, none };

/// Which of the messaging properties a component has.
struct Shape {
  bool has_inputs = false, has_outputs = false;
  State state = State::kept;
  std::string_view connections = {};  // the default of the property; outlives the shape
};

}  // namespace orbweaver::component
