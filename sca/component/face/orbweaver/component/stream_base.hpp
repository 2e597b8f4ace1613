// SPDX-License-Identifier: Apache-2.0
// The base of all components that process streams, without the types of their ports: life, end of
// stream, meters, lines. A component's writer derives from StreamComponent.
#pragma once
#include <orbweaver/component/settings.hpp>
#include <orbweaver/component/stream_parts.hpp>
#include <orbweaver/resource/component.hpp>

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace orbweaver::resource {
class NamedPorts;
class PortTable;
struct ProgramContext;
}  // namespace orbweaver::resource
namespace orbweaver::packets {
struct Stamp;
}  // namespace orbweaver::packets

namespace orbweaver::component {

using resource::Failure;
using resource::Outcome;

class Logger;
class OutputBase;
class StreamEngine;
struct ArrivedPacket;

/// Threads: as each hook says. Requires: release() before the destructor.
class StreamBase : public resource::Component {
 public:
  ~StreamBase() override;
  /// Packets are processed from start() on. As the standard's start may reach the assembly
  /// controller alone, the first packet starts a component that was neither started nor stopped
  /// yet. After stop() packets wait until start(). A source that is stopped and started after its
  /// `end_of_stream` line begins another stream. Blocks: for the hook that runs.
  Outcome start() final;
  /// When it returns, process(), produce() and finish() do not run. Packets that they made before
  /// may still be on their way to a destination that takes none at the moment: so components can be
  /// stopped in any order. Blocks: until the step that runs has returned.
  Outcome stop() final;
  /// Ends the component. Blocks: also until packets that are being sent have been taken, or their
  /// destinations were released.
  Outcome release() final;
  [[nodiscard]] std::optional<packets::Snapshot> snapshot() const final;

  /// The component's own properties and those of messaging. Tests compare them with the profile.
  [[nodiscard]] const Definitions& all_definitions() const noexcept { return definitions_; }
  /// The data ports and control ports. Tests compare them with the profile. Valid as long as this
  /// component.
  [[nodiscard]] const std::vector<PortDescription>& described_ports() const noexcept;

  /// Adds ports of other kinds than the base has.
  using AddPorts = void (*)(StreamBase& component, const resource::ProgramContext& context,
                            resource::NamedPorts& table);
  /// Reads the messaging properties and makes the ports. Call it once. Throws the exceptions of
  /// POA::activate_object; std::invalid_argument if the property `connections` names a port or a
  /// value that does not exist.
  [[nodiscard]] std::shared_ptr<resource::PortTable> open(const resource::ProgramContext& context,
                                                          AddPorts add = nullptr);

  /// While this object lives, no packet is processed, and no hook runs.
  class Pause {
   public:
    /// Blocks: for the step or the hook that runs.
    explicit Pause(StreamBase& component);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    class State;
    const std::unique_ptr<State> state_;
  };

 protected:
  /// StreamComponent calls it. `own`: the properties besides those of messaging. Throws
  /// std::logic_error, with one line, if two properties have one id.
  StreamBase(Definitions own, const StreamParts& parts);

  // ---- hooks of the component ----
  // A component that overrides figures() or calls print() includes <nlohmann/json.hpp>: those that
  // do not are spared its compilation.

  /// Called when settings() have changed: before the first on_start() for all of them, and then
  /// after each configure() that changed some. A failure refuses the new values: the caller of
  /// configure() gets its messages, and settings() are as before. process(), produce(), finish()
  /// and other hooks do not run meanwhile. It must not wait for a thread that waits for a step of
  /// this component.
  virtual Outcome on_settings(const Changed& changed) {
    (void)changed;
    return {};
  }
  /// Runs before the first packet is processed or produced, and again in each start() after a
  /// stop(). A failure fails the start; if the first packet came before start(), it fails the
  /// component.
  virtual Outcome on_start() { return {}; }
  /// Runs in stop(), when no packet is processed any more.
  virtual void on_stop() {}
  /// The component's own part of the result line, such as {"frames": 7}. Called once, at the end of
  /// the stream.
  [[nodiscard]] virtual nlohmann::json figures() const;

  /// Prints a JSON line, whole, where the device finds it under the component's name. Any thread.
  void print(const nlohmann::json& line) const;
  /// The component's log. A component that uses it includes logger.hpp. Threads: any.
  [[nodiscard]] Logger& log() const noexcept;
  /// Call it if the component cannot go on. The first call prints an `error` line. Packets that
  /// still come are dropped, and the end of the stream is handed on, so that no other component
  /// waits for it. An exception of process() or produce() has the same effect. Threads: any.
  void fail(const std::string& why);

 private:
  friend class StreamEngine;

  // ---- for the base: what StreamComponent does, as only its types allow ----

  /// Reads settings() anew, of `ids` alone unless it is empty, and runs on_settings(). A failure
  /// leaves them as they were.
  [[nodiscard]] virtual Outcome take_settings(const std::vector<std::string>& ids) = 0;
  [[nodiscard]] virtual std::unique_ptr<OutputBase> make_output() const = 0;
  /// process(), of a packet of the input with this number.
  virtual void process_packet(std::size_t input, const ArrivedPacket& packet,
                              const packets::Stamp& stamp, OutputBase& out) = 0;
  /// produce(): false at the end of the stream. A component with inputs never gets it.
  [[nodiscard]] virtual bool produce_packets(OutputBase& out) = 0;
  /// finish().
  virtual void finish_packets(OutputBase& out) = 0;
  /// Refuses calls to control ports from now on. Blocks: until the operation that runs has
  /// returned.
  virtual void close_controls() noexcept = 0;

  StreamBase(const StreamParts& parts, Definitions all);

  const Definitions definitions_;
  const std::unique_ptr<StreamEngine> engine_;
};

}  // namespace orbweaver::component
