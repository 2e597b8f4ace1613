// SPDX-License-Identifier: Apache-2.0
// orbweaver-values-server: serves one ValueLab::Keeper until its standard input ends or it is
// signalled. See peers/CONTRACT.md.
#include <orbweaver/corba/value.hpp>
#include <orbweaver/generated/lab/values_poa.hpp>
#include "launched/component.hpp"

#include "known_values.hpp"

namespace {

using namespace orbweaver;
using launched::Component;
using namespace ValueLab;
using NodeReference = IDL::traits<Node>::ref_type;
using RootReference = IDL::traits<Root>::ref_type;
using Value = CORBA::valuetype_reference<CORBA::ValueBase>;

class KeeperServant final : public CORBA::servant_traits<Keeper>::base_type {
 public:
  NodeReference turned(NodeReference list) override {
    NodeReference result;
    for (auto position = list; position; position = position->next())
      result = std::make_shared<OBV::Node>(position->number(), result);
    return result;
  }
  bool same(NodeReference left, NodeReference right, NodeReference& third,
            NodeReference& fourth) override {
    third = fourth = left;
    return left == right;
  }
  NodeReference circle(NodeReference first) override { return first; }
  Pair swapped(const Pair& both) override {
    if (!both.left()) throw Broken{both.right(), both.right()};
    return Pair{both.right(), both.left()};
  }
  RootReference echo_root(RootReference value) override { return value; }
  std::string seen_as(RootReference value) override {
    if (!value) return "null";
    if (IDL::traits<Leaf>::narrow(value)) return "Leaf";
    return IDL::traits<Middle>::narrow(value) ? "Middle" : "Root";
  }
  Value echo_base(Value value) override { return value; }
  IDL::traits<Text>::ref_type label(IDL::traits<Text>::ref_type one,
                                    IDL::traits<Longs>::ref_type list) override {
    if (!one || !list) return nullptr;
    return std::make_shared<Text>(one->_value() + ":" + std::to_string(list->_value().size()));
  }
  Price doubled(const Price& one) override { return one + one; }
  CORBA::Any echo_any(const CORBA::Any& value) override { return value; }
};

int run(Component& component) {
  lab::know_values(component.orb());
  component.publish(CORBA::make_reference<KeeperServant>());
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-values-server"};
  CLI::App app{"Serves ValueLab::Keeper: value types and decimal numbers."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  return launched::run_component(app, argc, argv, settings, run);
}
