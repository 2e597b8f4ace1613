// orbweaver-echo-client: calls every operation of a Lab::Echo in every way and prints one line for
// each case. See peers/CONTRACT.md.
#include <orbweaver/component/component.hpp>

#include <nlohmann/json.hpp>

#include "cases.hpp"

namespace {

using namespace orbweaver;
using component::Component;
using lab::Case;
using lab::Target;

std::vector<Case> chosen_cases(const std::string& wanted) {
  std::vector<Case> chosen;
  for (const auto& cases :
       {lab::basic_cases(), lab::sequence_cases(), lab::struct_cases(), lab::operation_cases(),
        lab::exception_cases(), lab::object_cases(), lab::sync_scope_cases()})
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  if (wanted.empty()) return chosen;
  const auto ending = lab::ending_cases();
  chosen.insert(chosen.end(), ending.begin(), ending.end());
  std::erase_if(chosen, [&](const Case& one) { return wanted != one.name; });
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

int run(const Component& component, const std::string& reference, const std::vector<Case>& cases) {
  const auto echo = IDL::traits<Lab::Echo>::narrow(component.orb().string_to_object(reference));
  if (!echo) throw lab::Failed("the reference is no Lab::Echo");
  bool all_ok = true;
  for (const auto& one : cases) {
    const auto outcome = run_case(one, {component.orb(), echo});
    component::print_line({{"case", one.name}, {"ok", outcome.ok}, {"detail", outcome.detail}});
    all_ok = all_ok && outcome.ok;
  }
  return all_ok ? 0 : 1;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  component::Settings settings{.name = "orbweaver-echo-client", .call_timeout_ms = 20000};
  std::string reference;
  std::string wanted;
  CLI::App app{"Calls every operation of a Lab::Echo in every way."};
  component::add_program_options(app, settings);
  app.add_option("--ior", reference, "reference of a Lab::Echo")->required();
  app.add_option("--case", wanted, "only this case")->check([](const std::string& name) {
    return chosen_cases(name).empty() ? "there is no case " + name : std::string{};
  });
  return component::run_component(app, argc, argv, settings, [&](Component& component) {
    return run(component, reference, chosen_cases(wanted));
  });
}
