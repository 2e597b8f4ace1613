// SPDX-License-Identifier: Apache-2.0
// One ORB: its client side, its server side, its object adapter, its threads. orb/corba is the
// CORBA interface to it.
//
//   client:  Reference ─► ClientRequest ─► ClientConnection ─► transport
//   server:  transport ─► ServerConnection ─► ObjectAdapter
//                ─► Lane | ThreadPool | CallingThread ─► Servant
#pragma once
#include <orbweaver/cdr/decode_context.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/dispatch/calling_thread.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/engine/auto_mode.hpp>
#include <orbweaver/engine/shutdown_phase.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/fork.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/server/object_adapter.hpp>
#include <orbweaver/server/own_pools.hpp>
#include <orbweaver/server/server.hpp>
#include <orbweaver/transport/tls.hpp>
#include <orbweaver/wire/choice_log.hpp>
#include <orbweaver/wire/forward_table.hpp>
#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::engine {

class PublishedHosts;

class OrbCore final : public client::LocalObjects,
                      public cdr::DecodeContext,
                      public std::enable_shared_from_this<OrbCore> {
 public:
  /// Chooses values for this machine where the options leave them open (auto_mode.hpp).
  [[nodiscard]] static std::shared_ptr<OrbCore> create(wire::Options options);
  /// Calls shutdown().
  ~OrbCore();

  [[nodiscard]] const wire::Options& options() const noexcept { return options_; }
  /// The client side.
  [[nodiscard]] client::Client& client() noexcept { return client_; }
  [[nodiscard]] server::ObjectAdapter& adapter() noexcept { return adapter_; }
  /// The thread pools that the program made (RT-CORBA).
  [[nodiscard]] server::OwnPools& pools() noexcept { return own_pools_; }
  /// The places of objects that have moved elsewhere.
  [[nodiscard]] wire::ForwardTable& forwards() noexcept { return forwards_; }
  /// Ends when the ORB is shut down, before connections are closed.
  [[nodiscard]] dispatch::Alarm& alarm() noexcept { return alarm_; }
  /// The choices of the ORB, with their reasons.
  [[nodiscard]] wire::ChoiceLog& choices() noexcept { return choices_; }
  [[nodiscard]] wire::Notices& notices() noexcept { return notices_; }
  /// For a request to `object` that may have to wait at the object's gate: if it waits longer than
  /// Options::wait_warning, that is logged.
  [[nodiscard]] server::AdapterGate::Watch watch_for(const server::ActiveObject& object) const {
    return server_context_.watch_for(object);
  }
  [[nodiscard]] wire::Counters& counters() noexcept { return counters_; }

  /// Opens the listeners if they are not open yet. The first reference to an object of this ORB
  /// opens them. Fails: the detail names the endpoint that could not be opened.
  [[nodiscard]] Result<void, wire::CallFailure> listen();
  /// Starts to serve connections: call it when the POA manager becomes active. Until then
  /// connections wait in the listeners.
  [[nodiscard]] Result<void, wire::CallFailure> serve();

  /// A reference to an object of this ORB, which says `traits` of the object.
  [[nodiscard]] Result<giop::Ior, wire::CallFailure> make_ior(Bytes object_key, std::string type_id,
                                                              const giop::ObjectTraits& traits);
  [[nodiscard]] bool owns(const giop::Ior& ior, Bytes object_key,
                          const giop::ObjectTraits& traits) override;
  [[nodiscard]] bool is_active(Bytes object_key) const override;
  [[nodiscard]] std::shared_ptr<client::Reference> make_reference(giop::Ior ior);
  [[nodiscard]] std::weak_ptr<cdr::DecodeContext> weak_context() noexcept override {
    return weak_from_this();
  }
  /// Lets run() return. Any thread, also one that runs a servant or handles signals.
  void request_shutdown() noexcept;
  /// Blocks until request_shutdown(), or the deadline. True if shutdown was requested.
  bool wait_for_shutdown(Deadline deadline);
  /// Stops listening and reading, finishes every request that was accepted, sends the replies,
  /// sends CloseConnection, ends all threads. Idempotent: a later caller waits for the first. Must
  /// not be called from a servant.
  void shutdown();
  /// Whether shutdown() has begun.
  [[nodiscard]] bool is_shut_down() const noexcept;
  /// Whether shutdown() has ended.
  [[nodiscard]] bool has_ended() const noexcept;
  /// Whether fork(2) made this process after the ORB. Its threads are the parent's alone, and a
  /// thread that is not here may hold any of its locks: only this function and options() may be
  /// used.
  [[nodiscard]] bool is_of_parent() const noexcept { return os::fork_generation() != generation_; }

 private:
  explicit OrbCore(Decision decision);

  const std::uint32_t generation_ = os::fork_generation();
  wire::Options options_;
  transport::TlsAccess tls_;  // before all that has connections
  wire::ChoiceLog choices_;
  wire::Counters counters_;
  wire::Notices notices_;
  dispatch::CallingThread calling_thread_;
  dispatch::ThreadPool pool_;
  server::OwnPools own_pools_;
  dispatch::Alarm alarm_;
  server::ObjectAdapter adapter_;
  wire::ForwardTable forwards_;
  server::ServerContext server_context_;
  client::Client client_;
  server::Server server_;
  const std::unique_ptr<PublishedHosts> hosts_;

  mutable os::Mutex mutex_;
  os::ConditionVariable changed_;
  ShutdownPhase shutdown_;
};

}  // namespace orbweaver::engine
