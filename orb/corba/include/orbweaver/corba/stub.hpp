// SPDX-License-Identifier: Apache-2.0
// For generated code: one call from the client's side.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/client/client_request.hpp>
#include <orbweaver/corba/data_exceptions.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/held_bytes.hpp>
#include <orbweaver/corba/in_servant.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/engine/collocation.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::corba {

/// `push`: two-way, returns nothing, and has a copying form within the ORB. The policy NoResponse
/// may make a one-way of it.
enum class Operation { twoway, oneway, push };

/// A user exception that an operation may raise, and how to throw it from a reply.
struct Raises {
  std::string_view repository_id;
  void (*decode_and_throw)(cdr::Decoder&);
};

[[noreturn]] void throw_failure(const wire::CallFailure& failure);
/// Throws the CORBA exception for a failure. Its text names the operation that `request` called,
/// too.
[[noreturn]] void throw_failure(const wire::CallFailure& failure,
                                const client::ClientRequest& request);
/// Like throw_unreadable(), for results in the reply to `request`. `last` names the last result;
/// null: there is none, or its name is not known.
[[noreturn]] void throw_unreadable_results(const cdr::Decoder& failed,
                                           const client::ClientRequest& request,
                                           const char* last = nullptr);

/// The results in the reply to `request`. Throws the exception that the reply holds instead.
cdr::Decoder& open_results(client::Reply& reply, std::span<const Raises> raises,
                           const client::ClientRequest& request);
/// The object of a target in this ORB. Waits until the object's POA manager lets the call pass.
[[nodiscard]] std::shared_ptr<server::ActiveObject> local_object_of(client::Reference& target);
/// The way that an asynchronous call takes to an object of this ORB.
[[nodiscard]] wire::Collocation async_collocation_for(const client::Reference& target);
/// Throws INV_OBJREF for a nil reference and for a local object; the message names `operation`.
[[nodiscard]] const std::shared_ptr<client::Reference>& shared_reference_of(
    const CORBA::Object& object, std::string_view operation);

template <class Exception>
void raise(cdr::Decoder& members) {
  const cdr::ValueReader shared{members};
  const auto exception = cdr::decode<Exception>(members);
  if (!members.expect_end())
    throw_unreadable(members, CORBA::CompletionStatus::COMPLETED_YES,
                     "the members of " + std::string{Exception::_id});
  throw Exception(exception);
}

/// One call, on the caller's stack. Throws CORBA system exceptions. client::ClientRequest says
/// which failures are retried, and when a call blocks.
class ClientCall {
 public:
  /// Throws INV_OBJREF if `target` is nil or a local object.
  ClientCall(const CORBA::Object& target, std::string_view operation, Operation kind)
      : ClientCall(*shared_reference_of(target, operation), operation, kind) {}

  /// Whether the object is in this ORB and the Collocation policy lets the call reach it directly.
  [[nodiscard]] bool is_collocated() const noexcept {
    return collocation_ != wire::Collocation::off;
  }
  /// Whether a `push` operation is called as a one-way.
  [[nodiscard]] bool is_oneway() const noexcept { return kind_ == client::CallKind::one_way; }

  /// Runs `body` on the object's servant: here (direct) or in its lane (queued, waits for it).
  template <class Skeleton, class Body>
  auto run_collocated(Body body) -> decltype(body(std::declval<Skeleton&>())) {
    const auto object = local_object();
    return run_on(servant_as<Skeleton>(*object), body, *object);
  }
  /// Like run_collocated; the servant takes sequences as vectors or as views.
  template <class Vectors, class Views, class Body>
  auto run_collocated_either(Body body) -> decltype(body(std::declval<Vectors&>())) {
    const auto object = local_object();
    if (auto* const views = dynamic_cast<Views*>(&object->servant()))
      return run_on(*views, body, *object);
    return run_on(servant_as<Vectors>(*object), body, *object);
  }

  /// Like run_collocated, but returns as the SyncScope says; an exception of the servant is only
  /// logged. `body` must hold copies of the arguments, which count as `bytes` in the lane.
  template <class Skeleton, class Body>
  void run_collocated_oneway(Body body, std::size_t bytes = sizeof(Body)) {
    const auto object = local_object();
    run_oneway_on(servant_as<Skeleton>(*object), std::move(body), object, bytes);
  }
  /// Like run_collocated_oneway; the servant takes sequences as vectors or as views.
  template <class Vectors, class Views, class Body>
  void run_collocated_oneway_either(Body body, std::size_t bytes = sizeof(Body)) {
    const auto object = local_object();
    if (auto* const views = dynamic_cast<Views*>(&object->servant()))
      return run_oneway_on(*views, std::move(body), object, bytes);
    run_oneway_on(servant_as<Vectors>(*object), std::move(body), object, bytes);
  }

  [[nodiscard]] cdr::Encoder& arguments() {
    arguments_ = &request_.arguments();
    return *arguments_;
  }
  /// Two-way. Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, completed no, if an argument could not
  /// be written. The decoder stands at the results.
  cdr::Decoder& invoke(std::span<const Raises> raises = {});
  /// One-way. Throws as invoke().
  void send();
  /// For a `push` operation: invoke(), or send() if the policy NoResponse allows it.
  void push(std::span<const Raises> raises = {}) {
    if (is_oneway()) return send();
    invoke(raises);
  }
  /// Call it when all results have been read; `last` names the last one, null if there are none.
  /// Throws MARSHAL if the results did not fit, or if octets follow behind the last one; IMP_LIMIT
  /// if they are beyond a limit.
  void check_results(const char* last = nullptr) {
    if (!reply_.results.expect_end()) [[unlikely]]
      throw_unreadable_results(reply_.results, request_, last);
  }

 private:
  template <class... Values>
  friend class AsyncStub;

  ClientCall(client::Reference& target, std::string_view operation, Operation kind);

  /// Whether the call runs in the caller's thread. If the adapter is single-threaded, that is so
  /// only in the adapter's own lane: elsewhere the call would run beside another request.
  [[nodiscard]] bool runs_here(server::ActiveObject& object) const noexcept {
    if (object.shares_lane()) [[unlikely]]
      return object.lane().is_here();
    return collocation_ == wire::Collocation::direct;
  }

  template <class Skeleton, class Body>
  auto run_on(Skeleton& servant, Body& body, server::ActiveObject& object)
      -> decltype(body(servant)) {
    if (runs_here(object)) return run_as_if_remote(body, servant, object);
    return run_queued([&] { return run_as_if_remote(body, servant, object); }, object);
  }

  template <class Skeleton, class Body>
  void run_oneway_on(Skeleton& servant, Body body,
                     const std::shared_ptr<server::ActiveObject>& object, std::size_t bytes) {
    if (collocation_ == wire::Collocation::direct && runs_here(*object))
      return run_silently(body, servant, *object);
    queue_oneway(
        object,
        [body = std::move(body), &servant, at = object.get()]() mutable {
          run_silently(body, servant, *at);
        },
        bytes);
  }

  /// Other exceptions become CORBA exceptions, as they would on their way through a connection.
  template <class Body, class Skeleton>
  static auto run_as_if_remote(Body& body, Skeleton& servant, server::ActiveObject& object)
      -> decltype(body(servant)) {
    const InServant mark(&object);
    try {
      return body(servant);
    } catch (...) {
      throw_as_if_remote();
    }
  }

  template <class Body, class Skeleton>
  static void run_silently(Body& body, Skeleton& servant, server::ActiveObject& object) noexcept {
    const InServant mark(&object);
    try {
      body(servant);
    } catch (const std::exception& exception) {  // a one-way call has no reply
      log_silenced(exception.what());
    } catch (...) {
      log_silenced("something that is no exception");
    }
  }

  template <class Skeleton>
  static Skeleton& servant_as(server::ActiveObject& object) {
    auto* servant = dynamic_cast<Skeleton*>(&object.servant());
    if (servant == nullptr) throw_wrong_servant();
    return *servant;
  }

  template <class Body>
  auto run_queued(Body body, server::ActiveObject& object) -> decltype(body()) {
    std::exception_ptr thrown;
    if constexpr (std::is_void_v<decltype(body())>) {
      queue_and_wait(
          object, [&] { body(); }, thrown);
    } else {
      std::optional<decltype(body())> result;
      queue_and_wait(
          object, [&] { result = body(); }, thrown);
      return std::move(*result);
    }
  }

  void check_arguments() const;
  [[nodiscard]] std::shared_ptr<server::ActiveObject> local_object() const;
  void queue_and_wait(server::ActiveObject& object, const std::function<void()>& body,
                      std::exception_ptr& thrown) const;
  void queue_oneway(const std::shared_ptr<server::ActiveObject>& object, std::function<void()> body,
                    std::size_t bytes) const;
  static void log_silenced(const char* what) noexcept;
  [[noreturn]] static void throw_wrong_servant();
  /// Requires: the caller is in a catch block.
  [[noreturn]] static void throw_as_if_remote();

  client::Reference& target_;
  client::CallKind kind_;
  wire::EncoderLoan encoder_;
  client::ClientRequest request_;
  cdr::Encoder* arguments_ = nullptr;  // null: none were written
  client::Reply reply_;
  wire::Collocation collocation_;
};

}  // namespace orbweaver::corba
