// SPDX-License-Identifier: Apache-2.0
// orbweaver-naming: serves a naming service until SIGTERM or SIGINT.
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/serve_until_signal.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <cstdio>

#include "command_line/command_line.hpp"
#include "command_line/endpoint_option.hpp"
#include "command_line/identity_option.hpp"
#include "command_line/network_guard.hpp"

namespace {

using namespace orbweaver;

int serve(std::vector<std::string> options, const naming::NamingLimits& limits,
          const WaitForSignal& wait) {
  const auto orb =
      CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, std::move(options)));
  const naming::NamingService service(orb, limits);
  std::puts(orb->object_to_string(service.root()).c_str());
  std::fflush(stdout);
  wait();
  orb->destroy();
  return 0;
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-naming",
       .command = "orbweaver naming",
       .does =
           "A naming service (CosNaming) in memory. Prints its reference, which clients take as\n"
           "-ORBInitRef NameService=REFERENCE; it is also corbaloc::HOST:PORT/NameService.",
       .notes = {"-ORBNAME VALUE is an option of its ORB."},
       .examples = {"orbweaver naming --endpoint giop:tcp:127.0.0.1:2809"}}};
  std::vector<std::string> endpoints{"giop:tcp:127.0.0.1:2809"};
  naming::NamingLimits limits;
  std::vector<std::string> options;
  line.app()
      .add_option("--endpoint", endpoints, "where to listen; port 0: any free one")
      ->capture_default_str();
  line.app()
      .add_option("--bindings", limits.bindings, "most bindings in all contexts")
      ->capture_default_str();
  line.app()
      .add_option("--bytes", limits.bytes, "most bytes of names and references in all contexts")
      ->capture_default_str();
  line.app().add_option("--contexts", limits.contexts, "most contexts")->capture_default_str();
  line.app()
      .add_option("--iterators", limits.iterators, "most iterators; one more ends the oldest")
      ->capture_default_str();
  const command_line::NetworkGuard network{line.app(), "change every name here"};
  command_line::IdentityOption identity;
  identity.add_with_rules_to(line.app());
  line.take_orb_options(options);
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  if (const auto added = identity.add_to_orb(options); !added) return line.refuse(added.error());
  for (const auto& endpoint : endpoints) options.insert(options.end(), {"-ORBendPoint", endpoint});
  if (const auto admitted = network.admit(command_line::open_endpoints(options)); !admitted)
    return line.refuse(admitted.error());
  try {
    return serve_until_signal("orbweaver-naming", [&](const WaitForSignal& wait) {
      return serve(std::move(options), limits, wait);
    });
  } catch (const CORBA::BAD_PARAM& error) {
    const auto why = command_line::named_as_written(error.detail(), endpoints);
    std::fprintf(stderr, "orbweaver-naming: %s\n", why.c_str());
    return 2;
  } catch (const CORBA::SystemException& error) {
    std::fprintf(stderr, "orbweaver-naming: %s\n", error.detail().c_str());
    return 1;
  }
}
