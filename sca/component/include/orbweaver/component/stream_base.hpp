// What all components that process streams share, whatever their ports are: life, end of stream,
// meters, lines. A component's writer derives from StreamComponent.
#pragma once
#include <orbweaver/component/end_tracker.hpp>
#include <orbweaver/component/gate.hpp>
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/component/source_loop.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/resource/component.hpp>
#include <orbweaver/resource/program/program.hpp>
#include <orbweaver/stage/stage_meter.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>

namespace orbweaver::component {

using resource::Failure;
using resource::Outcome;

/// Threads: what the hooks say. Requires: release() before its end.
class StreamBase : public resource::Component {
 public:
  /// Packets flow from the component's making on, as the standard's start may reach the assembly
  /// controller alone. After stop() they wait until start().
  Outcome start() final;
  /// No packet is half processed when it returns. Blocks: for the packets that are processed.
  Outcome stop() final;
  Outcome release() final;

  /// Its own properties and those of messaging. For tests, which hold them against the profile.
  [[nodiscard]] const Definitions& all_definitions() const noexcept { return definitions_; }

  /// Reads the messaging properties and makes the ports. Call it once. Throws what activating
  /// objects throws.
  [[nodiscard]] std::shared_ptr<resource::PortTable> open(const resource::ProgramContext& context);

 protected:
  StreamBase(Definitions own, const Shape& shape, std::size_t inputs)
      : StreamBase(with_messaging(std::move(own), shape), inputs) {}

  // ---- hooks of the component ----
  // A component that overrides figures() or calls print() includes <nlohmann/json.hpp>: those that
  // do not are spared its compilation.

  /// Runs in start(), before a source produces. A failure fails the start.
  virtual Outcome on_start() { return {}; }
  /// Runs in stop(), when nothing is processed any more.
  virtual void on_stop() {}
  /// What the result line has besides what the base measures, as {"frames": 7}. Runs once, at the
  /// end of the stream.
  [[nodiscard]] virtual nlohmann::json figures() const;

  /// Prints a JSON line, whole, where the device finds it under the component's name. Any thread.
  void print(const nlohmann::json& line) const;
  /// The component cannot go on: an `error` line, the first time. Packets that still come are
  /// dropped, and the end of the stream is handed on, so that nothing waits for it. What process()
  /// and produce() throw has the same effect. Any thread.
  void fail(const std::string& why);

  // ---- for StreamComponent ----

  /// The component's ports, and the work that only its types allow.
  virtual void make_ports(const resource::ProgramContext& context, resource::NamedPorts& table) = 0;
  virtual void close_ports() noexcept = 0;
  /// finish() of the component, and the end on all uses ports.
  virtual void finish_stream() = 0;
  /// What starts and stops a source. A component with inputs has none.
  virtual void start_source() {}
  virtual void stop_source() {}
  [[nodiscard]] virtual std::string transport() const = 0;
  [[nodiscard]] virtual std::size_t most_waiting() const = 0;

  [[nodiscard]] const MessagingChoice& choice() const noexcept { return choice_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] stage::StageMeter& meter() noexcept { return meter_; }
  [[nodiscard]] ports::UsesOptions uses_options(std::string_view port);

  /// A packet goes in. False if the component has been released. Blocks: while it is stopped.
  [[nodiscard]] bool enter(std::size_t input, const packets::Stamp& stamp, bool is_end);
  /// It is through, and whatever it completes is.
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
  void end_source(const SourceLoop& loop);

 private:
  StreamBase(Definitions all, std::size_t inputs)
      : Component(all), definitions_(std::move(all)), inputs_(inputs) {}

  /// In a catch block.
  void fail_with_exception();
  /// Prints the lines `result` and `end_of_stream`. `part`: "producer" or "stage".
  void print_over(const char* part, const nlohmann::json& content) const;
  void finish_if_over();
  [[nodiscard]] std::optional<std::uint64_t> take_end();
  void wait_for_missing();
  void give_up_in_time();
  void give_up(std::uint64_t stream);
  void finish(std::uint64_t missing);

  const Definitions definitions_;
  MessagingChoice choice_;
  std::string name_;
  std::FILE* output_ = stdout;
  std::weak_ptr<CORBA::ORB> orb_;  // not owned: the ORB owns the servant, which owns this
  const std::size_t inputs_;
  Gate gate_;
  stage::StageMeter meter_;
  os::Atomic<bool> has_failed_{false};
  os::Mutex mutex_;  // of what follows
  std::optional<EndTracker> tracker_;
  bool is_released_ = false;
  std::uint64_t streams_ = 0;               // that are over
  std::optional<std::uint64_t> waits_for_;  // the stream for whose packets was waited
  std::optional<TimePoint> end_deadline_;   // when they are given up
  os::ConditionVariable changed_;
  os::Thread end_thread_;  // gives up packets that the end overtook; from the first such end on
};

}  // namespace orbweaver::component
