#include <orbweaver/component/stream_base.hpp>

#include <orbweaver/os/thread.hpp>
#include <orbweaver/stage/event_lines.hpp>

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

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

}  // namespace

std::shared_ptr<resource::PortTable> StreamBase::open(const resource::ProgramContext& context) {
  const auto& arguments = context.arguments;
  name_ = arguments.name_binding.empty() ? arguments.identifier : arguments.name_binding;
  orb_ = context.orb;
  output_ = context.output;
  choice_ = messaging_of(*properties());
  tracker_.emplace(inputs_, choice_.keeps_order());
  const auto ports = std::make_shared<ComponentPorts>([this] { close_ports(); });
  make_ports(context, ports->table());
  return ports;
}

// ---- life ----

Outcome StreamBase::start() {
  if (auto begun = on_start(); !begun) return begun;
  gate_.open();
  start_source();
  return {};
}

Outcome StreamBase::stop() {
  stop_source();
  gate_.close();
  on_stop();
  return {};
}

Outcome StreamBase::release() {
  {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }
  stop_source();
  gate_.shut();
  if (end_thread_.joinable()) end_thread_.join();
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

void StreamBase::end_source(const SourceLoop& loop) {
  finish_stream();
  auto content = loop.report();
  content.update(figures());
  content["transport"] = transport();
  print_over("producer", content);
}

ports::UsesOptions StreamBase::uses_options(std::string_view port) {
  ports::UsesOptions options{.name = std::string{port}, .connection = choice_.sending()};
  options.events.died = [this, port = options.name](const std::string& id, const std::string& why) {
    stage::print_error(
        name_, "the connection '" + id + "' of port '" + port + "' takes no packets: " + why,
        output_);
  };
  return options;
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
  if (!gate_.enter()) return false;
  const std::lock_guard lock(mutex_);
  tracker_->accept(input, stamp, is_end);
  return true;
}

void StreamBase::leave(std::size_t input, const packets::Stamp& stamp) {
  {
    const std::lock_guard lock(mutex_);
    tracker_->complete(input, stamp);
  }
  finish_if_over();
  gate_.leave();
}

void StreamBase::finish_if_over() {
  std::optional<std::uint64_t> missing;
  {
    const std::lock_guard lock(mutex_);
    missing = take_end();
    if (!missing && tracker_->has_ended()) wait_for_missing();
  }
  if (missing) finish(*missing);
}

// Requires: mutex_ is held. For one thread only: the next packet begins another stream.
std::optional<std::uint64_t> StreamBase::take_end() {
  if (!tracker_->is_over()) return std::nullopt;
  const auto missing = tracker_->missing();
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
  std::optional<std::uint64_t> missing;
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

void StreamBase::finish(std::uint64_t missing) {
  // First: once the end is handed on, packets of another stream may come.
  const auto measured = meter_.report(meter_.finished() + missing, most_waiting());
  finish_stream();
  auto content = stage::to_json(measured);
  content.update(figures());
  const auto way = transport();
  if (!way.empty()) content["transport"] = way;
  print_over("stage", content);
}

}  // namespace orbweaver::component
