// SPDX-License-Identifier: Apache-2.0
// The `main` of every component's program; the component itself is linked to it.
#include <orbweaver/component/profiles.hpp>
#include <orbweaver/component/program.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <string_view>

extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context,
                                         orbweaver::resource::ResourceParts& parts);
/// Null if the component makes its parts itself, without ORBWEAVER_COMPONENT.
extern "C" __attribute__((weak)) void orbweaver_describe_component(
    orbweaver::component::Description& component);

int main(int argc, char** argv) {
  using namespace orbweaver::resource;
  if (argc > 1 && std::string_view{argv[1]} == "--profiles")
    return orbweaver::component::write_profiles_by(argc, argv, orbweaver_describe_component);
  return run_program(argc, argv, [](const ProgramContext& context) {
    ResourceParts parts;
    orbweaver_make_component(context, parts);
    return parts;
  });
}
