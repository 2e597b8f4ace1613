// What the server side of an ORB works with.
#pragma once
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/server/adapter_gate.hpp>
#include <orbweaver/wire/forward_table.hpp>
#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/statistics.hpp>

namespace orbweaver::server {

class ActiveObject;
class ObjectAdapter;

/// All of it belongs to the ORB, and outlives the server.
struct ServerContext {
  const wire::Options& options;
  wire::Counters& counters;
  wire::Notices& notices;
  ObjectAdapter& adapter;
  wire::ForwardTable& forwards;
  dispatch::Alarm& alarm;
  /// What the arguments of requests are decoded with: see cdr::Decoder::set_context.
  void* decoding;

  /// For a request for `object` that may have to wait at its gate: after Options::wait_warning the
  /// log says so.
  [[nodiscard]] AdapterGate::Watch watch_for(const ActiveObject& object) const;
};

}  // namespace orbweaver::server
