// What all components that process streams share, whatever their ports are: life, end of stream,
// meters, lines. A component's writer derives from StreamComponent.
#pragma once
#include <orbweaver/component/connections.hpp>
#include <orbweaver/component/end_tracker.hpp>
#include <orbweaver/component/gate.hpp>
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/component/settings.hpp>
#include <orbweaver/component/source_loop.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/resource/component.hpp>
#include <orbweaver/resource/program/program.hpp>
#include <orbweaver/stage/stage_meter.hpp>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::component {

using resource::Failure;
using resource::Outcome;

class InputAdapter;
class Logger;
class StallWatch;

/// Threads: what the hooks say. Requires: release() before its end.
class StreamBase : public resource::Component {
 public:
  /// Adds ports of other kinds than the base has.
  using AddPorts = std::function<void(resource::NamedPorts& table)>;
  /// Packets are processed from start() on. As the standard's start may reach the assembly controller
  /// alone, the first packet starts a component that nobody has started or stopped yet. After stop()
  /// packets wait until start(). A source that is stopped and started after its `end_of_stream` line begins
  /// another stream. Blocks: for the hook that runs.
  Outcome start() final;
  /// process(), produce() and finish() do not run when it returns. What they made before may still be
  /// on its way to a destination that takes nothing now: so components can be stopped in any order.
  /// Blocks: for the step that runs.
  Outcome stop() final;
  /// Blocks: also for what is being sent, until its destinations take it or are released themselves.
  Outcome release() final;
  [[nodiscard]] std::optional<packets::Snapshot> snapshot() const final;

  /// Its own properties and those of messaging. For tests, which hold them against the profile.
  [[nodiscard]] const Definitions& all_definitions() const noexcept { return definitions_; }

  /// Reads the messaging properties and makes the ports. Call it once. Throws what activating
  /// objects throws; std::invalid_argument if the property `connections` says what cannot be.
  [[nodiscard]] std::shared_ptr<resource::PortTable> open(const resource::ProgramContext& context,
                                                          const AddPorts& add = {});

  /// While it lives no packet is processed, and no hook runs. Blocks: for the step or the hook that
  /// runs.
  class Pause {
   public:
    explicit Pause(StreamBase& component);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    const os::BlockedThread blocked_;  // what it waits for may need a thread of this pool
    const std::lock_guard<os::Mutex> life_;
    Gate& gate_;
    const bool is_open_again_;
  };

 protected:
  /// `inputs`: the names of the provides ports.
  StreamBase(Definitions own, const Shape& shape, std::vector<std::string> inputs)
      : StreamBase(distinct(with_messaging(std::move(own), shape)), std::move(inputs)) {}

  // ---- hooks of the component ----
  // A component that overrides figures() or calls print() includes <nlohmann/json.hpp>: those that
  // do not are spared its compilation.

  /// settings() are others than before: runs before the first on_start() for all of them, and then after
  /// each configure() that changed some. A failure refuses them: whoever configures gets its messages, and
  /// settings() are as before. process(), produce() and finish() do not run meanwhile, and neither do other
  /// hooks. It must not wait for who waits for a step of this component.
  virtual Outcome on_settings(const Changed& changed) {
    (void)changed;
    return {};
  }
  /// Runs before the first packet is processed or produced, and again in each start() after a stop(). A
  /// failure fails the start; if the first packet came before start(), it fails the component.
  virtual Outcome on_start() { return {}; }
  /// Runs in stop(), when nothing is processed any more.
  virtual void on_stop() {}
  /// What the result line has besides what the base measures, as {"frames": 7}. Runs once, at the
  /// end of the stream.
  [[nodiscard]] virtual nlohmann::json figures() const;

  /// Prints a JSON line, whole, where the device finds it under the component's name. Any thread.
  void print(const nlohmann::json& line) const;
  /// What whoever runs the component is to know, by level: see logger.hpp, which a component that uses it
  /// includes. Any thread.
  [[nodiscard]] Logger& log() const noexcept { return *logger_; }
  /// The component cannot go on: an `error` line, the first time. Packets that still come are
  /// dropped, and the end of the stream is handed on, so that nothing waits for it. What process()
  /// and produce() throw has the same effect. Any thread.
  void fail(const std::string& why);

  // ---- for StreamComponent ----

  /// Reads settings() anew, of `ids` alone unless it is empty, and runs on_settings(). A failure leaves
  /// them as they were.
  [[nodiscard]] virtual Outcome take_settings(const std::vector<std::string>& ids) = 0;
  [[nodiscard]] virtual std::vector<PortDescription> described_ports() const = 0;
  /// The component's ports, and the work that only its types allow.
  virtual void make_ports(const resource::ProgramContext& context, resource::NamedPorts& table) = 0;
  virtual void close_ports() noexcept = 0;
  /// Nobody calls the component any more. Blocks: for an operation that runs.
  virtual void close_controls() noexcept {}
  /// Of the ports between make_ports() and close_ports(). Holds up no packet.
  virtual void describe_ports(std::vector<packets::PortSnapshot>& ports) const = 0;
  /// finish() of the component, and the end on all uses ports. False if the component has been
  /// released before.
  [[nodiscard]] virtual bool finish_stream() = 0;
  /// What a source does when the component starts, stops and is released. A component with inputs has
  /// none.
  virtual void start_source() {}
  virtual void hurry_source() {}
  virtual void finish_source() {}
  [[nodiscard]] virtual std::string transport() const = 0;
  [[nodiscard]] virtual std::size_t most_waiting() const = 0;

  /// The adapter of the provides ports, until end_inputs().
  [[nodiscard]] CORBA::object_reference<PortableServer::POA> adapter_of_inputs(
      const resource::ProgramContext& context);
  void end_inputs() noexcept { input_adapter_.reset(); }
  [[nodiscard]] const MessagingChoice& choice() const noexcept { return choice_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] stage::StageMeter& meter() noexcept { return meter_; }
  [[nodiscard]] ports::UsesOptions uses_options(std::string_view port);
  [[nodiscard]] ports::ProvidesOptions provides_options(std::string_view port) const;
  /// An `error` line for packets that a connection of the uses port lost, unless they are in one
  /// already.
  void report_losses(std::string_view port, const packets::Statistics& connection);

  /// A packet goes in, and is at work. False if it does not count: it came before, or the component
  /// has been released. Blocks: while it is stopped.
  [[nodiscard]] bool enter(std::size_t input, const packets::Stamp& stamp, bool is_end);
  /// The component's own code is left, and entered again: see Gate.
  void rest() { gate_.rest(); }
  [[nodiscard]] bool resume() { return gate_.resume(); }
  /// Takes the turn of a packet that is at work, and rests while it waits. False if the component has
  /// been released meanwhile: it rests. Blocks: for the one whose turn it is; while it is stopped.
  [[nodiscard]] bool take(std::unique_lock<os::Mutex>& turn);
  /// One that rests is through, and whatever it completes is.
  void leave(std::size_t input, const packets::Stamp& stamp);
  /// Does a step; what it throws fails the component. False if it failed, now or before.
  template <class Step>
  bool attempt(Step step) {
    if (has_failed()) return false;
    try {
      step();
      return true;
    } catch (...) {
      fail_with_exception();
      return false;
    }
  }
  [[nodiscard]] bool has_failed() const noexcept { return has_failed_.load(); }
  /// The stream of a source is over: finishes it, and prints the lines `result` and
  /// `end_of_stream`.
  void end_source(SourceLoop& loop);
  /// The end has come on all inputs: what comes now is of the next stream.
  virtual void note_end_of_inputs() {}

 private:
  StreamBase(Definitions all, std::vector<std::string> inputs)
      : Component(all), definitions_(std::move(all)), inputs_(std::move(inputs)) {}

  void watch_for_stalls();
  static std::shared_ptr<Logger> make_logger();
  void take_log_level();
  void end_ports() noexcept;
  /// Throws std::invalid_argument: the component refuses them.
  void change_settings(const std::vector<std::string>& ids);
  /// The first packet has come. If on_start() fails, so does the component.
  void begin_by_packet();
  Outcome begin();
  /// What the domain says of the connections of the inputs.
  void expect_connections(const resource::Arguments& arguments);
  [[nodiscard]] bool accept(std::size_t input, const packets::Stamp& stamp, bool is_end);
  /// In a catch block.
  void fail_with_exception();
  /// How many packets the connections of uses ports lost, as "unsent", if any.
  void add_unsent(nlohmann::json& content);
  /// A `missing_packets` line for packets that an input misses, if the messaging loses none. A domain shows it if
  /// nothing else says why.
  void report_missing(const EndTracker::Missing& missing) const;
  /// An `error` line, and an `end_is_lost` line, by which the domain ends the run.
  void report_lost_end(const std::string& connection, std::string_view port,
                       const std::string& why) const;
  /// Prints the lines `result` and `end_of_stream`. `part`: "producer" or "stage".
  void print_over(const char* part, const nlohmann::json& content) const;
  void finish_if_over();
  [[nodiscard]] std::optional<EndTracker::Missing> take_end();
  void wait_for_missing();
  void give_up_in_time();
  void give_up(std::uint64_t stream);
  void finish(const EndTracker::Missing& missing);

  const Definitions definitions_;
  MessagingChoice choice_;
  ConnectionChoices connections_;
  std::string name_;
  std::FILE* output_ = stdout;
  const std::shared_ptr<Logger> logger_ = make_logger();
  std::weak_ptr<CORBA::ORB> orb_;  // not owned: the ORB owns the servant, which owns this
  const std::vector<std::string> inputs_;
  std::shared_ptr<InputAdapter> input_adapter_;  // null: the inputs need no threads of their own
  std::shared_ptr<StallWatch> stall_watch_;      // null: any time is allowed, or there is no input
  os::Mutex life_;                     // on_settings(), on_start() and on_stop() run one at a time
  os::Atomic<bool> has_begun_{false};  // on_start() has returned, and on_stop() not yet
  bool was_stopped_ = false;           // and has not been started since
  os::Atomic<bool> is_finishing_{false};
  Gate gate_;
  stage::StageMeter meter_;
  std::int64_t opened_ns_ = 0;
  mutable os::Mutex ports_mutex_;  // of are_ports_open_
  bool are_ports_open_ = false;    // they can be described
  os::Atomic<bool> has_failed_{false};
  os::Mutex mutex_;  // of what follows
  std::optional<EndTracker> tracker_;
  bool is_released_ = false;
  std::uint64_t streams_ = 0;               // that are over
  std::optional<std::uint64_t> waits_for_;  // the stream for whose packets was waited
  std::optional<TimePoint> end_deadline_;   // when they are given up
  std::map<std::string, std::uint64_t, std::less<>> losses_;  // in lines, by port and connection
  std::uint64_t unsent_in_results_ = 0;
  os::ConditionVariable changed_;
  os::Thread end_thread_;  // gives up packets that the end overtook; from the first such end on
};

}  // namespace orbweaver::component
