// SPDX-License-Identifier: Apache-2.0
// What the components of a waveform do with packets while they are stopped and started: what
// sources make comes to the sink, in its order, and the end of each stream behind all that is of
// it; a component that is stopped does nothing. It lives outside of the simulated processes.
//
// A source that has ended may begin another stream. The sink's first end is that of the first
// streams of all sources, and so on: one that began more streams than others has ends that never
// come there. Packets of later streams may come before an end, none of earlier ones behind it.
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

  /// Its first stream must be over before the end comes.
  void add_source(std::uint32_t component) { at(component).streams = 1; }

  // What is called when a component's stop has returned, and before its start is called.
  void has_stopped(std::uint32_t component) { at(component).is_stopped = true; }
  void starts(std::uint32_t component) { at(component).is_stopped = false; }
  [[nodiscard]] bool is_stopped(std::uint32_t component) { return at(component).is_stopped; }

  /// The component's own code runs.
  void works(std::uint32_t component);
  /// The source makes its next packet. Returns the packet's number.
  std::uint32_t makes(std::uint32_t source);
  /// It makes no more: its stream is over.
  void makes_no_more(std::uint32_t source);
  /// It begins another stream, which has an end, too.
  void begins_again(std::uint32_t source) { ++at(source).streams; }
  /// So many streams it has begun, and made all of.
  [[nodiscard]] std::uint32_t streams_begun(std::uint32_t source) { return at(source).streams; }
  [[nodiscard]] std::uint32_t streams_made(std::uint32_t source);
  /// The packet has come to the sink.
  void arrives(std::uint32_t source, std::uint32_t number);
  /// The sink has got the end of a stream.
  void ends();
  [[nodiscard]] bool has_ended() const noexcept { return ended_ > 0; }
  /// So many packets have come to the sink.
  [[nodiscard]] std::uint32_t arrived() const noexcept { return arrived_; }
  /// Also of streams that others have not begun: all that was made has come.
  [[nodiscard]] bool have_all_arrived() const noexcept;

 private:
  struct Component {
    std::uint32_t streams = 0;  // that it has begun; 0: it is no source
    bool is_stopped = false;
    std::vector<bool> made;           // by packet: whether it has come to the sink
    std::vector<std::uint32_t> ends;  // by stream: how many it had made at its end
    std::uint32_t next = 0;           // that should come, if order is kept
  };
  Component& at(std::uint32_t component);
  void check_end_of(std::uint32_t source, const Component& state) const;

  const bool keeps_order_;
  std::uint32_t ended_ = 0;  // streams
  std::uint32_t arrived_ = 0;
  std::vector<Component> components_;
};

}  // namespace orbweaver::sim
