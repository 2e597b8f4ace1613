// A component's program, and its shared library for a host process. One line at the end of the class's
// source makes both, depending on how it is linked (orbweaver_component() in CMake):
//
//   ORBWEAVER_COMPONENT(Magnitude)
#pragma once
#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <memory>
#include <stdexcept>
#include <utility>

namespace orbweaver::component {

/// Makes a component: its class, its properties with the values of the command line, its ports.
/// Throws std::invalid_argument for a value that does not fit, and what activating objects throws.
template <class Class>
[[nodiscard]] resource::ResourceParts make_parts(const resource::ProgramContext& context) {
  auto component = std::make_unique<Class>();
  if (auto set = resource::apply_parameters(context.arguments, *component->properties()); !set)
    throw std::invalid_argument(set.error());
  auto ports = component->open(context);
  return {.identifier = context.arguments.identifier,
          .component = std::move(component),
          .ports = std::move(ports)};
}

}  // namespace orbweaver::component

/// What the program (program/main.cpp) and a host process call. `Class` has a constructor without
/// arguments. Weak, as a test may hold several classes.
#define ORBWEAVER_COMPONENT(Class)                                                             \
  extern "C" __attribute__((visibility("default"), weak)) void orbweaver_make_component(       \
      const orbweaver::resource::ProgramContext&, orbweaver::resource::ResourceParts&);        \
  extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context, \
                                           orbweaver::resource::ResourceParts& parts) {        \
    parts = orbweaver::component::make_parts<Class>(context);                                  \
  }                                                                                            \
  static_assert(true, "a semicolon may follow")
