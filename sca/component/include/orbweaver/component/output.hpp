// What a component makes: packets for its uses ports, in memory that is used again.
//
//   auto& magnitudes = out.packet();       // an empty vector; of complex samples: I and Q
//   magnitudes.resize(in.I().size());
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/component/port.hpp>

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
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

/// The packets that a component makes for one port in one step. Threads: one.
template <class Out_>
class PortOutput {
 public:
  /// One packet more, without samples. It is there until the step's end, when all are sent in the
  /// order in which they were begun. Allocates only while its memory still grows. Of the interfaces
  /// of standardInterfaces a packet that stays empty is not sent: it would be the end of the stream.
  [[nodiscard]] Samples<Out_>& packet() {
    if (used_ == packets_.size()) packets_.emplace_back();
    auto& next = packets_[used_++];
    next.clear();
    return next;
  }

  // ---- for the base ----

  template <class Send>
  void take_all(Send send) {
    for (std::size_t i = 0; i < used_; ++i)
      if (Out_::family == ports::Family::stream || !packets_[i].empty()) send(packets_[i]);
    used_ = 0;
  }
  void drop_all() noexcept { used_ = 0; }

 private:
  std::deque<Samples<Out_>> packets_;  // of which the first used_ are to be sent
  std::size_t used_ = 0;
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

  /// The packets of this step are sent at this moment, and are as old as that: for sources that keep
  /// the pace of a radio. Without it they are sent at once.
  void due(TimePoint moment) noexcept { due_ = moment; }

  // ---- for the base ----

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
