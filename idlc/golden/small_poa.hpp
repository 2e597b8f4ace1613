// Generated from small.idl by the Orbweaver IDL compiler. Do not edit.
#pragma once
#include "small.hpp"
#include <orbweaver/corba/servant.hpp>

#include <string_view>

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

}  // namespace Radio::POA

template <>
struct CORBA::servant_traits<::Radio::Device> : orbweaver::corba::ServantTraits<::Radio::POA::Device> {};

template <>
struct CORBA::servant_traits<::Radio::Receiver> : orbweaver::corba::ServantTraits<::Radio::POA::Receiver> {};
