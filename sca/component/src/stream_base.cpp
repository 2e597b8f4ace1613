#include <orbweaver/component/stream_base.hpp>

#include <orbweaver/component/logger.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/resource/program/input_connections.hpp>
#include <orbweaver/stage/event_lines.hpp>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "input_adapter.hpp"
#include "loss_lines.hpp"
#include "stall_watch.hpp"

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
  for (const auto& each : failure.messages) line += (line.empty() ? "" : "; ") + each;
  return line.empty() ? "it gives no reason" : line;
}

ConnectionChoices required(Result<ConnectionChoices, std::string> parsed) {
  if (!parsed) throw std::invalid_argument(parsed.error());
  return *std::move(parsed);
}

}  // namespace

std::shared_ptr<resource::PortTable> StreamBase::open(const resource::ProgramContext& context,
                                                      const AddPorts& add) {
  const auto& arguments = context.arguments;
  name_ = arguments.name_binding.empty() ? arguments.identifier : arguments.name_binding;
  orb_ = context.orb;
  output_ = context.output;
  logger_->open(name_in_log(arguments.identifier), output_);
  choice_ = messaging_of(*properties());
  connections_ = required(ConnectionChoices::parse(choice_.connections, described_ports()));
  tracker_.emplace(inputs_.size(), choice_.keeps_order());
  expect_connections(arguments);
  const auto ports = std::make_shared<ComponentPorts>([this] { end_ports(); });
  change_settings({});
  take_log_level();
  properties()->on_changes([this](const auto& ids) {
    if (!std::ranges::all_of(ids, is_log_level)) change_settings(ids);
    take_log_level();
  });
  make_ports(context, ports->table());
  if (add) add(ports->table());
  opened_ns_ = monotonic_ns();
  {
    const std::lock_guard lock(ports_mutex_);
    are_ports_open_ = true;
  }
  watch_for_stalls();
  return ports;
}

std::shared_ptr<Logger> StreamBase::make_logger() { return std::make_shared<Logger>(); }

void StreamBase::take_log_level() {
  const auto word = resource::get<std::string>(*properties(), kLogLevel).value_or("");
  if (const auto level = level_named(word)) logger_->set_level(*level);
}

void StreamBase::end_ports() noexcept {
  {
    const std::lock_guard lock(ports_mutex_);
    are_ports_open_ = false;
  }
  close_controls();
  close_ports();
}

std::optional<packets::Snapshot> StreamBase::snapshot() const {
  packets::Snapshot made;
  const std::lock_guard lock(ports_mutex_);
  if (!are_ports_open_) return std::nullopt;
  describe_ports(made.ports);
  const auto times = meter_.times();
  made.since_ns = opened_ns_;
  made.at_ns = times.at_ns;
  made.processing_ns = times.processing_ns;
  made.sending_ns = times.sending_ns;
  return made;
}

// finish() may work for long at all that came; a packet may not.
void StreamBase::watch_for_stalls() {
  if (inputs_.empty() || choice_.call_timeout_ms == 0) return;
  const auto look = [this] {
    return StallWatch::Sight{gate_.is_at_work() && !is_finishing_.load(), meter_.finished()};
  };
  stall_watch_ = std::make_shared<StallWatch>(choice_.stall_timeout(), look, [this] {
    stage::print_error(name_, line_of_stall(choice_), output_);
    print({{"event", "end_is_lost"}, {"name", name_}});
  });
}

CORBA::object_reference<PortableServer::POA> StreamBase::adapter_of_inputs(
    const resource::ProgramContext& context) {
  if (choice_.receiving().dispatch != wire::Dispatch::pool) return context.adapter;
  input_adapter_ = std::make_shared<InputAdapter>(*context.orb, context.adapter);
  return input_adapter_->adapter();
}

void StreamBase::expect_connections(const resource::Arguments& arguments) {
  const auto* const given = arguments.find(resource::kInputConnections);
  if (given == nullptr) return;
  const auto connections = resource::input_connections_of(*given);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (const auto found = connections.find(inputs_[i]); found != connections.end())
      tracker_->expect(i, found->second);
}

// ---- life ----

Outcome StreamBase::start() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  const bool is_started = has_begun_.load();  // then another start() changes nothing
  if (auto begun = begin(); !begun) return begun;
  was_stopped_ = false;
  if (!is_started) start_source();
  gate_.open();
  return {};
}

// Requires: life_ is held.
Outcome StreamBase::begin() {
  if (has_begun_.load()) return {};
  auto begun = on_start();
  if (begun) has_begun_ = true;
  return begun;
}

// It waits for a stop() or an on_settings(), which wait for what is at work: so it is not at work yet.
void StreamBase::begin_by_packet() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  if (was_stopped_) return;
  const auto begun = begin();
  if (begun) return;
  fail("on_start: " + one_line(begun.error()));
  has_begun_ = true;  // it is not tried for each packet
}

// Another component of this process may have to be called before what is waited for can end.
Outcome StreamBase::stop() {
  const os::BlockedThread blocked;
  const std::lock_guard lock(life_);
  gate_.close();
  hurry_source();
  on_stop();
  has_begun_ = false;
  was_stopped_ = true;
  return {};
}

StreamBase::Pause::Pause(StreamBase& component)
    : life_(component.life_), gate_(component.gate_), is_open_again_(gate_.close_if_open()) {}

StreamBase::Pause::~Pause() {
  if (is_open_again_) gate_.open();
}

void StreamBase::change_settings(const std::vector<std::string>& ids) {
  const Pause pause(*this);
  const auto taken = take_settings(ids);
  if (!taken) throw std::invalid_argument(one_line(taken.error()));
}

Outcome StreamBase::release() {
  const os::BlockedThread blocked;
  {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }
  close_controls();
  gate_.shut();
  stall_watch_.reset();
  finish_source();
  if (end_thread_.joinable()) end_thread_.join();
  logger_->finish();
  return {};
}

// ---- what the component says ----

void StreamBase::print(const nlohmann::json& line) const { stage::print_line(line, output_); }

void StreamBase::fail(const std::string& why) {
  if (!has_failed_.exchange(true)) stage::print_error(name_, why, output_);
}

nlohmann::json StreamBase::figures() const { return nlohmann::json::object(); }

void StreamBase::print_over(const char* part, const nlohmann::json& content) const {
  nlohmann::json line{{"event", "result"}, {"name", name_}, {part, content}};
  const auto orb = choice_.explain ? orb_.lock() : nullptr;
  if (orb)
    for (const auto& choice : orb->explain())
      line["choices"].push_back(
          {{"what", choice.what}, {"value", choice.value}, {"why", choice.why}});
  print(line);
  print({{"event", "end_of_stream"}});
}

// Who reads the line may start the source again.
void StreamBase::end_source(SourceLoop& loop) {
  const auto way = transport();  // with the end of the stream the connection may end
  if (!finish_stream()) return;
  auto content = loop.report();
  content.update(figures());
  if (!way.empty()) content["transport"] = way;
  add_unsent(content);
  loop.end_is_sent();
  print_over("producer", content);
}

ports::UsesOptions StreamBase::uses_options(std::string_view port) {
  ports::UsesOptions options{.name = std::string{port}, .connection = choice_.sending()};
  options.events.died = [this, port = options.name](const std::string& id, const std::string& why) {
    stage::print_error(name_, "the connection " + named(id, port) + " takes no packets: " + why,
                       output_);
  };
  options.events.left = [this, port = options.name](const packets::Statistics& one) {
    report_losses(port, one);
  };
  options.events.last_is_late = [this, port = options.name](const std::string& id,
                                                            const std::string& why) {
    report_lost_end(id, port, why);
  };
  connections_.apply_to(options);
  return options;
}

ports::ProvidesOptions StreamBase::provides_options(std::string_view port) const {
  auto options = choice_.receiving();
  connections_.apply_to(port, options);
  return options;
}

void StreamBase::report_losses(std::string_view port, const packets::Statistics& connection) {
  if (ports::is_tap(connection.connection)) return;  // who looks on says what was missed
  const auto lost = lost_by(connection);
  {
    const std::lock_guard lock(mutex_);
    auto& in_lines = losses_[std::string{port} + " " + connection.connection];
    if (lost <= in_lines) return;
    in_lines = lost;
  }
  stage::print_error(name_, line_of_losses(port, connection, choice_), output_);
}

void StreamBase::add_unsent(nlohmann::json& content) {
  const std::lock_guard lock(mutex_);
  std::uint64_t unsent = 0;
  for (const auto& each : losses_) unsent += each.second;
  if (unsent > unsent_in_results_) content["unsent"] = unsent - unsent_in_results_;
  unsent_in_results_ = unsent;
}

void StreamBase::report_missing(const EndTracker::Missing& missing) const {
  if (!choice_.keeps_order()) return;
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i] > 0)
      print({{"event", "missing_packets"},
             {"name", name_},
             {"error", line_of_missing(inputs_[i], missing[i])}});
}

void StreamBase::report_lost_end(const std::string& connection, std::string_view port,
                                 const std::string& why) const {
  stage::print_error(name_, line_of_lost_end(connection, port, why, choice_), output_);
  print({{"event", "end_is_lost"}, {"name", name_}});
}

// ---- packets and the end of the stream ----

void StreamBase::fail_with_exception() {
  try {
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("it threw what is no std::exception");
  }
}

bool StreamBase::enter(std::size_t input, const packets::Stamp& stamp, bool is_end) {
  if (!has_begun_.load()) [[unlikely]]
    begin_by_packet();
  if (!gate_.enter()) return false;
  if (accept(input, stamp, is_end)) return true;
  rest();
  gate_.leave();
  return false;
}

bool StreamBase::accept(std::size_t input, const packets::Stamp& stamp, bool is_end) {
  const std::lock_guard lock(mutex_);
  if (!tracker_->accept(input, stamp, is_end)) return false;
  if (is_end && tracker_->has_ended()) note_end_of_inputs();
  return true;
}

bool StreamBase::take(std::unique_lock<os::Mutex>& turn) {
  if (turn.try_lock()) return true;
  meter_.pause();
  rest();
  {
    const os::BlockedThread blocked;
    turn.lock();
  }
  const bool is_wanted = resume();
  meter_.go_on();
  return is_wanted;
}

void StreamBase::leave(std::size_t input, const packets::Stamp& stamp) {
  {
    const std::lock_guard lock(mutex_);
    tracker_->complete(input, stamp);
  }
  finish_if_over();
  gate_.leave();
}

// The next stream may have come to its end meanwhile.
void StreamBase::finish_if_over() {
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

// Requires: mutex_ is held. For one thread only: the next packet begins another stream.
std::optional<EndTracker::Missing> StreamBase::take_end() {
  if (!tracker_->is_over()) return std::nullopt;
  auto missing = tracker_->missing();
  tracker_->restart();
  ++streams_;
  end_deadline_.reset();
  changed_.notify_all();
  return missing;
}

// Requires: mutex_ is held. What is processed at this moment completes by itself; the thread is for
// what may never come.
void StreamBase::wait_for_missing() {
  if (choice_.keeps_order() || waits_for_ == streams_) return;
  waits_for_ = streams_;
  end_deadline_ = now() + choice_.end_timeout();
  changed_.notify_all();
  if (!end_thread_.joinable())
    end_thread_ = os::start_thread({.name = "ow-end"}, [this] { give_up_in_time(); });
}

void StreamBase::give_up_in_time() {
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

void StreamBase::give_up(std::uint64_t stream) {
  if (!gate_.enter()) return;
  rest();
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

void StreamBase::finish(const EndTracker::Missing& missing) {
  // First: once the end is handed on, packets of another stream may come.
  const auto expected = std::accumulate(missing.begin(), missing.end(), meter_.finished());
  const auto measured = meter_.report(expected, most_waiting());
  report_missing(missing);
  const auto way = transport();  // with the end of the stream the connection may end
  is_finishing_ = true;
  const bool is_finished = finish_stream();
  is_finishing_ = false;
  if (!is_finished) return;
  auto content = stage::to_json(measured);
  content.update(figures());
  if (!way.empty()) content["transport"] = way;
  add_unsent(content);
  print_over("stage", content);
}

}  // namespace orbweaver::component
