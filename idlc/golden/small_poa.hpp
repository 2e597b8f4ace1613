// Generated from small.idl by the Orbweaver IDL compiler. Do not edit.
#pragma once
#include "small.hpp"
#include <orbweaver/corba/servant.hpp>

#include <memory>
#include <string_view>
#include <utility>

namespace Radio::POA {

class Device : public virtual orbweaver::corba::Servant {
 public:
  using _interface_type = ::Radio::Device;
  [[nodiscard]] const char* _interface_id() const noexcept override;
  [[nodiscard]] bool _implements(std::string_view _id) const noexcept override;
  [[nodiscard]] bool _has_operation(std::string_view _operation) const noexcept override;
  [[nodiscard]] bool _dispatch(orbweaver::corba::ServerCall& _call) override;
  [[nodiscard]] ::CORBA::object_reference<::Radio::Device> _this() {
    return orbweaver::corba::this_as<::Radio::Device>(*this);
  }

  virtual std::string serial() = 0;

 protected:
  static void _get_serial(Device& _servant, orbweaver::corba::ServerCall& _call);

 private:
  struct _operations;
};

template <class _Implementation, class _Pointer = std::shared_ptr<_Implementation>>
class _tie_Device final : public Device {
 public:
  explicit _tie_Device(_Pointer _object) : _object_(std::move(_object)) {}
  [[nodiscard]] const _Pointer& _tied_object() const noexcept {
    return _object_;
  }
  std::string serial() override {
    return _object_->serial();
  }

 private:
  _Pointer _object_;
};

class Receiver : public virtual ::Radio::POA::Device {
 public:
  using _interface_type = ::Radio::Receiver;
  [[nodiscard]] const char* _interface_id() const noexcept override;
  [[nodiscard]] bool _implements(std::string_view _id) const noexcept override;
  [[nodiscard]] bool _has_operation(std::string_view _operation) const noexcept override;
  [[nodiscard]] bool _dispatch(orbweaver::corba::ServerCall& _call) override;
  [[nodiscard]] ::CORBA::object_reference<::Radio::Receiver> _this() {
    return orbweaver::corba::this_as<::Radio::Receiver>(*this);
  }

  virtual float gain() = 0;
  virtual void gain(float value) = 0;
  virtual double tune(
      const ::Radio::Tuning& wanted,
      ::Radio::Samples& calibration,
      ::Radio::Tuning& actual) = 0;
  virtual void push(
      const ::Radio::Samples& packet,
      ::CORBA::object_reference<::Radio::Device> source) = 0;

 protected:
  static void _get_gain(Receiver& _servant, orbweaver::corba::ServerCall& _call);
  static void _set_gain(Receiver& _servant, orbweaver::corba::ServerCall& _call);
  static void _call_tune(Receiver& _servant, orbweaver::corba::ServerCall& _call);
  static void _call_push(Receiver& _servant, orbweaver::corba::ServerCall& _call);

 private:
  struct _operations;
};

template <class _Implementation, class _Pointer = std::shared_ptr<_Implementation>>
class _tie_Receiver final : public Receiver {
 public:
  explicit _tie_Receiver(_Pointer _object) : _object_(std::move(_object)) {}
  [[nodiscard]] const _Pointer& _tied_object() const noexcept {
    return _object_;
  }
  std::string serial() override {
    return _object_->serial();
  }
  float gain() override {
    return _object_->gain();
  }
  void gain(float value) override {
    _object_->gain(value);
  }
  double tune(
      const ::Radio::Tuning& wanted,
      ::Radio::Samples& calibration,
      ::Radio::Tuning& actual) override {
    return _object_->tune(wanted, calibration, actual);
  }
  void push(
      const ::Radio::Samples& packet,
      ::CORBA::object_reference<::Radio::Device> source) override {
    _object_->push(packet, source);
  }

 private:
  _Pointer _object_;
};

}  // namespace Radio::POA

template <>
struct CORBA::servant_traits<::Radio::Device> : orbweaver::corba::ServantTraits<::Radio::POA::Device> {
  template <class Implementation, class Pointer = std::shared_ptr<Implementation>>
  using tie_type = ::Radio::POA::_tie_Device<Implementation, Pointer>;
};

template <>
struct CORBA::servant_traits<::Radio::Receiver> : orbweaver::corba::ServantTraits<::Radio::POA::Receiver> {
  template <class Implementation, class Pointer = std::shared_ptr<Implementation>>
  using tie_type = ::Radio::POA::_tie_Receiver<Implementation, Pointer>;
};
