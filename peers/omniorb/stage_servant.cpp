// SPDX-License-Identifier: Apache-2.0
#include "stage_servant.hpp"

#include "clock.hpp"
#include "lines.hpp"

namespace peer {
namespace {

using lab_pipeline::Moment;

std::int64_t work_ns(const StageOptions& options) {
  return static_cast<std::int64_t>(options.work_ms * 1e6);
}

/// What the packet's data ask for; parsing them is part of it.
void do_varied_work(const StageOptions& options, const Lab::Samples& values,
                    lab_pipeline::WorkMeter& meter) {
  const std::int64_t begun = work_clock_ns(options.work);
  const std::int64_t work =
      lab_pipeline::work_on(values.get_buffer(), values.length(), work_ns(options));
  meter.record(work);
  do_work(options.work, work - (work_clock_ns(options.work) - begun));
}

}  // namespace

StageServant::StageServant(const StageOptions& options, NextSink& next, EndOfLife& end)
    : options_(options),
      next_(next),
      end_(end),
      trace_(options.trace),
      queue_(options.depth),
      window_(options.depth) {
  for (unsigned i = 0; i < options.parallel; ++i)
    threads_.emplace_back([this] { process_in_parallel(); });
  if (options.parallel > 0)
    threads_.emplace_back([this] { hand_on_in_order(); });
  else if (options.worker)
    threads_.emplace_back([this] { work_off_queue(); });
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
  window_.close();
  for (std::thread& thread : threads_) thread.join();
}

void StageServant::accept(const Lab::PacketHeader& header, const Lab::Samples& values) {
  trace_.note(header.number, Moment::arrived);
  if (options_.parallel > 0) {
    window_.push({header, std::make_unique<Lab::Samples>(values)});
  } else if (options_.worker) {
    queue_.push({header, std::make_unique<Lab::Samples>(values)});
  } else {
    process(header, values);
  }
  trace_.note(header.number, Moment::returned);
}

void StageServant::process(const Lab::PacketHeader& header, const Lab::Samples& values) {
  statistics_.begin(header.number, static_cast<std::int64_t>(header.created_ns));
  work_on(header.number, values);
  hand_on(header, values);
  statistics_.processed();
  if (statistics_.handed_on(header.number)) report();
}

void StageServant::work_on(std::uint32_t number, const Lab::Samples& values) {
  trace_.note(number, Moment::begun);
  if (options_.vary)
    do_varied_work(options_, values, varied_);
  else
    do_work(options_.work, work_ns(options_));
  trace_.note(number, Moment::worked);
}

void StageServant::hand_on(const Lab::PacketHeader& header, const Lab::Samples& values) {
  try {
    trace_.note(header.number, Moment::sending);
    next_.send(header, values);
    trace_.note(header.number, Moment::handed_on);
  } catch (const std::exception& failure) {
    end_.fail(failure.what());
    throw CORBA::TRANSIENT(0, CORBA::COMPLETED_MAYBE);
  }
}

void StageServant::work_off_queue() {
  try {
    while (const std::optional<Packet> packet = queue_.pop())
      process(packet->header, *packet->samples);
  } catch (const CORBA::TRANSIENT&) {
    // `process` notified the main thread, which ends the program.
  }
}

void StageServant::process_in_parallel() {
  const auto begin = [this](const Packet& packet) {
    statistics_.begin(packet.header.number, static_cast<std::int64_t>(packet.header.created_ns));
  };
  while (PacketWindow::Place* const place = window_.take_up(begin)) {
    work_on(place->packet.header.number, *place->packet.samples);
    statistics_.processed();
    window_.done(*place);
  }
}

void StageServant::hand_on_in_order() {
  try {
    while (const Packet* const packet = window_.next()) {
      hand_on(packet->header, *packet->samples);
      if (statistics_.handed_on(packet->header.number)) report();
      window_.forget();
    }
  } catch (const CORBA::TRANSIENT&) {
    // `hand_on` notified the main thread, which ends the program.
  }
}

void StageServant::report() {
  try {
    next_.announce_end(statistics_.expected());
  } catch (const std::exception& failure) {
    end_.fail(failure.what());
    return;
  }
  auto reported = statistics_.report(queue_.longest() + window_.longest());
  if (options_.vary) reported["work_ns"] = varied_.to_json();
  if (trace_.is_on()) reported["trace"] = trace_.to_json();
  print_line({{"event", "result"}, {"name", options_.name}, {"stage", reported}});
}

}  // namespace peer
