// CORBA::ORB and ORB_init: where a program begins. CORBA 3.3 Part 1, 8.5.
//
//   auto orb = CORBA::ORB_init(argc, argv);
//   auto poa =
//   IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
//
// Options that ORB_init takes out of argv; their defaults are in engine::Options:
//   -ORBendPoint giop:tcp:HOST:PORT | giop:unix:PATH | giop:shm:@NAME
//                                                        where to listen (repeatable)
//   -ORBthreading per-connection | pool                  who reads connections
//   -ORBdispatch lane | pool | connection                how requests reach servants
//   -ORBthreads N                                        pool threads
//   -ORBlaneDepth N   -ORBlaneBytes BYTES                high watermarks of a lane
//   -ORBlaneLow N                                        low watermark; a quarter of it if not told
//   -ORBsync none | transport | server | target          sync scope of one-way calls
//   -ORBsendQueue N   -ORBsendQueueBytes BYTES           high watermarks of SYNC_NONE
//   -ORBsendOverflow block | fail | drop-oldest          what a full one does with one more
//   -ORBcallTimeout MS                                   relative round-trip timeout; 0: none
//   -ORBtransport auto | shm | unix | tcp                way to servers that offer several
//   -ORBcollocation direct | queued | off                calls to objects of the same ORB
//   -ORBorderedDelivery on | off                         order over threads and reconnection
//   -ORBorderWindow N   -ORBorderWindowBytes BYTES       early requests that an object holds
//   -ORBorderWait MS                                     how long a missing request is waited for
//   -ORBprivateConnections on | off                      a connection for each reference
//   -ORBwaiting auto | look | block                      what whoever waits for a peer does
//   -ORBshmBytes BYTES                                   shared memory of a connection, each way
//   -ORBexplain on | off                                 log each choice of auto mode, and why
//   -ORBmaxMessageSize BYTES   -ORBmaxConnections N      limits
//   -ORBInitRef NAME=REFERENCE                           for resolve_initial_references
//   (repeatable)
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/engine/choice.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/engine/statistics.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// Threads: any.
class ORB {
 public:
  class InvalidName final : public UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/CORBA/ORB/InvalidName:1.0";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "InvalidName"; }
  };

  ORB(orbweaver::engine::Options options, std::map<std::string, std::string> initial_references);
  /// As destroy().
  ~ORB();
  ORB(const ORB&) = delete;
  ORB& operator=(const ORB&) = delete;

  /// `IOR:` or `corbaloc:`. Throws BAD_PARAM with what is wrong.
  [[nodiscard]] object_reference<Object> string_to_object(const std::string& text);
  /// Throws MARSHAL for a local object.
  [[nodiscard]] std::string object_to_string(const object_reference<Object>& object) const;

  /// RootPOA, INSPOA, ORBPolicyManager, PolicyCurrent, and what -ORBInitRef names. Throws
  /// InvalidName.
  [[nodiscard]] object_reference<Object> resolve_initial_references(const std::string& name);
  [[nodiscard]] std::vector<std::string> list_initial_services() const;

  /// Blocks until shutdown() has been called, then finishes what was accepted.
  void run();
  /// As run(), but gives up waiting at the deadline; true if the ORB has been shut down.
  bool run_until(orbweaver::Deadline deadline);
  /// Ends run(). With `wait_for_completion` returns when everything accepted has been finished;
  /// throws BAD_INV_ORDER if a servant asks for that.
  void shutdown(bool wait_for_completion);
  /// Shuts down and lets go of everything. Throws BAD_INV_ORDER in a servant.
  void destroy();

  [[nodiscard]] orbweaver::engine::Statistics statistics() const noexcept;
  /// Ours: what auto mode chose for this machine, or was told, and why; then one choice for each
  /// connection that this ORB made, up to 64 of them. See docs/auto-mode.md.
  [[nodiscard]] std::vector<orbweaver::engine::Choice> explain() const;
  [[nodiscard]] const std::shared_ptr<orbweaver::engine::OrbCore>& core() const noexcept {
    return core_;
  }

 private:
  std::shared_ptr<orbweaver::engine::OrbCore> core_;
  std::map<std::string, std::string> initial_references_;
  object_reference<PortableServer::POA> root_poa_, ins_poa_;
};

/// Makes an ORB. Takes the -ORB options out of argv.
/// Throws BAD_PARAM, naming the option, for one that is unknown or has a bad value.
[[nodiscard]] std::shared_ptr<ORB> ORB_init(int& argc, char* argv[]);
[[nodiscard]] std::shared_ptr<ORB> ORB_init(std::vector<std::string> options = {});

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ORB> {
  using ref_type = std::shared_ptr<CORBA::ORB>;
  using weak_ref_type = std::weak_ptr<CORBA::ORB>;
};
// NOLINTEND(readability-identifier-naming)
