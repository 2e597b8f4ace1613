// SPDX-License-Identifier: Apache-2.0
#include "figures/flow_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace orbweaver::control {

namespace {

using Orbweaver::ConnectionFigures;
using Orbweaver::PortFigures;

constexpr double kNanosecondsPerSecond = 1e9, kNanosecondsPerMicrosecond = 1e3;

double grown(std::uint64_t last, std::uint64_t first) {
  return last > first ? static_cast<double>(last - first) : 0;
}

/// One end of a connection, as it was measured at both moments.
struct MeasuredEnd {
  const Measured* component = nullptr;
  const PortFigures* port = nullptr;
  const ConnectionFigures* last = nullptr;
  const ConnectionFigures* first = nullptr;  // null: the connection is new since the first moment

  [[nodiscard]] double seconds() const {
    return static_cast<double>(component->last.at() - component->first.at()) /
           kNanosecondsPerSecond;
  }
  [[nodiscard]] double packets() const {
    return grown(last->packets(), first == nullptr ? 0 : first->packets());
  }
  [[nodiscard]] double octets() const {
    return grown(last->octets(), first == nullptr ? 0 : first->octets());
  }
  /// Mean duration of the calls between the two moments; if there were none, the mean of all calls.
  [[nodiscard]] double mean_ns() const {
    const auto& all = last->latency();
    if (first == nullptr || all.count() <= first->latency().count()) return all.mean();
    const auto& before = first->latency();
    const auto sum = all.mean() * static_cast<double>(all.count()) -
                     before.mean() * static_cast<double>(before.count());
    return std::max(sum / static_cast<double>(all.count() - before.count()), 0.0);
  }
};

const ConnectionFigures* find(const Orbweaver::ComponentFigures& figures, const PortFigures& port,
                              const ConnectionFigures& wanted) {
  for (const auto& measured_port : figures.ports()) {
    if (measured_port.name() != port.name() || measured_port.is_input() != port.is_input())
      continue;
    for (const auto& connection : measured_port.connections())
      if (connection.id() == wanted.id() && connection.number() == wanted.number())
        return &connection;
  }
  return nullptr;
}

std::vector<MeasuredEnd> ends_of(const std::vector<Measured>& components, bool is_input) {
  std::vector<MeasuredEnd> ends;
  for (const auto& component : components)
    for (const auto& port : component.last.ports())
      if (port.is_input() == is_input)
        for (const auto& connection : port.connections())
          ends.push_back({&component, &port, &connection, find(component.first, port, connection)});
  return ends;
}

Json place_of(const MeasuredEnd& end) {
  return {{"component", end.component->component}, {"port", end.port->name()}};
}

Json times_of(const MeasuredEnd& end) {
  const auto& all = end.last->latency();
  if (all.count() == 0) return nullptr;
  return {{"mean", end.mean_ns() / kNanosecondsPerMicrosecond},
          {"p50", all.p50() / kNanosecondsPerMicrosecond},
          {"p99", all.p99() / kNanosecondsPerMicrosecond},
          {"max", all.longest() / kNanosecondsPerMicrosecond}};
}

std::uint64_t lost_by(const ConnectionFigures* figures, const std::string& cause) {
  if (figures == nullptr) return 0;
  for (const auto& loss : figures->lost())
    if (loss.cause() == cause) return loss.packets();
  return 0;
}

void add_losses(const MeasuredEnd& end, Json& lost, Json& lost_now) {
  const auto note = [&](const std::string& cause, std::uint64_t all, std::uint64_t before) {
    if (all > 0) lost[cause] = lost.value(cause, std::uint64_t{0}) + all;
    if (all > before) lost_now[cause] = lost_now.value(cause, std::uint64_t{0}) + all - before;
  };
  for (const auto& loss : end.last->lost())
    note(loss.cause(), loss.packets(), lost_by(end.first, loss.cause()));
  note("missing", end.last->missing(), end.first == nullptr ? 0 : end.first->missing());
}

void add_flow(const MeasuredEnd& end, Json& row) {
  const auto seconds = end.seconds();
  if (seconds <= 0) return;
  row["packets_per_second"] = end.packets() / seconds;
  row["bytes_per_second"] = end.octets() / seconds;
  if (end.port->sample_octets() > 0)
    row["samples_per_second"] = end.octets() / end.port->sample_octets() / seconds;
  row["packets"] = end.last->packets();
  row["bytes"] = end.last->octets();
}

/// At least one of `sender` and `receiver` is not null.
Json row_of(const MeasuredEnd* sender, const MeasuredEnd* receiver) {
  Json row{{"from", sender != nullptr ? place_of(*sender) : Json{}},
           {"to", receiver != nullptr ? place_of(*receiver) : Json{}},
           {"id", sender != nullptr ? Json(sender->last->id()) : Json{}}};
  add_flow(sender != nullptr ? *sender : *receiver, row);
  auto lost = Json::object(), lost_now = Json::object();
  if (sender != nullptr) {
    row["transport"] = sender->last->transport();
    row["waiting_at_sender"] = sender->last->waiting();
    row["most_waiting_at_sender"] = sender->last->most_waiting();
    row["call_us"] = times_of(*sender);
    row["is_alive"] = sender->last->is_alive();
    if (!sender->last->why().empty()) row["why"] = sender->last->why();
    add_losses(*sender, lost, lost_now);
  }
  if (receiver != nullptr) {
    row["waiting_at_receiver"] = receiver->port->waiting();
    row["most_waiting_at_receiver"] = receiver->port->most_waiting();
    row["latency_us"] = times_of(*receiver);
    row["reordered"] = receiver->last->reordered();
    add_losses(*receiver, lost, lost_now);
  }
  row["lost"] = std::move(lost);
  row["lost_meanwhile"] = std::move(lost_now);
  return row;
}

/// Returns the component's name; empty if it is not known.
std::string component_in(const Json& end) {
  return end.is_object() ? end["component"].get<std::string>() : std::string{};
}

}  // namespace

Json shares_of(const Measured& component) {
  const auto all = static_cast<double>(component.last.at() - component.first.at());
  if (all <= 0) return {{"processing", 0.0}, {"sending", 0.0}, {"waiting", 1.0}};
  const auto share = [&](std::int64_t last, std::int64_t first) {
    return std::clamp(static_cast<double>(last - first) / all, 0.0, 1.0);
  };
  const auto processing = share(component.last.processing(), component.first.processing());
  const auto sending = share(component.last.sending(), component.first.sending());
  return {{"processing", processing},
          {"sending", sending},
          {"waiting", std::max(1 - processing - sending, 0.0)}};
}

Json connections_between(const std::vector<Measured>& components, const FindEnd& find_end) {
  auto rows = Json::array();
  const auto receivers = ends_of(components, true);
  std::vector<const MeasuredEnd*> matched;
  for (const auto& sender : ends_of(components, false)) {
    const auto receiver = std::ranges::find_if(receivers, [&](const MeasuredEnd& end) {
      return end.last->number() != 0 && end.last->number() == sender.last->number();
    });
    const bool is_found = receiver != receivers.end();
    rows.push_back(row_of(&sender, is_found ? &*receiver : nullptr));
    if (is_found)
      matched.push_back(&*receiver);
    else
      rows.back()["to"] =
          find_end(sender.component->component, sender.port->name(), sender.last->id());
  }
  // Adds rows for receivers whose sender gives no number or is no component of this report. A
  // sender that has disconnected gets no row.
  for (const auto& receiver : receivers)
    if (std::ranges::find(matched, &receiver) == matched.end() && receiver.packets() > 0)
      rows.push_back(row_of(nullptr, &receiver));
  return rows;
}

void put_in_order_of_flow(Json& components, Json& connections) {
  auto rest = std::exchange(components, Json::array());
  std::map<std::string, std::size_t> places;
  // Whether a component receives samples from one that is not sorted in yet.
  const auto must_wait = [&](const std::string& name) {
    return std::ranges::any_of(connections, [&](const Json& connection) {
      const auto from = component_in(connection["from"]), to = component_in(connection["to"]);
      const bool is_there =
          std::ranges::any_of(rest, [&](const Json& other) { return other["component"] == from; });
      return to == name && from != name && is_there;
    });
  };
  while (!rest.empty()) {
    auto next =
        std::ranges::find_if(rest, [&](const Json& json) { return !must_wait(json["component"]); });
    if (next == rest.end()) next = rest.begin();
    places.emplace((*next)["component"], places.size());
    components.push_back(*next);
    rest.erase(next);
  }
  const auto place_of_sender = [&](const Json& row) {
    const auto found = places.find(component_in(row["from"]));
    return found == places.end() ? places.size() : found->second;
  };
  auto rows = connections.get<std::vector<Json>>();
  std::ranges::stable_sort(rows, {}, place_of_sender);
  connections = rows;
}

}  // namespace orbweaver::control
