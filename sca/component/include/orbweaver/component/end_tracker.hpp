// SPDX-License-Identifier: Apache-2.0
// Decides when the stream of a component is over: when its end has arrived on each input, and all
// packets before it are processed. Pure decisions, made under the component's lock.
//
// The end has arrived on an input when it has arrived on each of its connections. Packets show
// which connections exist; `expect` adds those of the deployment on which no packet has arrived.
//
// A connection numbers its packets, the end included. So an input that does not keep order knows
// how many packets the end overtook, and waits for them. An input that keeps order knows that
// packets that have not arrived before the end are lost.
//
// A sender may begin its next stream before this one is over here: packets behind the end of a
// connection, by their numbers, belong to the next stream.
#pragma once
#include <orbweaver/packets/stamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orbweaver::component {

/// Threads: one at a time.
class EndTracker {
 public:
  EndTracker(std::size_t inputs, bool keeps_order) : inputs_(inputs), keeps_order_(keeps_order) {}

  /// The deployment has connected the input this many times; packets may show more connections.
  void expect(std::size_t input, std::size_t connections) { inputs_[input].expected = connections; }

  /// Notes a packet. `is_end`: it is the last of its connection, which also counts as a packet.
  /// Returns false if this end arrived before: its sender did not get the reply, and sent it again.
  [[nodiscard]] bool accept(std::size_t input, const packets::Stamp& stamp, bool is_end) {
    auto& connection = find(input, stamp.connection);
    if (is_end && stamp.number != 0 && stamp.number <= connection.newest_end) return false;
    auto& stream = connection.stream_of(stamp.number);
    ++stream.accepted;
    if (!is_end) return true;
    stream.last = std::max<std::uint64_t>(stamp.number, 1);
    connection.newest_end = stamp.number;
    ++stream.ends;
    return true;
  }
  /// Notes that the packet is processed, and its results are sent.
  void complete(std::size_t input, const packets::Stamp& stamp) {
    ++find(input, stamp.connection).stream_of(stamp.number).completed;
  }
  /// Missing packets count as lost from now on.
  void give_up() noexcept { has_given_up_ = true; }

  /// Whether all inputs have ended, and no packet is awaited.
  [[nodiscard]] bool is_over() const {
    return has_ended() && std::ranges::all_of(inputs_, [this](const auto& input) {
             return std::ranges::all_of(input.connections,
                                        [this](const auto& one) { return is_through(one); });
           });
  }
  /// Whether all inputs have ended; packets may be missing.
  [[nodiscard]] bool has_ended() const {
    return std::ranges::all_of(inputs_, [](const auto& input) {
      std::size_t ends = 0;
      for (const auto& one : input.connections) ends += one.now().ends;
      return ends >= input.expected && std::ranges::all_of(input.connections, [](const auto& one) {
               return one.now().last != 0;
             });
    });
  }
  /// For each input, how many packets were sent and have not arrived, by their numbers.
  using Missing = std::vector<std::uint64_t>;
  [[nodiscard]] Missing missing() const {
    Missing result;
    for (const auto& input : inputs_) {
      auto& of_input = result.emplace_back(0);
      for (const auto& one : input.connections)
        if (one.now().last > one.now().accepted) of_input += one.now().last - one.now().accepted;
    }
    return result;
  }
  /// The next packet begins another stream. The numbers of connections go on.
  void restart() {
    has_given_up_ = false;
    for (auto& input : inputs_) {
      std::erase_if(input.connections, [](const auto& one) { return one.id == 0; });
      for (auto& one : input.connections) one.settle();
    }
  }

 private:
  struct Stream {
    std::uint64_t accepted = 0, completed = 0;
    std::uint64_t last = 0;  // number of the end; 0: it has not come
    std::size_t ends = 0;    // received; several from senders without numbers
  };
  struct Connection {
    std::uint64_t id = 0;
    std::uint64_t newest_end = 0;  // the number of the last end, also of a stream that is over
    std::vector<Stream> streams{
        1};  // the present one, and later ones of which packets have come already

    [[nodiscard]] const Stream& now() const noexcept { return streams.front(); }
    /// The stream to which the packet with this number belongs.
    Stream& stream_of(std::uint64_t number) {
      for (auto& stream : streams)
        if (stream.last == 0 || number <= stream.last) return stream;
      return streams.emplace_back();
    }
    void settle() {
      const auto counted = std::max(now().accepted, now().last);
      streams.erase(streams.begin());
      if (streams.empty()) streams.emplace_back();
      streams.front().accepted += counted;
      streams.front().completed += counted;
    }
  };
  struct Input {
    std::vector<Connection> connections;  // on which packets came
    std::size_t expected = 1;
  };

  Connection& find(std::size_t input, std::uint64_t id) {
    auto& connections = inputs_[input].connections;
    const auto found = std::ranges::find(connections, id, &Connection::id);
    if (found != connections.end()) return *found;
    return connections.emplace_back(Connection{.id = id});
  }
  [[nodiscard]] bool is_through(const Connection& one) const noexcept {
    if (one.now().completed < one.now().accepted) return false;
    return keeps_order_ || has_given_up_ || one.id == 0 || one.now().completed >= one.now().last;
  }

  std::vector<Input> inputs_;
  const bool keeps_order_;
  bool has_given_up_ = false;
};

}  // namespace orbweaver::component
