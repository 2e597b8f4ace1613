// SPDX-License-Identifier: Apache-2.0
// tao-by-hand-server WAY FOLDER: as orbweaver-by-hand-server; FOLDER is for its unix socket.
#include <by_handS.h>
#include <tao/ORB.h>
#include <tao/PortableServer/PortableServer.h>
#include <tao/Strategies/advanced_resource.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

namespace {

class Target : public POA_ByHand::Target {
 public:
  void ping() override {}
  void push(const ByHand::Samples&) override {}
  void post_samples(const ByHand::Samples&) override { ++received_; }
  CORBA::ULongLong received() override { return received_.exchange(0); }

 private:
  std::atomic<std::uint64_t> received_{0};
};

void run(CORBA::ORB_ptr orb) {
  try {
    orb->run();
  } catch (const CORBA::BAD_INV_ORDER&) {
    // It was shut down before this thread began.
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: tao-by-hand-server unix|tcp FOLDER\n", stderr);
    return 2;
  }
  try {
    // As ../orb_options.cpp sets up the harness's server: a thread for each connection.
    const std::string local = std::string("uiop://") + argv[2] + "/socket";
    const std::string where = argv[1] == std::string("unix") ? local : "iiop://127.0.0.1:0";
    std::string words[] = {"server",
                           "-ORBSvcConfDirective",
                           "static Advanced_Resource_Factory \"-ORBProtocolFactory UIOP_Factory"
                           " -ORBProtocolFactory IIOP_Factory -ORBFlushingStrategy blocking\"",
                           "-ORBSvcConfDirective",
                           "static Server_Strategy_Factory"
                           " \"-ORBConcurrency thread-per-connection\"",
                           "-ORBListenEndpoints",
                           where};
    char* options[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                       words[4].data(), words[5].data(), words[6].data(), nullptr};
    int count = 7;
    CORBA::ORB_var orb = CORBA::ORB_init(count, options);
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root.in());
    PortableServer::Servant_var<Target> servant = new Target;
    const PortableServer::ObjectId_var id = poa->activate_object(servant.in());
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const CORBA::Object_var object = poa->id_to_reference(id.in());
    std::puts(CORBA::String_var(orb->object_to_string(object.in())).in());
    std::fflush(stdout);
    std::thread serving([&] { run(orb.in()); });
    while (std::getchar() != EOF) {
    }
    orb->shutdown(true);
    serving.join();
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "tao-by-hand-server: %s\n", failure._name());
    return 1;
  }
}
