// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/ports/connection_options.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace orbweaver::ports {

namespace {

constexpr std::array<std::pair<Messaging, std::string_view>, 5> kNames{
    {{Messaging::twoway, "twoway"},
     {Messaging::twoway_worker, "twoway-worker"},
     {Messaging::oneway, "oneway"},
     {Messaging::oneway_worker, "oneway-worker"},
     {Messaging::ordered, "ordered"}}};

wire::NoResponse no_response_of(Messaging messaging) noexcept {
  switch (messaging) {
    case Messaging::twoway:
    case Messaging::twoway_worker:
      return wire::NoResponse::never;
    case Messaging::oneway:
    case Messaging::oneway_worker:
      return wire::NoResponse::always;
    case Messaging::ordered:
      break;
  }
  return wire::NoResponse::if_ordered;
}

std::uint64_t in_units_of_100_ns(Nanoseconds time) noexcept {
  return static_cast<std::uint64_t>(std::max<Nanoseconds::rep>(time.count(), 0)) / 100;
}

}  // namespace

std::string_view name_of(Messaging messaging) noexcept {
  return kNames.at(static_cast<std::size_t>(messaging)).second;
}

std::optional<Messaging> messaging_of(std::string_view name) noexcept {
  for (const auto& [messaging, its_name] : kNames)
    if (its_name == name) return messaging;
  return std::nullopt;
}

bool is_tap(std::string_view id) noexcept { return id.starts_with(kTapPrefix); }

ConnectionOptions tap_options() {
  constexpr std::size_t kDepth = 64;
  return {.messaging = Messaging::ordered,
          .send_timeout = std::chrono::seconds(1),
          .queue = {.depth = kDepth,
                    .when_full = packets::WhenFull::drop_oldest,
                    .onlooker_gone_after = std::chrono::seconds(5)}};
}

CORBA::PolicyList policies_of(const ConnectionOptions& options) {
  return {
      std::make_shared<corba::NoResponsePolicy>(no_response_of(options.messaging)),
      std::make_shared<::Messaging::SyncScopePolicy>(options.sync),
      std::make_shared<::Messaging::RelativeRoundtripTimeoutPolicy>(
          in_units_of_100_ns(options.send_timeout)),
      // A call that finds SYNC_NONE's queue full waits, so that the connection's own queue drops
      // packets and counts them.
      std::make_shared<corba::SendOverflowPolicy>(corba::SendOverflow::block),
      std::make_shared<RTCORBA::PrivateConnectionPolicy>(options.is_private)};
}

}  // namespace orbweaver::ports
