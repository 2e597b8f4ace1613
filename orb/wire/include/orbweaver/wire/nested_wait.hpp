// SPDX-License-Identifier: Apache-2.0
// Lets requests run at an object while its servant waits for a call that it has made.
#pragma once
#include <orbweaver/wire/serving_reader.hpp>

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/call_chain.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <optional>
#include <string>

namespace orbweaver::wire {

/// While this object lives, the calling thread waits for the call with `token`. Requests that are
/// part of that call may enter the lane in which the thread runs. Made before the call is sent. If
/// such a request has entered, the destructor blocks until it is done, so that only one runs at a
/// time.
class NestedWait {
 public:
  explicit NestedWait(const giop::CallToken& token) noexcept
      : lane_(token), frame_(ServantFrame::innermost()) {}

  /// The object and operation of the servant, "RootPOA/radio (in tune)", and the requests that wait
  /// for it. Nothing if none wait. Threads: any.
  struct BlockedServant {
    std::string holder;
    dispatch::LaneWait::Queue queue;
  };
  [[nodiscard]] std::optional<BlockedServant> blocked_servant() const;

 private:
  ServingReader::ServantWaits servant_waits_;  // ends last: until then another thread may read
  dispatch::LaneWait lane_;
  const ServantFrame* frame_;
};

}  // namespace orbweaver::wire
