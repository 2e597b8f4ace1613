// SPDX-License-Identifier: Apache-2.0
// hello-client REFERENCE: calls the greeter.
#include <hello.hpp>
#include <orbweaver/corba/orb.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto greeter = IDL::traits<Greeter>::narrow(orb->string_to_object(argv[1]));
  std::puts(greeter->greet("radio").c_str());
  orb->destroy();
}
