// SPDX-License-Identifier: Apache-2.0
// orbweaver-minimal-client REFERENCE: the least that calls an object; prints 20 + 22 as the server
// adds it. What `orbweaver bench size` weighs.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/minimal.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc != 2) {
      std::fputs("usage: orbweaver-minimal-client REFERENCE\n", stderr);
      return 2;
    }
    const auto adder = IDL::traits<Lab::Adder>::narrow(orb->string_to_object(argv[1]));
    std::printf("%d\n", static_cast<int>(adder->add(20, 22)));
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "orbweaver-minimal-client: %s\n", failure.what());
    return 1;
  }
}
