// SPDX-License-Identifier: Apache-2.0
// A component of any class, for programs and tests that make several.
#pragma once
#include <orbweaver/component/program.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <memory>

namespace orbweaver::component {

/// Makes a component of `Class`, as make_component() does.
template <class Class>
[[nodiscard]] resource::ResourceParts make_parts(const resource::ProgramContext& context) {
  resource::ResourceParts parts;
  make_component(std::make_unique<Class>(), Class::template control_ports<Class>(), context, parts);
  return parts;
}

}  // namespace orbweaver::component
