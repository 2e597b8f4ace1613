// The smart pointer behind object and value references: a std::shared_ptr through which a call on
// null throws instead of ending the process. Otherwise a client could end a server with a nil
// reference that a servant does not check.
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace orbweaver::corba {

/// A base of the objects that calls on nil references reach.
class NilStub {
 public:
  explicit NilStub(const char* repository_id) noexcept : repository_id_(repository_id) {}
  NilStub(const NilStub&) = delete;
  NilStub& operator=(const NilStub&) = delete;
  virtual ~NilStub() = default;
  /// The id of the reference's interface.
  [[nodiscard]] const char* repository_id() const noexcept { return repository_id_; }

 private:
  const char* repository_id_;
};

/// Throws INV_OBJREF, completed no, whose text names both. `operation` is empty if it is not known.
[[noreturn]] void throw_nil(std::string_view repository_id, std::string_view operation);

/// The object that a nil reference to `Target` leads to; its operations throw INV_OBJREF and name
/// themselves. Throws INV_OBJREF itself if this type has no such object. See calls/nil_object.hpp.
template <class Target>
[[gnu::cold, gnu::noinline]] Target& on_nil();

/// A std::shared_ptr whose `->` and `*` lead to on_nil() if it is null. A std::shared_ptr made of
/// it, and the pointer of get(), have no such check. Threads: as std::shared_ptr.
template <class Target>
class CheckedReference : public std::shared_ptr<Target> {
  using Pointer = std::shared_ptr<Target>;

 public:
  using Pointer::Pointer;
  CheckedReference() = default;
  /// Shares the object or value.
  CheckedReference(Pointer pointer) noexcept  // NOLINT(google-explicit-constructor)
      : Pointer(std::move(pointer)) {}

  /// The object or value. Both throw INV_OBJREF, or lead to an object that does, if this is null.
  [[nodiscard]] Target& operator*() const {
    Target* const target = this->get();
    return target != nullptr ? *target : on_nil<Target>();
  }
  [[nodiscard]] Target* operator->() const { return &**this; }
  /// Does not keep the object or the value alive. The mapping's name for std::weak_ptr's
  /// constructor.
  [[nodiscard]] std::weak_ptr<Target> weak_reference() const noexcept { return *this; }
};

}  // namespace orbweaver::corba
