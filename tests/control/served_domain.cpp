// SPDX-License-Identifier: Apache-2.0
// control-served-domain ROOT CACHE: a domain of this machine until its standard input ends. Prints
// a `ready` line with the references of its domain manager and its naming service.
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/guard/guard.hpp>

#include <cstdio>

namespace {

using namespace orbweaver;

void wait_for_the_end_of_input() {
  while (std::getchar() != EOF) {
  }
}

void serve(int& argc, char** argv) {
  const auto orb = corba::orb_with_strings(corba::kUtf8Strings, argc, argv);
  domain::DomainOptions options;
  options.root = argv[1];
  options.cache_folder = argv[2];
  options.guard_program = guard::program_beside_this().value();
  options.deployment.timeouts = deploy::Timeouts{std::chrono::seconds{60}};
  {
    const domain::EmbeddedDomain served(orb, std::move(options));
    std::printf("{\"event\": \"ready\", \"ior\": \"%s\", \"naming\": \"%s\"}\n",
                orb->object_to_string(served.manager()).c_str(),
                orb->object_to_string(served.names()).c_str());
    std::fflush(stdout);
    wait_for_the_end_of_input();
  }
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "control-served-domain: %s\n", failure.what());
    return 1;
  }
}
