// The smart pointer behind object and value references: a std::shared_ptr that does not let a call
// through a null pointer end the process. A server would otherwise die of a nil reference that a
// client sent and a servant did not check.
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace orbweaver::corba {

/// Marks the object that a call on a nil reference reaches.
class NilStub {
 public:
  explicit NilStub(const char* repository_id) noexcept : repository_id_(repository_id) {}
  NilStub(const NilStub&) = delete;
  NilStub& operator=(const NilStub&) = delete;
  virtual ~NilStub() = default;
  /// Of the interface that the reference has.
  [[nodiscard]] const char* repository_id() const noexcept { return repository_id_; }

 private:
  const char* repository_id_;
};

/// Throws INV_OBJREF, completed no, which names both. An empty `operation` is not known.
[[noreturn]] void throw_nil(std::string_view repository_id, std::string_view operation);

/// What a nil reference to `Target` leads to: an object whose operations throw INV_OBJREF and name
/// themselves. Throws INV_OBJREF itself if there is none for this type. See object.hpp.
template <class Target>
[[gnu::cold, gnu::noinline]] Target& on_nil();

/// Threads: as std::shared_ptr, which it is in all but access: `->` and `*` on nil lead to
/// on_nil(). A std::shared_ptr made of it has no such check, nor has the pointer of get().
template <class Target>
class CheckedReference : public std::shared_ptr<Target> {
  using Pointer = std::shared_ptr<Target>;

 public:
  using Pointer::Pointer;
  CheckedReference() = default;
  CheckedReference(Pointer pointer) noexcept  // NOLINT(google-explicit-constructor)
      : Pointer(std::move(pointer)) {}

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
