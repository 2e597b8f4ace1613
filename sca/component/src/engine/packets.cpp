// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <utility>

#include "stream_engine.hpp"

namespace orbweaver::component {

namespace {

/// A packet as the meters know it.
StageStamp identity_of(const packets::Stamp& stamp) noexcept {
  return {stamp.number, static_cast<std::uint64_t>(stamp.times.born_ns), stamp.connection};
}

packets::Times born_at(TimePoint moment) noexcept {
  return {.born_ns = Nanoseconds{moment.time_since_epoch()}.count()};
}

}  // namespace

// ---- a packet comes ----

void StreamEngine::arrive(std::size_t input, Arrival& arrival, const packets::Stamp& stamp) {
  const auto& packet = arrival.packet();
  if (!enter(input, stamp, packet.is_end)) return;
  if (packet.has_samples && !packet.metadata->is_empty())
    last_metadata_.note(*packet.metadata, packet.I.count);
  if (!packet.has_samples || workers_) gate_.pause_work();
  if (packet.has_samples && workers_)
    // Nothing closes the workers before the gate is shut, so each packet is taken.
    return static_cast<void>(workers_->push({arrival.hold(), stamp}, Deadline::never()));
  if (packet.has_samples) carry_out(input, packet, stamp);
  leave(input, stamp);
}

bool StreamEngine::enter(std::size_t input, const packets::Stamp& stamp, bool is_end) {
  if (!has_begun_.load()) [[unlikely]]
    begin_by_packet();
  if (!gate_.enter()) return false;
  if (accept(input, stamp, is_end)) return true;
  gate_.pause_work();
  gate_.leave();
  return false;
}

bool StreamEngine::accept(std::size_t input, const packets::Stamp& stamp, bool is_end) {
  const std::lock_guard lock(mutex_);
  if (!tracker_->accept(input, stamp, is_end)) return false;
  if (is_end && tracker_->has_ended()) last_metadata_.note_end();
  return true;
}

void StreamEngine::carry_out(std::size_t input, const ArrivedPacket& packet,
                             const packets::Stamp& stamp) {
  meter_.begin(identity_of(stamp));
  {
    std::unique_lock turn(turn_, std::defer_lock);
    const bool is_wanted = parts_.state == State::none || take(turn);
    OwnedOutput out;
    if (is_wanted) {
      out = make(input, packet, stamp);
      gate_.pause_work();
    }
    meter_.begin_sending();
    if (is_wanted) hand_on({std::move(out), stamp});
  }
  meter_.handed_on(identity_of(stamp));
}

bool StreamEngine::take(std::unique_lock<os::Mutex>& turn) {
  if (turn.try_lock()) return true;
  meter_.pause();
  gate_.pause_work();
  {
    const os::BlockedThread blocked;
    turn.lock();
  }
  const bool is_wanted = gate_.resume_work();
  meter_.go_on();
  return is_wanted;
}

StreamEngine::OwnedOutput StreamEngine::make(std::size_t input, const ArrivedPacket& packet,
                                             const packets::Stamp& stamp) {
  auto out = take_output();
  out->begin_step(*packet.metadata);
  attempt(*out, [&] { component_.process_packet(input, packet, stamp, *out); });
  return out;
}

StreamEngine::OwnedOutput StreamEngine::take_output() {
  if (auto used = shelf_.take()) return used;
  auto output = component_.make_output();
  output->set_senders(senders_);
  return output;
}

void StreamEngine::hand_on(StepResult step_result) {
  const bool knows_times = step_result.stamp.number != 0;
  step_result.out->send(knows_times ? std::optional{step_result.stamp.times} : std::nullopt);
  shelf_.put_back(std::move(step_result.out));
}

void StreamEngine::leave(std::size_t input, const packets::Stamp& stamp) {
  {
    const std::lock_guard lock(mutex_);
    tracker_->complete(input, stamp);
  }
  finish_if_over();
  gate_.leave();
}

void StreamEngine::fail_with_exception() {
  try {
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("it threw what is no std::exception");
  }
}

std::string StreamEngine::transport() const {
  for (const auto& port : output_ports_)
    for (const auto& statistic : port->statistics())
      if (!ports::is_tap(statistic.connection) && !statistic.transport.empty())
        return statistic.transport;
  return {};
}

// ---- several threads ----

void StreamEngine::start_workers() {
  workers_ = std::make_unique<Workers>(choice_.parallel, choice_.queue_depth, worker_steps());
}

OrderedSteps<StreamEngine::Item, StreamEngine::StepResult> StreamEngine::worker_steps() {
  return {.take_up = [this](const Item& item) { meter_.begin(identity_of(item.stamp)); },
          .process =
              [this](Item item) {
                StepResult step_result{work_on(item), item.stamp};
                meter_.end();
                return step_result;
              },
          .hand_on =
              [this](StepResult step_result) {
                const auto stamp = step_result.stamp;
                meter_.begin_hand_on();
                hand_on(std::move(step_result));
                meter_.end_hand_on(identity_of(stamp));
                leave(0, stamp);
              }};
}

StreamEngine::OwnedOutput StreamEngine::work_on(const Item& item) {
  if (!gate_.resume_work()) return take_output();
  auto out = make(0, item.packet.packet(), item.stamp);
  gate_.pause_work();
  return out;
}

// ---- a source ----

void StreamEngine::start_source() {
  loop_.run([this](SourceLoop& loop) { return source_step(loop); },
            [this](SourceLoop& loop) {
              end_source(loop);
              source_output_.reset();  // metadata do not hold for the samples of the next stream
            });
}

SourceLoop::After StreamEngine::source_step(SourceLoop& loop) {
  if (!gate_.resume_work()) return SourceLoop::After::released;
  if (!source_output_) source_output_ = take_output();
  auto& out = *source_output_;
  meter_.begin_step();
  bool goes_on = false;
  attempt(out, [&] { goes_on = component_.produce_packets(out); });
  gate_.pause_work();
  const auto due = out.when_due();
  meter_.pause();
  // If the component was stopped meanwhile, the packets are still sent: a source does not make them
  // again.
  if (due) loop.wait_until(*due);
  meter_.begin_hand_on();
  loop.sending(due);
  out.send(due ? std::optional{born_at(*due)} : std::nullopt);
  meter_.end_step();
  if (!goes_on) return SourceLoop::After::end_has_come;
  loop.sent();
  return SourceLoop::After::goes_on;
}

}  // namespace orbweaver::component
