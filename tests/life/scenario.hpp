// SPDX-License-Identifier: Apache-2.0
// What the scenarios share: how a program gets an ORB, a server and a reference.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/life.hpp>
#include <orbweaver/generated/life_poa.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace life {

using Orb = std::shared_ptr<CORBA::ORB>;
using Point = CORBA::object_reference<Life::Point>;
using Options = std::vector<std::string>;

/// What a program of a scenario is started with.
struct Setting {
  Options options;        // of the ORB
  std::string reference;  // of the server that a client calls; empty for servers
};

class PointServant final : public CORBA::servant_traits<Life::Point>::base_type {
 public:
  explicit PointServant(std::function<void()> act = [] {}) : act_(std::move(act)) {}

  std::int32_t add(std::int32_t a, std::int32_t b) override { return a + b; }
  void poke() override { ++pokes_; }
  std::uint32_t pokes() override { return pokes_; }
  void act() override { act_(); }
  void act_later() override { act_(); }

 private:
  std::function<void()> act_;
  std::atomic<std::uint32_t> pokes_{0};
};

/// The reference that a text leads to, without asking the server.
Point point(CORBA::ORB& orb, const std::string& reference);
/// Serves one object, and returns its reference as text.
std::string publish(
    CORBA::ORB& orb, std::function<void()> act = [] {});
/// Into the buffer of standard output: what is printed must not be lost when the program ends.
void print(const std::string& line);
/// At once: another program waits for the line.
void print_now(const std::string& line);
/// The text of the CORBA exception that `action` throws; "nothing" if it throws none.
std::string thrown_by(const std::function<void()>& action);
/// "right" if the object adds so many numbers right.
std::string sums(const Point& on, int count);

struct Scenario {
  const char* name;
  int (*run)(const Setting& setting);
};
const std::vector<Scenario>& ends_of_clients();
const std::vector<Scenario>& ends_in_servants();
const std::vector<Scenario>& forks();

}  // namespace life
