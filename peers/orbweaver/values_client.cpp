// SPDX-License-Identifier: Apache-2.0
// orbweaver-values-client: sends value types and decimal numbers to a ValueLab::Keeper and prints
// one line for each case. See peers/CONTRACT.md.
#include "launched/component.hpp"

#include <nlohmann/json.hpp>

#include "known_values.hpp"

namespace {

using namespace orbweaver;
using launched::Component;
using namespace ValueLab;
using Target = IDL::traits<Keeper>::ref_type;
using NodeReference = IDL::traits<Node>::ref_type;
using RootReference = IDL::traits<Root>::ref_type;

NodeReference node(std::int32_t number, NodeReference next = nullptr) {
  return std::make_shared<OBV::Node>(number, std::move(next));
}

bool lists(const Target& target) {
  const auto turned = target->turned(node(1, node(2, node(3))));
  return turned->number() == 3 && turned->next()->next()->number() == 1 &&
         !turned->next()->next()->next() && !target->turned(nullptr);
}

bool sharing(const Target& target) {
  const auto one = node(1);
  NodeReference third, fourth;
  const bool same = target->same(one, one, third, fourth);
  return same && third == fourth && third->number() == 1 &&
         !target->same(one, node(1), third, fourth);
}

bool circle(const Target& target) {
  const auto first = node(1);
  first->next(node(2, first));
  const auto back = target->circle(first);
  first->next(nullptr);
  const bool closed = back->next()->number() == 2 && back->next()->next() == back;
  back->next(nullptr);
  return closed;
}

bool inside_structs(const Target& target) {
  const auto one = node(1);
  const auto pair = target->swapped(Pair{one, node(2)});
  const auto shared = target->swapped(Pair{one, one});
  return pair.left()->number() == 2 && pair.right()->number() == 1 &&
         shared.left() == shared.right();
}

bool inside_exceptions(const Target& target) {
  try {
    static_cast<void>(target->swapped(Pair{nullptr, node(5)}));
  } catch (const Broken& broken) {
    return broken.culprit()->number() == 5 && broken.same() == broken.culprit();
  }
  return false;
}

bool derived(const Target& target) {
  const auto middle = std::make_shared<OBV::Middle>(1, "b", node(2));
  const auto back = IDL::traits<Middle>::narrow(target->echo_root(middle));
  return back && back->a() == 1 && back->b() == "b" && back->inside()->number() == 2 &&
         target->seen_as(middle) == "Middle" &&
         target->seen_as(std::make_shared<OBV::Root>(1)) == "Root" &&
         target->seen_as(nullptr) == "null";
}

bool truncated(const Target& target) {
  const auto leaf = std::make_shared<OBV::Leaf>(1, "b", node(2), 3.5, node(4, node(5)));
  const auto back = IDL::traits<Middle>::narrow(target->echo_root(leaf));
  return target->seen_as(leaf) == "Middle" && back && back->b() == "b" &&
         back->inside()->number() == 2;
}

bool any_value(const Target& target) {
  const auto back = IDL::traits<Node>::narrow(target->echo_base(node(1, node(2))));
  return back && back->next()->number() == 2 && !target->echo_base(nullptr);
}

bool boxes(const Target& target) {
  const auto label = target->label(std::make_shared<Text>("x"),
                                   std::make_shared<Longs>(std::vector<std::int32_t>{1, 2}));
  return label->_value() == "x:2" && !target->label(nullptr, nullptr);
}

bool decimals(const Target& target) {
  return target->doubled(Price{"-12345.6789"}) == Price{"-24691.3578"} &&
         target->doubled(Price{}) == 0;
}

bool anys(const Target& target) {
  CORBA::Any any;
  any <<= Price{"1.5"};
  Price price;
  if (!(target->echo_any(any) >>= price) || price != Price{"1.5"}) return false;
  any <<= node(1, node(2));
  NodeReference back;
  return (target->echo_any(any) >>= back) && back->next()->number() == 2;
}

// A value in chunks: an Any with a value in it, and what is longer than any buffer.
bool bags(const Target& target) {
  CORBA::Any list, root;
  list <<= node(1, node(2));
  root <<= RootReference{std::make_shared<OBV::Root>(7)};
  const auto bag = std::make_shared<OBV::Bag>(1, list, std::string(100 << 10, 't'),
                                              std::vector<double>(20000, 2.5), root, node(9));
  const auto back = IDL::traits<Bag>::narrow(target->echo_root(bag));
  NodeReference first;
  RootReference other;
  return back && (back->thing() >>= first) && first->next()->number() == 2 &&
         back->text() == bag->text() && back->numbers() == bag->numbers() &&
         (back->other() >>= other) && other->a() == 7 && back->last()->number() == 9;
}

struct Case {
  const char* name;
  bool (*holds)(const Target&);
};
constexpr Case kCases[] = {
    {"lists", lists},
    {"sharing", sharing},
    {"circle", circle},
    {"structs", inside_structs},
    {"exceptions", inside_exceptions},
    {"derived", derived},
    {"truncated", truncated},
    {"ValueBase", any_value},
    {"boxes", boxes},
    {"decimals", decimals},
    {"anys", anys},
    {"bags", bags},
};

bool run_case(const Target& target, const Case& test_case) {
  bool ok = false;
  std::string detail = "as it should be";
  try {
    ok = test_case.holds(target);
    if (!ok) detail = "something else came back";
  } catch (const CORBA::Exception& raised) {
    detail = std::string{"raised "} + raised.what();
  }
  component::print_line({{"case", test_case.name}, {"ok", ok}, {"detail", detail}});
  return ok;
}

bool run_cases(const Target& target, const std::string& wanted) {
  bool all_ok = true;
  for (const auto& test_case : kCases)
    if (wanted.empty() || wanted == test_case.name) all_ok = run_case(target, test_case) && all_ok;
  return all_ok;
}

int run(const Component& component, const std::string& reference, const std::string& wanted) {
  lab::know_values(component.orb());
  component.orb().register_value_factory(Leaf::_id, std::make_shared<Leaf_init>());
  const auto target = IDL::traits<Keeper>::narrow(component.orb().string_to_object(reference));
  return target && run_cases(target, wanted) ? 0 : 1;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-values-client", .call_timeout_ms = 20000};
  std::string reference;
  std::string wanted;
  CLI::App app{"Sends value types to a ValueLab::Keeper."};
  launched::add_program_options(app, settings);
  app.add_option("--ior", reference, "reference of a ValueLab::Keeper")->required();
  app.add_option("--case", wanted, "only this case");
  return launched::run_component(app, argc, argv, settings, [&](Component& component) {
    return run(component, reference, wanted);
  });
}
