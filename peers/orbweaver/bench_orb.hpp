// SPDX-License-Identifier: Apache-2.0
// How the bench programs set up our ORB: as a user gets it, but for the way, the sync scope
// and what becomes of calls to its own objects.
#pragma once
#include "bench_target.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <bench/program.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::lab {

/// A client has the reference of its server.
inline std::vector<std::string> tls_words(const bench::Options& options) {
  const bool is_server = options.reference.empty();
  const auto own = options.certificates + (is_server ? "/server.pem" : "/client.pem");
  std::vector<std::string> words{"-ORBtlsCA", options.certificates + "/authority.pem",
                                 "-ORBtlsCertificate", own};
  if (is_server && options.endpoint.empty())
    words.insert(words.end(), {"-ORBendPoint", "giop:tls:127.0.0.1:0"});
  return words;
}

/// `collocation`: what calls to objects of this ORB become; empty: what it does by itself.
inline std::shared_ptr<CORBA::ORB> make_bench_orb(const bench::Options& options,
                                                  const std::string& sync,
                                                  const std::string& collocation = {}) {
  std::vector<std::string> words{
      "-ORBtransport", options.transport, "-ORBsync",    sync,
      "-ORBthreading", options.threading, "-ORBwaiting", options.waiting};
  if (!options.endpoint.empty()) words.insert(words.end(), {"-ORBendPoint", options.endpoint});
  if (!options.rules.empty()) words.insert(words.end(), {"-ORBrules", options.rules});
  if (options.transport == "tls") std::ranges::copy(tls_words(options), std::back_inserter(words));
  if (!collocation.empty()) words.insert(words.end(), {"-ORBcollocation", collocation});
  return CORBA::ORB_init(words);
}

inline CORBA::object_reference<CORBA::Object> activate_bench_target(CORBA::ORB& orb) {
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  auto reference = poa->id_to_reference(poa->activate_object(CORBA::make_reference<BenchTarget>()));
  poa->the_POAManager()->activate();
  return reference;
}

}  // namespace orbweaver::lab
