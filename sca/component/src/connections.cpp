// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/connections.hpp>

#include <orbweaver/component/messaging.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

namespace orbweaver::component {

namespace {

constexpr std::uint32_t kMostDepth = 1'000'000, kMostMilliseconds = 3'600'000;

// Applies a key to one kind of port. Returns false if the key does not take the value.
template <class Options>
struct ConnectionKey {
  std::string_view name;
  bool (*set)(Options& options, std::string_view value);
  std::string_view values;
};

std::optional<std::uint32_t> number_in(std::string_view text, std::uint32_t most) {
  std::uint32_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end || value > most) return std::nullopt;
  return value;
}

bool set_depth(std::size_t& depth, std::string_view text) {
  const auto value = number_in(text, kMostDepth);
  if (value) depth = *value;
  return value.has_value();
}
bool set_time(Nanoseconds& time, std::string_view text) {
  const auto value = number_in(text, kMostMilliseconds);
  if (value) time = std::chrono::milliseconds(*value);
  return value.has_value();
}
bool set_full(packets::WhenFull& when_full, std::string_view text) {
  using enum packets::WhenFull;
  constexpr std::array<std::pair<std::string_view, packets::WhenFull>, 3> kNames{
      {{"block", block}, {"drop_oldest", drop_oldest}, {"drop_newest", drop_newest}}};
  const auto* const found = std::ranges::find(kNames, text, &decltype(kNames)::value_type::first);
  if (found == kNames.end()) return false;
  when_full = found->second;
  return true;
}
bool set_messaging(ports::Messaging& messaging, std::string_view text) {
  const auto value = ports::messaging_of(text);
  if (value) messaging = *value;
  return value.has_value();
}
bool set_sync(::Messaging::SyncScope& sync, std::string_view text) {
  const auto value = scope_named(text);
  if (value) sync = *value;
  return value.has_value();
}

constexpr std::string_view kDepths = "0 to 1000000", kTimes = "0 to 3600000",
                           kFull = "block, drop_oldest, drop_newest";

using ports::ConnectionOptions, ports::ProvidesOptions, ports::UsesOptions;

constexpr std::array<ConnectionKey<ConnectionOptions>, 8> kOfConnections{{
    {"depth", [](auto& all, auto text) { return set_depth(all.queue.depth, text); }, kDepths},
    {"full", [](auto& all, auto text) { return set_full(all.queue.when_full, text); }, kFull},
    {"push_timeout_ms", [](auto& all, auto text) { return set_time(all.queue.push_timeout, text); },
     kTimes},
    {"lifespan_ms", [](auto& all, auto text) { return set_time(all.queue.lifespan, text); },
     kTimes},
    {"deadline_ms", [](auto& all, auto text) { return set_time(all.queue.deadline, text); },
     kTimes},
    {"send_timeout_ms", [](auto& all, auto text) { return set_time(all.send_timeout, text); },
     kTimes},
    {"messaging", [](auto& all, auto text) { return set_messaging(all.messaging, text); },
     "oneway, oneway-worker, twoway, twoway-worker, ordered"},
    {"sync", [](auto& all, auto text) { return set_sync(all.sync, text); },
     "none, transport, server, target"},
}};
constexpr std::array<ConnectionKey<UsesOptions>, 1> kOfUsesPorts{{
    {"budget_ms", [](auto& all, auto text) { return set_time(all.budget, text); }, kTimes},
}};
constexpr std::array<ConnectionKey<ProvidesOptions>, 4> kOfProvidesPorts{{
    {"depth", [](auto& all, auto text) { return set_depth(all.queue.depth, text); }, kDepths},
    {"full", [](auto& all, auto text) { return set_full(all.queue.when_full, text); }, kFull},
    {"push_timeout_ms", [](auto& all, auto text) { return set_time(all.queue.push_timeout, text); },
     kTimes},
    {"deadline_ms", [](auto& all, auto text) { return set_time(all.queue.deadline, text); },
     kTimes},
}};

// ---- reading ----

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// Returns the non-empty parts between the separators.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = text.find(separator);
    if (const auto part = trimmed(text.substr(0, end)); !part.empty()) parts.push_back(part);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return parts;
}

unexpected<std::string> wrong(std::string_view part, std::string_view why) {
  return unexpected(fmt::format("connections: '{}': {}", part, why));
}

/// Returns the fault of the value, empty if it is right; nothing if there is no such key.
template <class Options, std::size_t count>
std::optional<std::string> try_key(const std::array<ConnectionKey<Options>, count>& keys,
                                   std::string_view name, std::string_view value) {
  const auto* const key = std::ranges::find(keys, name, &ConnectionKey<Options>::name);
  if (key == keys.end()) return std::nullopt;
  Options tried{};
  if (key->set(tried, value)) return std::string{};
  return fmt::format("'{}' is one of: {}", name, key->values);
}

template <class Options, std::size_t count>
void append_names(std::vector<std::string_view>& names,
                  const std::array<ConnectionKey<Options>, count>& keys) {
  for (const auto& key : keys) names.push_back(key.name);
}

/// The fault of `name=value`, as one line; empty: none.
std::string fault_of(std::string_view name, std::string_view value, bool is_input,
                     bool is_one_connection) {
  std::vector<std::string_view> names;
  if (is_input) {
    if (const auto fault = try_key(kOfProvidesPorts, name, value)) return *fault;
    append_names(names, kOfProvidesPorts);
  } else {
    if (const auto fault = try_key(kOfConnections, name, value)) return *fault;
    append_names(names, kOfConnections);
    if (!is_one_connection) {
      if (const auto fault = try_key(kOfUsesPorts, name, value)) return *fault;
      append_names(names, kOfUsesPorts);
    }
  }
  return fmt::format("there is no '{}' here; there are: {}", name, fmt::join(names, ", "));
}

template <class Options, std::size_t count>
void set_all(const std::array<ConnectionKey<Options>, count>& keys,
             const std::map<std::string, std::string, std::less<>>& values, Options& options) {
  for (const auto& key : keys)
    if (const auto given = values.find(key.name); given != values.end())
      (void)key.set(options, given->second);
}

std::string names_of_data_ports(const std::vector<PortDescription>& ports) {
  std::vector<std::string_view> names;
  for (const auto& port : ports)
    if (!port.is_control) names.push_back(port.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

property::Property connections_property(std::string_view text) {
  std::optional<std::string> value;
  if (!text.empty()) value = text;
  return simple<std::string>(
      std::string{kConnections}, std::move(value),
      {.description =
           "what single ports and connections do otherwise, as 'out: depth=8 full=drop_oldest'",
       .kind = property::Kind::execparam});
}

Result<ConnectionChoices, std::string> ConnectionChoices::parse(
    std::string_view text, const std::vector<PortDescription>& ports) {
  ConnectionChoices connection_choices;
  for (const auto part : parts_of(text, ';')) {
    auto setting = parse_one(part, ports);
    if (!setting) return wrong(part, setting.error());
    connection_choices.settings_.push_back(*std::move(setting));
  }
  return connection_choices;
}

Result<ConnectionChoices::Setting, std::string> ConnectionChoices::parse_one(
    std::string_view part, const std::vector<PortDescription>& ports) {
  const auto colon = part.find(':');
  if (colon == std::string_view::npos)
    return unexpected("write PORT: key=value, as in 'out: depth=8'");
  const auto whose = trimmed(part.substr(0, colon));
  const auto slash = std::min(whose.find('/'), whose.size());
  Setting setting{std::string{whose.substr(0, slash)},
                  std::string{whose.substr(std::min(slash + 1, whose.size()))},
                  {}};
  const auto port = std::ranges::find_if(ports, [&](const auto& port_description) {
    return !port_description.is_control && port_description.name == setting.port;
  });
  if (port == ports.end())
    return unexpected(fmt::format("there is no data port '{}'; there are: {}", setting.port,
                                  names_of_data_ports(ports)));
  if (port->is_input && !setting.connection.empty())
    return unexpected(
        "a provides port does not know the ids of its connections: write the port alone");
  for (const auto word : parts_of(part.substr(colon + 1), ' ')) {
    const auto equals = std::min(word.find('='), word.size());
    const auto key = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
    if (auto fault = fault_of(key, value, port->is_input, !setting.connection.empty());
        !fault.empty())
      return unexpected(std::move(fault));
    setting.values[std::string{key}] = value;
  }
  return setting;
}

// Options of a whole port come first, whatever their place in the text, as the options of single
// connections are based on them.
void ConnectionChoices::apply_to(ports::UsesOptions& options) const {
  for (const auto& setting : settings_)
    if (setting.port == options.name && setting.connection.empty()) {
      set_all(kOfConnections, setting.values, options.connection);
      set_all(kOfUsesPorts, setting.values, options);
    }
  for (const auto& setting : settings_)
    if (setting.port == options.name && !setting.connection.empty())
      set_all(
          kOfConnections, setting.values,
          options.connections.try_emplace(setting.connection, options.connection).first->second);
}

void ConnectionChoices::apply_to(std::string_view port, ports::ProvidesOptions& options) const {
  for (const auto& setting : settings_)
    if (setting.port == port) set_all(kOfProvidesPorts, setting.values, options);
  auto& queue = options.queue;  // options of a queue need a queue, as at a uses port
  const bool needs_queue =
      queue.when_full != packets::WhenFull::block || queue.push_timeout.count() > 0;
  if (queue.depth == 0 && needs_queue) queue.depth = packets::ConnectionSettings::kDefaultDepth;
}

}  // namespace orbweaver::component
