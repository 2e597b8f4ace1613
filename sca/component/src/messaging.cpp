// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/messaging.hpp>

#include <orbweaver/component/connections.hpp>

#include <array>
#include <utility>

namespace orbweaver::component {

namespace {

constexpr std::array<std::pair<std::string_view, ::Messaging::SyncScope>, 4> kSyncScopes{{
    {"none", ::Messaging::SYNC_NONE},
    {"transport", ::Messaging::SYNC_WITH_TRANSPORT},
    {"server", ::Messaging::SYNC_WITH_SERVER},
    {"target", ::Messaging::SYNC_WITH_TARGET},
}};

property::Property parameter(std::string id, std::string value, std::string description,
                             std::vector<std::string> values) {
  return simple<std::string>(std::move(id), std::move(value),
                             {.description = std::move(description),
                              .kind = property::Kind::execparam,
                              .enumeration = std::move(values)});
}

property::Property number(std::string id, std::uint32_t value, std::string description,
                          Limits range) {
  return simple<std::uint32_t>(std::move(id), value,
                               {.description = std::move(description),
                                .kind = property::Kind::execparam,
                                .range = std::move(range)});
}

}  // namespace

std::optional<::Messaging::SyncScope> scope_named(std::string_view name) noexcept {
  for (const auto& [text, scope] : kSyncScopes)
    if (text == name) return scope;
  return std::nullopt;
}

Definitions messaging_properties(const MessagingShape& shape) {
  Definitions definitions{
      parameter("messaging", "ordered", "how connections hand packets on",
                {"oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"})};
  if (shape.has_outputs)
    definitions.push_back(parameter("sync", "transport", "when a call without a reply returns",
                                    {"none", "transport", "server", "target"}));
  if (shape.has_inputs)
    definitions.push_back(
        number("queue_depth", 64, "packets that wait in the component", {"1", "1000000"}));
  definitions.push_back(number(
      "call_timeout_ms", 5000,
      "a destination that takes no packet for this long is dead; 0: no limit", {"0", "3600000"}));
  if (shape.state == State::none)
    definitions.push_back(
        number("parallel", 0, "threads that process at once; 0: none", {"0", "256"}));
  definitions.push_back(simple<bool>("explain", false,
                                     {.description = "the result says what the ORB chose, and why",
                                      .kind = property::Kind::execparam}));
  definitions.push_back(connections_property(shape.connections));
  definitions.push_back(
      simple<std::string>("log_level", "info",
                          {.description = "of log(): less severe lines are not printed",
                           .enumeration = {"debug", "info", "warning", "error", "off"}}));
  return definitions;
}

Definitions with_messaging(Definitions own, const MessagingShape& shape) {
  for (auto& messaging_property : messaging_properties(shape))
    own.push_back(std::move(messaging_property));
  return own;
}

ports::ConnectionOptions MessagingChoice::sending() const {
  return {.messaging = mode,
          .sync = sync,
          .send_timeout = Nanoseconds{std::chrono::milliseconds(call_timeout_ms)},
          .queue = {.last_timeout = stall_timeout()}};
}

ports::ProvidesOptions MessagingChoice::receiving() const {
  ports::ProvidesOptions options;
  if (has_worker() && parallel == 0) options.queue.depth = queue_depth;
  options.dispatch = !keeps_order()                      ? wire::Dispatch::pool
                     : mode == ports::Messaging::ordered ? wire::Dispatch::lane
                                                         : wire::Dispatch::connection;
  return options;
}

MessagingChoice messaging_of(const resource::PropertyStore& properties) {
  const auto word = [&](std::string_view id) {
    return resource::get<std::string>(properties, id).value_or("");
  };
  const auto count = [&](std::string_view id, std::uint32_t otherwise) {
    return resource::get<std::uint32_t>(properties, id).value_or(otherwise);
  };
  MessagingChoice choice;
  choice.mode = ports::messaging_of(word("messaging")).value_or(choice.mode);
  choice.sync = scope_named(word("sync")).value_or(choice.sync);
  choice.queue_depth = count("queue_depth", 64);
  choice.call_timeout_ms = count("call_timeout_ms", choice.call_timeout_ms);
  choice.parallel = count("parallel", 0);
  choice.connections = word(kConnections);
  choice.explain = resource::get<bool>(properties, "explain").value_or(false);
  return choice;
}

}  // namespace orbweaver::component
