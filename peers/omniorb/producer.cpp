// SPDX-License-Identifier: Apache-2.0
// <peer>-producer: sends packets to the next component.
#include <unistd.h>

#include <thread>

#include "end_of_life.hpp"
#include "lines.hpp"
#include "program.hpp"
#include "sending.hpp"

namespace {

/// Asked to stop, it leaves without announcing an end: the stages must not take a part for the
/// whole.
void send_all(const peer::ProducerOptions& options, peer::NextSink& next, peer::Sending& sending) {
  sending.run();
  if (!sending.is_complete()) return;
  next.announce_end(options.packets);
  peer::print_line({{"event", "result"}, {"name", options.name}, {"producer", sending.to_json()}});
}

/// Blocks: until the program's end; sending goes on in a thread of its own.
/// Returns the exit status.
int produce(const peer::ProducerOptions& options) {
  peer::EndOfLife end;
  peer::place_process(options);
  CORBA::ORB_var orb = peer::make_orb(peer::orb_options(options));
  peer::NextSink next(orb, options);
  peer::print_line({{"event", "ready"}, {"name", options.name}, {"pid", getpid()}});

  peer::Sending sending(options, next);
  std::thread sender([&] {
    try {
      send_all(options, next, sending);
    } catch (const std::exception& failure) {
      end.fail(failure.what());
    }
  });
  const std::optional<std::string> error = end.wait();
  sending.stop();
  sender.join();
  if (error) peer::print_error(options.name, *error);
  return error ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send packets through a pipeline with " PEER_NAME);
  peer::ProducerOptions options;
  options.name = PEER_NAME "-producer";
  peer::add_pipeline_options(app, options);
  app.get_option("--next")->required();
  app.add_option("--elements", options.elements, "doubles in a packet");
  app.add_option("--pace-ms", options.pace_ms, "one packet each X ms; 0: as fast as it can")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--senders", options.senders,
                 "threads that share the reference to the next component")
      ->check(CLI::Range(1, 64));
  return peer::run_program(app, argc, argv, options.name, [&] { return produce(options); });
}
