// What a component makes: packets for its uses ports, in memory that is used again.
//
//   auto& magnitudes = out.packet();       // an empty vector; of complex samples: I and Q
//   magnitudes.resize(in.I().size());
//   out.metadata().decimate(2);            // what is said of them; it came with the input packet
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/packets/metadata_run.hpp>

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace orbweaver::component {

/// Complex samples to send; of stereoSound: left and right.
template <class T>
struct PairSamples {
  std::vector<T> I, Q;

  /// Of both.
  void resize(std::size_t count) {
    I.resize(count);
    Q.resize(count);
  }
  void clear() noexcept {
    I.clear();
    Q.clear();
  }
  [[nodiscard]] bool empty() const noexcept { return I.empty() && Q.empty(); }
};

/// A packet to send through the port: std::vector<T>, or PairSamples<T>.
template <class Out_>
using Samples =
    std::conditional_t<Out_::family == ports::Family::pair, PairSamples<typename Out_::Sample>,
                       std::vector<typename Out_::Sample>>;

template <class T>
[[nodiscard]] std::size_t count_of(const std::vector<T>& samples) noexcept {
  return samples.size();
}
template <class T>
[[nodiscard]] std::size_t count_of(const PairSamples<T>& samples) noexcept {
  return samples.I.size();
}

/// The packets that a component makes for one port in one step. Threads: one.
template <class Out_>
class PortOutput {
 public:
  /// One packet more, without samples. It is there until the step's end, when all are sent in the
  /// order in which they were begun. Allocates only while its memory still grows. Of the interfaces
  /// of standardInterfaces a packet that stays empty is not sent: it would be the end of the stream.
  [[nodiscard]] Samples<Out_>& packet() {
    if (used_ == packets_.size()) packets_.emplace_back();
    if (has_metadata_) [[unlikely]]
      begin_metadata();
    auto& next = packets_[used_++].samples;
    next.clear();
    return next;
  }

  /// What is said of the samples of the packet that was begun last; before the first one, of that. It
  /// travels with the packet; where nothing is given, nothing does. It begins as
  ///
  ///   that of the input packet                     in process(), for the first packet of the step
  ///   that of the packet before, later by its      for further packets, and in produce(): so a source
  ///   samples, and without its tags                sets it once
  ///   that of the last input packet, as above      in finish()
  ///
  /// Later by n samples: the number is greater by n, the time later by n at the sample rate; without a
  /// rate there is no time any more. Valid until the next packet() of this port, and the step's end.
  /// Tags of a step that sends no packet are dropped.
  [[nodiscard]] packets::Metadata& metadata() {
    if (!has_metadata_) begin_step(packets::Metadata{});
    return used_ == 0 ? next_ : packets_[used_ - 1].metadata;
  }

  // ---- for the base ----

  /// `metadata`: of the first packet, and of those that there are already.
  void begin_step(const packets::Metadata& metadata) {
    next_ = metadata;
    has_metadata_ = true;
    for (std::size_t i = 0; i < used_; ++i) packets_[i].metadata = metadata;
  }
  /// Its packets have no metadata unless it gives some.
  void begin_step() noexcept { has_metadata_ = false; }
  /// Throws std::length_error, which names the port, for metadata that cannot be sent.
  void require_sendable() const try {
    if (!has_metadata_) return;
    for (std::size_t i = 0; i < used_; ++i) packets::require_sendable(packets_[i].metadata);
  } catch (const std::length_error& error) {
    throw std::length_error("port '" + std::string{Out_::name} + "': " + error.what());
  }
  /// `send(samples, metadata)`, which may take the samples; null: it has none.
  template <class Send>
  void take_all(Send send) {
    if (has_metadata_ && used_ > 0) end_metadata(packets_[used_ - 1]);
    for (std::size_t i = 0; i < used_; ++i)
      if (is_sent(packets_[i])) send(packets_[i].samples, metadata_of(packets_[i]));
    next_.tags.clear();
    used_ = 0;
  }
  void drop_all() noexcept {
    next_.tags.clear();
    used_ = 0;
  }

 private:
  struct Made {
    Samples<Out_> samples;
    packets::Metadata metadata;  // if has_metadata_
  };
  static bool is_sent(const Made& made) noexcept {
    return Out_::family == ports::Family::stream || !made.samples.empty();
  }
  const packets::Metadata* metadata_of(const Made& made) const noexcept {
    return has_metadata_ && !made.metadata.is_empty() ? &made.metadata : nullptr;
  }
  /// Requires: there is room for the packet.
  void begin_metadata() {
    if (used_ > 0) end_metadata(packets_[used_ - 1]);
    packets_[used_].metadata = next_;
  }
  void end_metadata(const Made& made) {
    next_ = made.metadata;
    if (is_sent(made)) run_.advance(next_, count_of(made.samples));
  }

  std::deque<Made> packets_;  // of which the first used_ are to be sent
  std::size_t used_ = 0;
  bool has_metadata_ = false;  // somebody gave some, or asked for them
  packets::Metadata next_;     // of the packet that is begun next
  packets::MetadataRun run_;
};

/// What a component makes in one step: process() of a packet, produce(), or finish(). It is sent when
/// the step has ended. Threads: one.
template <class... Outs>
class Output {
 public:
  /// Of one of several ports.
  template <class Out_>
  [[nodiscard]] PortOutput<Out_>& port() noexcept {
    return std::get<PortOutput<Out_>>(ports_);
  }
  /// Of the only port.
  [[nodiscard]] auto& packet()
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).packet();
  }

  /// What is said of the samples that go through the only port: see PortOutput::metadata().
  [[nodiscard]] packets::Metadata& metadata()
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).metadata();
  }

  /// The packets of this step are sent at this moment, and are as old as that: for sources that keep
  /// the pace of a radio. Without it they are sent at once.
  void due(TimePoint moment) noexcept { due_ = moment; }

  // ---- for the base ----

  /// With what came with the input packet: all ports pass it on.
  void begin_step(const packets::Metadata& metadata) {
    if (metadata.is_empty())
      (port<Outs>().begin_step(), ...);
    else
      (port<Outs>().begin_step(metadata), ...);
  }
  void require_sendable() const { (std::get<PortOutput<Outs>>(ports_).require_sendable(), ...); }
  [[nodiscard]] std::optional<TimePoint> when_due() const noexcept { return due_; }
  void drop_all() noexcept {
    (port<Outs>().drop_all(), ...);
    due_.reset();
  }

 private:
  std::tuple<PortOutput<Outs>...> ports_;
  std::optional<TimePoint> due_;
};

}  // namespace orbweaver::component
