// SPDX-License-Identifier: Apache-2.0
// omniorb-event-consumer: takes the events of a channel, numbers from 0 on, and says whether all
// came in their order.
#include "CosEventChannelAdmin.hh"
#include "end_of_life.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

#include <mutex>

namespace {

class Consumer : public POA_CosEventComm::PushConsumer {
 public:
  Consumer(std::string name, CORBA::Long expected, peer::EndOfLife& end)
      : name_(std::move(name)), expected_(expected), end_(end) {}

  void push(const CORBA::Any& data) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    CORBA::Long value = -1;
    is_in_order_ = (data >>= value) && value == received_ && is_in_order_;
    if (++received_ == expected_)
      peer::print_line({{"event", "result"},
                        {"name", name_},
                        {"consumer", {{"received", received_}, {"in_order", is_in_order_}}}});
  }
  void disconnect_push_consumer() override { end_.request(); }

 private:
  const std::string name_;
  const CORBA::Long expected_;
  peer::EndOfLife& end_;
  std::mutex mutex_;
  CORBA::Long received_ = 0;
  bool is_in_order_ = true;
};

struct Choices {
  std::string name = "omniorb-event-consumer", channel;
  CORBA::Long events = 1000;
  peer::OrbOptions orb{.endpoints = {"giop:tcp:127.0.0.1:0"}};
};

void connect(CORBA::ORB_ptr orb, const std::string& channel,
             CosEventComm::PushConsumer_ptr consumer) {
  const CORBA::Object_var object = orb->string_to_object(channel.c_str());
  const auto events =
      CosEventChannelAdmin::EventChannel_var(CosEventChannelAdmin::EventChannel::_narrow(object));
  const CosEventChannelAdmin::ConsumerAdmin_var admin = events->for_consumers();
  const CosEventChannelAdmin::ProxyPushSupplier_var proxy = admin->obtain_push_supplier();
  proxy->connect_push_consumer(consumer);
}

void serve(const Choices& choices) {
  peer::EndOfLife end;
  CORBA::ORB_var orb = peer::make_orb(choices.orb);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::Servant_var<Consumer> servant = new Consumer(choices.name, choices.events, end);
  PortableServer::ObjectId_var id = poa->activate_object(servant);
  CosEventComm::PushConsumer_var consumer = servant->_this();
  CORBA::String_var ior = orb->object_to_string(consumer);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(choices.name, ior.in());
  connect(orb, choices.channel, consumer);
  peer::print_line({{"event", "connected"}, {"name", choices.name}});
  end.wait();
  orb->shutdown(true);
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Take the events of a channel with omniORB");
  Choices choices;
  app.add_option("--name", choices.name, "name in messages");
  app.add_option("--ior", choices.channel, "reference of a CosEventChannelAdmin::EventChannel")
      ->required();
  app.add_option("--events", choices.events, "events until the result line");
  app.add_option("--endpoint", choices.orb.endpoints, "giop:tcp:HOST:PORT or giop:unix:PATH")
      ->allow_extra_args(false);
  return peer::run_program(app, argc, argv, choices.name, [&] {
    serve(choices);
    return 0;
  });
}
