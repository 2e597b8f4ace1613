#include "stage_servant.hpp"

#include "lines.hpp"

namespace peer {

StageServant::StageServant(const StageOptions& options, NextSink& next, EndOfLife& end)
    : options_(options), next_(next), end_(end), queue_(options.depth) {
  if (options.worker) worker_ = std::thread([this] { work_off_queue(); });
}

void StageServant::send_packet(const Lab::PacketHeader& header, const Lab::Samples& values) {
  accept(header, values);
}

void StageServant::push_packet(const Lab::PacketHeader& header, const Lab::Samples& values) {
  accept(header, values);
}

void StageServant::end_of_stream(CORBA::ULong packets) {
  if (statistics_.expect(packets)) report();
}

void StageServant::finish() {
  queue_.close();
  if (worker_.joinable()) worker_.join();
}

void StageServant::accept(const Lab::PacketHeader& header, const Lab::Samples& values) {
  if (options_.worker) {
    queue_.push({header, std::make_unique<Lab::Samples>(values)});
  } else {
    process(header, values);
  }
}

void StageServant::process(const Lab::PacketHeader& header, const Lab::Samples& values) {
  statistics_.begin(header.number, static_cast<std::int64_t>(header.created_ns));
  do_work(options_.work, static_cast<std::int64_t>(options_.work_ms * 1e6));
  try {
    next_.send(header, values);
  } catch (const std::exception& failure) {
    end_.fail(failure.what());
    throw CORBA::TRANSIENT(0, CORBA::COMPLETED_MAYBE);
  }
  if (statistics_.end()) report();
}

void StageServant::work_off_queue() {
  try {
    while (const std::optional<Packet> packet = queue_.pop())
      process(packet->header, *packet->samples);
  } catch (const CORBA::TRANSIENT&) {
    // `process` told the main thread, which ends the program.
  }
}

void StageServant::report() {
  try {
    next_.announce_end(statistics_.expected());
  } catch (const std::exception& failure) {
    end_.fail(failure.what());
    return;
  }
  print_line({{"event", "result"},
              {"name", options_.name},
              {"stage", statistics_.report(queue_.longest())}});
}

}  // namespace peer
