// SPDX-License-Identifier: Apache-2.0
#include "orb_options.hpp"

#include <algorithm>

namespace peer {

CORBA::ORB_var make_orb(const OrbOptions& options) {
  const std::string threads = std::to_string(options.threads_per_connection);
  const std::string timeout = std::to_string(options.call_timeout_ms);
  const std::string rule = "* " + options.client_transports;
  const std::string pool = std::to_string(std::max(options.connection_pool_threads, 1));
  const std::string largest = std::to_string(options.max_message_size);
  std::vector<const char*> words{"peer",
                                 "-ORBmaxServerThreadPerConnection",
                                 threads.c_str(),
                                 "-ORBthreadPerConnectionPolicy",
                                 options.connection_pool_threads == 0 ? "1" : "0",
                                 "-ORBmaxServerThreadPoolSize",
                                 pool.c_str(),
                                 "-ORBclientCallTimeOutPeriod",
                                 timeout.c_str(),
                                 "-ORBgiopMaxMsgSize",
                                 largest.c_str(),
                                 "-ORBclientTransportRule",
                                 rule.c_str()};
  for (const std::string& endpoint : options.endpoints) {
    words.insert(words.end(), {"-ORBendPoint", endpoint.c_str()});
  }
  for (const std::string& word : options.more) words.push_back(word.c_str());
  // omniORB reads no key without a passphrase, which one that is not encrypted has no use for.
  if (!options.key_file.empty())
    words.insert(words.end(), {"-ORBsslCAFile", options.authority_file.c_str(), "-ORBsslKeyFile",
                               options.key_file.c_str(), "-ORBsslKeyPassword", "none"});
  int count = static_cast<int>(words.size());
  return CORBA::ORB_init(count, const_cast<char**>(words.data()), "omniORB4");
}

std::string describe(const CORBA::SystemException& exception) {
  static constexpr const char* kCompletion[] = {"yes", "no", "maybe"};
  std::string text = exception._name();
  text += ", minor " + std::to_string(exception.minor());
  if (const char* meaning = exception.NP_minorString()) text += std::string(" (") + meaning + ")";
  return text + ", completed: " + kCompletion[exception.completed()];
}

bool is_timeout(const CORBA::SystemException& exception) {
  const char* meaning = exception.NP_minorString();
  return exception._name() == std::string("TIMEOUT") ||
         (meaning != nullptr && meaning == std::string("TRANSIENT_CallTimedout"));
}

}  // namespace peer
