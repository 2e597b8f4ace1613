// SPDX-License-Identifier: Apache-2.0
// The clients of the station: what each of them watches, and the object that serves it.
#pragma once
#include <monitor.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

/// Throws UnknownChannel.
void check_channel(const std::string& channel);

/// Threads: any. The station and each session are objects of their own, so the ORB serves them at
/// the same time; what they share has a lock, which is not held while a client is called.
class Clients {
 public:
  using Listener = IDL::traits<Monitor::Listener>::ref_type;
  using Poa = IDL::traits<PortableServer::POA>::ref_type;

  explicit Clients(Poa poa) : poa_(std::move(poa)) {}

  /// Makes the object that serves one client.
  IDL::traits<Monitor::Session>::ref_type open(Listener listener);
  void watch(std::uint32_t client, const std::string& channel);
  /// Ends the object, if it is still there: calls to it raise OBJECT_NOT_EXIST from now on.
  void close(std::uint32_t client);
  [[nodiscard]] std::uint32_t count() const;

  /// Calls all clients that watch the channel, and closes those that are gone.
  void tell(const std::string& channel, const CORBA::Any& value);

 private:
  struct Client {
    Listener listener;
    PortableServer::ObjectId session;
    std::set<std::string> channels;
  };
  [[nodiscard]] std::map<std::uint32_t, Listener> watching(const std::string& channel) const;

  Poa poa_;
  mutable std::mutex lock_;
  std::map<std::uint32_t, Client> clients_;
  std::uint32_t last_ = 0;
};
