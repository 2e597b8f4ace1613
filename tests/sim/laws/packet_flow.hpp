// What the components of a waveform do with packets while they are stopped and started: what sources
// make comes to the sink, in its order, and its end comes last; a component that is stopped does
// nothing. It lives outside of the simulated processes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orbweaver::sim {

/// Components have small numbers, and so have the packets of each source, from 0.
class PacketFlow {
 public:
  /// `keeps_order`: the packets of a source come to the sink in their order.
  explicit PacketFlow(bool keeps_order) noexcept : keeps_order_(keeps_order) {}

  /// Its stream must be over before the end comes.
  void add_source(std::uint32_t component) { at(component).is_source = true; }

  // What is called when a component's stop has returned, and before its start is called.
  void has_stopped(std::uint32_t component) { at(component).is_stopped = true; }
  void starts(std::uint32_t component) { at(component).is_stopped = false; }
  [[nodiscard]] bool is_stopped(std::uint32_t component) { return at(component).is_stopped; }

  /// The component's own code runs.
  void works(std::uint32_t component);
  /// The source makes its next packet. Returns the packet's number.
  std::uint32_t makes(std::uint32_t source);
  /// It makes no more: its stream is over.
  void makes_no_more(std::uint32_t source) { at(source).has_made_all = true; }
  /// The packet has come to the sink.
  void arrives(std::uint32_t source, std::uint32_t number);
  /// The sink has got the end of the stream.
  void ends();
  /// A source that has made all is started again: its next stream, which is empty, has an end, too.
  void begins_again() noexcept { may_end_again_ = true; }
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  /// So many packets have come to the sink.
  [[nodiscard]] std::uint32_t arrived() const noexcept { return arrived_; }

 private:
  struct Component {
    bool is_source = false;
    bool is_stopped = false;
    bool has_made_all = false;
    std::vector<bool> made;  // by packet: whether it has come to the sink
    std::uint32_t next = 0;  // that should come, if order is kept
    std::uint32_t arrived = 0;
  };
  Component& at(std::uint32_t component);

  const bool keeps_order_;
  bool has_ended_ = false;
  bool may_end_again_ = false;
  std::uint32_t arrived_ = 0;
  std::vector<Component> components_;
};

}  // namespace orbweaver::sim
