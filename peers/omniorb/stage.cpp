// SPDX-License-Identifier: Apache-2.0
// <peer>-stage: one component of a pipeline.
#include <cstdlib>
#include <map>

#include "ending.hpp"
#include "lines.hpp"
#include "private_folder.hpp"
#include "program.hpp"
#include "stage_servant.hpp"

namespace {

CORBA::ORB_var make_orb(const peer::StageOptions& options, const peer::PrivateFolder& folder) {
  peer::OrbOptions orb = peer::orb_options(options);
  orb.endpoints = {"giop:unix:" + folder.socket(), "giop:tcp:127.0.0.1:0"};
  orb.endpoints.insert(orb.endpoints.end(), options.endpoints.begin(), options.endpoints.end());
  orb.threads_per_connection = options.one_request_per_connection ? 1 : options.threads;
  orb.connection_pool_threads = options.connection_pool ? options.threads : 0;
  return peer::make_orb(orb);
}

/// Calls may be stuck in the ORB for ever, so after an error there is no orderly way out.
[[noreturn]] void leave(const std::string& name, const std::string& error,
                        const peer::PrivateFolder& folder) {
  peer::print_error(name, error);
  folder.remove();
  std::_Exit(1);
}

void serve(const peer::StageOptions& options) {
  peer::EndOfLife end;
  peer::place_process(options);
  const peer::PrivateFolder folder;
  CORBA::ORB_var orb = make_orb(options, folder);
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  peer::NextSink next(orb, options);
  PortableServer::Servant_var<peer::StageServant> servant =
      new peer::StageServant(options, next, end);
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  const Lab::PacketSink_var sink = servant->_this();
  const CORBA::String_var ior = orb->object_to_string(sink);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(options.name, ior.in());
  if (const std::optional<std::string> error = end.wait()) leave(options.name, *error, folder);
  peer::end_requests(poa);
  servant->finish();
  peer::end_orb(orb);
}

void add_stage_options(CLI::App& app, peer::StageOptions& options) {
  static const std::map<std::string, peer::Work> kWork{{"wait", peer::Work::wait},
                                                       {"spin", peer::Work::spin}};
  app.add_flag("--worker", options.worker, "queue packets and process them on a worker thread");
  app.add_option("--parallel", options.parallel,
                 "process up to so many packets at once and hand on in order; 0: off")
      ->check(CLI::Range(0, 256));
  app.add_option("--depth", options.depth, "packets that the queue, or a parallel stage, holds")
      ->check(CLI::PositiveNumber);
  peer::add_dispatch_options(app, options);
  app.add_option("--work", options.work, "wait or spin")->transform(CLI::Transformer(kWork));
  app.add_option("--work-ms", options.work_ms, "work for each packet")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--endpoint", options.endpoints, "listen here too")->allow_extra_args(false);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Take packets, work on them and hand them on, with " PEER_NAME);
  peer::StageOptions options;
  options.name = PEER_NAME "-stage";
  peer::add_pipeline_options(app, options);
  add_stage_options(app, options);
  return peer::run_program(app, argc, argv, options.name, [&] {
    serve(options);
    return 0;
  });
}
