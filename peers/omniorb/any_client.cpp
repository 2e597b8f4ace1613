// SPDX-License-Identifier: Apache-2.0
// omniorb-any-client: sends Anys and TypeCodes of every kind to a AnyLab::AnyEcho and prints one
// line for each case.
#include "known_anys.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

constexpr const char* kName = "omniorb-any-client";

std::string why_not_echoed(AnyLab::AnyEcho_ptr target, const CORBA::Any& any) {
  const CORBA::Any_var back = target->echo(any);
  if (!peer::same(back.in(), any)) return "it came back changed";
  CORBA::Octet after = 0;
  CORBA::Any_var shifted;
  target->echo_shifted(7, any, after, shifted.out());
  if (after != 7 || !peer::same(shifted.in(), any))
    return "it came back changed from behind an octet";
  AnyLab::Anys all;
  all.length(2);
  all[0] = any;
  all[1] = any;
  AnyLab::Anys_var all_back = target->echo_all(all);
  if (!peer::same(all_back[1], any)) return "it came back changed in a sequence";
  return "";
}

std::string why_no_type(AnyLab::AnyEcho_ptr target, CORBA::TypeCode_ptr type) {
  const CORBA::TypeCode_var back = target->echo_type(type);
  if (!back->equal(type)) return "its TypeCode came back changed";
  CORBA::Any any;
  any <<= type;
  return why_not_echoed(target, any);
}

std::string why_not_known(AnyLab::AnyEcho_ptr target, const std::string& name,
                          const CORBA::Any& any) {
  if (!target->take(name.c_str(), any)) return "the server knows another";
  const CORBA::Any_var given = target->give(name.c_str());
  return peer::same(given.in(), any) ? "" : "the server's is another";
}

std::string why_no_exception(AnyLab::AnyEcho_ptr target) {
  CORBA::Any any;
  AnyLab::Lost lost;
  lost.why = "gone";
  any <<= lost;
  CORBA::Octet after = 0;
  CORBA::Any_var back;
  target->echo_shifted(7, any, after, back.out());
  const AnyLab::Lost* received = nullptr;
  if (!(back.in() >>= received)) return "it came back as another type";
  return std::string(received->why) == "gone" ? "" : "it came back changed";
}

std::string why_no_reference(AnyLab::AnyEcho_ptr target) {
  CORBA::Any any;
  any <<= target;
  const CORBA::Any_var received = target->echo(any);
  AnyLab::AnyEcho_ptr back = AnyLab::AnyEcho::_nil();
  if (!(received.in() >>= back)) return "it came back as another type";
  const CORBA::Any_var given = back->give("octet");
  const CORBA::TypeCode_var type = given->type();
  return type->kind() == CORBA::tk_octet ? "" : "it leads nowhere";
}

template <class Check>
bool run_case(const std::string& name, Check why_not) {
  std::string why;
  try {
    why = why_not();
  } catch (const CORBA::SystemException& raised) {
    why = "raised " + peer::describe(raised);
  } catch (const CORBA::Exception& raised) {
    why = std::string("raised ") + raised._name();
  }
  peer::print_line(
      {{"case", name}, {"ok", why.empty()}, {"detail", why.empty() ? "the same" : why}});
  return why.empty();
}

bool run_cases(AnyLab::AnyEcho_ptr target) {
  bool all_ok = true;
  for (const auto& [name, any] : peer::known_anys()) {
    const CORBA::TypeCode_var type = any.type();
    all_ok = run_case(name,
                      [&, &name = name, &any = any] {
                        const auto why = why_not_echoed(target, any) + why_no_type(target, type);
                        return why.empty() ? why_not_known(target, name, any) : why;
                      }) &&
             all_ok;
  }
  for (const auto& [name, any] : peer::kind_anys()) {
    const CORBA::TypeCode_var type = any.type();
    all_ok = run_case("unknown_" + name,
                      [&, &any = any] {
                        return why_not_echoed(target, any) + why_no_type(target, type);
                      }) &&
             all_ok;
  }
  for (const auto& [name, type] : peer::kind_types())
    all_ok = run_case("unknown_" + name, [&, &type = type] { return why_no_type(target, type); }) &&
             all_ok;
  all_ok = run_case("reference", [&] { return why_no_reference(target); }) && all_ok;
  return run_case("exception", [&] { return why_no_exception(target); }) && all_ok;
}

bool call(const std::string& ior) {
  CORBA::ORB_var orb = peer::make_orb({.call_timeout_ms = 20000});
  bool all_ok = false;
  {
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const AnyLab::AnyEcho_var echo = AnyLab::AnyEcho::_narrow(object);
    all_ok = !CORBA::is_nil(echo) && run_cases(echo);
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send Anys and TypeCodes of every kind with omniORB");
  std::string ior;
  app.add_option("--ior", ior, "reference of a AnyLab::AnyEcho")->required();
  return peer::run_program(app, argc, argv, kName, [&] { return call(ior) ? 0 : 1; });
}
