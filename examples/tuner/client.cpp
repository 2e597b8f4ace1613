// SPDX-License-Identifier: Apache-2.0
// tuner-client [-ORB options] REFERENCE FREQUENCY_HZ: tunes, feeds a thousand packets, asks for
// their power. REFERENCE is what any ORB prints or knows: IOR:..., corbaloc:..., corbaname:...,
// file://...
#include <orbweaver/corba/orb.hpp>
#include <tuner.hpp>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc != 3) {
      std::fputs("usage: tuner-client [-ORB options] REFERENCE FREQUENCY_HZ\n", stderr);
      return 2;
    }
    const auto tuner = IDL::traits<Radio::Tuner>::narrow(orb->string_to_object(argv[1]));
    if (!tuner) {
      std::fputs("tuner-client: the reference is nil, or its object is no Radio::Tuner\n", stderr);
      return 1;
    }
    std::printf("tuned to %.0f Hz\n", tuner->tune(std::strtod(argv[2], nullptr)));
    const Radio::Samples packet(256, 0.5F);
    for (int packets = 0; packets < 1000; ++packets) tuner->feed(packet);
    std::printf("mean power %g\n", tuner->mean_power());
    orb->destroy();
    return 0;
  } catch (const Radio::OutOfBand& refused) {
    std::fprintf(stderr, "tuner-client: the tuner takes %.0f to %.0f Hz\n", refused.lowest_hz(),
                 refused.highest_hz());
    return 1;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "tuner-client: %s\n", failure.what());
    return 1;
  }
}
