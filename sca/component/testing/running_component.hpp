// SPDX-License-Identifier: Apache-2.0
// A component at work without a domain, for tests: its own ORB, its ports, its life.
#pragma once
#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component::testing {

using Parameters = std::vector<resource::ExecParameter>;

/// Initialised from its making on; released in the end. Components of one ORB share it.
template <class Class>
class Running {
 public:
  explicit Running(Parameters parameters = {}, std::vector<std::string> orb_words = {})
      : Running(CORBA::ORB_init(std::move(orb_words)), std::move(parameters), true) {}
  Running(std::shared_ptr<CORBA::ORB> orb, Parameters parameters, bool owns_orb = false,
          std::FILE* output = stdout)
      : orb_(std::move(orb)), owns_orb_(owns_orb) {
    const auto adapter =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    adapter->the_POAManager()->activate();
    const resource::Arguments arguments{{}, {}, "test", {}, std::move(parameters)};
    parts_ = make_parts<Class>({arguments, orb_, adapter, output});
    if (const auto done = component().initialize(); !done) {
      parts_.ports->close();
      if (owns_orb_) orb_->destroy();
      throw std::runtime_error("the component did not initialize: " + done.error().messages.at(0));
    }
  }
  ~Running() {
    end();
    if (owns_orb_) orb_->destroy();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] Class& component() { return static_cast<Class&>(*parts_.component); }
  [[nodiscard]] const std::shared_ptr<CORBA::ORB>& orb() const noexcept { return orb_; }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> port(const std::string& name) {
    return parts_.ports->find(name);
  }
  /// The uses port gets the provides port of the other, as CF::Port::connectPort does. The id of a
  /// connection is that of both ports: "numbers_out-numbers_in"; of a second one it ends with its
  /// number.
  template <class Other>
  void connect(const std::string& uses, Other& other, const std::string& provides) {
    const auto target = orb_->string_to_object(other.orb()->object_to_string(other.port(provides)));
    const auto id = uses + "-" + provides;
    const auto count = ++connections_[id];
    IDL::traits<CF::Port>::narrow(port(uses))
        ->connectPort(target, count == 1 ? id : id + "-" + std::to_string(count));
  }
  /// As releaseObject.
  void end() {
    if (std::exchange(has_ended_, true)) return;
    (void)component().stop();
    (void)component().release();
    parts_.ports->close();
  }

 private:
  std::shared_ptr<CORBA::ORB> orb_;
  const bool owns_orb_;
  resource::ResourceParts parts_;
  bool has_ended_ = false;
  std::map<std::string, int> connections_;  // how many have the id
};

}  // namespace orbweaver::component::testing
