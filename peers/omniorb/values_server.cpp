// SPDX-License-Identifier: Apache-2.0
// omniorb-values-server: serves one ValueLab::Keeper until its standard input ends or it is
// signalled.
#include "end_of_life.hpp"
#include "known_values.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

class KeeperServant : public POA_ValueLab::Keeper {
 public:
  ValueLab::Node* turned(ValueLab::Node* list) override {
    ValueLab::Node_var result;
    for (ValueLab::Node* position = list; position != nullptr; position = position->next())
      result = peer::new_node(position->number(), result.in());
    return result._retn();
  }
  CORBA::Boolean same(ValueLab::Node* left, ValueLab::Node* right, ValueLab::Node_out third,
                      ValueLab::Node_out fourth) override {
    third = peer::counted(left);
    fourth = peer::counted(left);
    return left == right;
  }
  ValueLab::Node* circle(ValueLab::Node* first) override { return peer::counted(first); }
  ValueLab::Pair* swapped(const ValueLab::Pair& both) override {
    if (both.left.in() == nullptr)
      throw ValueLab::Broken(peer::counted(both.right.in()), peer::counted(both.right.in()));
    auto* const pair = new ValueLab::Pair;
    pair->left = peer::counted(both.right.in());
    pair->right = peer::counted(both.left.in());
    return pair;
  }
  ValueLab::Root* echo_root(ValueLab::Root* value) override { return peer::counted(value); }
  char* seen_as(ValueLab::Root* value) override {
    if (value == nullptr) return CORBA::string_dup("null");
    if (ValueLab::Leaf::_downcast(value) != nullptr) return CORBA::string_dup("Leaf");
    return CORBA::string_dup(ValueLab::Middle::_downcast(value) != nullptr ? "Middle" : "Root");
  }
  CORBA::ValueBase* echo_base(CORBA::ValueBase* value) override { return peer::counted(value); }
  ValueLab::Text* label(ValueLab::Text* one, ValueLab::Longs* list) override {
    if (one == nullptr || list == nullptr) return nullptr;
    const std::string text =
        std::string(one->_value()) + ":" + std::to_string(list->_value().length());
    return new ValueLab::Text(text.c_str());
  }
  ValueLab::Price doubled(const ValueLab::Price& one) override { return one + one; }
  CORBA::Any* echo_any(const CORBA::Any& value) override { return new CORBA::Any(value); }
};

void serve(const peer::OrbOptions& options, const std::string& name) {
  peer::EndOfLife end;
  CORBA::ORB_var orb = peer::make_orb(options);
  peer::know_values(orb);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::Servant_var<KeeperServant> servant = new KeeperServant;
  PortableServer::ObjectId_var id = poa->activate_object(servant);
  ValueLab::Keeper_var keeper = servant->_this();
  CORBA::String_var ior = orb->object_to_string(keeper);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(name, ior.in());
  end.wait();
  orb->shutdown(true);
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Serve ValueLab::Keeper with omniORB");
  peer::OrbOptions options{.endpoints = {"giop:tcp:127.0.0.1:0"}};
  std::string name = "omniorb-values-server";
  app.add_option("--name", name, "name in messages");
  app.add_option("--endpoint", options.endpoints, "giop:tcp:HOST:PORT or giop:unix:PATH")
      ->allow_extra_args(false);
  return peer::run_program(app, argc, argv, name, [&] {
    serve(options, name);
    return 0;
  });
}
