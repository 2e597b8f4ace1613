// SPDX-License-Identifier: Apache-2.0
// omniorb-resource-client: calls every operation of a CF::Resource with stubs of omniORB, and
// prints one line for each case.
#include "cases.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

using namespace resource_client;

std::string why_not(const Cases::mapped_type& check, CF::Resource_ptr resource) {
  try {
    return check(resource);
  } catch (const CORBA::SystemException& raised) {
    return "raised " + peer::describe(raised);
  } catch (const CORBA::Exception& raised) {
    return std::string("raised ") + raised._name();
  }
}

bool run(const Cases& cases, CF::Resource_ptr resource) {
  bool all_ok = true;
  for (const auto& [name, check] : cases) {
    const auto why = why_not(check, resource);
    peer::print_line({{"case", name}, {"ok", why.empty()}, {"detail", why}});
    all_ok = why.empty() && all_ok;
  }
  return all_ok;
}

bool call(const std::string& ior) {
  CORBA::ORB_var orb = peer::make_orb({.call_timeout_ms = 20000});
  bool all_ok = false;
  {
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const CF::Resource_var resource = CF::Resource::_narrow(object);
    Cases cases = port_cases();
    cases.merge(property_cases());
    all_ok = !CORBA::is_nil(resource) && run(cases, resource);
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Call every operation of a CF::Resource with omniORB");
  std::string ior;
  app.add_option("--ior", ior, "reference of a CF::Resource")->required();
  return peer::run_program(app, argc, argv, "omniorb-resource-client",
                           [&] { return call(ior) ? 0 : 1; });
}
