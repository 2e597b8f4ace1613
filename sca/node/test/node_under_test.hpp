// SPDX-License-Identifier: Apache-2.0
// A node with its ORB, a fake domain in another ORB, and what both report.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/node/node.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "fake_domain.hpp"
#include "node_files.hpp"

namespace orbweaver::node::test {

/// Reports of threads, in order.
class Reports {
 public:
  void add(std::string text) {
    const std::scoped_lock lock{mutex_};
    all_.push_back(std::move(text));
    changed_.notify_all();
  }
  /// Waits until a report begins with this; returns the first that does.
  std::string await(const std::string& begin) {
    std::unique_lock lock{mutex_};
    std::string found;
    changed_.wait(lock, [&] {
      for (const auto& text : all_)
        if (found.empty() && text.starts_with(begin)) found = text;
      return !found.empty();
    });
    return found;
  }
  /// Waits until this was reported so many times.
  void await_count(const std::string& text, std::ptrdiff_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return std::ranges::count(all_, text) >= count; });
  }
  [[nodiscard]] std::vector<std::string> all() {
    const std::scoped_lock lock{mutex_};
    return all_;
  }
  [[nodiscard]] bool has(const std::string& text) {
    const auto reports = all();
    return std::ranges::find(reports, text) != reports.end();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
};

class ANode : public testing::Test {
 protected:
  ~ANode() override {
    node.reset();
    server->destroy();
    client->destroy();
  }

  NodeSetup options(const std::string& text) {
    NodeSetup node_options;
    const auto plan = read_node({.dcd = files.dcd(text), .root = files.root()});
    EXPECT_TRUE(plan) << plan.error().front();
    node_options.plan = *plan;
    node_options.guard_program = guard::program_beside_this().value_or("");
    node_options.registration_timeout = node_options.call_timeout = std::chrono::minutes{5};
    node_options.events.on_component = [this](const ComponentEvent& event) {
      if (event.state == ComponentState::started) processes.add(std::to_string(event.process));
      components.add(event.id + " " + std::string{name_of(event.state)} +
                     (event.restart == 0 ? "" : " " + std::to_string(event.restart)) +
                     (event.why.empty() ? "" : ": " + event.why));
    };
    node_options.events.on_line = [this](const std::string& component, device::Stream,
                                         std::string_view line) {
      lines.add(component + ": " + std::string{line});
    };
    node_options.events.on_problem = [this](const std::string& line) { problems.add(line); };
    node_options.events.on_absence = [this](const std::string& line) { problems.add(line); };
    node_options.events.on_shutdown = [this] { lines.add("shutdown"); };
    return node_options;
  }
  void make(NodeSetup with) {
    node.emplace(server, std::move(with));
    manager = reach<CF::DeviceManager>(server, client, node->manager());
  }
  /// Registers the node and starts all.
  void bring_up(const std::string& text) {
    make(options(text));
    ASSERT_TRUE(node->join(reach<CF::DomainManager>(client, server, domain)));
    node->start({});
  }
  template <class Interface>
  static CORBA::object_reference<Interface> reach(
      const std::shared_ptr<CORBA::ORB>& from, const std::shared_ptr<CORBA::ORB>& to,
      const CORBA::object_reference<CORBA::Object>& object) {
    return IDL::traits<Interface>::narrow(to->string_to_object(from->object_to_string(object)));
  }

  NodeFiles files;
  Reports lines, components, problems, calls, processes;
  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  orbweaver::files::Adapter adapter = orbweaver::files::adapter_of(*client, "domain");
  CORBA::servant_reference<FakeDomain> fake =
      CORBA::make_reference<FakeDomain>([this](const std::string& call) { calls.add(call); });
  CORBA::object_reference<CORBA::Object> domain = adapter->servant_to_reference(fake);
  std::optional<Node> node;
  CORBA::object_reference<CF::DeviceManager> manager;
};

}  // namespace orbweaver::node::test
