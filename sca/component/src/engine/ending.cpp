// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stage/event_lines.hpp>

#include <nlohmann/json.hpp>
#include <numeric>

#include "stream_engine.hpp"

namespace orbweaver::component {

bool StreamEngine::finish_stream() {
  if (!gate_.resume_work()) return false;
  meter_.begin_step();
  auto out = take_output();
  out->begin_step(last_metadata_.take());
  attempt(*out, [&] { component_.finish_packets(*out); });
  gate_.pause_work();
  meter_.begin_sending();
  out->send(std::nullopt);
  for (const auto& port : output_ports_) port->send_end();
  meter_.end_step();
  shelf_.put_back(std::move(out));
  for (std::size_t i = 0; i < output_ports_.size(); ++i)
    for (const auto& statistic : output_ports_[i]->statistics())
      report_losses(parts_.outputs[i].name, statistic);
  return true;
}

// The program that reads the line may start the source again.
void StreamEngine::end_source(SourceLoop& loop) {
  const auto way = transport();  // with the end of the stream the connection may end
  if (!finish_stream()) return;
  auto content = loop.report();
  content.update(component_.figures());
  if (!way.empty()) content["transport"] = way;
  add_unsent(content);
  loop.end_is_sent();
  print_over("producer", content);
}

// Repeats, as the next stream may have ended while the component finished this one.
void StreamEngine::finish_if_over() {
  while (true) {
    std::optional<EndTracker::Missing> missing;
    {
      const std::lock_guard lock(mutex_);
      missing = take_end();
      if (!missing && tracker_->has_ended()) wait_for_missing();
    }
    if (!missing) return;
    finish(*missing);
  }
}

// Only one thread gets the end: the next packet begins another stream. Requires: mutex_ is held.
std::optional<EndTracker::Missing> StreamEngine::take_end() {
  if (!tracker_->is_over()) return std::nullopt;
  auto missing = tracker_->missing();
  tracker_->restart();
  ++streams_;
  end_deadline_.reset();
  changed_.notify_all();
  return missing;
}

// Starts the wait for packets that may never arrive. Packets that are being processed complete by
// themselves. Requires: mutex_ is held.
void StreamEngine::wait_for_missing() {
  if (choice_.keeps_order() || waits_for_ == streams_) return;
  waits_for_ = streams_;
  end_deadline_ = now() + choice_.end_timeout();
  changed_.notify_all();
  if (!end_thread_.joinable())
    end_thread_ = os::start_thread({.name = "ow-end"}, [this] { give_up_in_time(); });
}

void StreamEngine::give_up_in_time() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_released_ || end_deadline_; });
    if (is_released_) return;
    const auto stream = streams_;
    const auto is_done = [&] { return is_released_ || streams_ != stream; };
    if (changed_.wait_until(lock, TimePoint{*end_deadline_}, is_done)) continue;
    end_deadline_.reset();
    lock.unlock();
    give_up(stream);
    lock.lock();
  }
}

void StreamEngine::give_up(std::uint64_t stream) {
  if (!gate_.enter()) return;
  gate_.pause_work();
  std::optional<EndTracker::Missing> missing;
  {
    const std::lock_guard lock(mutex_);
    if (streams_ == stream) {
      tracker_->give_up();
      missing = take_end();
    }
  }
  if (missing) finish(*missing);
  gate_.leave();
}

void StreamEngine::finish(const EndTracker::Missing& missing) {
  // First: once the end is handed on, packets of another stream may come.
  const auto expected = std::accumulate(missing.begin(), missing.end(), meter_.finished());
  const auto measured = meter_.report(expected, most_waiting());
  report_missing(missing);
  const auto way = transport();  // with the end of the stream the connection may end
  is_finishing_ = true;
  const bool is_finished = finish_stream();
  is_finishing_ = false;
  if (!is_finished) return;
  auto content = to_json(measured);
  content.update(component_.figures());
  if (!way.empty()) content["transport"] = way;
  add_unsent(content);
  print_over("stage", content);
}

}  // namespace orbweaver::component
