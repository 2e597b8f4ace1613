// SPDX-License-Identifier: Apache-2.0
// orbweaver-domain: serves a domain for nodes and clients of other processes.
#include <orbweaver/os/standard_streams.hpp>

#include <malloc.h>

#include <csignal>

#include "arguments.hpp"
#include "inbox.hpp"
#include "leave_domain.hpp"
#include "run_of_before.hpp"
#include "serve_domain.hpp"

namespace {

using namespace orbweaver;

constexpr Nanoseconds kTimeout = std::chrono::seconds{10};

int leave(const domain::ManagerArguments& arguments) {
  const auto name = arguments.is_named ? std::optional{arguments.name} : std::nullopt;
  const auto left = domain::leave_domain(runfile::folder_of_this_user(), name, kTimeout);
  if (left)
    os::print_output(*left + "\n");
  else
    os::print_error_of("orbweaver-domain", left.error());
  return left ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  domain::run_as_before(argc, argv);
  // Saves memory: by default, each thread that deploys gets a malloc arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  domain::Inbox inbox{SIGINT, SIGTERM, SIGUSR1, SIGHUP, SIGUSR2};
  const auto manager = program::ServiceManager::of_this_process();
  const auto arguments = domain::parse_manager_arguments(argc, argv);
  if (!arguments) return arguments.error();
  return arguments->leave ? leave(*arguments) : domain::serve_domain(*arguments, inbox, manager);
}
