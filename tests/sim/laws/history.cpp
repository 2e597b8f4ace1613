// SPDX-License-Identifier: Apache-2.0
#include "laws/history.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/longest_delay.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace orbweaver::sim {

namespace {

std::string text_of(std::uint32_t sender, std::uint32_t number) {
  return fmt::format("call {} of sender {}", number, sender);
}

void broken(std::string_view law, const std::string& text) { fail(std::string{law}, text); }

void note(std::string text, std::uint32_t sender, std::uint32_t number) {
  trace().add(Event::law, sender, number, trace().is_shown() ? std::move(text) : std::string{});
}

constexpr Time kMostWait = 5 * kSecond;  // less than any pause in which the ORB looks by itself

Time busy_until_now(Time busy, unsigned inside, Time entered_at) {
  return inside == 0 ? busy : busy + virtual_now() - entered_at;
}

std::uint64_t happened(Kind kind) { return choices().happened()[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name_of(Way way) noexcept {
  constexpr std::array<std::string_view, kWays + 1> kNames{
      "SYNC_NONE", "SYNC_WITH_TRANSPORT", "SYNC_WITH_SERVER", "SYNC_WITH_TARGET",
      "two-way",   "asynchronous"};
  return kNames[static_cast<std::size_t>(way)];
}

History::Object& History::at(std::uint32_t object) { return objects_[object]; }

void History::promise(std::uint32_t object, Promises promises) {
  const KernelMemory kernel;
  at(object).promises = promises;
}

void History::uses_stream(std::uint32_t sender, std::uint32_t stream) {
  const KernelMemory kernel;
  streams_[sender] = stream;
}

void History::begins(std::uint32_t object, std::uint32_t sender, std::uint32_t number, Way way) {
  const KernelMemory kernel;
  auto& called = at(object);
  auto& calls = called.calls[sender];
  if (calls.size() != number) broken("harness", text_of(sender, number) + " is out of turn");
  calls.push_back({.way = way,
                   .begun = ++events_,
                   .begun_at = virtual_now(),
                   .busy_before = busy_until_now(called.busy, called.inside, called.entered_at),
                   .delays_before = happened(Kind::delay)});
  note(fmt::format("begins {}, {}", text_of(sender, number), name_of(way)), sender, number);
}

void History::ends(std::uint32_t object, std::uint32_t sender, std::uint32_t number,
                   Ending ending) {
  const KernelMemory kernel;
  const auto& called = at(object);
  auto& call = at(object).calls[sender].at(number);
  call.ending = ending;
  call.ended = ++events_;
  if (called.promises.is_prompt) check_wait(called, call, sender, number);
  note(fmt::format("{} ended: {}", text_of(sender, number), static_cast<int>(ending)), sender,
       number);
}

void History::check_wait(const Object& object, const Call& call, std::uint32_t sender,
                         std::uint32_t number) {
  if (happened(Kind::stall) != 0) return;
  const auto busy =
      busy_until_now(object.busy, object.inside, object.entered_at) - call.busy_before;
  const auto waited = virtual_now() - call.begun_at - busy;
  const auto delays = static_cast<Time>(happened(Kind::delay) - call.delays_before);
  if (waited > kMostWait + delays * kLongestDelay)
    broken("calls end soon",
           fmt::format("{} waited {} ms, and servants took {} ms", text_of(sender, number),
                       waited / kMillisecond, busy / kMillisecond));
}

std::uint64_t History::dies(std::uint32_t sender) {
  std::uint64_t open = 0;
  for (auto& [number, object] : objects_) {
    const auto calls = object.calls.find(sender);
    if (calls == object.calls.end()) continue;
    for (auto& call : calls->second)
      if (call.ending == Ending::open) {
        call.ending = Ending::uncertain;
        ++open;
      }
  }
  return open;
}

void History::enters(std::uint32_t object_number, std::uint32_t sender, std::uint32_t number) {
  const KernelMemory kernel;
  auto& object = at(object_number);
  note("the servant gets " + text_of(sender, number), sender, number);
  if (object.inside++ == 0) object.entered_at = virtual_now();
  ++object.delivered;
  if (object.promises.one_at_a_time && object.inside != 1)
    broken("one at a time", text_of(sender, number) + " came while the servant was busy");
  const auto calls = object.calls.find(sender);
  if (calls == object.calls.end() || calls->second.size() <= number)
    return broken("integrity", text_of(sender, number) + " came, but no sender has sent it");
  auto& call = calls->second[number];
  if (call.entered != 0) broken("at most once", text_of(sender, number) + " came twice");
  call.entered = ++events_;
  check_order(object, sender, number);
}

void History::check_order(Object& object, std::uint32_t sender, std::uint32_t number) {
  auto& next = object.next[sender];
  if (object.promises.order_of_threads && number < next)
    broken("order of a thread's calls",
           fmt::format("{} came after {}", text_of(sender, number), next - 1));
  next = number + 1;
  if (!object.promises.order_of_calls) return;
  const auto& call = object.calls[sender][number];
  auto& latest_begin = object.latest_begin[streams_[sender]];
  // It ended before one began that was served already.
  if (call.ended != 0 && call.ended < latest_begin)
    broken("order of calls", text_of(sender, number) + " was served after a call that began later");
  latest_begin = std::max(latest_begin, call.begun);
}

void History::leaves(std::uint32_t number) {
  auto& object = at(number);
  if (--object.inside == 0) object.busy += virtual_now() - object.entered_at;
}

void History::restarts(std::uint32_t number) {
  auto& object = at(number);
  object.inside = 0;
  for (auto& [sender, calls] : object.calls)
    for (auto& call : calls) call.was_in_a_killed_process = call.entered != 0;
}

void History::misses(std::uint32_t object, std::uint64_t count) { at(object).missed += count; }

void History::check_call(const Object& object, std::uint32_t sender, std::uint32_t number,
                         const Call& call) const {
  const auto text = [&] {
    return text_of(sender, number) + " (" + std::string{name_of(call.way)} + ")";
  };
  const bool came = call.entered != 0;
  if (call.ending == Ending::open) broken("liveness", text() + " has not ended");
  if (call.ending == Ending::not_run && came)
    broken("completion status", text() + " ran, but failed with COMPLETED_NO");
  const bool was_answered = call.way >= Way::with_target;
  if (call.ending == Ending::ok && was_answered && !came)
    broken("completion status", text() + " was answered, but did not run");
  const bool must_come = !object.promises.may_lose && !object.promises.may_lose_any;
  if (must_come && call.ending == Ending::ok && !came)
    broken("nothing is lost", text() + " was lost");
  const bool waits = call.way != Way::none && call.way != Way::with_transport;
  if (object.promises.answers && waits && came && !call.was_in_a_killed_process &&
      call.ending != Ending::ok)
    broken("what has run is answered", text() + " ran, but failed");
  if (must_come && call.ending != Ending::ok)
    broken("no error without cause", text() + " failed, though no connection broke");
}

void History::check_end() {
  const KernelMemory kernel;
  for (const auto& [number, object] : objects_)
    for (const auto& [sender, calls] : object.calls)
      for (std::uint32_t i = 0; i < calls.size(); ++i) check_call(object, sender, i, calls[i]);
}

std::uint64_t History::delivered(std::uint32_t object) const {
  return objects_.at(object).delivered;
}
std::uint64_t History::missed(std::uint32_t object) const { return objects_.at(object).missed; }

template <class Condition>
std::uint64_t History::count(std::uint32_t object, Condition condition) const {
  std::uint64_t found = 0;
  for (const auto& [sender, calls] : objects_.at(object).calls)
    found += static_cast<std::uint64_t>(std::ranges::count_if(calls, condition));
  return found;
}

std::uint64_t History::owed(std::uint32_t object) const {
  return count(object, [](const Call& call) { return call.is_owed(); });
}

std::uint64_t History::lost(std::uint32_t object) const {
  return count(object, [](const Call& call) {
    return call.is_owed() && (call.way == Way::none || call.way == Way::with_transport);
  });
}

std::uint64_t History::not_run(std::uint32_t object) const {
  return count(object, [](const Call& call) { return call.ending == Ending::not_run; });
}

std::uint64_t History::used(std::uint32_t object) const {
  return count(object, [](const Call& call) { return call.ending != Ending::not_run; });
}

}  // namespace orbweaver::sim
