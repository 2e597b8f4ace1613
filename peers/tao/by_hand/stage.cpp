// SPDX-License-Identifier: Apache-2.0
// tao-by-hand-stage WAY FOLDER [REFERENCE]: as orbweaver-by-hand-stage; FOLDER is for its unix
// socket.
#include <pipelineS.h>
#include <tao/AnyTypeCode/Any.h>
#include <tao/Messaging/Messaging.h>
#include <tao/ORB.h>
#include <tao/PortableServer/PortableServer.h>
#include <tao/Strategies/advanced_resource.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// One connection, and one request of it at a time: no lock is needed.
class Stage : public POA_Lab::PacketSink {
 public:
  explicit Stage(Lab::PacketSink_ptr next) : next_(Lab::PacketSink::_duplicate(next)) {}

  void send_packet(const Lab::PacketHeader& header, const Lab::Samples& values) override {
    if (!CORBA::is_nil(next_.in())) next_->send_packet(header, values);
    ++count_;
    last_ns_ = now_ns();
  }
  void push_packet(const Lab::PacketHeader& header, const Lab::Samples& values) override {
    send_packet(header, values);
  }
  void end_of_stream(CORBA::ULong packets) override {
    if (!CORBA::is_nil(next_.in())) return next_->end_of_stream(packets);
    std::printf("%u packets, the last at %lld ns\n", count_, static_cast<long long>(last_ns_));
    std::fflush(stdout);
  }

 private:
  Lab::PacketSink_var next_;
  unsigned count_ = 0;
  std::int64_t last_ns_ = 0;
};

// As the lab sets up tao-stage (../call_policies.cpp): the default scope, and 5 s a call.
void set_policies(CORBA::ORB_ptr orb) {
  CORBA::Any scope, longest;
  scope <<= Messaging::SYNC_WITH_TRANSPORT;
  longest <<= TimeBase::TimeT{50'000'000};
  CORBA::PolicyList policies(2);
  policies.length(2);
  policies[0] = orb->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope);
  policies[1] = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, longest);
  const CORBA::Object_var object = orb->resolve_initial_references("ORBPolicyManager");
  CORBA::PolicyManager_var(CORBA::PolicyManager::_narrow(object.in()))
      ->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
}

void run(CORBA::ORB_ptr orb) {
  try {
    orb->run();
  } catch (const CORBA::BAD_INV_ORDER&) {
    // It was shut down before this thread began.
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fputs("usage: tao-by-hand-stage unix|tcp FOLDER [REFERENCE]\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up tao-stage with --dispatch connection (../orb_options.cpp).
    const std::string local = std::string("uiop://") + argv[2] + "/socket";
    const std::string where = argv[1] == std::string("unix") ? local : "iiop://127.0.0.1:0";
    std::string words[] = {"stage",
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
    set_policies(orb.in());
    Lab::PacketSink_var next;
    if (argc == 4) {
      const CORBA::Object_var object = orb->string_to_object(argv[3]);
      next = Lab::PacketSink::_narrow(object.in());
    }
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root.in());
    PortableServer::Servant_var<Stage> servant = new Stage(next.in());
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
    std::fprintf(stderr, "tao-by-hand-stage: %s\n", failure._name());
    return 1;
  }
}
