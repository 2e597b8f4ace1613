// SPDX-License-Identifier: Apache-2.0
// omniorb-by-hand-producer WAY REFERENCE PACKETS: as orbweaver-by-hand-producer.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: omniorb-by-hand-producer unix|tcp REFERENCE PACKETS\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up omniorb-producer (../orb_options.cpp).
    const std::string way = std::string("* ") + argv[1];
    const char* options[][2] = {{"clientCallTimeOutPeriod", "5000"},
                                {"clientTransportRule", way.c_str()},
                                {nullptr, nullptr}};
    int none = 0;
    CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "omniORB4", options);
    const CORBA::Object_var object = orb->string_to_object(argv[2]);
    const Lab::PacketSink_var next = Lab::PacketSink::_narrow(object);
    const auto packets = static_cast<CORBA::ULong>(std::stoul(argv[3]));
    Lab::Samples values;
    values.length(1024);
    for (CORBA::ULong n = 0; n < 1024; ++n) values[n] = 1.0;
    const auto began = now_ns();
    for (CORBA::ULong n = 1; n <= packets; ++n)
      next->send_packet({n, static_cast<CORBA::ULongLong>(began)}, values);
    next->end_of_stream(packets);
    std::printf("began at %lld ns\n", static_cast<long long>(began));
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-by-hand-producer: %s\n", failure._name());
    return 1;
  }
}
