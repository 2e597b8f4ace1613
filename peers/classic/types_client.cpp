// SPDX-License-Identifier: Apache-2.0
// PEER-types-client: sends extreme values of every type to a Lab::Types::Echo and prints one line
// for each case.
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"
#include "type_cases.hpp"

namespace {

constexpr const char* kName = PEER_NAME "-types-client";

std::vector<peer::TypeCase> all_cases() {
  std::vector<peer::TypeCase> all;
  for (const auto& cases :
       {peer::text_cases(), peer::collection_cases(), peer::union_cases(), peer::interface_cases()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

/// What went wrong; empty if nothing did.
std::string problem_of(const peer::TypeCase& one, Lab::Types::Echo_ptr echo) {
  try {
    one.run(echo);
    return "";
  } catch (const CORBA::SystemException& raised) {
    return "raised " + peer::describe(raised);
  } catch (const CORBA::Exception& raised) {
    return std::string("raised ") + raised._name();
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

bool run_cases(Lab::Types::Echo_ptr echo, const std::string& wanted) {
  bool all_ok = true;
  for (const auto& one : all_cases()) {
    if (!wanted.empty() && wanted != one.name) continue;
    const auto problem = problem_of(one, echo);
    const bool ok = problem.empty();
    peer::print_line(
        {{"case", one.name}, {"ok", ok}, {"detail", ok ? "came back as it went" : problem}});
    all_ok = all_ok && ok;
  }
  return all_ok;
}

bool call(const std::string& ior, const std::string& wanted) {
  CORBA::ORB_var orb = peer::make_orb({.call_timeout_ms = 20000});
  bool all_ok = false;
  {
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const Lab::Types::Echo_var echo = Lab::Types::Echo::_narrow(object);
    if (CORBA::is_nil(echo)) throw peer::Failed("the reference is no Lab::Types::Echo");
    all_ok = run_cases(echo, wanted);
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send extreme values of every type of IDL to a Lab::Types::Echo");
  std::string ior;
  std::string wanted;
  app.add_option("--ior", ior, "reference of a Lab::Types::Echo")->required();
  app.add_option("--case", wanted, "only this case");
  return peer::run_program(app, argc, argv, kName, [&] { return call(ior, wanted) ? 0 : 1; });
}
