// The `main` of every component's program; the component itself is linked to it.
#include <orbweaver/resource/program/program.hpp>

extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context,
                                         orbweaver::resource::ResourceParts& parts);

int main(int argc, char** argv) {
  using namespace orbweaver::resource;
  return run_program(argc, argv, [](const ProgramContext& context) {
    ResourceParts parts;
    orbweaver_make_component(context, parts);
    return parts;
  });
}
