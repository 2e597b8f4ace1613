// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/auto_mode.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace orbweaver::engine {

namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = kKiB * 1024, kGiB = kMiB * 1024;

// So many of a bounded queue's messages have room in its bytes at least, with what each of them
// costs besides.
constexpr std::size_t kBytesOfSmallMessage = kKiB;

std::string in_unit(std::uint64_t bytes, std::uint64_t unit, std::string_view name) {
  return fmt::format("{:.4g} {}", static_cast<double>(bytes) / static_cast<double>(unit), name);
}

std::string text_of(std::uint64_t bytes) {
  if (bytes >= kGiB) return in_unit(bytes, kGiB, "GiB");
  if (bytes >= kMiB) return in_unit(bytes, kMiB, "MiB");
  if (bytes >= kKiB) return in_unit(bytes, kKiB, "KiB");
  return fmt::format("{} bytes", bytes);
}

struct KnownMemory {
  std::uint64_t bytes = 0;  // 0: not known
  std::string text;
};

KnownMemory memory_of(const os::Machine& machine) {
  const auto whole = machine.memory_bytes, limit = machine.memory_limit_bytes;
  if (limit && (!whole || *limit < *whole))
    return {*limit, text_of(*limit) + " of memory (its control group's limit)"};
  if (whole) return {*whole, text_of(*whole) + " of memory"};
  return {};
}

/// The choices made so far.
struct Draft {
  wire::Options options;
  KnownMemory memory;
  std::vector<Choice> choices = {};

  /// "set by -ORBlaneDepth 64", if it was.
  [[nodiscard]] std::optional<std::string> said_by_option(std::string_view option) const {
    const auto found = options.given.find(option);
    if (found == options.given.end() || found->second == "auto") return std::nullopt;
    return fmt::format("set by {} {}", found->first, found->second);
  }
  void choose(std::string what, std::string value, std::string why) {
    choices.push_back({std::move(what), std::move(value), std::move(why)});
  }
};

enum class Rounding { none, to_power_of_two };

/// A bound that memory may lower.
struct Bound {
  const char* what;
  const char* option;
  unsigned part_of_memory;  // 64: one of 64 parts at most
  std::size_t least_bytes;
  Rounding rounding = Rounding::none;
};

void bound_bytes(Draft& draft, const Bound& bound, std::size_t& bytes) {
  const auto said = draft.said_by_option(bound.option);
  const auto share = draft.memory.bytes / bound.part_of_memory;
  std::string why;
  if (said) {
    why = *said;
  } else if (draft.memory.bytes == 0) {
    why = "the default; how much memory there is could not be read";
  } else if (share >= bytes) {
    why = "the default; there are " + draft.memory.text;
  } else {
    bytes = static_cast<std::size_t>(
        std::min<std::uint64_t>(bytes, std::max<std::uint64_t>(share, bound.least_bytes)));
    why = fmt::format("1/{} of {}", bound.part_of_memory, draft.memory.text);
  }
  if (bound.rounding == Rounding::to_power_of_two) bytes = std::bit_floor(bytes);
  draft.choose(bound.what, text_of(bytes), std::move(why));
}

void bound_messages(Draft& draft, const char* what, const char* option, std::size_t bytes,
                    std::size_t& messages) {
  auto why = draft.said_by_option(option).value_or("the default");
  const auto room = std::max<std::size_t>(bytes / kBytesOfSmallMessage, 1);
  if (!draft.said_by_option(option) && room < messages) {
    messages = room;
    why = fmt::format("what fits into {}", text_of(bytes));
  }
  draft.choose(what, fmt::format("{} messages", messages), std::move(why));
}

/// Both watermarks of a queue, which `bytes` and `messages` explain.
void bound_queue(Draft& draft, const Bound& bytes, const char* what, const char* option,
                 dispatch::Watermarks& marks) {
  const auto before = marks;
  bound_bytes(draft, bytes, marks.high_bytes);
  bound_messages(draft, what, option, marks.high_bytes, marks.high_messages);
  if (marks.high_bytes < before.high_bytes)
    marks.low_bytes = std::min(marks.low_bytes, marks.high_bytes / 4);
  if (marks.high_messages < before.high_messages)
    marks.low_messages = std::min(marks.low_messages, marks.high_messages / 4);
}

void choose_queues(Draft& draft) {
  constexpr std::size_t kLeastQueue = 64 * kKiB;
  auto& options = draft.options;
  bound_queue(draft, {"lane bytes", "-ORBlaneBytes", 64, kLeastQueue}, "lane depth",
              "-ORBlaneDepth", options.lane_watermarks);
  bound_queue(draft, {"send queue bytes", "-ORBsendQueueBytes", 64, kLeastQueue},
              "send queue depth", "-ORBsendQueue", options.send_watermarks);
  bound_bytes(draft, {"order window bytes", "-ORBorderWindowBytes", 64, kLeastQueue},
              options.order_limits.bytes);
  bound_bytes(draft,
              {"shared memory, each way", "-ORBshmBytes", 16, transport::kLeastShmBytes,
               Rounding::to_power_of_two},
              options.connection_traits.shm_bytes);
  bound_bytes(draft, {"largest message", "-ORBmaxMessageSize", 2, kMiB}, options.max_message_size);
  options.max_unfinished_bytes = options.unfinished_limit();
  bound_bytes(draft, {"unfinished messages", "-ORBmaxUnfinishedBytes", 2, options.max_message_size},
              options.max_unfinished_bytes);
  if (!draft.said_by_option("-ORBmaxDecodedBytes"))
    options.decode_limits.memory =
        wire::Options::kDecodedPerByte *
        std::min(options.max_message_size, SIZE_MAX / wire::Options::kDecodedPerByte);
}

std::string transports_text(const wire::Options& options) {
  const auto transports = options.local_transports;
  const bool has_tls =
      options.use_of_tls != wire::UseOfTls::off && !options.tls.authorities.empty();
  const std::string remote = has_tls ? "tls, else tcp" : "tcp";
  if (transports.shm && transports.unix_socket) return "shm, else unix, else " + remote;
  return transports.unix_socket ? "unix, else " + remote : remote;
}

std::string_view name_of(wire::TransportChoice choice) {
  switch (choice) {
    case wire::TransportChoice::shm:
      return "shm";
    case wire::TransportChoice::unix_socket:
      return "unix";
    case wire::TransportChoice::tls:
      return "tls";
    case wire::TransportChoice::tcp:
      return "tcp";
    default:
      return "udp";
  }
}

void choose_transport(Draft& draft, const os::Machine& machine) {
  auto& transports = draft.options.local_transports;
  transports.unix_socket = transports.unix_socket && machine.has_unix_sockets;
  transports.shm = transports.shm && transports.unix_socket && machine.has_shared_memory;
  if (draft.options.transport != wire::TransportChoice::automatic)
    return draft.choose("transport", std::string{name_of(draft.options.transport)},
                        draft.said_by_option("-ORBtransport").value_or("set by the program"));
  std::string why = "the fastest that a reference offers and that can be reached";
  if (!transports.unix_socket)
    why += "; this machine makes no unix sockets";
  else if (!transports.shm)
    why += "; this machine makes no sealed memory to share (memfd)";
  draft.choose("transport", transports_text(draft.options), std::move(why));
}

// Looking takes the time of one processor, the peer another's; on a single one they take turns.
bool should_look(const os::Machine& machine) {
  const auto needed = std::min(machine.processors, 2U);
  return machine.processor_quota.value_or(needed) >= needed;
}

std::string why_waiting(const os::Machine& machine) {
  if (!should_look(machine))
    return fmt::format(
        "its control group leaves it the time of {:g} processors: looking would use that up",
        *machine.processor_quota);
  if (machine.processors == 1)
    return "1 processor: between two looks the peer has it, and no wake-up is needed";
  return fmt::format("{} processors: what comes soon is there sooner than a wake-up",
                     machine.processors);
}

void choose_waiting(Draft& draft, const os::Machine& machine) {
  auto& options = draft.options;
  auto why = draft.said_by_option("-ORBwaiting").value_or("set by the program");
  if (options.waiting == wire::Waiting::automatic) {
    options.waiting = should_look(machine) ? wire::Waiting::look : wire::Waiting::block;
    why = why_waiting(machine);
  }
  auto& poll_time = options.connection_traits.poll_time;
  if (options.waiting == wire::Waiting::block) poll_time = Nanoseconds{0};
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(poll_time).count();
  draft.choose("waiting", us == 0 ? "block" : fmt::format("look for {} us, then block", us), why);
}

std::string_view name_of(wire::Collocation collocation) {
  switch (collocation) {
    case wire::Collocation::direct:
      return "direct";
    case wire::Collocation::queued:
      return "queued";
    default:
      return "off: as if they were remote";
  }
}

void choose_collocation(Draft& draft) {
  const auto& chosen = draft.options.collocation;
  if (chosen)
    draft.choose("calls in this ORB", std::string{name_of(*chosen)},
                 draft.said_by_option("-ORBcollocation").value_or("set by the program"));
  else
    draft.choose("calls in this ORB", "one-way queued, two-way direct",
                 "the default: one-way calls stay one-way");
}

}  // namespace

Decision decide(wire::Options options, const os::Machine& machine) {
  Draft draft{std::move(options), memory_of(machine)};
  choose_transport(draft, machine);
  choose_collocation(draft);
  choose_waiting(draft, machine);
  choose_queues(draft);
  return {std::move(draft.options), std::move(draft.choices), machine.processors};
}

}  // namespace orbweaver::engine
