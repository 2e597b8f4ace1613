// SPDX-License-Identifier: Apache-2.0
// CORBA::ORB and ORB_init: where a program begins. CORBA 3.3 Part 1, 8.5.
//
//   #include <orbweaver/corba/poa.hpp>
//   auto orb = CORBA::ORB_init(argc, argv);
//   auto poa =
//   IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
//
// An id names an ORB: ORB_init returns the same ORB for the same id, until that ORB is destroyed.
//
// The ORB takes its -ORB options out of argv: docs/reference/options.md has all of them,
// ORB::explain() and -ORBexplain say what the ORB chose itself.
#pragma once
#include <orbweaver/base/choice.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/statistics.hpp>
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/policy_base.hpp>
#include <orbweaver/corba/type_code_factory.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {
class OrbAccess;
}
namespace orbweaver::engine {
class OrbCore;
}

namespace CORBA {

class ValueFactoryBase;

/// ORB_init makes ORBs. Threads: any.
///
/// Once the ORB is shut down, every operation throws BAD_INV_ORDER (OMG minor 4), apart from
/// destroy(), id() and Orbweaver's extensions; once it is destroyed, OBJECT_NOT_EXIST. Both also
/// hold for run() and shutdown(). A call through a reference of that ORB throws BAD_INV_ORDER (OMG
/// minor 4). In a child that fork(2) made after the ORB, every operation but destroy() throws
/// BAD_INV_ORDER, and so does every call; docs/guides/fork-and-exit.md.
class ORB : public TypeCodeFactory, public std::enable_shared_from_this<ORB> {
 public:
  using _traits_type = IDL::traits<ORB>;
  using _ref_type = object_reference<ORB>;
  using _weak_ref_type = weak_object_reference<ORB>;
  /// Names of initial references, as "RootPOA". All are as CORBA 3.3 Part 1, 8.5.2 has them.
  using ObjectId = std::string;
  using ObjectIdList = std::vector<ObjectId>;

  /// what() names the id, and says what the user can do.
  class InvalidName final : public UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/CORBA/ORB/InvalidName:1.0";
    InvalidName() = default;
    /// `reason`: what what() says behind the exception's name.
    explicit InvalidName(const std::string& reason) : text_("CORBA::ORB::InvalidName: " + reason) {}
    [[nodiscard]] const char* what() const noexcept override {
      return text_.empty() ? _id : text_.c_str();
    }
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "InvalidName"; }

   private:
    std::string text_;
  };

  /// Calls destroy(). In a servant, or on another thread of the ORB, it does not wait: the ORB ends
  /// when the servant has returned. So exit() in a servant ends the process.
  ~ORB();
  ORB(const ORB&) = delete;
  ORB& operator=(const ORB&) = delete;

  /// The id that ORB_init got, or made.
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

  // ---- references and their texts ----

  /// The object that `text` names. `text` is one of:
  ///   `IOR:...`       octets after its end are ignored, with a warning, as other ORBs ignore them
  ///   `corbaloc:...`  also corbaloc:rir:/NAME
  ///   `corbaname:...` asks the naming service, and blocks until it answers
  ///   `file://PATH`   the file holds one of the others
  /// Throws BAD_PARAM, which says what is wrong (OMG minors 7: scheme, 8: address, 9: the rest, 10:
  /// not found); for `corbaname:` also the exceptions of a call.
  [[nodiscard]] object_reference<Object> string_to_object(const std::string& text);
  /// The text begins with `IOR:`. Throws MARSHAL for a local object.
  [[nodiscard]] std::string object_to_string(const object_reference<Object>& object) const;

  // ---- initial references ----

  /// The object of that name. The ORB looks in this order: its own (RootPOA, INSPOA, POACurrent,
  /// ORBPolicyManager, PolicyCurrent, RTORB, RTCurrent), registered ones, -ORBInitRef,
  /// -ORBDefaultInitRef. Throws InvalidName; BAD_PARAM if the text of an option names no object.
  [[nodiscard]] object_reference<Object> resolve_initial_references(const std::string& name);
  /// The names that resolve_initial_references() knows now, but for those of -ORBDefaultInitRef,
  /// which are any.
  [[nodiscard]] std::vector<std::string> list_initial_services() const;
  /// Throws InvalidName for a name that is empty, the ORB's own or registered already; BAD_PARAM
  /// (OMG minor 27) for nil.
  void register_initial_reference(const std::string& name, const object_reference<Object>& object);

  // ---- policies and value factories ----

  /// The policy of that type. `value` holds:
  ///   an enumeration of an adapter's policy (policy_values.hpp), or an unsigned long instead
  ///   short               SyncScopePolicy
  ///   unsigned long long  RelativeRoundtripTimeoutPolicy (TimeT)
  ///   boolean             PrivateConnectionPolicy, OrderedDeliveryPolicy
  ///   unsigned long       ThreadpoolPolicy, SendOverflowPolicy, DispatchPolicy, CollocationPolicy,
  ///                       NoResponsePolicy
  ///   sequence<unsigned long long>  OrderWindowPolicy: messages, bytes, wait in ns
  /// Throws PolicyError, whose reason is: BAD_POLICY if no standard has the type,
  /// UNSUPPORTED_POLICY if this ORB does not have it, BAD_POLICY_TYPE if the Any holds another
  /// type, BAD_POLICY_VALUE if the value is out of range, UNSUPPORTED_POLICY_VALUE if CORBA/e
  /// Compact leaves it out.
  [[nodiscard]] object_reference<Policy> create_policy(PolicyType type, const Any& value) const;

  /// Sets the factory that makes the received values of the type `id`. The ORBs of a process share
  /// their factories. Returns the factory that was registered before. CORBA 3.3 Part 1, 9.4.
  /// Throws BAD_PARAM (OMG minor 1) for null.
  std::shared_ptr<ValueFactoryBase> register_value_factory(
      const std::string& id, const std::shared_ptr<ValueFactoryBase>& factory);
  /// Both throw BAD_PARAM (OMG minor 1) if no factory is registered for `id`.
  void unregister_value_factory(const std::string& id);
  [[nodiscard]] std::shared_ptr<ValueFactoryBase> lookup_value_factory(const std::string& id) const;

  // ---- running and ending ----

  /// Blocks until shutdown() has been called. Then finishes the requests that were accepted. The
  /// ORB lives meanwhile, even if the program releases it.
  void run();
  /// Whether there is work for perform_work(): true until the ORB is shut down. The ORB's own
  /// threads carry out requests, so a program with a loop of its own need not call these two.
  [[nodiscard]] bool work_pending();
  /// Blocks for that time, or until the ORB is shut down.
  void perform_work(std::chrono::nanoseconds time = std::chrono::milliseconds{10});
  /// Ends run(). With `wait_for_completion` the call returns when all accepted requests have ended;
  /// it throws BAD_INV_ORDER in a servant then.
  void shutdown(bool wait_for_completion = false);
  /// Shuts the ORB down, unless that has been done, and releases all that it holds. Its id is free
  /// then. Throws BAD_INV_ORDER (OMG minor 3) in a servant. In a child of fork(2) it does nothing
  /// to the parent's ORB, and does not wait.
  void destroy();

  // ---- Orbweaver's extensions ----

  /// Like run(), but returns false at the deadline if the ORB has not been shut down.
  bool run_until(orbweaver::Deadline deadline);
  /// The counters of this ORB, as they are now.
  [[nodiscard]] orbweaver::Statistics statistics() const noexcept;
  /// First each choice that auto mode, or an option, made for this machine, and why. Then one
  /// choice for each connection that this ORB made, up to 64 of them. See
  /// docs/understand/auto-mode.md.
  [[nodiscard]] std::vector<orbweaver::Choice> explain() const;

 private:
  friend class orbweaver::corba::OrbAccess;

  struct State;
  ORB(std::string id, std::unique_ptr<State> state);
  /// The engine, for an operation that a dead ORB refuses.
  [[nodiscard]] const std::shared_ptr<orbweaver::engine::OrbCore>& usable() const;
  [[nodiscard]] object_reference<Object> resolve_text(const std::string& text, int depth);
  [[nodiscard]] object_reference<Object> resolve_name(const std::string& name, int depth);
  [[nodiscard]] object_reference<Object> resolve_naming_url(const std::string& text, int depth);
  [[nodiscard]] object_reference<Object> own_service(const std::string& name) const;

  const std::string id_;
  const std::unique_ptr<State> state_;
};

/// The ORB with that id. If there is none, or if it was destroyed, makes it. An empty
/// `orb_identifier`: the id is that of the option -ORBid; without that option it is empty, and
/// names the default ORB of the process. CORBA 3.3 Part 1, 8.5.1. Takes the -ORB options out of
/// argv. If the ORB exists already it keeps its options; the log warns of those that are ignored.
/// Throws BAD_PARAM, which names the option, if an option is unknown or has a bad value.
[[nodiscard]] std::shared_ptr<ORB> ORB_init(int& argc, char* argv[],
                                            const std::string& orb_identifier = {});
/// Orbweaver's extension. As above, but without an id it makes an ORB of its own, with a new id.
/// `options` holds -ORB options and their values only. Throws BAD_PARAM for any other word, too.
[[nodiscard]] std::shared_ptr<ORB> ORB_init(std::vector<std::string> options = {},
                                            const std::string& orb_identifier = {});

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ORB> {
  using ref_type = CORBA::object_reference<CORBA::ORB>;
  using weak_ref_type = std::weak_ptr<CORBA::ORB>;
};
// NOLINTEND(readability-identifier-naming)
