// SPDX-License-Identifier: Apache-2.0
// omniorb-by-hand-server WAY FOLDER: as orbweaver-by-hand-server; FOLDER is for its unix socket.
#include <by_hand.hh>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>

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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: omniorb-by-hand-server unix|tcp FOLDER\n", stderr);
    return 2;
  }
  try {
    // As ../orb_options.cpp sets up the harness's server: 64 MiB messages, a thread for each
    // connection, and up to 100 for its requests.
    const std::string local = std::string("giop:unix:") + argv[2] + "/socket";
    const char* options[][2] = {{"endPoint", local.c_str()},
                                {"endPoint", "giop:tcp:127.0.0.1:0"},
                                {"giopMaxMsgSize", "67108864"},
                                {"threadPerConnectionPolicy", "1"},
                                {"maxServerThreadPerConnection", "100"},
                                {nullptr, nullptr}};
    int none = 0;
    CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "omniORB4", options);
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::Servant_var<Target> servant = new Target;
    const PortableServer::ObjectId_var id = poa->activate_object(servant);
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const CORBA::Object_var object = poa->id_to_reference(id);
    std::puts(CORBA::String_var(orb->object_to_string(object)));
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-by-hand-server: %s\n", failure._name());
    return 1;
  }
}
