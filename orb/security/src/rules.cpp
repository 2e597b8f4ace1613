// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/rules.hpp>

#include <algorithm>
#include <array>

namespace orbweaver::security {

namespace {

bool fits_any(std::span<const std::string> patterns, std::string_view text) noexcept {
  return patterns.empty() ||
         std::ranges::any_of(patterns, [text](const auto& one) { return fits(one, text); });
}

// Of a rule without a list, or with stars alone, no client is meant in particular.
bool names_client(const CallRule& rule, std::span<const std::string> texts) noexcept {
  return std::ranges::any_of(rule.clients, [texts](const std::string& pattern) {
    return pattern.find_first_not_of('*') != pattern.npos &&
           std::ranges::any_of(texts, [&](const auto& text) { return fits(pattern, text); });
  });
}

bool fits_client(const CallRule& rule, std::span<const std::string> texts) noexcept {
  return rule.clients.empty() || std::ranges::any_of(texts, [&rule](const auto& text) {
           return fits_any(rule.clients, text);
         });
}

bool fits_interface(const CallRule& rule, const WantedCall& call) noexcept {
  return rule.interfaces.empty() ||
         (call.implements != nullptr && std::ranges::any_of(rule.interfaces, [&](const auto& id) {
            return call.implements(call.context, id);
          }));
}

bool is_of_every_reference(std::string_view operation) noexcept {
  constexpr std::array<std::string_view, 4> kOperations{"_is_a", "_non_existent", "_interface",
                                                        "_repository_id"};
  return std::ranges::find(kOperations, operation) != kOperations.end();
}

// Of an operation that every reference needs: a rule that allows any operation allows it, and one
// that denies some operations does not deny it.
bool fits_operation(const CallRule& rule, std::string_view operation) noexcept {
  if (is_of_every_reference(operation) && !rule.operations.empty()) return rule.allows;
  return fits_any(rule.operations, operation);
}

bool is_for_any_call(const CallRule& rule) noexcept {
  return rule.objects.empty() && rule.interfaces.empty() && rule.operations.empty();
}

}  // namespace

// Goes back to the last star at most: the time is at most the product of both lengths.
bool fits(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0, t = 0, after_star = pattern.npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (after_star != pattern.npos) {
      p = after_star;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

CallDecision Rules::decide(std::span<const std::string> texts_of_peer,
                           const WantedCall& call) const noexcept {
  for (const auto& rule : rules_)
    if (fits_client(rule, texts_of_peer) && fits_any(rule.objects, call.object) &&
        fits_interface(rule, call) && fits_operation(rule, call.operation))
      return {.is_allowed = rule.allows, .rule = &rule};
  return {.is_allowed = allows_by_default_};
}

CallDecision Rules::admit(std::span<const std::string> texts_of_peer) const noexcept {
  for (const auto& rule : rules_) {
    if (rule.allows && names_client(rule, texts_of_peer))
      return {.is_allowed = true, .rule = &rule};
    if (!rule.allows && is_for_any_call(rule) && fits_client(rule, texts_of_peer))
      return {.rule = &rule, .is_of_stranger = true};
  }
  return {.is_of_stranger = true};
}

std::string describe(const CallDecision& decision) {
  if (decision.rule == nullptr)
    return decision.is_of_stranger ? "no rule lets its user in" : "the default";
  const auto line = std::to_string(decision.rule->line);
  if (decision.rule->name.empty()) return "the rule of line " + line;
  return "rule '" + decision.rule->name + "' (line " + line + ")";
}

}  // namespace orbweaver::security
