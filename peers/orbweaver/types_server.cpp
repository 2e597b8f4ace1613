// SPDX-License-Identifier: Apache-2.0
// orbweaver-types-server: serves one Lab::Types::Echo until its standard input ends, it is
// signalled, or asked to shut down. See peers/CONTRACT.md.
#include "launched/component.hpp"

#include "types_servant.hpp"

namespace {

using namespace orbweaver;
using launched::Component;

int run(Component& component) {
  const auto servant = CORBA::make_reference<lab::TypesServant>([&] { component.end(); });
  const auto poa = IDL::traits<PortableServer::POA>::narrow(
      component.orb().resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<lab::BottomServant>());
  servant->set_bottom(IDL::traits<Lab::Types::Bottom>::narrow(poa->id_to_reference(id)));
  component.publish(servant);
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-types-server"};
  CLI::App app{"Serves Lab::Types::Echo: every type of IDL, handed back."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  return launched::run_component(app, argc, argv, settings, run);
}
