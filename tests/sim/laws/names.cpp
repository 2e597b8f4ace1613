// SPDX-License-Identifier: Apache-2.0
#include "laws/names.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace orbweaver::sim {

namespace {

constexpr auto kNeverEnded = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostOperations = 64;

std::string_view name_of(NameCall call) noexcept {
  constexpr std::array<std::string_view, 6> kNames{"bind",    "rebind", "unbind",
                                                   "resolve", "list",   "restart"};
  return kNames[static_cast<std::size_t>(call)];
}

void note(const std::string& text, std::uint64_t operation, std::uint64_t value) {
  trace().add(Event::law, operation, value, trace().is_shown() ? text : std::string{});
}

}  // namespace

/// Looks for an order of the operations of one name, by trying each that may be the next. A state
/// that was seen is not tried again: it leads nowhere.
class Names::Search {
 public:
  explicit Search(const std::vector<Operation>& operations) : operations_(operations) {
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (operations_[i].ending != NameEnding::unknown) must_ |= bit(i);
  }

  [[nodiscard]] bool has_an_order(std::uint64_t taken = 0, Value value = 0) {
    if ((must_ & ~taken) == 0) return true;
    if (!seen_.emplace(taken, value).second) return false;
    const auto limit = end_of_first_left(taken);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if ((taken & bit(i)) != 0 || operations_[i].begun > limit) continue;
      const auto next = after(operations_[i], value);
      if (next && has_an_order(taken | bit(i), *next)) return true;
    }
    return false;
  }

 private:
  static std::uint64_t bit(std::size_t i) noexcept { return std::uint64_t{1} << i; }

  // An operation that began after another had ended comes after it.
  [[nodiscard]] std::uint64_t end_of_first_left(std::uint64_t taken) const noexcept {
    auto first = kNeverEnded;
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if ((taken & bit(i)) == 0) first = std::min(first, operations_[i].ended);
    return first;
  }

  // What is bound after the operation; nothing if it could not end so.
  [[nodiscard]] static std::optional<Value> after(const Operation& operation,
                                                  Value bound) noexcept {
    const bool was_refused = operation.ending == NameEnding::refused;
    const auto unchanged_if = [&](bool possible) {
      return possible ? std::optional{bound} : std::nullopt;
    };
    switch (operation.call) {
      case NameCall::bind:
        if (was_refused) return unchanged_if(bound != 0);
        return bound == 0 ? std::optional{operation.value} : std::nullopt;
      case NameCall::rebind:
        return operation.value;
      case NameCall::unbind:
        if (was_refused) return unchanged_if(bound == 0);
        return bound != 0 ? std::optional{Value{0}} : std::nullopt;
      case NameCall::resolve:
        return unchanged_if(bound == (was_refused ? 0 : operation.value));
      case NameCall::list:
        return unchanged_if((bound == 0) == was_refused);
      case NameCall::restart:
        break;
    }
    return Value{0};
  }

  const std::vector<Operation>& operations_;
  std::uint64_t must_ = 0;
  std::set<std::pair<std::uint64_t, Value>> seen_;
};

std::size_t Names::begins(const std::string& name, NameCall call, Value value) {
  const KernelMemory kernel;
  auto& history = names_[name.c_str()];
  history.push_back({.call = call, .value = value, .begun = ++events_, .ended = kNeverEnded});
  note(fmt::format("begins {} {} {}", name_of(call), name.c_str(), value), history.size(), value);
  return history.size() - 1;
}

void Names::ends(const std::string& name, std::size_t operation, NameEnding ending, Value found) {
  const KernelMemory kernel;
  auto& ended = names_.at(name.c_str()).at(operation);
  ended.ending = ending;
  if (ending != NameEnding::unknown) ended.ended = ++events_;
  if (found != 0) ended.value = found;
  note(fmt::format("{} {} ended: {}, {}", name_of(ended.call), name.c_str(),
                   static_cast<int>(ending), ended.value),
       operation, ended.value);
}

void Names::goes_down() {
  const KernelMemory kernel;
  if (!restarts_.empty() && restarts_.back().ended == kNeverEnded) return;
  restarts_.push_back({.call = NameCall::restart,
                       .ending = NameEnding::done,
                       .begun = ++events_,
                       .ended = kNeverEnded});
  note("the names go down", restarts_.size(), 0);
}

void Names::comes_up() {
  const KernelMemory kernel;
  if (restarts_.empty() || restarts_.back().ended != kNeverEnded) return;
  restarts_.back().ended = ++events_;
  note("the names are up again", restarts_.size(), 0);
}

void Names::check_end() const {
  const KernelMemory kernel;
  for (const auto& [name, history] : names_) {
    auto all = history;
    for (const auto& restart : restarts_) all.push_back(restart);
    // They changed nothing, or say nothing.
    std::erase_if(all, [](const Operation& operation) {
      return operation.ending == NameEnding::not_run ||
             (operation.ending == NameEnding::unknown &&
              (operation.call == NameCall::resolve || operation.call == NameCall::list));
    });
    check(name, all);
  }
}

void Names::check(const std::string& name, const std::vector<Operation>& history) {
  if (history.size() > kMostOperations) return fail("harness", "too many operations on " + name);
  for (const auto& operation : history)
    if (operation.ending == NameEnding::open)
      fail("liveness", fmt::format("{} {} has not ended", name_of(operation.call), name));
  if (!Search{history}.has_an_order())
    fail("names are linearizable", fmt::format("no order of the operations explains {}", name));
  reached("a name whose history has an order");
}

}  // namespace orbweaver::sim
