// When the stream of a component is over: the end has come on each of its inputs, and the packets in
// front of it are through. Pure decisions, made under the component's lock.
//
// A connection numbers its packets, the end included. So an input that does not keep order knows how
// many packets the end overtook, and waits for them; one that keeps order knows that what has not
// come by then is lost.
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

  /// A packet came; `is_end`: it is the last of its connection, and counts as one like all others.
  void accept(std::size_t input, const packets::Stamp& stamp, bool is_end) {
    auto& connection = find(input, stamp.connection);
    ++connection.accepted;
    if (is_end) connection.last = std::max<std::uint64_t>(stamp.number, 1);
  }
  /// It is processed, and what came of it is handed on.
  void complete(std::size_t input, const packets::Stamp& stamp) {
    ++find(input, stamp.connection).completed;
  }
  /// What is missing counts as lost.
  void give_up() noexcept { has_given_up_ = true; }

  /// All inputs have ended, and nothing is waited for.
  [[nodiscard]] bool is_over() const {
    return has_ended() && std::ranges::all_of(inputs_, [this](const auto& connections) {
             return std::ranges::all_of(connections,
                                        [this](const auto& one) { return is_through(one); });
           });
  }
  /// All inputs have ended; packets may be missing.
  [[nodiscard]] bool has_ended() const {
    return std::ranges::all_of(inputs_, [](const auto& connections) {
      return !connections.empty() &&
             std::ranges::all_of(connections, [](const auto& one) { return one.last != 0; });
    });
  }
  /// Packets that were sent and did not come, as far as their numbers say so.
  [[nodiscard]] std::uint64_t missing() const {
    std::uint64_t result = 0;
    for (const auto& connections : inputs_)
      for (const auto& one : connections)
        if (one.last > one.accepted) result += one.last - one.accepted;
    return result;
  }
  /// The next packet begins another stream. The numbers of connections go on.
  void restart() {
    has_given_up_ = false;
    for (auto& connections : inputs_) {
      std::erase_if(connections, [](const auto& one) { return one.id == 0; });
      for (auto& one : connections) one.settle();
    }
  }

 private:
  struct Connection {
    std::uint64_t id = 0;
    std::uint64_t accepted = 0, completed = 0;
    std::uint64_t last = 0;  // number of the end; 0: it has not come

    void settle() noexcept {
      accepted = completed = std::max(accepted, last);
      last = 0;
    }
  };
  using Connections = std::vector<Connection>;

  Connection& find(std::size_t input, std::uint64_t id) {
    auto& connections = inputs_[input];
    const auto found = std::ranges::find(connections, id, &Connection::id);
    if (found != connections.end()) return *found;
    return connections.emplace_back(Connection{.id = id});
  }
  [[nodiscard]] bool is_through(const Connection& one) const noexcept {
    if (one.completed < one.accepted) return false;
    return keeps_order_ || has_given_up_ || one.id == 0 || one.completed >= one.last;
  }

  std::vector<Connections> inputs_;
  const bool keeps_order_;
  bool has_given_up_ = false;
};

}  // namespace orbweaver::component
