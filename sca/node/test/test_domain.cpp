// SPDX-License-Identifier: Apache-2.0
// A domain manager for tests of orbweaver-node: prints its reference, and then each
// registration, as a JSON object a line. `refuse`: takes no node. `bind`: is Domain/Domain at the
// naming service. Shuts its nodes down when it reads an s, and ends with its standard input.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "fake_domain.hpp"

namespace {

void print(const char* member, const std::string& value) {
  std::printf("{\"event\":\"%s\",\"%s\":\"%s\"}\n", member[0] == 'i' ? "ready" : "call", member,
              value.c_str());
  std::fflush(stdout);
}

void bind(CORBA::ORB& orb, const CORBA::object_reference<CORBA::Object>& domain) {
  const auto names =
      IDL::traits<CosNaming::NamingContext>::narrow(orb.resolve_initial_references("NameService"));
  const auto context = names->bind_new_context({CosNaming::NameComponent{"Domain", ""}});
  context->bind({CosNaming::NameComponent{"Domain", ""}}, domain);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace orbweaver;
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto adapter = files::adapter_of(*orb, "domain");
  const auto servant = CORBA::make_reference<node::test::FakeDomain>(
      [](const std::string& call) { print("call", call); });
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  servant->refuses_nodes = wanted == "refuse";
  const auto domain = adapter->servant_to_reference(servant);
  if (wanted == "bind") bind(*orb, domain);
  print("ior", orb->object_to_string(domain));
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0)
    if (byte == 's')
      for (const auto& device_manager : servant->deviceManagers()) device_manager->shutdown();
  orb->destroy();
  return 0;
}
