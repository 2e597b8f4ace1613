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
//   -ORBasyncCalls N                                     asynchronous calls under way at once
//                                                        on a connection
//   -ORBcallTimeout MS                                   relative round-trip timeout; 0: none
//   -ORBholdTimeout MS                                   calls without one, to objects of this ORB
//                                                        whose POA manager holds; 0: none
//   -ORBtransport auto | shm | unix | tcp                way to servers that offer several
//   -ORBcollocation direct | queued | off                calls to objects of the same ORB
//   -ORBorderedDelivery on | off                         order over threads and reconnection
//   -ORBorderWindow N   -ORBorderWindowBytes BYTES       early requests that an object holds
//   -ORBorderWait MS                                     how long a missing request is waited for
//   -ORBprivateConnections on | off                      a connection for each reference
//   -ORBwaiting auto | look | block                      what whoever waits for a peer does
//   -ORBshmBytes BYTES                                   shared memory of a connection, each way
//   -ORBexplain on | off                                 log each choice of auto mode, and why
//   -ORBtrace off | calls,connections,messages           a line of the log for each of them
//   -ORBtellClients auto | on | off                      why a servant threw, to whom
//   -ORBwaitWarning MS   -ORBwaitReport MS               after which waiting is logged; 0: never
//   -ORBgiopMinor 0 | 1 | 2                              highest GIOP 1.x to offer and to use
//   -ORBfragmentBytes 0 | BYTES                          fragments of larger messages; 0: none
//   -ORBnativeCharCodeSet ISO-8859-1 | UTF-8             of the strings of this program
//   -ORBmaxMessageSize BYTES   -ORBmaxConnections N      limits (docs/limits.md)
//   -ORBmaxLength N   -ORBmaxDepth N                     of sequences and strings; of values
//   -ORBmaxDecodedBytes BYTES                            of memory for the values of a message
//   -ORBmaxFragmentedMessages N                          incomplete on a connection at once
//   -ORBmaxFragmentedBytes BYTES                         of these together
//   -ORBclientIdle MS   -ORBserverIdle MS                after which idle connections are closed
//   -ORBserverDrain MS                                   for the client's end of one
//   -ORBconnectTimeout MS   -ORBreplyTimeout MS          to connect; for a reply to be read
//   -ORBlateReplyBytes BYTES                             of replies that clients have not read
//   -ORBserverName NAME                                  in the keys of persistent objects
//   -ORBInitRef NAME=REFERENCE                           for resolve_initial_references
//                                                        (repeatable)
//   -ORBDefaultInitRef URL                               URL/NAME is what no -ORBInitRef names
#pragma once
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/poa_current.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/type_code_factory.hpp>
#include <orbweaver/corba/value.hpp>
#include <orbweaver/wire/choice.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {

/// What a person said of initial references, as text.
struct InitialTexts {
  std::map<std::string, std::string> references;
  std::string default_prefix;  // empty: none
};

}  // namespace orbweaver::corba

namespace CORBA {

/// Threads: any.
class ORB : public TypeCodeFactory {
 public:
  using _traits_type = IDL::traits<ORB>;
  using _ref_type = object_reference<ORB>;
  using _weak_ref_type = weak_object_reference<ORB>;
  using ObjectId = std::string;
  using ObjectIdList = std::vector<ObjectId>;

  /// what() names the id, and what can be done about it.
  class InvalidName final : public UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/CORBA/ORB/InvalidName:1.0";
    InvalidName() = default;
    explicit InvalidName(const std::string& reason) : text_("CORBA::ORB::InvalidName: " + reason) {}
    [[nodiscard]] const char* what() const noexcept override {
      return text_.empty() ? _id : text_.c_str();
    }
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "InvalidName"; }

   private:
    std::string text_;
  };

  ORB(orbweaver::wire::Options options, orbweaver::corba::InitialTexts initial);
  /// As destroy().
  ~ORB();
  ORB(const ORB&) = delete;
  ORB& operator=(const ORB&) = delete;

  /// `IOR:`, `corbaloc:` (also corbaloc:rir:/NAME), `corbaname:`, which asks the naming service and
  /// may block, or `file://`, whose file holds one of the others. Throws BAD_PARAM with what is
  /// wrong (OMG minors 7: scheme, 8: address, 9: the rest, 10: not found); what a call throws.
  /// Octets after the end of an `IOR:` are ignored, as other ORBs ignore them, with a warning.
  [[nodiscard]] object_reference<Object> string_to_object(const std::string& text);
  /// Throws MARSHAL for a local object.
  [[nodiscard]] std::string object_to_string(const object_reference<Object>& object) const;

  /// RootPOA, INSPOA, POACurrent, ORBPolicyManager, PolicyCurrent, RTORB, RTCurrent; what was
  /// registered; what -ORBInitRef names; URL/name with -ORBDefaultInitRef URL. Throws InvalidName;
  /// BAD_PARAM if a text is no reference.
  [[nodiscard]] object_reference<Object> resolve_initial_references(const std::string& name);
  [[nodiscard]] std::vector<std::string> list_initial_services() const;
  /// Throws InvalidName for a name that is empty, the ORB's own or registered already; BAD_PARAM
  /// (OMG minor 27) for nil.
  void register_initial_reference(const std::string& name, const object_reference<Object>& object);

  /// SyncScopePolicy of a short, RelativeRoundtripTimeoutPolicy of an unsigned long long (TimeT);
  /// those of adapters of their enumerations (policy_values.hpp) or of an unsigned long; of
  /// RT-CORBA PrivateConnection of a boolean, Threadpool of an unsigned long; ours: OrderedDelivery
  /// of a boolean, SendOverflow, Dispatch and Collocation of an unsigned long, OrderWindow of a
  /// sequence<unsigned long long> (messages, bytes, wait in ns). Throws PolicyError: BAD_POLICY for
  /// a type that nobody knows, UNSUPPORTED_POLICY for one that this ORB does without,
  /// BAD_POLICY_TYPE for an Any of another type, BAD_POLICY_VALUE for a value out of range,
  /// UNSUPPORTED_POLICY_VALUE for one that CORBA/e Compact leaves out.
  [[nodiscard]] object_reference<Policy> create_policy(PolicyType type, const Any& value) const;

  /// Who makes the values of the type `id` that are received. The ORBs of a process share them.
  /// Returns what was registered before. CORBA 3.3 Part 1, 9.4. Throws BAD_PARAM (OMG minor 1) for
  /// null, and for what is not registered.
  valuefactory_reference<ValueFactoryBase> register_value_factory(
      const std::string& id, const valuefactory_reference<ValueFactoryBase>& factory);
  void unregister_value_factory(const std::string& id);
  [[nodiscard]] valuefactory_reference<ValueFactoryBase> lookup_value_factory(
      const std::string& id) const;

  /// Blocks until shutdown() has been called, then finishes what was accepted.
  void run();
  /// As run(), but gives up waiting at the deadline; true if the ORB has been shut down.
  bool run_until(orbweaver::Deadline deadline);
  /// For programs with a loop of their own. The ORB's threads do its work: there is some to wait
  /// for until the ORB is shut down, and perform_work() waits that long, or until then.
  [[nodiscard]] bool work_pending();
  void perform_work(std::chrono::nanoseconds time = std::chrono::milliseconds{10});
  /// Ends run(). With `wait_for_completion` returns when everything accepted has been finished;
  /// throws BAD_INV_ORDER if a servant asks for that.
  void shutdown(bool wait_for_completion = false);
  /// Shuts down and lets go of everything. Throws BAD_INV_ORDER in a servant.
  void destroy();

  [[nodiscard]] orbweaver::wire::Statistics statistics() const noexcept;
  /// Ours: what auto mode chose for this machine, or was told, and why; then one choice for each
  /// connection that this ORB made, up to 64 of them. See docs/auto-mode.md.
  [[nodiscard]] std::vector<orbweaver::wire::Choice> explain() const;
  [[nodiscard]] const std::shared_ptr<orbweaver::engine::OrbCore>& core() const noexcept {
    return core_;
  }

 private:
  std::shared_ptr<orbweaver::engine::OrbCore> core_;
  [[nodiscard]] object_reference<Object> resolve_text(const std::string& text, int depth);
  [[nodiscard]] object_reference<Object> resolve_name(const std::string& name, int depth);
  [[nodiscard]] object_reference<Object> resolve_naming_url(const std::string& text, int depth);
  [[nodiscard]] object_reference<Object> own_service(const std::string& name) const;

  const orbweaver::corba::InitialTexts initial_;
  mutable std::mutex mutex_;
  std::map<std::string, object_reference<Object>> registered_;
  object_reference<PortableServer::POA> root_poa_, ins_poa_;
};

/// Makes an ORB. Takes the -ORB options out of argv.
/// Throws BAD_PARAM, naming the option, for one that is unknown or has a bad value.
[[nodiscard]] std::shared_ptr<ORB> ORB_init(int& argc, char* argv[]);
[[nodiscard]] std::shared_ptr<ORB> ORB_init(std::vector<std::string> options = {});

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ORB> {
  using ref_type = CORBA::object_reference<CORBA::ORB>;
  using weak_ref_type = std::weak_ptr<CORBA::ORB>;
};
// NOLINTEND(readability-identifier-naming)
