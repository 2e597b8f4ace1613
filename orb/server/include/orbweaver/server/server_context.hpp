// SPDX-License-Identifier: Apache-2.0
// The parts of an ORB that its server side uses.
#pragma once
#include <orbweaver/cdr/decode_context.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/server/adapter_gate.hpp>
#include <orbweaver/wire/forward_table.hpp>
#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/statistics.hpp>

namespace orbweaver::server {

class ActiveObject;
class ObjectAdapter;

/// The ORB owns all parts, which outlive the server.
struct ServerContext {
  const wire::Options& options;
  wire::Counters& counters;
  wire::Notices& notices;
  ObjectAdapter& adapter;
  wire::ForwardTable& forwards;
  dispatch::Alarm& alarm;
  /// The context for decoding the arguments of requests: see cdr::Decoder::set_context.
  cdr::DecodeContext* decoding;

  /// The watch for a request that may have to wait at the gate of `object`: a wait longer than
  /// Options::wait_warning is logged.
  [[nodiscard]] AdapterGate::Watch watch_for(const ActiveObject& object) const;
};

}  // namespace orbweaver::server
