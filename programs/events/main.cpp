// SPDX-License-Identifier: Apache-2.0
// orbweaver-events: serves event channels until SIGTERM or SIGINT.
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/serve_until_signal.hpp>
#include <orbweaver/events/event_service.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <cstdio>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/endpoint_option.hpp"
#include "command_line/identity_option.hpp"
#include "command_line/network_guard.hpp"

namespace {

using namespace orbweaver;

void create(events::EventService& service, CORBA::ORB& orb, const std::string& name) {
  const auto channel = service.create(
      name, {.may_destroy = events::MayDestroy::program, .key = events::Key::by_name});
  if (!channel)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           name + ": " + events::describe(channel.error()));
  std::printf("%s %s\n", name.c_str(), orb.object_to_string((*channel)->reference()).c_str());
}

int serve(std::vector<std::string> orb_options, const std::vector<std::string>& channels,
          const events::EventOptions& options, const WaitForSignal& wait) {
  const auto orb =
      CORBA::ORB_init(corba::options_with_strings(corba::kStringsAsIs, std::move(orb_options)));
  {
    events::EventService service(orb, options);
    for (const auto& name : channels) create(service, *orb, name);
    std::fflush(stdout);
    wait();
  }
  orb->destroy();
  return 0;
}

void add_options(CLI::App& app, events::EventOptions& options) {
  app.add_option("--consumers", options.consumers, "most consumers of a channel")
      ->capture_default_str();
  app.add_option("--suppliers", options.suppliers, "most suppliers of a channel")
      ->capture_default_str();
  app.add_option("--queue", options.queued_events,
                 "events that may wait for a consumer; one more drops the oldest")
      ->capture_default_str();
  app.add_option("--queue-bytes", options.queued_bytes, "bytes of the events that may wait")
      ->capture_default_str();
  app.add_option("--threads", options.threads, "threads that call consumers, at least 2")
      ->capture_default_str();
  app.add_option("--failures", options.failures, "failed calls in a row that disconnect a consumer")
      ->capture_default_str();
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-events",
       .command = "orbweaver events",
       .does = "Event channels (CosEventChannelAdmin, push model). Prints a line for each channel: "
               "its\n"
               "name and its reference; it is also corbaloc::HOST:PORT/NAME.",
       .notes = {"-ORBNAME VALUE is an option of its ORB."},
       .examples = {"orbweaver events IDM_Channel ODM_Channel"}}};
  std::vector<std::string> endpoints{"giop:tcp:127.0.0.1:2810"};
  std::vector<std::string> channels;
  events::EventOptions options;
  std::vector<std::string> orb_options;
  line.app().add_option("channel", channels, "name of a channel")->required();
  line.app()
      .add_option("--endpoint", endpoints, "where to listen; port 0: any free one")
      ->capture_default_str();
  add_options(line.app(), options);
  const command_line::NetworkGuard network{line.app(), "send events to every consumer"};
  command_line::IdentityOption identity;
  identity.add_with_rules_to(line.app());
  line.take_orb_options(orb_options);
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  if (const auto added = identity.add_to_orb(orb_options); !added)
    return line.refuse(added.error());
  for (const auto& endpoint : endpoints)
    orb_options.insert(orb_options.end(), {"-ORBendPoint", endpoint});
  if (const auto admitted = network.admit(command_line::open_endpoints(orb_options)); !admitted)
    return line.refuse(admitted.error());
  try {
    return serve_until_signal("orbweaver-events", [&](const WaitForSignal& wait) {
      return serve(std::move(orb_options), channels, options, wait);
    });
  } catch (const CORBA::BAD_PARAM& error) {
    const auto why = command_line::named_as_written(error.detail(), endpoints);
    std::fprintf(stderr, "orbweaver-events: %s\n", why.c_str());
    return 2;
  } catch (const CORBA::SystemException& error) {
    std::fprintf(stderr, "orbweaver-events: %s\n", error.detail().c_str());
    return 1;
  }
}
