// SPDX-License-Identifier: Apache-2.0
// orbweaver-echo-client: calls every operation of a Lab::Echo in every way and prints one line for
// each case. See peers/CONTRACT.md.
#include "launched/component.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cases.hpp"
#include "echo_servant.hpp"
#include "entries.hpp"

namespace {

using namespace orbweaver;
using lab::Case;
using lab::Target;
using launched::Component;

std::vector<Case> chosen_cases(const std::vector<std::string>& wanted) {
  std::vector<Case> chosen;
  for (const auto& cases :
       {lab::basic_cases(), lab::sequence_cases(), lab::struct_cases(), lab::operation_cases(),
        lab::exception_cases(), lab::object_cases(), lab::sync_scope_cases()})
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  if (wanted.empty()) return chosen;
  for (const auto& cases : {lab::large_cases(), lab::ending_cases(), lab::cutting_cases()})
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  std::erase_if(
      chosen, [&](const Case& one) { return std::ranges::find(wanted, one.name) == wanted.end(); });
  return chosen;
}

struct Outcome {
  bool ok;
  std::string detail;
};

Outcome run_case(const Case& one, const Target& target) {
  try {
    return {true, one.run(target)};
  } catch (const CORBA::Exception& raised) {
    return {false, std::string{"raised "} + raised.what()};
  } catch (const std::exception& problem) {
    return {false, problem.what()};
  }
}

struct Choices {
  std::string reference;
  std::vector<std::string> wanted;
  std::uint32_t entries = 0;
  bool is_collocated = false;
};

// The object that the reference names, or one of this process.
lab::EchoReference target_of(Component& component, const Choices& choices) {
  if (!choices.is_collocated)
    return IDL::traits<Lab::Echo>::narrow(component.orb().string_to_object(choices.reference));
  const auto poa = IDL::traits<PortableServer::POA>::narrow(
      component.orb().resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<lab::EchoServant>([] {}));
  poa->the_POAManager()->activate();
  return IDL::traits<Lab::Echo>::narrow(poa->id_to_reference(id));
}

int run_cases(const Component& component, const lab::EchoReference& echo,
              const std::vector<Case>& cases) {
  bool all_ok = true;
  for (const auto& one : cases) {
    const auto outcome = run_case(one, {component.orb(), echo});
    component::print_line({{"case", one.name}, {"ok", outcome.ok}, {"detail", outcome.detail}});
    all_ok = all_ok && outcome.ok;
  }
  return all_ok ? 0 : 1;
}

int run(Component& component, const Choices& choices) {
  const auto echo = target_of(component, choices);
  if (!echo) throw lab::Failed("the reference is no Lab::Echo");
  if (choices.entries == 0) return run_cases(component, echo, chosen_cases(choices.wanted));
  lab::enter_numbers(echo, choices.entries);
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-echo-client", .call_timeout_ms = 20000};
  Choices choices;
  CLI::App app{"Calls every operation of a Lab::Echo in every way."};
  launched::add_program_options(app, settings);
  const auto ior = app.add_option("--ior", choices.reference, "reference of a Lab::Echo");
  app.add_flag("--collocated", choices.is_collocated, "call an object of this process instead")
      ->excludes(ior);
  app.add_option("--enter", choices.entries,
                 "enter so many numbers in the server's journal, through its restarts");
  app.add_option("--case", choices.wanted, "only this case; repeatable")
      ->allow_extra_args(false)
      ->check([](const std::string& name) {
        return chosen_cases({name}).empty() ? "there is no case " + name : std::string{};
      });
  return launched::run_component(app, argc, argv, settings,
                                 [&](Component& component) { return run(component, choices); });
}
