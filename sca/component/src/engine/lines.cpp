// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stage/event_lines.hpp>

#include <nlohmann/json.hpp>
#include <utility>

#include "../loss_lines.hpp"
#include "stream_engine.hpp"

namespace orbweaver::component {

void StreamEngine::print(const nlohmann::json& line) const { print_line(line, output_); }

void StreamEngine::fail(const std::string& why) {
  if (!has_failed_.exchange(true)) print_error(name_, why, output_);
}

void StreamEngine::print_over(const char* part, const nlohmann::json& content) const {
  nlohmann::json line{{"event", "result"}, {"name", name_}, {part, content}};
  const auto orb = choice_.explain ? orb_.lock() : nullptr;
  if (orb)
    for (const auto& choice : orb->explain())
      line["choices"].push_back(
          {{"what", choice.what}, {"value", choice.value}, {"why", choice.why}});
  print(line);
  print({{"event", "end_of_stream"}});
}

ports::UsesOptions StreamEngine::uses_options(std::string_view port) {
  ports::UsesOptions options{.name = std::string{port}, .connection = choice_.sending()};
  options.events.died = [this, port = options.name](const std::string& id, const std::string& why) {
    print_error(name_, "the connection " + named(id, port) + " takes no packets: " + why, output_);
  };
  options.events.left = [this, port = options.name](const packets::ConnectionStatistics& one) {
    report_losses(port, one);
  };
  options.events.last_is_late = [this, port = options.name](const std::string& id,
                                                            const std::string& why) {
    report_lost_end(id, port, why);
  };
  connections_.apply_to(options);
  return options;
}

ports::ProvidesOptions StreamEngine::provides_options(std::string_view port) const {
  auto options = choice_.receiving();
  connections_.apply_to(port, options);
  return options;
}

void StreamEngine::report_losses(std::string_view port,
                                 const packets::ConnectionStatistics& connection) {
  if (ports::is_tap(connection.connection)) return;  // a tap itself reports what it missed
  const auto lost = lost_by(connection);
  {
    const std::lock_guard lock(mutex_);
    auto& in_lines = losses_[std::string{port} + " " + connection.connection];
    if (lost <= in_lines) return;
    in_lines = lost;
  }
  print_error(name_, line_of_losses(port, connection, choice_), output_);
}

void StreamEngine::add_unsent(nlohmann::json& content) {
  const std::lock_guard lock(mutex_);
  std::uint64_t unsent = 0;
  for (const auto& loss : losses_) unsent += loss.second;
  if (unsent > unsent_in_results_) content["unsent"] = unsent - unsent_in_results_;
  unsent_in_results_ = unsent;
}

void StreamEngine::report_missing(const EndTracker::Missing& missing) const {
  if (!choice_.keeps_order()) return;
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i] > 0)
      print({{"event", "missing_packets"},
             {"name", name_},
             {"error", line_of_missing(parts_.inputs[i].name, missing[i])}});
}

void StreamEngine::report_lost_end(const std::string& connection, std::string_view port,
                                   const std::string& why) const {
  print_error(name_, line_of_lost_end(connection, port, why, choice_), output_);
  print({{"event", "end_is_lost"}, {"name", name_}});
}

}  // namespace orbweaver::component
