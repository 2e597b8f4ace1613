// SPDX-License-Identifier: Apache-2.0
// orbweaver-any-server: serves one AnyLab::AnyEcho until its standard input ends or it is
// signalled. See peers/CONTRACT.md.
#include <orbweaver/generated/lab/anys_poa.hpp>
#include "launched/component.hpp"

#include "known_anys.hpp"

namespace {

using namespace orbweaver;
using launched::Component;

class AnyServant final : public CORBA::servant_traits<AnyLab::AnyEcho>::base_type {
 public:
  CORBA::Any echo(const CORBA::Any& x) override { return x; }
  void echo_shifted(std::uint8_t before, const CORBA::Any& x, std::uint8_t& after,
                    CORBA::Any& same) override {
    after = before;
    same = x;
  }
  CORBA::typecode_reference echo_type(CORBA::typecode_reference x) override { return x; }
  AnyLab::Anys echo_all(const AnyLab::Anys& all) override { return all; }
  CORBA::Any give(const std::string& name) override { return lab::known_any(name); }
  bool take(const std::string& name, const CORBA::Any& x) override {
    return lab::same(x, lab::known_any(name));
  }
};

int run(Component& component) {
  component.publish(CORBA::make_reference<AnyServant>());
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-any-server"};
  CLI::App app{"Serves AnyLab::AnyEcho: Anys and TypeCodes."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  return launched::run_component(app, argc, argv, settings, run);
}
