// SPDX-License-Identifier: Apache-2.0
// zeromq-producer: sends packets to the next component, as fast as it can or on a schedule fixed
// beforehand. See README.md.
#include <unistd.h>

#include <atomic>
#include <pipeline/packet_trace.hpp>
#include <thread>

#include "clock.hpp"
#include "end_of_life.hpp"
#include "lines.hpp"
#include "next_socket.hpp"
#include "summary.hpp"

namespace {

using lab_pipeline::Moment;
using peer::Packet;
using peer::PacketKind;

struct ProducerOptions : peer::PipelineOptions {
  unsigned elements = 1024;
  double pace_ms = 0;
};

/// The moment at which a packet is due; without a pace it is now.
std::int64_t wait_until_due(const ProducerOptions& options, std::int64_t started_ns,
                            unsigned number) {
  if (options.pace_ms <= 0) return peer::now_ns();
  const auto due = started_ns + static_cast<std::int64_t>((number - 1) * options.pace_ms * 1e6);
  peer::sleep_until_ns(due);
  return due;
}

/// Stops early, without announcing the end, once `stopping` is set.
/// Returns the object `producer` of a result line.
nlohmann::ordered_json send_all(const ProducerOptions& options, peer::NextSocket& next,
                                const std::atomic<bool>& stopping) {
  Packet packet({PacketKind::samples, 0, 0}, options.elements);
  lab_pipeline::PacketTrace trace(options.trace);
  std::vector<std::int64_t> send_ns;
  send_ns.reserve(options.packets);
  const std::int64_t started_ns = peer::now_ns();
  std::int64_t last_sent_ns = started_ns;
  for (unsigned number = 1; number <= options.packets && !stopping; ++number) {
    const std::int64_t due = wait_until_due(options, started_ns, number);
    trace.note(number, Moment::sending);
    packet.set_header({PacketKind::samples, number, due});
    next.send(packet);
    trace.note(number, Moment::handed_on);
    last_sent_ns = peer::now_ns();
    send_ns.push_back(last_sent_ns - due);
  }
  if (!stopping) next.send(Packet({PacketKind::end_of_stream, options.packets, 0}, 0));
  nlohmann::ordered_json reported{{"started_ns", started_ns},
                                  {"last_sent_ns", last_sent_ns},
                                  {"send_us", peer::summary_us(send_ns)},
                                  {"transport", peer::way(options)}};
  if (trace.is_on()) reported["trace"] = trace.to_json();
  return reported;
}

/// Blocks: until the program's end; sending goes on in a thread of its own.
/// Returns the exit status.
int produce(const ProducerOptions& options) {
  peer::EndOfLife end;
  const peer::ZmqContext context;
  peer::NextSocket next(context, options);
  peer::print_line({{"event", "ready"}, {"name", options.name}, {"pid", getpid()}});

  std::atomic<bool> stopping = false;
  std::thread sender([&] {
    try {
      const auto reported = send_all(options, next, stopping);
      if (!stopping)
        peer::print_line({{"event", "result"}, {"name", options.name}, {"producer", reported}});
    } catch (const std::exception& failure) {
      if (!stopping) end.fail(failure.what());
    }
  });
  const std::optional<std::string> error = end.wait();
  stopping = true;
  context.shutdown();
  sender.join();
  if (error) peer::print_error(options.name, *error);
  return error ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send packets through a pipeline with ZeroMQ");
  ProducerOptions options;
  options.name = "zeromq-producer";
  peer::add_pipeline_options(app, options);
  app.get_option("--next")->required();
  app.add_option("--elements", options.elements, "doubles in a packet");
  app.add_option("--pace-ms", options.pace_ms, "one packet each X ms; 0: as fast as it can")
      ->check(CLI::NonNegativeNumber);
  return bench::run_program(app, argc, argv, options, [&] { return produce(options); });
}
