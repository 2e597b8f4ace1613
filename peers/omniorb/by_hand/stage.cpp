// SPDX-License-Identifier: Apache-2.0
// omniorb-by-hand-stage WAY FOLDER [REFERENCE]: as orbweaver-by-hand-stage; FOLDER is for its unix
// socket.
#include <pipeline.hh>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>

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
    if (!CORBA::is_nil(next_)) next_->send_packet(header, values);
    ++count_;
    last_ns_ = now_ns();
  }
  void push_packet(const Lab::PacketHeader& header, const Lab::Samples& values) override {
    send_packet(header, values);
  }
  void end_of_stream(CORBA::ULong packets) override {
    if (!CORBA::is_nil(next_)) return next_->end_of_stream(packets);
    std::printf("%u packets, the last at %lld ns\n", count_, static_cast<long long>(last_ns_));
    std::fflush(stdout);
  }

 private:
  Lab::PacketSink_var next_;
  unsigned count_ = 0;
  std::int64_t last_ns_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fputs("usage: omniorb-by-hand-stage unix|tcp FOLDER [REFERENCE]\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up omniorb-stage with --dispatch connection (../orb_options.cpp).
    const std::string way = std::string("* ") + argv[1];
    const std::string local = std::string("giop:unix:") + argv[2] + "/socket";
    const char* options[][2] = {{"endPoint", local.c_str()},
                                {"endPoint", "giop:tcp:127.0.0.1:0"},
                                {"threadPerConnectionPolicy", "1"},
                                {"maxServerThreadPerConnection", "1"},
                                {"clientCallTimeOutPeriod", "5000"},
                                {"clientTransportRule", way.c_str()},
                                {nullptr, nullptr}};
    int none = 0;
    CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "omniORB4", options);
    Lab::PacketSink_var next;
    if (argc == 4)
      next = Lab::PacketSink::_narrow(CORBA::Object_var(orb->string_to_object(argv[3])));
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::Servant_var<Stage> servant = new Stage(next);
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
    std::fprintf(stderr, "omniorb-by-hand-stage: %s\n", failure._name());
    return 1;
  }
}
