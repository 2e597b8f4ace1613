// SPDX-License-Identifier: Apache-2.0
// hello-client REFERENCE: calls the greeter.
#include <hello.hpp>
#include <orbweaver/corba/orb.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    const auto greeter =
        IDL::traits<Greeter>::narrow(orb->string_to_object(argc == 2 ? argv[1] : ""));
    if (!greeter) {
      std::fputs("hello-client: the object is no Greeter\n", stderr);
      return 1;
    }
    std::puts(greeter->greet("radio").c_str());
    orb->destroy();
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "hello-client: %s\n", failure.what());
    return 1;
  }
}
