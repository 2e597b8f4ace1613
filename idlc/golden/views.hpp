// Generated from views.idl by the Orbweaver IDL compiler. Do not edit.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/bounded.hpp>
#include <orbweaver/corba/elements.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/native.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/union.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using Samples = std::vector<float>;
extern const orbweaver::corba::TypeCodeConstant _tc_Samples;

class Sink : public virtual ::CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:Sink:1.0";
  using _traits_type = ::IDL::traits<::Sink>;
  using _ref_type = ::CORBA::object_reference<::Sink>;
  using _weak_ref_type = ::CORBA::weak_object_reference<::Sink>;

  void push(std::uint32_t number, const ::Samples& values);
  void push(std::uint32_t number, orbweaver::corba::Elements<float> values);
  void push_and_wait(const ::Samples& values);
  void push_and_wait(orbweaver::corba::Elements<float> values);

 protected:
  Sink() = default;
};
extern const orbweaver::corba::TypeCodeConstant _tc_Sink;

#ifndef ORBWEAVER_DECLARED_4Sink
#define ORBWEAVER_DECLARED_4Sink
template <>
struct IDL::traits<::Sink> : ::IDL::interface_traits<::Sink> {};
template <>
struct orbweaver::corba::TypeCodeOf<::Sink> {
  static constexpr const typecode::TypeNode& node = ::_tc_Sink.node;
};
#endif
