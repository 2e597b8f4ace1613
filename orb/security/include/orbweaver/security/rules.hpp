// SPDX-License-Identifier: Apache-2.0
// Rules that say which peer may call which operation of which object. The first rule that fits a
// call decides; if none fits, the default does.
//
// Pure: no files, no clock. rules_file.hpp keeps those of a file.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::security {

/// A text with stars; each stands for any characters, also for none.
[[nodiscard]] bool fits(std::string_view pattern, std::string_view text) noexcept;

/// What a peer wants to call.
struct WantedCall {
  std::string_view object;     // as log lines name it: "RootPOA/radio/tuner"
  std::string_view operation;  // as in a request: "start", "_get_identifier"
  /// Whether the object has the interface of that repository id. `context` is the pointer below.
  bool (*implements)(const void* context, std::string_view repository_id) = nullptr;
  const void* context = nullptr;
};

/// One rule. A list that is empty fits everything.
struct CallRule {
  std::string name;      // for log lines; may be empty
  std::size_t line = 0;  // in its file, from 1 on
  bool allows = false;
  std::vector<std::string> clients;     // patterns of texts_of(Identity)
  std::vector<std::string> objects;     // patterns
  std::vector<std::string> interfaces;  // repository ids
  std::vector<std::string> operations;  // patterns
};

struct CallDecision {
  bool is_allowed = false;
  /// Null: the default decided. Valid as long as the rules.
  const CallRule* rule = nullptr;
  /// The client is of another user of this machine, and Rules::admit() does not let it in.
  bool is_of_stranger = false;
};

class Rules {
 public:
  Rules(std::vector<CallRule> rules, bool allows_by_default) noexcept
      : rules_(std::move(rules)), allows_by_default_(allows_by_default) {}

  /// `texts_of_peer`: texts_of() its identity. The operations that every reference needs are
  /// allowed to a peer that may call any operation of the object: _is_a, _non_existent, _interface
  /// and _repository_id.
  [[nodiscard]] CallDecision decide(std::span<const std::string> texts_of_peer,
                                    const WantedCall& call) const noexcept;
  /// Whether a peer of another user of this machine may connect: a rule that allows something names
  /// it, and no rule before denies it everything. Neither the default nor a rule for every client
  /// lets it in; "*" is every client. The decision has the rule, if one has decided.
  [[nodiscard]] CallDecision admit(std::span<const std::string> texts_of_peer) const noexcept;
  [[nodiscard]] const std::vector<CallRule>& all() const noexcept { return rules_; }
  [[nodiscard]] bool allows_by_default() const noexcept { return allows_by_default_; }

 private:
  std::vector<CallRule> rules_;
  bool allows_by_default_;
};

/// "rule 'operators' (line 12)", "the rule of line 12", "the default", "no rule lets its
/// user in".
[[nodiscard]] std::string describe(const CallDecision& decision);

}  // namespace orbweaver::security
