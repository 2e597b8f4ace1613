// SPDX-License-Identifier: Apache-2.0
// The base of servants; and, for generated skeletons, one request from the server's side.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/view.hpp>
#include <orbweaver/server/servant.hpp>

#include <algorithm>
#include <concepts>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace PortableServer {
class POA;
}

namespace orbweaver::corba {

/// For generated code: one request, as a skeleton sees it.
class ServerCall {
 public:
  explicit ServerCall(server::ServerRequest& request) noexcept : request_(request) {}

  [[nodiscard]] std::string_view operation() const noexcept { return request_.operation(); }
  [[nodiscard]] cdr::Decoder& arguments() noexcept { return request_.arguments(); }
  /// The next argument, a sequence, without a copy.
  template <class T>
  [[nodiscard]] View<T> view() {
    return View<T>::decode(request_.arguments(), request_.frame());
  }
  /// Call it when all arguments have been read; `last` is the name of the last one, null if there
  /// are none. Throws MARSHAL, completed no, if the arguments do not fit their types, or if octets
  /// follow behind the last one; IMP_LIMIT if they exceed a limit.
  void check_arguments(const char* last = nullptr) {
    if (!request_.arguments().expect_end()) [[unlikely]]
      refuse_arguments(last);
  }
  [[nodiscard]] cdr::Encoder& results() {
    results_ = &request_.begin_results();
    return *results_;
  }
  /// Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, completed yes, if a result, or a member of an
  /// exception, could not be written.
  void check_results() const;
  template <class Exception>
  void raise(const Exception& exception) {
    if (!request_.is_awaited()) return note_unheard(exception._rep_id());
    results_ = &request_.begin_user_exception();
    results_->put_string(exception._rep_id());
    const cdr::ValueWriter shared{*results_};
    cdr::encode(*results_, exception);
  }

 private:
  [[noreturn]] void refuse_arguments(const char* last);
  /// No client waits for the exception: it is logged and counted.
  void note_unheard(const char* exception_id) const;

  server::ServerRequest& request_;
  cdr::Encoder* results_ = nullptr;  // null: none were written
};

// ---- for generated code ----

/// One row of a skeleton's table, which is sorted by name.
template <class Skeleton>
struct OperationRow {
  std::string_view name;
  void (*handle)(Skeleton&, ServerCall&);
};

/// The row of `operation`, or null.
template <class Table>
constexpr auto find_operation(const Table& table, std::string_view operation) noexcept
    -> decltype(std::data(table)) {
  // In a short table most names are ruled out by their length alone, which halving cannot do.
  constexpr std::size_t kShort = 16;
  if (std::size(table) <= kShort) {
    for (const auto& row : table)
      if (row.name == operation) return &row;
    return nullptr;
  }
  const auto row =
      std::lower_bound(std::begin(table), std::end(table), operation,
                       [](const auto& r, std::string_view name) { return r.name < name; });
  return row != std::end(table) && row->name == operation ? &*row : nullptr;
}

// ---- for users ----

/// The requests of a series that are missing: the number of the first, and how many. A series has
/// the requests that threads send through one reference, numbered from 1.
using OrderGap = server::OrderGap;

/// Base of every skeleton. Names with an underscore are the mapping's or generated.
class Servant : public server::ServantDispatch, public std::enable_shared_from_this<Servant> {
 public:
  /// The adapter in which _this() activates the servant: the RootPOA of the process's oldest ORB
  /// that is alive. A servant may override it. Throws OBJ_ADAPTER if there is no ORB.
  [[nodiscard]] virtual CORBA::object_reference<PortableServer::POA> _default_POA();
  /// The object that this servant incarnates in _default_POA(). An adapter with IMPLICIT_ACTIVATION
  /// activates the servant first, if it is not active. Generated skeletons have `_this()`, which
  /// returns a reference to their interface. Throws as POA::servant_to_reference. Requires: a
  /// shared_ptr owns the servant (CORBA::make_reference).
  [[nodiscard]] CORBA::object_reference<CORBA::Object> _this_object();

  // ---- for the ORB ----

  /// The servant as its owners hold it. Requires: a shared_ptr owns the servant.
  [[nodiscard]] std::shared_ptr<Servant> _lock() { return shared_from_this(); }

  [[nodiscard]] virtual const char* _interface_id() const noexcept = 0;
  [[nodiscard]] virtual bool _implements(std::string_view repository_id) const noexcept = 0;
  /// False if there is no such operation.
  [[nodiscard]] virtual bool _dispatch(ServerCall& call) = 0;
  [[nodiscard]] virtual bool _has_operation(std::string_view operation) const noexcept = 0;

  // ---- for users ----

  /// Orbweaver's extension: requests of a client are lost (OrderedDelivery, udp). The ORB calls it
  /// before it dispatches the request that follows the gap. A servant may override it; the ORB logs
  /// an exception of it.
  virtual void _missed(const OrderGap& gap) { (void)gap; }

  // ---- for the ORB ----

  void missed(const OrderGap& gap) noexcept final;
  /// Answers the operations that every object has, and calls _dispatch for all others. An exception
  /// of the user's code becomes a reply.
  void handle(server::ServerRequest& request) noexcept final;
  [[nodiscard]] bool has_operation(std::string_view operation) const noexcept final;
  [[nodiscard]] bool implements(std::string_view repository_id) const noexcept final {
    return _implements(repository_id);
  }

 private:
  [[nodiscard]] bool answer_object_operation(ServerCall& call);
};

/// The type that a skeleton's `_this()` returns.
template <class Interface>
[[nodiscard]] CORBA::object_reference<Interface> this_as(Servant& servant) {
  return StubFactory::unchecked_narrow<Interface>(servant._this_object());
}

/// A std::shared_ptr to a servant.
template <class Skeleton>
class ServantReference : public std::shared_ptr<Skeleton> {
  using Pointer = std::shared_ptr<Skeleton>;

 public:
  using Pointer::Pointer;
  ServantReference() = default;
  /// Shares the servant.
  ServantReference(Pointer servant) noexcept  // NOLINT(google-explicit-constructor)
      : Pointer(std::move(servant)) {}
  /// Does not keep the servant alive. The mapping's name for std::weak_ptr's constructor.
  [[nodiscard]] std::weak_ptr<Skeleton> weak_reference() const noexcept { return *this; }
};

/// The pointer that holds a new object of a class; for servants a ServantReference.
template <class Implementation>
using Made = std::conditional_t<std::derived_from<Implementation, Servant>,
                                ServantReference<Implementation>, std::shared_ptr<Implementation>>;

/// The part of CORBA::servant_traits that all interfaces have in common.
template <class Skeleton>
struct ServantTraits {
  using base_type = Skeleton;
  using ref_type = ServantReference<Skeleton>;
  using weak_ref_type = std::weak_ptr<Skeleton>;

  /// The same servant as `Skeleton`; null if it is none.
  [[nodiscard]] static ref_type narrow(const std::shared_ptr<Servant>& servant) {
    return std::dynamic_pointer_cast<Skeleton>(servant);
  }
};

}  // namespace orbweaver::corba

namespace CORBA {

/// Generated for each interface: base_type to derive from, ref_type to hold. Of a class that
/// implements one: ref_type to hold.
template <class Implementation>
struct servant_traits : orbweaver::corba::ServantTraits<Implementation> {
  static_assert(std::derived_from<Implementation, orbweaver::corba::Servant>,
                "servant_traits: an interface of IDL, or a class that implements one");
};

/// A counted reference to a servant; as IDL-to-C++11 names it.
template <class Skeleton>
using servant_reference = orbweaver::corba::ServantReference<Skeleton>;
/// Does not keep the servant alive; lock() gives a std::shared_ptr.
template <class Skeleton>
using weak_servant_reference = std::weak_ptr<Skeleton>;

/// Makes a servant, or a value.
template <class Implementation, class... Arguments>
[[nodiscard]] orbweaver::corba::Made<Implementation> make_reference(Arguments&&... arguments) {
  return std::make_shared<Implementation>(std::forward<Arguments>(arguments)...);
}

}  // namespace CORBA

namespace PortableServer {
/// A servant of any interface, as the operations of POA take and return it. Null is none.
using Servant = std::shared_ptr<orbweaver::corba::Servant>;
}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
