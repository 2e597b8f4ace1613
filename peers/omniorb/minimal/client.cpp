// SPDX-License-Identifier: Apache-2.0
// omniorb-minimal-client REFERENCE: as orbweaver-minimal-client.
#include <minimal.hh>

#include <cstdio>

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    if (argc != 2) {
      std::fputs("usage: omniorb-minimal-client REFERENCE\n", stderr);
      return 2;
    }
    const CORBA::Object_var object = orb->string_to_object(argv[1]);
    const Lab::Adder_var adder = Lab::Adder::_narrow(object);
    std::printf("%d\n", static_cast<int>(adder->add(20, 22)));
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-minimal-client: %s\n", failure._name());
    return 1;
  }
}
