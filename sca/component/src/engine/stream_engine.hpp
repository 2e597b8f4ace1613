// SPDX-License-Identifier: Apache-2.0
// Drives the class of a component: its life, its packets, the end of its stream, and its lines.
//
//   life.cpp       open, start, stop, release, settings
//   packets.cpp    the way of a packet, and the steps of a source
//   ending.cpp     the end of a stream, and its missing packets
//   lines.cpp      the lines that it prints
#pragma once
#include <orbweaver/component/connections.hpp>
#include <orbweaver/component/end_tracker.hpp>
#include <orbweaver/component/last_metadata.hpp>
#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/component/packet_gate.hpp>
#include <orbweaver/component/source_loop.hpp>
#include <orbweaver/component/stage/ordered_workers.hpp>
#include <orbweaver/component/stage/stage_meter.hpp>
#include <orbweaver/component/stream_base.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/resource/program/program.hpp>
#include "../data_ports/data_port.hpp"

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
#include <vector>

#include "output_shelf.hpp"

namespace orbweaver::component {

class InputAdapter;
class StallWatch;

/// Threads and blocking: as StreamBase says of the functions of the same names.
class StreamEngine final : public PacketTaker {
 public:
  StreamEngine(StreamBase& component, StreamParts parts);
  ~StreamEngine();
  StreamEngine(const StreamEngine&) = delete;
  StreamEngine& operator=(const StreamEngine&) = delete;

  [[nodiscard]] std::shared_ptr<resource::PortTable> open(const resource::ProgramContext& context,
                                                          StreamBase::AddPorts add);
  Outcome start();
  Outcome stop();
  void release();
  [[nodiscard]] std::optional<packets::Snapshot> snapshot() const;

  void print(const nlohmann::json& line) const;
  void fail(const std::string& why);
  [[nodiscard]] Logger& log() const noexcept { return *logger_; }
  [[nodiscard]] const StreamParts& parts() const noexcept { return parts_; }

  /// While it lives no packet is processed, and no hook runs. Blocks: for the step or the hook that
  /// runs.
  class Pause {
   public:
    explicit Pause(StreamEngine& engine);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    const os::BlockedThread blocked_;  // the running step may need a thread of this pool
    const std::lock_guard<os::Mutex> life_;
    PacketGate& gate_;
    const bool is_open_again_;
  };

  void arrive(std::size_t input, Arrival& arrival, const packets::Stamp& stamp) override;

 private:
  using OwnedOutput = std::unique_ptr<OutputBase>;
  /// A packet on its way through the workers: of the only input.
  struct Item {
    HeldPacket packet;
    packets::Stamp stamp;
  };
  struct StepResult {
    OwnedOutput out;
    packets::Stamp stamp;
  };
  using Workers = OrderedWorkers<Item, StepResult>;

  // ---- life.cpp ----

  [[nodiscard]] bool is_source() const noexcept { return parts_.inputs.empty(); }
  void make_ports(const resource::ProgramContext& context, resource::NamedPorts& table);
  void make_outputs(const Adapter& adapter, resource::NamedPorts& table);
  void make_inputs(const resource::ProgramContext& context, resource::NamedPorts& table);
  [[nodiscard]] Adapter adapter_of_inputs(const resource::ProgramContext& context);
  /// Reads the numbers of connections of the inputs, which the domain gives as an execute
  /// parameter.
  void expect_connections(const resource::Arguments& arguments);
  void watch_for_stalls();
  void end_ports() noexcept;
  void describe_ports(std::vector<packets::PortSnapshot>& ports) const;
  [[nodiscard]] std::size_t most_waiting() const;
  void take_log_level();
  /// Throws std::invalid_argument: the component refuses them.
  void change_settings(const std::vector<std::string>& ids);
  /// The first packet has come. If on_start() fails, so does the component.
  void begin_by_packet();
  Outcome begin();

  // ---- packets.cpp ----

  /// A packet enters and is at work. Returns false if it does not count: it arrived before, or the
  /// component has been released. Blocks: while the component is stopped.
  [[nodiscard]] bool enter(std::size_t input, const packets::Stamp& stamp, bool is_end);
  [[nodiscard]] bool accept(std::size_t input, const packets::Stamp& stamp, bool is_end);
  /// Waits for the turn of a packet, which is not at work while it waits. Returns false if the
  /// component has been released meanwhile; then the packet is not at work. Blocks: for the packet
  /// whose turn it is; while the component is stopped.
  [[nodiscard]] bool take(std::unique_lock<os::Mutex>& turn);
  /// A packet that is not at work is finished, and so are the ends that waited for it.
  void leave(std::size_t input, const packets::Stamp& stamp);
  /// Processes a packet, and sends its results, in the thread that brings it, or that of the port.
  /// The packet is not at work afterwards.
  void carry_out(std::size_t input, const ArrivedPacket& packet, const packets::Stamp& stamp);
  [[nodiscard]] OwnedOutput make(std::size_t input, const ArrivedPacket& packet,
                                 const packets::Stamp& stamp);
  void hand_on(StepResult step_result);
  void start_workers();
  [[nodiscard]] OrderedSteps<Item, StepResult> worker_steps();
  /// Empty if the component has been released.
  [[nodiscard]] OwnedOutput work_on(const Item& item);
  void start_source();
  [[nodiscard]] SourceLoop::After source_step(SourceLoop& loop);
  /// Runs a step that fills `out`. An exception of the step fails the component; so do metadata
  /// that cannot be sent. Then nothing is sent, and nothing if the component failed before.
  template <class Step>
  void attempt(OutputBase& out, Step step) {
    if (has_failed_.load()) return out.drop_all();
    try {
      step();
      out.require_sendable();
    } catch (...) {
      fail_with_exception();
      out.drop_all();
    }
  }
  /// Reports the exception that is being handled. Call it in a catch block.
  void fail_with_exception();
  [[nodiscard]] OwnedOutput take_output();
  /// The transport of packets to the first destination; empty if it got none.
  [[nodiscard]] std::string transport() const;

  // ---- ending.cpp ----

  /// Runs finish() of the component, and sends the end on all uses ports. Returns false if the
  /// component has been released before.
  [[nodiscard]] bool finish_stream();
  /// The stream of a source is over: finishes it, and prints the lines `result` and
  /// `end_of_stream`.
  void end_source(SourceLoop& loop);
  void finish_if_over();
  [[nodiscard]] std::optional<EndTracker::Missing> take_end();
  void wait_for_missing();
  void give_up_in_time();
  void give_up(std::uint64_t stream);
  void finish(const EndTracker::Missing& missing);

  // ---- lines.cpp ----

  [[nodiscard]] ports::UsesOptions uses_options(std::string_view port);
  [[nodiscard]] ports::ProvidesOptions provides_options(std::string_view port) const;
  /// Prints an `error` line about packets that a connection of the uses port lost, unless earlier
  /// lines reported them.
  void report_losses(std::string_view port, const packets::ConnectionStatistics& connection);
  /// Adds the number of packets that connections of uses ports lost, as "unsent", if there are any.
  void add_unsent(nlohmann::json& content);
  /// Prints a `missing_packets` line about packets that an input misses, if the messaging mode
  /// loses none. A domain shows the line if no other line gives the reason.
  void report_missing(const EndTracker::Missing& missing) const;
  /// Prints an `error` line and an `end_is_lost` line, by which the domain ends the run.
  void report_lost_end(const std::string& connection, std::string_view port,
                       const std::string& why) const;
  /// Prints the lines `result` and `end_of_stream`. `part`: "producer" or "stage".
  void print_over(const char* part, const nlohmann::json& content) const;

  StreamBase& component_;
  const StreamParts parts_;
  MessagingChoice choice_;
  ConnectionChoices connections_;
  std::string name_;
  std::FILE* output_ = stdout;
  const std::unique_ptr<Logger> logger_ = std::make_unique<Logger>();
  std::weak_ptr<CORBA::ORB> orb_;  // not owned: the ORB owns the servant, which owns this

  // ports, between make_ports() and end_ports()
  std::vector<std::unique_ptr<OutputPort>> output_ports_;
  std::vector<PacketSender*> senders_;           // the senders of output_ports_
  std::shared_ptr<InputAdapter> input_adapter_;  // null: the inputs need no threads of their own
  std::vector<std::unique_ptr<InputPort>> input_ports_;
  std::unique_ptr<Workers> workers_;  // null: the threads that bring packets process them
  mutable os::Mutex ports_mutex_;     // guards are_ports_open_
  bool are_ports_open_ = false;       // they can be described
  std::int64_t opened_ns_ = 0;

  // life
  std::shared_ptr<StallWatch> stall_watch_;  // null: any time is allowed, or there is no input
  os::Mutex life_;                     // on_settings(), on_start() and on_stop() run one at a time
  os::Atomic<bool> has_begun_{false};  // on_start() has returned, and on_stop() not yet
  bool was_stopped_ = false;           // and has not been started since
  PacketGate gate_;
  os::Atomic<bool> has_failed_{false};

  // packets
  os::Mutex turn_;
  StageMeter meter_;
  OutputShelf shelf_;
  LastMetadata last_metadata_;
  SourceLoop loop_;
  OwnedOutput source_output_;  // null: not a source, or one that has made nothing of its stream yet

  // the end of the stream
  os::Atomic<bool> is_finishing_{false};
  os::Mutex mutex_;  // guards the members below
  std::optional<EndTracker> tracker_;
  bool is_released_ = false;
  std::uint64_t streams_ = 0;               // how many are over
  std::optional<std::uint64_t> waits_for_;  // the stream for whose packets was waited
  std::optional<TimePoint> end_deadline_;   // when they are given up
  std::map<std::string, std::uint64_t, std::less<>> losses_;  // in lines, by port and connection
  std::uint64_t unsent_in_results_ = 0;
  os::ConditionVariable changed_;
  os::Thread end_thread_;  // gives up packets that the end overtook; from the first such end on
};

}  // namespace orbweaver::component
