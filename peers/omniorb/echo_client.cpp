// omniorb-echo-client: calls every operation of a Lab::Echo in every way and prints one line for
// each case.
#include "cases.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

constexpr const char* kName = "omniorb-echo-client";

std::vector<peer::Case> chosen_cases(const std::string& wanted) {
  std::vector<peer::Case> chosen;
  for (const auto& cases :
       {peer::basic_cases(), peer::sequence_cases(), peer::struct_cases(), peer::operation_cases(),
        peer::exception_cases(), peer::object_cases()}) {
    chosen.insert(chosen.end(), cases.begin(), cases.end());
  }
  if (wanted.empty()) return chosen;
  const auto ending = peer::ending_cases();
  chosen.insert(chosen.end(), ending.begin(), ending.end());
  std::erase_if(chosen, [&](const peer::Case& one) { return wanted != one.name; });
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

bool call(const std::string& ior, const std::vector<peer::Case>& cases) {
  CORBA::ORB_var orb = peer::make_orb({.call_timeout_ms = 20000});
  bool all_ok = false;
  {
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const Lab::Echo_var echo = Lab::Echo::_narrow(object);
    if (CORBA::is_nil(echo)) throw peer::Failed("the reference is no Lab::Echo");
    all_ok = run_cases({orb, echo}, cases);
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Call every operation of a Lab::Echo with omniORB");
  std::string ior;
  std::string wanted;
  app.add_option("--ior", ior, "reference of a Lab::Echo")->required();
  app.add_option("--case", wanted, "only this case")->check([](const std::string& name) {
    return chosen_cases(name).empty() ? "there is no case " + name : std::string();
  });
  return peer::run_program(app, argc, argv, kName,
                           [&] { return call(ior, chosen_cases(wanted)) ? 0 : 1; });
}
