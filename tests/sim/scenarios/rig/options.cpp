// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/options.hpp"

#include <algorithm>
#include <utility>

namespace orbweaver::sim {

void add(Options& options, std::initializer_list<std::string> more) {
  options.insert(options.end(), more.begin(), more.end());
}

Options with(Options options, std::initializer_list<std::string> more) {
  add(options, more);
  return options;
}

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

Options patient(Options options) { return with(std::move(options), {"-ORBreplyTimeout", "60000"}); }

std::size_t number_of(const Options& options, std::string_view name, std::size_t other) {
  const auto found = std::find(options.rbegin(), options.rend(), name);
  return found == options.rend() ? other : std::stoul(*(found - 1));
}

// A first message may stop on its way for longer than a server usually waits for it. If its client
// has ended meanwhile, the server's CloseConnection is answered by a reset, and the message is
// lost.
Options server_options() {
  Options options{"-ORBthreading",      one_of("per-connection", "pool"),
                  "-ORBthreads",        one_of("8", "1", "2"),
                  "-ORBmessageTimeout", "60000"};
  if (one_of(false, true)) add(options, {"-ORBlaneDepth", one_of("2", "5", "20")});
  if (one_of(false, true)) add(options, {"-ORBwaiting", one_of("block", "look")});
  return options;
}

Options client_options() {
  Options options{"-ORBtransport", one_of("tcp", "unix", "shm")};
  if (one_of(false, true)) add(options, {"-ORBprivateConnections", "on"});
  if (one_of(false, true)) add(options, {"-ORBsendQueue", one_of("1", "3", "50")});
  if (one_of(false, true)) add(options, {"-ORBwaiting", one_of("block", "look")});
  if (one_of(false, false, true)) add(options, {"-ORBfragmentBytes", one_of("64", "1000")});
  return options;
}

}  // namespace orbweaver::sim
