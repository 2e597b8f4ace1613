// SPDX-License-Identifier: Apache-2.0
// The next component of the pipeline, as the one before it sees it.
#pragma once
#include <stdexcept>
#include <string>

#include "pipeline.hh"
#include "pipeline_options.hpp"

namespace peer {

/// Threads: any may send.
class NextSink {
 public:
  /// A nil sink, which takes everything, if `next` is empty.
  /// Fails: throws CORBA exceptions for a reference that cannot be read.
  NextSink(CORBA::ORB_ptr orb, const PipelineOptions& options);

  /// Blocks: until the transport took it (one-way) or it was answered (two-way), at most the call's
  /// timeout. Fails: throws std::runtime_error that names the packet and the cause.
  void send(const Lab::PacketHeader& header, const Lab::Samples& samples);
  void announce_end(CORBA::ULong packets);

 private:
  Lab::PacketSink_var sink_;
  Messaging messaging_;
  unsigned call_timeout_ms_;
};

}  // namespace peer
