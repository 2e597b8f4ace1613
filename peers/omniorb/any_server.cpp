// SPDX-License-Identifier: Apache-2.0
// omniorb-any-server: serves one AnyLab::AnyEcho until its standard input ends or it is signalled.
#include "end_of_life.hpp"
#include "known_anys.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

class AnyServant : public POA_AnyLab::AnyEcho {
 public:
  CORBA::Any* echo(const CORBA::Any& x) override { return new CORBA::Any(x); }
  void echo_shifted(CORBA::Octet before, const CORBA::Any& x, CORBA::Octet& after,
                    CORBA::Any_OUT_arg same) override {
    after = before;
    same = new CORBA::Any(x);
  }
  CORBA::TypeCode_ptr echo_type(CORBA::TypeCode_ptr x) override {
    return CORBA::TypeCode::_duplicate(x);
  }
  AnyLab::Anys* echo_all(const AnyLab::Anys& all) override { return new AnyLab::Anys(all); }
  CORBA::Any* give(const char* name) override { return new CORBA::Any(known_.at(name)); }
  CORBA::Boolean take(const char* name, const CORBA::Any& x) override {
    return peer::same(x, known_.at(name));
  }

 private:
  const peer::NamedAnys known_ = peer::known_anys();
};

void serve(const peer::OrbOptions& options, const std::string& name) {
  peer::EndOfLife end;
  CORBA::ORB_var orb = peer::make_orb(options);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::Servant_var<AnyServant> servant = new AnyServant;
  PortableServer::ObjectId_var id = poa->activate_object(servant);
  AnyLab::AnyEcho_var echo = servant->_this();
  CORBA::String_var ior = orb->object_to_string(echo);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(name, ior.in());
  end.wait();
  orb->shutdown(true);
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Serve AnyLab::AnyEcho with omniORB");
  peer::OrbOptions options{.endpoints = {"giop:tcp:127.0.0.1:0"}};
  std::string name = "omniorb-any-server";
  app.add_option("--name", name, "name in messages");
  app.add_option("--endpoint", options.endpoints, "giop:tcp:HOST:PORT or giop:unix:PATH")
      ->allow_extra_args(false);
  return peer::run_program(app, argc, argv, name, [&] {
    serve(options, name);
    return 0;
  });
}
