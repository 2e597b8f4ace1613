// SPDX-License-Identifier: Apache-2.0
#include "stage_worker.hpp"

#include <unistd.h>

#include "lines.hpp"

namespace peer {

using lab_pipeline::Moment;

StageWorker::StageWorker(const StageOptions& options, NextSocket& next, EndOfLife& end)
    : options_(options),
      next_(next),
      end_(end),
      trace_(options.trace),
      pool_queue_(options.depth),
      worker_queue_(options.depth) {
  for (int i = 0; options.pool && i < options.threads; ++i)
    pool_.emplace_back([this] { work_off(pool_queue_, &StageWorker::accept); });
  if (options.worker)
    worker_.emplace_back([this] { work_off(worker_queue_, &StageWorker::process); });
}

void StageWorker::take(Packet packet) {
  const bool is_end = packet.header().kind == PacketKind::end_of_stream;
  if (options_.pool && !is_end)
    pool_queue_.push(std::move(packet));
  else
    answer(packet);
}

void StageWorker::answer(const Packet& packet) {
  const PacketHeader header = packet.header();
  if (header.kind == PacketKind::samples)
    accept(packet);
  else if (statistics_.expect(header.number))
    report();
}

void StageWorker::finish() {
  pool_queue_.close();
  for (std::thread& thread : pool_) thread.join();
  worker_queue_.close();
  for (std::thread& thread : worker_) thread.join();
}

void StageWorker::accept(const Packet& packet) {
  const std::uint32_t number = packet.header().number;
  trace_.note(number, Moment::arrived);
  if (options_.worker)
    worker_queue_.push(packet);
  else
    process(packet);
  trace_.note(number, Moment::returned);
}

void StageWorker::process(const Packet& packet) {
  const PacketHeader header = packet.header();
  statistics_.begin(header.number, header.created_ns);
  trace_.note(header.number, Moment::begun);
  do_work(options_.work, static_cast<std::int64_t>(options_.work_ms * 1e6));
  trace_.note(header.number, Moment::worked);
  trace_.note(header.number, Moment::sending);
  next_.send(packet);
  trace_.note(header.number, Moment::handed_on);
  statistics_.processed();
  if (statistics_.handed_on(header.number)) report();
}

void StageWorker::work_off(PacketQueue& queue, void (StageWorker::*what)(const Packet&)) {
  try {
    while (const std::optional<Packet> packet = queue.pop()) (this->*what)(*packet);
  } catch (const std::exception& failure) {
    end_.fail(failure.what());
  }
}

void StageWorker::report() {
  next_.send(Packet({PacketKind::end_of_stream, statistics_.expected(), 0}, 0));
  auto reported = statistics_.report(pool_queue_.longest() + worker_queue_.longest());
  if (!options_.next.empty()) reported["transport"] = way(options_);
  if (trace_.is_on()) reported["trace"] = trace_.to_json();
  print_line({{"event", "result"}, {"name", options_.name}, {"stage", reported}});
}

}  // namespace peer
