// SPDX-License-Identifier: Apache-2.0
#include "scenarios/waveform/control.hpp"

#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/longest_delay.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "scenarios/waveform/lines.hpp"

namespace orbweaver::sim {

namespace {

// Time-outs of packets are longer than this, and so is what a deadlock takes.
constexpr Time kMostWait = 2 * kSecond;

std::uint64_t delays() noexcept {
  return choices().happened()[static_cast<std::size_t>(Kind::delay)];
}

template <class Call>
void soon(const char* what, const PlannedComponent& component, Call call) {
  const auto began = virtual_now();
  const auto delays_before = delays();
  try {
    call();
  } catch (const CORBA::SystemException& error) {
    fail("components obey at once",
         fmt::format("{} of {}: {} {}", what, component.name(), error.what(), error.detail()));
  }
  const auto allowed = kMostWait + static_cast<Time>(delays() - delays_before) * kLongestDelay;
  if (const auto waited = virtual_now() - began; waited > allowed)
    fail("components obey at once",
         fmt::format("{} of {} took {} ms", what, component.name(), waited / kMillisecond));
}

}  // namespace

std::vector<std::uint32_t> in_any_order(std::uint32_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (auto left = count; left > 1; --left) std::swap(order[left - 1], order[from_to(0, left - 1)]);
  return order;
}

WaveformControl::WaveformControl(const Orb& orb, WaveformPlan& plan) : plan_(plan) {
  const auto count = static_cast<std::uint32_t>(plan.components.size());
  is_started_.resize(count);
  for (const auto& component : plan.components)
    resources_.push_back(IDL::traits<CF::Resource>::narrow(
        orb->string_to_object(world().board.get(component.name()))));
  for (const auto entry : in_any_order(count)) resources_[entry]->initialize();
  for (const auto entry : in_any_order(count)) connect(plan.components[entry]);
}

void WaveformControl::connect(const PlannedComponent& from) {
  if (from.number == kSink) return;
  const auto port = IDL::traits<CF::Port>::narrow(resources_[from.number]->getPort("numbers_out"));
  port->connectPort(resources_[from.destination]->getPort("numbers_in"), from.name());
}

bool WaveformControl::is_between_streams(std::uint32_t component) const {
  return plan_.components[component].is_source() &&
         plan_.flow.streams_made(component) == plan_.flow.streams_begun(component);
}

bool WaveformControl::is_end_on_its_way(std::uint32_t component) const {
  return is_between_streams(component) &&
         plan_.components[component].lines->ends() < plan_.flow.streams_made(component);
}

void WaveformControl::start_if_possible(std::uint32_t component) {
  if (!is_end_on_its_way(component)) start(component);
}

void WaveformControl::start(std::uint32_t component) {
  if (is_between_streams(component)) {
    reached("a source began another stream");
    plan_.flow.begins_again(component);
  }
  plan_.flow.starts(component);
  soon("the start", plan_.components[component], [&] { resources_[component]->start(); });
  is_started_[component] = 1;
}

bool WaveformControl::is_destination_stopped(std::uint32_t component) const {
  const auto destination = plan_.components[component].destination;
  return component != kSink && plan_.flow.is_stopped(destination);
}

void WaveformControl::stop(std::uint32_t component) {
  if (is_destination_stopped(component))
    reached("a component was stopped that sends to a stopped one");
  soon("the stop", plan_.components[component], [&] { resources_[component]->stop(); });
  plan_.flow.has_stopped(component);
  is_started_[component] = 0;
}

void WaveformControl::switch_over(std::uint32_t component) {
  is_started_[component] != 0 ? stop(component) : start_if_possible(component);
}

void WaveformControl::start_all() {
  for (const auto resource : in_any_order(static_cast<std::uint32_t>(resources_.size())))
    if (is_started_[resource] == 0) start_if_possible(resource);
}

void WaveformControl::await_ends() {
  const auto wait = [] { sleep_until(virtual_now() + kMillisecond); };
  for (const auto& component : plan_.components)
    while (component.lines->ends() < plan_.streams_at(component.number)) wait();
  while (!plan_.flow.have_all_arrived()) wait();
}

void WaveformControl::release_all() {
  std::vector<os::Thread> threads;
  for (const auto resource : in_any_order(static_cast<std::uint32_t>(resources_.size())))
    threads.emplace_back([this, resource] {
      soon("the release", plan_.components[resource],
           [&] { resources_[resource]->releaseObject(); });
    });
}

}  // namespace orbweaver::sim
