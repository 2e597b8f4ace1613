// A component of any class, for programs and tests that make several.
#pragma once
#include <orbweaver/component/program.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <memory>

namespace orbweaver::component {

/// As make_component().
template <class Class>
[[nodiscard]] resource::ResourceParts make_parts(const resource::ProgramContext& context) {
  resource::ResourceParts parts;
  make_component(std::make_unique<Class>(), Class::template control_ports<Class>(), context, parts);
  return parts;
}

}  // namespace orbweaver::component
