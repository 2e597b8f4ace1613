// TAO with its defaults, but for what the contract asks.
#include "orb_options.hpp"

#include <tao/Messaging/Messaging.h>

#include <stdexcept>
#include <thread>

namespace peer {

namespace {

constexpr const char* kTcp = "giop:tcp:";

/// "giop:tcp:127.0.0.1:0" as TAO says it.
std::string listen_point(const std::string& endpoint) {
  if (endpoint.rfind(kTcp, 0) != 0)
    throw std::runtime_error("TAO listens at giop:tcp:HOST:PORT, not " + endpoint);
  return "iiop://" + endpoint.substr(std::string(kTcp).size());
}

void limit_calls(CORBA::ORB_ptr orb, unsigned milliseconds) {
  const CORBA::Object_var object = orb->resolve_initial_references("ORBPolicyManager");
  const CORBA::PolicyManager_var manager = CORBA::PolicyManager::_narrow(object);
  CORBA::Any time;
  time <<= TimeBase::TimeT{milliseconds} * 10000;
  CORBA::PolicyList policies(1);
  policies.length(1);
  policies[0] = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, time);
  manager->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
}

/// TAO takes requests only in threads that run it; its own end when it is shut down.
void serve_meanwhile(const CORBA::ORB_var& orb) {
  std::thread([orb] { orb->run(); }).detach();
}

}  // namespace

CORBA::ORB_var make_orb(const OrbOptions& options) {
  std::vector<std::string> words{
      "peer", "-ORBSvcConfDirective",
      "static Server_Strategy_Factory \"-ORBConcurrency thread-per-connection\""};
  for (const auto& endpoint : options.endpoints)
    words.insert(words.end(), {"-ORBListenEndpoints", listen_point(endpoint)});
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  CORBA::ORB_var orb = CORBA::ORB_init(count, arguments.data());
  if (options.call_timeout_ms > 0) limit_calls(orb, options.call_timeout_ms);
  if (!options.endpoints.empty()) serve_meanwhile(orb);
  return orb;
}

std::string describe(const CORBA::SystemException& exception) {
  static constexpr const char* kCompletion[] = {"yes", "no", "maybe"};
  return std::string(exception._name()) + ", minor " + std::to_string(exception.minor()) +
         ", completed: " + kCompletion[exception.completed()];
}

}  // namespace peer
