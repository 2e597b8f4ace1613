// orbweaver-domain-manager: a domain as a service, for nodes and clients of other processes.
#include <orbweaver/os/standard_streams.hpp>

#include <malloc.h>

#include "inbox.hpp"
#include "manager_arguments.hpp"
#include "serve_domain.hpp"

int main(int argc, char** argv) {
  using namespace orbweaver;
  os::begin_standard_streams();
  // Each thread that deploys would leave holes in an arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  domain::Inbox inbox;
  const auto arguments = domain::parse_manager_arguments(argc, argv);
  if (!arguments) return arguments.error();
  return domain::serve_domain(*arguments, inbox);
}
