// SPDX-License-Identifier: Apache-2.0
#include "clients.hpp"

#include <monitor_poa.hpp>
#include <orbweaver/corba/orb.hpp>

#include <cstdio>

namespace {

class Session : public CORBA::servant_traits<Monitor::Session>::base_type {
 public:
  Session(Clients& clients, std::uint32_t client) : clients_(clients), client_(client) {}

  void watch(const std::string& channel) override {
    check_channel(channel);
    clients_.watch(client_, channel);
  }
  void close() override { clients_.close(client_); }

 private:
  Clients& clients_;
  std::uint32_t client_;
};

}  // namespace

void check_channel(const std::string& channel) {
  static const std::set<std::string> kChannels{"power", "mode", "position"};
  if (!kChannels.contains(channel)) throw Monitor::UnknownChannel(channel);
}

IDL::traits<Monitor::Session>::ref_type Clients::open(Listener listener) {
  const std::scoped_lock guard(lock_);
  const auto client = ++last_;
  const auto session = poa_->activate_object(CORBA::make_reference<Session>(*this, client));
  clients_[client] = Client{std::move(listener), session, {}};
  return IDL::traits<Monitor::Session>::narrow(poa_->id_to_reference(session));
}

void Clients::watch(std::uint32_t client, const std::string& channel) {
  const std::scoped_lock guard(lock_);
  const auto found = clients_.find(client);
  if (found != clients_.end()) found->second.channels.insert(channel);
}

void Clients::close(std::uint32_t client) {
  const std::scoped_lock guard(lock_);
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  poa_->deactivate_object(found->second.session);
  clients_.erase(found);
}

std::uint32_t Clients::count() const {
  const std::scoped_lock guard(lock_);
  return static_cast<std::uint32_t>(clients_.size());
}

std::map<std::uint32_t, Clients::Listener> Clients::watching(const std::string& channel) const {
  const std::scoped_lock guard(lock_);
  std::map<std::uint32_t, Listener> found;
  for (const auto& [number, client] : clients_)
    if (client.channels.contains(channel)) found[number] = client.listener;
  return found;
}

void Clients::tell(const std::string& channel, const CORBA::Any& value) {
  for (const auto& [client, listener] : watching(channel)) {
    try {
      listener->changed(channel, value);
    } catch (const CORBA::SystemException& gone) {
      std::fprintf(stderr, "monitor-server: client %u is closed: %s\n", client, gone.what());
      close(client);
    }
  }
}
