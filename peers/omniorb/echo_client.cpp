// SPDX-License-Identifier: Apache-2.0
// omniorb-echo-client: calls every operation of a Lab::Echo in every way and prints one line for
// each case.
#include <algorithm>

#include "cases.hpp"
#include "echo_servant.hpp"
#include "entries.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"
#include "tls_options.hpp"

namespace {

constexpr const char* kName = PEER_NAME "-echo-client";

std::vector<peer::Case> chosen_cases(const std::vector<std::string>& wanted) {
  std::vector<peer::Case> chosen;
  for (const auto& cases :
       {peer::basic_cases(), peer::sequence_cases(), peer::struct_cases(), peer::operation_cases(),
        peer::exception_cases(), peer::object_cases()}) {
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  }
  if (wanted.empty()) return chosen;
  for (const auto& cases : {peer::large_cases(), peer::ending_cases(), peer::cutting_cases()})
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  const auto unwanted = std::remove_if(chosen.begin(), chosen.end(), [&](const peer::Case& one) {
    return std::find(wanted.begin(), wanted.end(), one.name) == wanted.end();
  });
  chosen.erase(unwanted, chosen.end());
  return chosen;
}

struct Outcome {
  bool ok;
  std::string detail;
};

Outcome run(const peer::Case& one, const peer::Target& target) {
  try {
    return {true, one.run(target)};
  } catch (const CORBA::SystemException& raised) {
    return {false, "raised " + peer::describe(raised)};
  } catch (const CORBA::Exception& raised) {
    return {false, std::string("raised ") + raised._name()};
  } catch (const std::exception& problem) {
    return {false, problem.what()};
  }
}

/// Returns whether all cases went well.
bool run_cases(const peer::Target& target, const std::vector<peer::Case>& cases) {
  bool all_ok = true;
  for (const peer::Case& one : cases) {
    const Outcome outcome = run(one, target);
    peer::print_line({{"case", one.name}, {"ok", outcome.ok}, {"detail", outcome.detail}});
    all_ok = all_ok && outcome.ok;
  }
  return all_ok;
}

struct Choices {
  std::string ior;
  std::vector<std::string> wanted;
  CORBA::ULong entries = 0;
  bool is_collocated = false;
  peer::OrbOptions orb{.call_timeout_ms = 20000, .max_message_size = 64 << 20};
};

/// The object that the reference names, or one of this process.
Lab::Echo_var target_of(CORBA::ORB_ptr orb, const Choices& choices) {
  if (!choices.is_collocated) {
    const CORBA::Object_var object = orb->string_to_object(choices.ior.c_str());
    return Lab::Echo::_narrow(object);
  }
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  const PortableServer::Servant_var<peer::EchoServant> servant = new peer::EchoServant([] {});
  const PortableServer::ObjectId_var id = poa->activate_object(servant.in());
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  const CORBA::Object_var object = poa->id_to_reference(id.in());
  return Lab::Echo::_narrow(object);
}

bool call(const Choices& choices) {
  CORBA::ORB_var orb = peer::make_orb(choices.orb);
  bool all_ok = false;
  {
    const Lab::Echo_var echo = target_of(orb, choices);
    if (CORBA::is_nil(echo)) throw peer::Failed("the reference is no Lab::Echo");
    if (choices.entries > 0) peer::enter_numbers(echo, choices.entries);
    all_ok = choices.entries > 0 || run_cases({orb, echo}, chosen_cases(choices.wanted));
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Call every operation of a Lab::Echo with omniORB");
  Choices choices;
  const auto ior = app.add_option("--ior", choices.ior, "reference of a Lab::Echo");
  app.add_flag("--collocated", choices.is_collocated, "call an object of this process instead")
      ->excludes(ior);
  app.add_option("--enter", choices.entries,
                 "enter so many numbers in the server's journal, through its restarts");
  app.add_option("--case", choices.wanted, "only this case; repeatable")
      ->allow_extra_args(false)
      ->check([](const std::string& name) {
        return chosen_cases({name}).empty() ? "there is no case " + name : std::string();
      });
  peer::add_tls_options(app, choices.orb);
  return peer::run_program(app, argc, argv, kName, [&] { return call(choices) ? 0 : 1; });
}
