// Generated from views.idl by the Orbweaver IDL compiler. Do not edit.
#pragma once
#include "views.hpp"
#include <orbweaver/corba/servant.hpp>

#include <memory>
#include <string_view>
#include <utility>

namespace POA {

class Sink : public virtual orbweaver::corba::Servant {
 public:
  using _interface_type = ::Sink;
  [[nodiscard]] const char* _interface_id() const noexcept override;
  [[nodiscard]] bool _implements(std::string_view _id) const noexcept override;
  [[nodiscard]] bool _has_operation(std::string_view _operation) const noexcept override;
  [[nodiscard]] bool _dispatch(orbweaver::corba::ServerCall& _call) override;
  [[nodiscard]] ::CORBA::object_reference<::Sink> _this() {
    return orbweaver::corba::this_as<::Sink>(*this);
  }

  virtual void push(std::uint32_t number, const ::Samples& values) = 0;
  virtual void push_and_wait(const ::Samples& values) = 0;

 protected:
  static void _call_push(Sink& _servant, orbweaver::corba::ServerCall& _call);
  static void _call_push_and_wait(Sink& _servant, orbweaver::corba::ServerCall& _call);

 private:
  struct _operations;
};

template <class _Implementation, class _Pointer = std::shared_ptr<_Implementation>>
class _tie_Sink final : public Sink {
 public:
  explicit _tie_Sink(_Pointer _object) : _object_(std::move(_object)) {}
  [[nodiscard]] const _Pointer& _tied_object() const noexcept {
    return _object_;
  }
  void push(std::uint32_t number, const ::Samples& values) override {
    _object_->push(number, values);
  }
  void push_and_wait(const ::Samples& values) override {
    _object_->push_and_wait(values);
  }

 private:
  _Pointer _object_;
};

}  // namespace POA

namespace POA_views {

class Sink : public virtual orbweaver::corba::Servant {
 public:
  using _interface_type = ::Sink;
  [[nodiscard]] const char* _interface_id() const noexcept override;
  [[nodiscard]] bool _implements(std::string_view _id) const noexcept override;
  [[nodiscard]] bool _has_operation(std::string_view _operation) const noexcept override;
  [[nodiscard]] bool _dispatch(orbweaver::corba::ServerCall& _call) override;
  [[nodiscard]] ::CORBA::object_reference<::Sink> _this() {
    return orbweaver::corba::this_as<::Sink>(*this);
  }

  virtual void push(std::uint32_t number, orbweaver::corba::View<float> values) = 0;
  virtual void push_and_wait(orbweaver::corba::View<float> values) = 0;

 protected:
  static void _call_push(Sink& _servant, orbweaver::corba::ServerCall& _call);
  static void _call_push_and_wait(Sink& _servant, orbweaver::corba::ServerCall& _call);

 private:
  struct _operations;
};

}  // namespace POA_views

template <>
struct CORBA::servant_traits<::Sink> : orbweaver::corba::ServantTraits<::POA::Sink> {
  template <class Implementation, class Pointer = std::shared_ptr<Implementation>>
  using tie_type = ::POA::_tie_Sink<Implementation, Pointer>;
  using views_type = ::POA_views::Sink;
};
