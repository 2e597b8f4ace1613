// <peer>-producer: sends packets to the next component, as fast as it can or on a schedule fixed
// beforehand.
#include <unistd.h>

#include <atomic>
#include <pipeline/dictionary_work.hpp>
#include <pipeline/packet_trace.hpp>
#include <thread>

#include "clock.hpp"
#include "end_of_life.hpp"
#include "lines.hpp"
#include "next_sink.hpp"
#include "program.hpp"
#include "summary.hpp"

namespace {

struct ProducerOptions : peer::PipelineOptions {
  unsigned elements = 1024;
  double pace_ms = 0;
};

struct Sent {
  std::int64_t started_ns = 0;
  std::int64_t last_sent_ns = 0;
  std::vector<std::int64_t> send_ns;
  nlohmann::ordered_json trace;  // null: not asked for
};

Lab::Samples some_samples(unsigned elements) {
  Lab::Samples samples;
  samples.length(elements);
  for (CORBA::ULong i = 0; i < elements; ++i) samples[i] = i;
  return samples;
}

/// The moment at which a packet is due; without a pace it is now.
std::int64_t wait_until_due(const ProducerOptions& options, std::int64_t started_ns,
                            unsigned number) {
  if (options.pace_ms <= 0) return peer::now_ns();
  const std::int64_t due =
      started_ns + static_cast<std::int64_t>((number - 1) * options.pace_ms * 1e6);
  peer::sleep_until_ns(due);
  return due;
}

/// Stops early, without announcing the end, once `stopping` is set.
Sent send_all(const ProducerOptions& options, peer::NextSink& next,
              const std::atomic<bool>& stopping) {
  Lab::Samples samples = some_samples(options.elements);
  Sent sent;
  lab_pipeline::PacketTrace trace(options.trace);
  sent.send_ns.reserve(options.packets);
  sent.started_ns = peer::now_ns();
  for (unsigned number = 1; number <= options.packets && !stopping; ++number) {
    if (options.vary) lab_pipeline::fill_varied(number, samples, options.elements);
    const std::int64_t due = wait_until_due(options, sent.started_ns, number);
    trace.note(number, lab_pipeline::Moment::sending);
    next.send({number, static_cast<CORBA::ULongLong>(due)}, samples);
    trace.note(number, lab_pipeline::Moment::handed_on);
    sent.last_sent_ns = peer::now_ns();
    sent.send_ns.push_back(sent.last_sent_ns - due);
  }
  if (!stopping) next.announce_end(options.packets);
  if (trace.is_on()) sent.trace = trace.to_json();
  return sent;
}

void print_result(const std::string& name, const Sent& sent) {
  nlohmann::ordered_json told{{"started_ns", sent.started_ns},
                              {"last_sent_ns", sent.last_sent_ns},
                              {"send_us", peer::summary_us(sent.send_ns)}};
  if (!sent.trace.is_null()) told["trace"] = sent.trace;
  peer::print_line({{"event", "result"}, {"name", name}, {"producer", told}});
}

/// Blocks: until the program's end; sending goes on in a thread of its own.
/// Returns the exit status.
int produce(const ProducerOptions& options) {
  peer::EndOfLife end;
  peer::place_process(options);
  CORBA::ORB_var orb = peer::make_orb(peer::orb_options(options));
  peer::NextSink next(orb, options);
  peer::print_line({{"event", "ready"}, {"name", options.name}, {"pid", getpid()}});

  std::atomic<bool> stopping = false;
  std::thread sender([&] {
    try {
      const Sent sent = send_all(options, next, stopping);
      if (!stopping) print_result(options.name, sent);
    } catch (const std::exception& failure) {
      end.fail(failure.what());
    }
  });
  const std::optional<std::string> error = end.wait();
  stopping = true;
  sender.join();
  if (error) peer::print_error(options.name, *error);
  return error ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send packets through a pipeline with " PEER_NAME);
  ProducerOptions options;
  options.name = PEER_NAME "-producer";
  peer::add_pipeline_options(app, options);
  app.get_option("--next")->required();
  app.add_option("--elements", options.elements, "doubles in a packet");
  app.add_option("--pace-ms", options.pace_ms, "one packet each X ms; 0: as fast as it can")
      ->check(CLI::NonNegativeNumber);
  return peer::run_program(app, argc, argv, options.name, [&] { return produce(options); });
}
