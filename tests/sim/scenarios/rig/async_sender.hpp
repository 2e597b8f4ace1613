// SPDX-License-Identifier: Apache-2.0
// The client's side of asynchronous calls that the history knows.
#pragma once
#include <orbweaver/corba/pending.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "scenarios/rig/sender.hpp"

namespace orbweaver::sim {

/// Calls with a handler of one program, whose handlers have not begun.
struct UnderWay {
  std::int64_t count = 0;
  std::int64_t bound = 0;  // -ORBasyncCalls
};

/// One thread's calls to one object: with a handler, or with a result that is taken later.
class AsyncSender {
 public:
  AsyncSender(Sender& sender, UnderWay& under_way) : sender_(sender), under_way_(under_way) {}
  /// Fails the run if its handler is called twice, or though the call itself failed.
  void send_with_handler();
  void send_with_result();
  /// Takes the result of one call that has one, if there is any.
  void take_one();
  void take_all();
  /// Results of such calls are not wanted any more.
  void drop_all();

 private:
  struct Waiting {
    std::uint32_t number;
    corba::Pending<std::uint32_t> result;
  };
  Ending outcome_of(Waiting& waiting);

  Sender& sender_;
  UnderWay& under_way_;
  std::vector<Waiting> waiting_;  // the first call first
};

}  // namespace orbweaver::sim
