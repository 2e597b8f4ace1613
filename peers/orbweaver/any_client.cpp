// SPDX-License-Identifier: Apache-2.0
// orbweaver-any-client: sends Anys and TypeCodes to a AnyLab::AnyEcho and prints one line for each
// case. See peers/CONTRACT.md.
#include "launched/component.hpp"

#include <nlohmann/json.hpp>

#include "known_anys.hpp"

namespace {

using namespace orbweaver;
using launched::Component;
using Target = IDL::traits<AnyLab::AnyEcho>::ref_type;

std::string why_not_echoed(const Target& target, const std::string& name) {
  const auto any = lab::known_any(name);
  if (!lab::same(target->echo(any), any)) return "it came back changed";
  std::uint8_t after = 0;
  CORBA::Any shifted;
  target->echo_shifted(7, any, after, shifted);
  if (after != 7 || !lab::same(shifted, any)) return "it came back changed from behind an octet";
  if (!target->echo_type(any.type())->equal(any.type())) return "its TypeCode came back changed";
  for (const auto& entry : target->echo_all({any, any}))
    if (!lab::same(entry, any)) return "it came back changed in a sequence";
  if (!target->take(name, any)) return "the server knows another";
  return lab::same(target->give(name), any) ? "" : "the server's is another";
}

std::string why_no_reference(const Target& target) {
  CORBA::Any any;
  any <<= target;
  Target back;
  if (!(target->echo(any) >>= back)) return "it came back as another type";
  return back->give("octet").type()->kind() == CORBA::TCKind::tk_octet ? "" : "it leads nowhere";
}

std::string why_no_exception(const Target& target) {
  CORBA::Any any, back;
  any <<= AnyLab::Lost{"gone", AnyLab::Point{}};
  std::uint8_t after = 0;
  target->echo_shifted(7, any, after, back);
  AnyLab::Lost lost;
  if (!(back >>= lost)) return "it came back as another type";
  return lost.why() == "gone" ? "" : "it came back changed";
}

bool report(const std::string& name, const std::string& why_not) {
  const bool ok = why_not.empty();
  component::print_line({{"case", name}, {"ok", ok}, {"detail", ok ? "the same" : why_not}});
  return ok;
}

template <class Check>
bool run_case(const std::string& name, Check why_not) {
  try {
    return report(name, why_not());
  } catch (const CORBA::Exception& raised) {
    return report(name, std::string{"raised "} + raised.what());
  }
}

int run(const Component& component, const std::string& reference) {
  const auto target =
      IDL::traits<AnyLab::AnyEcho>::narrow(component.orb().string_to_object(reference));
  bool all_ok = target != nullptr;
  for (const auto& name : lab::known_names())
    all_ok = run_case(name, [&] { return why_not_echoed(target, name); }) && all_ok;
  all_ok = run_case("reference", [&] { return why_no_reference(target); }) && all_ok;
  all_ok = run_case("exception", [&] { return why_no_exception(target); }) && all_ok;
  return all_ok ? 0 : 1;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-any-client", .call_timeout_ms = 20000};
  std::string reference;
  CLI::App app{"Sends Anys and TypeCodes to a AnyLab::AnyEcho."};
  launched::add_program_options(app, settings);
  app.add_option("--ior", reference, "reference of a AnyLab::AnyEcho")->required();
  return launched::run_component(app, argc, argv, settings,
                                 [&](Component& component) { return run(component, reference); });
}
