// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/resource/program/input_connections.hpp>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "../input_adapter.hpp"
#include "../loss_lines.hpp"
#include "../stall_watch.hpp"
#include "stream_engine.hpp"

namespace orbweaver::component {

namespace {

/// The ports of a component by name, and their end.
class ComponentPorts final : public resource::PortTable {
 public:
  explicit ComponentPorts(std::function<void()> close) : close_(std::move(close)) {}
  [[nodiscard]] resource::NamedPorts& table() noexcept { return table_; }
  [[nodiscard]] Reference find(const std::string& name) override { return table_.find(name); }
  void close() noexcept override {
    table_.close();
    close_();
  }

 private:
  resource::NamedPorts table_;
  const std::function<void()> close_;
};

constexpr std::string_view kLogLevel = "log_level";
bool is_log_level(const std::string& id) { return id == kLogLevel; }

/// "radio/tuner" of the identifier "tuner:radio".
std::string name_in_log(const std::string& identifier) {
  const auto colon = identifier.rfind(':');
  if (colon == std::string::npos) return identifier;
  return identifier.substr(colon + 1) + "/" + identifier.substr(0, colon);
}

std::string one_line(const Failure& failure) {
  std::string line;
  for (const auto& message : failure.messages) line += (line.empty() ? "" : "; ") + message;
  return line.empty() ? "it gives no reason" : line;
}

ConnectionChoices required(Result<ConnectionChoices, std::string> parsed) {
  if (!parsed) throw std::invalid_argument(parsed.error());
  return *std::move(parsed);
}

}  // namespace

StreamEngine::StreamEngine(StreamBase& component, StreamParts parts)
    : component_(component), parts_(std::move(parts)) {}

StreamEngine::~StreamEngine() = default;

std::shared_ptr<resource::PortTable> StreamEngine::open(const resource::ProgramContext& context,
                                                        StreamBase::AddPorts add) {
  const auto& arguments = context.arguments;
  name_ = arguments.name_binding.empty() ? arguments.identifier : arguments.name_binding;
  orb_ = context.orb;
  output_ = context.output;
  logger_->open(name_in_log(arguments.identifier), output_);
  choice_ = messaging_of(*component_.properties());
  connections_ = required(ConnectionChoices::parse(choice_.connections, parts_.all));
  tracker_.emplace(parts_.inputs.size(), choice_.keeps_order());
  expect_connections(arguments);
  const auto ports = std::make_shared<ComponentPorts>([this] { end_ports(); });
  change_settings({});
  take_log_level();
  component_.properties()->on_changes([this](const auto& ids) {
    if (!std::ranges::all_of(ids, is_log_level)) change_settings(ids);
    take_log_level();
  });
  make_ports(context, ports->table());
  if (add != nullptr) add(component_, context, ports->table());
  opened_ns_ = monotonic_ns();
  {
    const std::lock_guard lock(ports_mutex_);
    are_ports_open_ = true;
  }
  watch_for_stalls();
  return ports;
}

void StreamEngine::take_log_level() {
  const auto word = resource::get<std::string>(*component_.properties(), kLogLevel).value_or("");
  if (const auto level = level_named(word)) logger_->set_level(*level);
}

void StreamEngine::end_ports() noexcept {
  {
    const std::lock_guard lock(ports_mutex_);
    are_ports_open_ = false;
  }
  component_.close_controls();
  for (const auto& input_port : input_ports_) input_port->close();
  input_adapter_.reset();
  workers_.reset();
  senders_.clear();
  output_ports_.clear();
}

// ---- ports ----

void StreamEngine::make_ports(const resource::ProgramContext& context,
                              resource::NamedPorts& table) {
  make_outputs(context.adapter, table);
  if (choice_.parallel > 0 && parts_.inputs.size() == 1) start_workers();
  make_inputs(context, table);
}

void StreamEngine::make_outputs(const Adapter& adapter, resource::NamedPorts& table) {
  for (const auto& output : parts_.outputs) {
    auto& port = output_ports_.emplace_back(output.make(uses_options(output.name)));
    senders_.push_back(port.get());
    table.add(std::string{output.name}, port->activate(adapter));
  }
}

void StreamEngine::make_inputs(const resource::ProgramContext& context,
                               resource::NamedPorts& table) {
  const auto adapter = adapter_of_inputs(context);
  for (std::size_t i = 0; i < parts_.inputs.size(); ++i) {
    const auto& entry = parts_.inputs[i];
    auto& port = input_ports_.emplace_back(entry.make(entry.name));
    table.add(std::string{entry.name}, port->open(adapter, provides_options(entry.name), i, *this));
  }
}

void StreamEngine::describe_ports(std::vector<packets::PortSnapshot>& ports) const {
  for (const auto& input_port : input_ports_) ports.push_back(input_port->snapshot());
  if (workers_) {
    ports.front().waiting += workers_->waiting();
    ports.front().most_waiting += workers_->most_waiting();
  }
  for (const auto& output_port : output_ports_) ports.push_back(output_port->snapshot());
}

std::size_t StreamEngine::most_waiting() const {
  std::size_t most = workers_ ? workers_->most_waiting() : 0;
  for (const auto& input_port : input_ports_) most += input_port->most_waiting();
  return most;
}

std::optional<packets::Snapshot> StreamEngine::snapshot() const {
  packets::Snapshot snapshot;
  const std::lock_guard lock(ports_mutex_);
  if (!are_ports_open_) return std::nullopt;
  describe_ports(snapshot.ports);
  const auto times = meter_.times();
  snapshot.since_ns = opened_ns_;
  snapshot.at_ns = times.at_ns;
  snapshot.processing_ns = times.processing_ns;
  snapshot.sending_ns = times.sending_ns;
  return snapshot;
}

// A stall is a packet on which the component works too long. finish() may take long, as it may work
// on all packets that arrived.
void StreamEngine::watch_for_stalls() {
  if (is_source() || choice_.call_timeout_ms == 0) return;
  const auto look = [this] {
    return StallWatch::Sight{gate_.is_at_work() && !is_finishing_.load(), meter_.finished()};
  };
  stall_watch_ = std::make_shared<StallWatch>(choice_.stall_timeout(), look, [this] {
    print_error(name_, line_of_stall(choice_), output_);
    print({{"event", "end_is_lost"}, {"name", name_}});
  });
}

Adapter StreamEngine::adapter_of_inputs(const resource::ProgramContext& context) {
  if (is_source() || choice_.receiving().dispatch != wire::Dispatch::pool) return context.adapter;
  input_adapter_ = std::make_shared<InputAdapter>(*context.orb, context.adapter);
  return input_adapter_->adapter();
}

void StreamEngine::expect_connections(const resource::Arguments& arguments) {
  const auto* const given = arguments.find(resource::kInputConnections);
  if (given == nullptr) return;
  const auto connections = resource::input_connections_of(*given);
  for (std::size_t i = 0; i < parts_.inputs.size(); ++i)
    if (const auto found = connections.find(std::string{parts_.inputs[i].name});
        found != connections.end())
      tracker_->expect(i, found->second);
}

// ---- life ----

Outcome StreamEngine::start() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  const bool is_started = has_begun_.load();  // then another start() changes nothing
  if (auto begun = begin(); !begun) return begun;
  was_stopped_ = false;
  if (!is_started && is_source()) start_source();
  gate_.open();
  return {};
}

// Requires: life_ is held.
Outcome StreamEngine::begin() {
  if (has_begun_.load()) return {};
  auto begun = component_.on_start();
  if (begun) has_begun_ = true;
  return begun;
}

// The caller waits here for a stop() or on_settings(), which in turn wait for packets at work: so
// this packet is not at work yet.
void StreamEngine::begin_by_packet() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  if (was_stopped_) return;
  const auto begun = begin();
  if (begun) return;
  fail("on_start: " + one_line(begun.error()));
  has_begun_ = true;  // also after a failure: the start is tried once
}

// While this waits, another component of this process may have to be called.
Outcome StreamEngine::stop() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  gate_.close();
  loop_.hurry();
  component_.on_stop();
  has_begun_ = false;
  was_stopped_ = true;
  return {};
}

StreamEngine::Pause::Pause(StreamEngine& engine)
    : life_(engine.life_), gate_(engine.gate_), is_open_again_(gate_.close_if_open()) {}

StreamEngine::Pause::~Pause() {
  if (is_open_again_) gate_.open();
}

void StreamEngine::change_settings(const std::vector<std::string>& ids) {
  const Pause pause(*this);
  const auto taken = component_.take_settings(ids);
  if (!taken) throw std::invalid_argument(one_line(taken.error()));
}

void StreamEngine::release() {
  const os::BlockedThread blocked;
  {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }
  component_.close_controls();
  gate_.shut();
  stall_watch_.reset();
  loop_.finish();
  if (end_thread_.joinable()) end_thread_.join();
  logger_->finish();
}

}  // namespace orbweaver::component
