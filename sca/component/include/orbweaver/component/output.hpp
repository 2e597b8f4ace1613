// What a component makes: packets for its uses ports, in memory that is used again.
//
//   auto& magnitudes = out.packet();       // an empty vector; of complex samples: I and Q
//   magnitudes.resize(in.I().size());
//   out.metadata().decimate(2);            // what is said of them; it came with the input packet
#pragma once
#include <orbweaver/component/output_base.hpp>
#include <orbweaver/component/samples.hpp>

#include <cstddef>
#include <deque>
#include <tuple>

namespace orbweaver::component {

/// The packets that a component makes for one port in one step. Threads: one.
template <class Out_>
class PortOutput final : public PortOutputBase {
 public:
  PortOutput() noexcept : PortOutputBase(Out_::name, Out_::family == ports::Family::stream) {}

  /// One packet more, without samples. It is there until the step's end, when all are sent in the
  /// order in which they were begun. Allocates only while its memory still grows. Of the interfaces
  /// of standardInterfaces a packet that stays empty is not sent: it would be the end of the stream.
  [[nodiscard]] Samples<Out_>& packet() {
    const auto place = begin_packet();
    if (place == packets_.size()) packets_.emplace_back();
    packets_[place].clear();
    return packets_[place];
  }

 private:
  [[nodiscard]] void* samples_at(std::size_t place) noexcept override { return &packets_[place]; }
  [[nodiscard]] std::size_t count_at(std::size_t place) const noexcept override {
    return count_of(packets_[place]);
  }

  std::deque<Samples<Out_>> packets_;
};

/// What a component with these uses ports makes in one step.
template <class... Outs>
class Output final : public OutputBase {
 public:
  Output() { set_ports({&std::get<PortOutput<Outs>>(ports_)...}); }

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
  /// What is said of the samples that go through the only port: see PortOutputBase::metadata().
  [[nodiscard]] packets::Metadata& metadata()
    requires(sizeof...(Outs) == 1)
  {
    return std::get<0>(ports_).metadata();
  }

 private:
  std::tuple<PortOutput<Outs>...> ports_;
};

}  // namespace orbweaver::component
