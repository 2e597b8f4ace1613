// orbweaver-echo-server: serves one Lab::Echo until its standard input ends, it is signalled, or
// told to shut down. See peers/CONTRACT.md.
#include <orbweaver/component/component.hpp>

#include "echo_servant.hpp"

namespace {

using namespace orbweaver;
using component::Component;

int run(Component& component) {
  component.publish(CORBA::make_reference<lab::EchoServant>([&] { component.end(); }));
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  component::Settings settings{.name = "orbweaver-echo-server"};
  CLI::App app{"Serves Lab::Echo: every operation and type that the mapping knows."};
  component::add_program_options(app, settings);
  component::add_receiver_options(app, settings);
  return component::run_component(app, argc, argv, settings, run);
}
