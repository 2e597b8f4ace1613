// SPDX-License-Identifier: Apache-2.0
// TAO with its defaults, but for what the contract asks.
#include "orb_options.hpp"

#include "call_policies.hpp"
#include "runners.hpp"

#include <tao/Strategies/advanced_resource.h>  // brings the protocol of unix sockets

#include <algorithm>
#include <stdexcept>

namespace peer {

namespace {

/// A thread that sends waits for the connection itself. By default it takes part in running the ORB
/// meanwhile: as one of a pool it then waits, until its call's time is over, for a thread that has
/// long sent what it waits for.
constexpr const char* kResources =
    "static Advanced_Resource_Factory"
    " \"-ORBProtocolFactory UIOP_Factory -ORBProtocolFactory IIOP_Factory"
    " -ORBFlushingStrategy blocking\"";

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

/// "giop:tcp:127.0.0.1:0" or "giop:unix:PATH" as TAO says it.
std::string listen_point(const std::string& endpoint) {
  const std::string tcp = "giop:tcp:", unix_socket = "giop:unix:";
  if (starts_with(endpoint, tcp)) return "iiop://" + endpoint.substr(tcp.size());
  if (starts_with(endpoint, unix_socket)) return "uiop://" + endpoint.substr(unix_socket.size());
  throw std::runtime_error("TAO listens at giop:tcp:HOST:PORT and giop:unix:PATH, not " + endpoint);
}

/// A pool: of the threads that run the ORB, the leader reads and runs the next request.
std::string concurrency(const OrbOptions& options) {
  const std::string way =
      options.connection_pool_threads > 0 ? "reactive" : "thread-per-connection";
  return "static Server_Strategy_Factory \"-ORBConcurrency " + way + "\"";
}

std::vector<std::string> words_of(const OrbOptions& options) {
  std::vector<std::string> words{"peer", "-ORBSvcConfDirective", kResources, "-ORBSvcConfDirective",
                                 concurrency(options)};
  for (const auto& endpoint : options.endpoints)
    words.insert(words.end(), {"-ORBListenEndpoints", listen_point(endpoint)});
  return words;
}

/// A server needs threads. A program that only calls needs one if its calls do not wait to be sent.
int running_threads(const OrbOptions& options) {
  if (!options.endpoints.empty()) return std::max(options.connection_pool_threads, 1);
  return options.sync == "none" ? 1 : 0;
}

}  // namespace

CORBA::ORB_var make_orb(const OrbOptions& options) {
  std::vector<std::string> words = words_of(options);
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  CORBA::ORB_var orb = CORBA::ORB_init(count, arguments.data());
  set_call_policies(orb, options);
  Runners::all().run(orb, running_threads(options));
  return orb;
}

std::string describe(const CORBA::SystemException& exception) {
  static constexpr const char* kCompletion[] = {"yes", "no", "maybe"};
  return std::string(exception._name()) + ", minor " + std::to_string(exception.minor()) +
         ", completed: " + kCompletion[exception.completed()];
}

bool is_timeout(const CORBA::SystemException& exception) {
  return exception._name() == std::string("TIMEOUT");
}

}  // namespace peer
