// What scenarios have in common: processes with an ORB, a servant that keeps the history, senders.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/idl/radio.hpp>
#include <orbweaver/generated/idl/radio_poa.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/simulation.hpp>
#include <orbweaver/sim/thread.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "laws/history.hpp"

namespace orbweaver::sim {

using Options = std::vector<std::string>;
using SinkReference = CORBA::object_reference<Sim::Sink>;

/// One of `values`, by the seed; the first is the usual one.
template <class... Values>
[[nodiscard]] auto one_of(Values... values) {
  const std::array all{values...};
  return all[choices().pick(Kind::workload, static_cast<std::uint32_t>(all.size()))];
}
/// `least` to `most`, by the seed.
[[nodiscard]] inline std::uint32_t from_to(std::uint32_t least, std::uint32_t most) {
  return least + choices().pick(Kind::workload, most - least + 1);
}

/// Where processes of a run find each other, outside of all of them.
class Board {
 public:
  void put(const std::string& name, const std::string& value);
  /// Blocks: until it is there.
  [[nodiscard]] std::string get(const std::string& name);
  void remove(const std::string& name);

 private:
  std::map<std::string, std::string> values_;
  WaitList changed_;
};

/// A moment for which threads of any process wait.
class Signal {
 public:
  void raise() noexcept;
  void wait() noexcept;
  [[nodiscard]] bool is_raised() const noexcept { return is_raised_; }

 private:
  bool is_raised_ = false;
  WaitList waiters_;
};

/// Outside of all processes, for the length of a run.
struct World {
  History history;
  Board board;
  Signal over;
  std::uint32_t senders = 0;
  std::vector<Process*> programs;
};
/// That of the run; made anew by begin_world().
[[nodiscard]] World& world() noexcept;
void begin_world();

/// An ORB of the calling process. At its end the ORB is destroyed, and the states that it came
/// through are counted.
class Orb {
 public:
  explicit Orb(const Options& options = {});
  ~Orb();
  Orb(const Orb&) = delete;
  Orb& operator=(const Orb&) = delete;

  CORBA::ORB* operator->() const { return orb_.get(); }
  /// Activates and serves it; the reference as text.
  [[nodiscard]] std::string publish(const PortableServer::Servant& servant) const;
  /// As publish(), under a name that a later life of the server can take again.
  [[nodiscard]] std::string publish_as(const std::string& name,
                                       const PortableServer::Servant& servant) const;
  [[nodiscard]] SinkReference sink(const std::string& reference) const;
  /// The most requests that waited in the object's lane.
  [[nodiscard]] std::size_t most_waiting(const std::string& reference) const;
  /// As ~Orb(), earlier.
  void destroy();

 private:
  std::shared_ptr<CORBA::ORB> orb_;
};

/// How long a servant takes.
enum class Pace { at_once, dawdles, slow };

class SinkServant final : public virtual CORBA::servant_traits<Sim::Sink>::base_type {
 public:
  SinkServant(std::uint32_t object, Pace pace) noexcept : object_(object), pace_(pace) {}

  void push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint32_t call(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint64_t count() override { return count_; }
  void _missed(const server::StreamGap& gap) override;

  /// Called in each request, after it was noted.
  std::function<void(std::uint32_t sender, std::uint32_t number)> on_request;

 private:
  void take(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body);

  std::uint32_t object_;
  Pace pace_;
  std::uint64_t count_ = 0;
};

/// The octets that the number-th call of a sender carries: their number and values follow from it.
[[nodiscard]] Sim::Octets body_of(std::uint32_t sender, std::uint32_t number);

/// A sender through a reference: one thread's calls to one object.
class Sender {
 public:
  Sender(std::uint32_t object, SinkReference sink);
  /// Sends the next call in that way. Returns how it ended.
  Ending send(Way way);
  [[nodiscard]] std::uint32_t number() const noexcept { return sender_; }

 private:
  std::uint32_t object_, sender_, next_ = 0;
  SinkReference sink_;
};

/// Asks for the object's count until a call returns; for the end of a scenario.
void settle(const SinkReference& sink);

/// Options of a server and of a client, by the seed.
[[nodiscard]] Options server_options();
[[nodiscard]] Options client_options();

/// A process that check_end_of_all() knows. `name` lives as long as the program.
Process& start_program(const char* name, std::function<void()> body, Node* node = nullptr);
/// Fails the run if a process left memory or descriptors behind.
void check_end_of_all();

}  // namespace orbweaver::sim
