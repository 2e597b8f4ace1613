// SPDX-License-Identifier: Apache-2.0
// The packets that a component makes for its uses ports, in memory that is used again.
//
//   auto& magnitudes = out.packet();       // an empty vector; of complex samples: I and Q
//   magnitudes.resize(in.I().size());
//   out.metadata().decimate(2);            // metadata, which came with the input packet
//
//   for (auto& sample : out.packet(in)) sample *= gain_;  // changes the input packet's samples in
//                                                         // place
#pragma once
#include <orbweaver/component/input.hpp>
#include <orbweaver/component/output_base.hpp>
#include <orbweaver/component/samples.hpp>

#include <cassert>
#include <cstddef>
#include <deque>
#include <span>
#include <tuple>
#include <type_traits>

namespace orbweaver::component {

/// Memory for complex samples; of stereoSound left and right.
template <class T>
struct LentPair {
  /// Both have the length that was asked for, and are not initialised.
  std::span<T> I, Q;
};
/// The type that PortOutput::lend() returns: a span, or a LentPair.
template <class Out_>
using Lent = std::conditional_t<Out_::family == ports::Family::pair,
                                LentPair<typename Out_::Sample>, std::span<typename Out_::Sample>>;

/// The packets that a component makes for one port in one step. Threads: one.
template <class Out_>
class PortOutput final : public PortOutputBase {
 public:
  /// For the base.
  PortOutput() noexcept : PortOutputBase(Out_::name, Out_::family == ports::Family::stream) {}

  /// Begins another packet, without samples, and returns them to be written. The packets of a step
  /// are sent at its end, in the order in which they were begun; the reference is valid until then.
  /// Allocates only while the reused memory is too small. An empty packet of standardInterfaces is
  /// not sent, as it would mean the end of the stream.
  [[nodiscard]] Samples<Out_>& packet() {
    const auto place = begin_packet();
    if (place == packets_.size()) packets_.emplace_back();
    packets_[place].clear();
    return packets_[place];
  }
  /// Begins another packet, of `count` samples that are to be written, in memory of the transport:
  /// over shared memory the receiver reads them there. Useful for large packets that are computed,
  /// not copied, and go to other processes. Valid as packet(). Throws std::bad_alloc.
  [[nodiscard]] Lent<Out_> lend(std::size_t count) {
    (void)packet();
    const auto& memory = PortOutputBase::lend(count, sizeof(typename Out_::Sample), kIsPair);
    if constexpr (kIsPair)
      return {typed(memory.I, count), typed(memory.Q, count)};
    else
      return typed(memory.I, count);
  }
  /// Cuts the lent packet to its first `count` samples. Requires: it is the packet that was begun
  /// last, and has at least so many.
  void shorten(std::size_t count) noexcept {
    auto* const memory = lent();
    assert(memory != nullptr && count <= memory->count);
    memory->count = count;
  }
  /// Begins another packet, with the samples of the input packet, which may be changed. If nothing
  /// else reads their memory, as within one process, they are moved; else they are copied. The
  /// samples of the input packet are unspecified afterwards.
  template <class In_>
    requires std::is_same_v<Samples<In_>, Samples<Out_>>
  [[nodiscard]] Samples<Out_>& packet(const Input<In_>& in) {
    auto& new_packet = packet();
    if constexpr (Out_::family == ports::Family::pair) {
      take_samples(in.packet().I, new_packet.I);
      take_samples(in.packet().Q, new_packet.Q);
    } else {
      take_samples(in.packet().I, new_packet);
    }
    return new_packet;
  }

 private:
  static constexpr bool kIsPair = Out_::family == ports::Family::pair;

  static std::span<typename Out_::Sample> typed(const LentSamples::Memory& lent,
                                                std::size_t count) noexcept {
    return {static_cast<typename Out_::Sample*>(lent.first), count};
  }
  [[nodiscard]] void* samples_at(std::size_t place) noexcept override { return &packets_[place]; }
  [[nodiscard]] std::size_t count_at(std::size_t place) const noexcept override {
    return count_of(packets_[place]);
  }

  std::deque<Samples<Out_>> packets_;
};

/// The packets that a component with these uses ports makes in one step.
template <class... Outs>
class Output final : public OutputBase {
 public:
  /// For the base.
  Output() { set_ports({&std::get<PortOutput<Outs>>(ports_)...}); }

  /// The packets of one of several ports.
  template <class Out_>
  [[nodiscard]] PortOutput<Out_>& port() noexcept {
    return std::get<PortOutput<Out_>>(ports_);
  }
  /// Calls PortOutput::packet() of the only port.
  [[nodiscard]] auto& packet()
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).packet();
  }
  /// Calls PortOutput::packet(in) of the only port.
  template <class In_>
  [[nodiscard]] auto& packet(const Input<In_>& in)
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).packet(in);
  }
  /// See PortOutput::lend().
  [[nodiscard]] auto lend(std::size_t count)
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).lend(count);
  }
  /// Calls PortOutputBase::metadata() of the only port.
  [[nodiscard]] packets::Metadata& metadata()
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).metadata();
  }

 private:
  std::tuple<PortOutput<Outs>...> ports_;
};

}  // namespace orbweaver::component
