// One ORB: its adapter, its listeners and connections, its threads. Everything that orb/corba
// dresses up.
//
//   client:  Reference ─► ClientRequest ─► ClientConnection ─► transport
//   server:  transport ─► ServerConnection ─► ObjectAdapter ─► Lane | ThreadPool | CallingThread ─►
//   Servant
#pragma once
#include <orbweaver/dispatch/calling_thread.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/engine/auto_mode.hpp>
#include <orbweaver/engine/choice_log.hpp>
#include <orbweaver/engine/forward_table.hpp>
#include <orbweaver/engine/notices.hpp>
#include <orbweaver/engine/object_adapter.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/engine/own_pools.hpp>
#include <orbweaver/engine/reference.hpp>
#include <orbweaver/engine/reply_thread.hpp>
#include <orbweaver/engine/statistics.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace orbweaver::engine {

class ClientConnections;
class OrderStream;
class Server;

class OrbCore : public std::enable_shared_from_this<OrbCore> {
 public:
  /// Chooses for this machine what the options leave open (auto_mode.hpp).
  [[nodiscard]] static std::shared_ptr<OrbCore> create(Options options);
  /// As shutdown().
  ~OrbCore();

  [[nodiscard]] const Options& options() const noexcept { return options_; }
  /// The client policies of this ORB; Options say how they begin. All members are set.
  [[nodiscard]] CallPolicies policies() const noexcept;
  /// What calls to objects of this ORB become; not in policies(), as only those ask for it.
  [[nodiscard]] std::optional<Collocation> collocation() const noexcept {
    return collocation_.load(std::memory_order_relaxed);
  }
  void set_collocation(std::optional<Collocation> collocation) noexcept {
    collocation_.store(collocation, std::memory_order_relaxed);
  }
  /// Replaces what `policies` sets, but for the collocation. Calls that have begun keep what they
  /// had.
  void set_policies(CallPolicies policies) noexcept;
  [[nodiscard]] ObjectAdapter& adapter() noexcept { return adapter_; }
  /// Those that a user made.
  [[nodiscard]] OwnPools& pools() noexcept { return own_pools_; }
  /// Where objects are that are not here.
  [[nodiscard]] ForwardTable& forwards() noexcept { return forwards_; }
  /// Ends when the ORB is shut down, before connections are given up.
  [[nodiscard]] dispatch::Alarm& alarm() noexcept { return alarm_; }
  /// What was chosen, by whom and why.
  [[nodiscard]] ChoiceLog& choices() noexcept { return choices_; }
  [[nodiscard]] Notices& notices() noexcept { return notices_; }
  /// For a request for `object` that may have to wait at its gate: after Options::wait_warning the
  /// log says so.
  [[nodiscard]] AdapterGate::Watch watch_for(const ActiveObject& object);
  [[nodiscard]] Counters& counters() noexcept { return counters_; }
  [[nodiscard]] ClientConnections& client_connections() noexcept { return *clients_; }
  /// Where the handlers of asynchronous calls run.
  [[nodiscard]] ReplyThread& reply_thread() noexcept { return reply_thread_; }

  /// Opens the listeners if they are not open yet: the first reference to an object of ours does
  /// it. Fails: the endpoint that could not be opened, in the detail.
  [[nodiscard]] Result<void, CallFailure> listen();
  /// Begins to serve connections (the POA manager became active). Until then they wait in the
  /// listeners.
  [[nodiscard]] Result<void, CallFailure> serve();

  /// A reference that leads to an object of ours, and tells clients its priority model.
  [[nodiscard]] Result<giop::Ior, CallFailure> make_ior(
      Bytes object_key, std::string type_id,
      const std::optional<giop::PriorityModel>& priority_model = std::nullopt);
  /// Whether `ior`, whose first usable profile has `object_key`, leads to this very ORB: by a
  /// transient key of it, or by a persistent one at the addresses where it listens.
  [[nodiscard]] bool owns(const giop::Ior& ior, Bytes object_key);
  [[nodiscard]] std::shared_ptr<Reference> make_reference(giop::Ior ior);
  /// A stream of requests that no other ORB has, and this one had not before.
  [[nodiscard]] std::shared_ptr<OrderStream> make_stream();

  /// Asks run() to return. Any thread, also from a servant or a signal-handling thread.
  void request_shutdown() noexcept;
  /// Blocks until request_shutdown(), or the deadline. True if shutdown was requested.
  bool wait_for_shutdown(Deadline deadline);
  /// Stops listening and reading, finishes every request that was accepted, sends the replies, says
  /// CloseConnection, ends all threads. Idempotent: whoever comes later waits for the first. Not
  /// from a servant.
  void shutdown();
  [[nodiscard]] bool is_shut_down() const noexcept;

 private:
  explicit OrbCore(Decision decision);

  Options options_;
  ChoiceLog choices_;
  // relaxed: each is a value by itself
  std::atomic<SyncScope> sync_scope_;
  std::atomic<Nanoseconds> timeout_;
  std::atomic<Overflow> overflow_;
  std::atomic<bool> ordered_delivery_, private_connection_;
  std::atomic<std::optional<Collocation>> collocation_;
  Counters counters_;
  Notices notices_;
  dispatch::CallingThread calling_thread_;
  dispatch::ThreadPool pool_;
  OwnPools own_pools_;
  dispatch::Alarm alarm_;
  ObjectAdapter adapter_;
  ForwardTable forwards_;
  ReplyThread reply_thread_;
  std::unique_ptr<ClientConnections> clients_;
  std::unique_ptr<Server> server_;

  const std::uint64_t stream_seed_;
  std::atomic<std::uint64_t> streams_made_{0};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool shutdown_requested_ = false, shut_down_ = false, shutdown_finished_ = false;
};

}  // namespace orbweaver::engine
