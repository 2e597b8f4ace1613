// Generated from views.idl by the Orbweaver IDL compiler. Do not edit.
#include "views.hpp"
#include "views_poa.hpp"

#include <orbweaver/corba/pass.hpp>
#include <orbweaver/corba/stub.hpp>

template struct orbweaver::corba::ObjectCodec<::Sink>;
template struct orbweaver::corba::ReferenceText<::Sink>;

namespace {

constexpr orbweaver::typecode::TypeNode _type_7Samples_0{
    .kind = orbweaver::typecode::TypeKind::sequence,
    .length = 0,
    .content = &orbweaver::typecode::basic<orbweaver::typecode::TypeKind::float_>()};

}  // namespace

constinit const orbweaver::corba::TypeCodeConstant _tc_Samples{{
    .kind = orbweaver::typecode::TypeKind::alias,
    .id = "IDL:Samples:1.0",
    .name = "Samples",
    .content = &_type_7Samples_0}};

constinit const orbweaver::corba::TypeCodeConstant _tc_Sink{{
    .kind = orbweaver::typecode::TypeKind::objref,
    .id = "IDL:Sink:1.0",
    .name = "Sink"}};

void Sink::push(std::uint32_t number, const ::Samples& values) {
  orbweaver::corba::ClientCall _call{*this, "push", orbweaver::corba::Operation::oneway};
  if (_call.is_collocated()) {
    return _call.run_collocated_oneway_either<::POA::Sink, ::POA_views::Sink>(
        [_copy_number = number, _copy_values = orbweaver::corba::kept(values)](auto& _servant) { _servant.push(_copy_number, orbweaver::corba::pass(_copy_values)); }, orbweaver::corba::held_by_all(number, values));
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, number);
  orbweaver::cdr::encode(_arguments, values);
  _call.send();
}

void Sink::push(std::uint32_t number, orbweaver::corba::Elements<float> values) {
  orbweaver::corba::ClientCall _call{*this, "push", orbweaver::corba::Operation::oneway};
  if (_call.is_collocated()) {
    return _call.run_collocated_oneway_either<::POA::Sink, ::POA_views::Sink>(
        [_copy_number = number, _copy_values = orbweaver::corba::kept(values)](auto& _servant) { _servant.push(_copy_number, orbweaver::corba::pass(_copy_values)); }, orbweaver::corba::held_by_all(number, values));
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, number);
  orbweaver::cdr::encode(_arguments, values);
  _call.send();
}

void Sink::push_and_wait(const ::Samples& values) {
  orbweaver::corba::ClientCall _call{*this, "push_and_wait", orbweaver::corba::Operation::push};
  if (_call.is_collocated()) {
    if (_call.is_oneway()) {
      return _call.run_collocated_oneway_either<::POA::Sink, ::POA_views::Sink>(
          [_copy_values = orbweaver::corba::kept(values)](auto& _servant) { _servant.push_and_wait(orbweaver::corba::pass(_copy_values)); }, orbweaver::corba::held_by_all(values));
    }
    return _call.run_collocated_either<::POA::Sink, ::POA_views::Sink>(
        [&](auto& _servant) { _servant.push_and_wait(orbweaver::corba::pass(values)); });
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, values);
  _call.push();
  _call.check_results();
}

void Sink::push_and_wait(orbweaver::corba::Elements<float> values) {
  orbweaver::corba::ClientCall _call{*this, "push_and_wait", orbweaver::corba::Operation::push};
  if (_call.is_collocated()) {
    if (_call.is_oneway()) {
      return _call.run_collocated_oneway_either<::POA::Sink, ::POA_views::Sink>(
          [_copy_values = orbweaver::corba::kept(values)](auto& _servant) { _servant.push_and_wait(orbweaver::corba::pass(_copy_values)); }, orbweaver::corba::held_by_all(values));
    }
    return _call.run_collocated_either<::POA::Sink, ::POA_views::Sink>(
        [&](auto& _servant) { _servant.push_and_wait(orbweaver::corba::pass(values)); });
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, values);
  _call.push();
  _call.check_results();
}

namespace POA {

void Sink::_call_push(Sink& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto number = orbweaver::cdr::decode<std::uint32_t>(_arguments);
  auto values = orbweaver::cdr::decode<::Samples>(_arguments);
  _call.check_arguments("values");
  _servant.push(number, values);
}

void Sink::_call_push_and_wait(Sink& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto values = orbweaver::cdr::decode<::Samples>(_arguments);
  _call.check_arguments("values");
  _servant.push_and_wait(values);
}

// Sorted by name.
struct Sink::_operations {
  static constexpr std::array<orbweaver::corba::OperationRow<Sink>, 2> rows{{
      {"push", &Sink::_call_push},
      {"push_and_wait", &Sink::_call_push_and_wait},
  }};
};

const char* Sink::_interface_id() const noexcept {
  return ::Sink::_id;
}

bool Sink::_implements(std::string_view _id) const noexcept {
  return _id == ::Sink::_id ||
         _id == ::CORBA::Object::_id;
}

bool Sink::_has_operation(std::string_view _operation) const noexcept {
  return orbweaver::corba::find_operation(_operations::rows, _operation) != nullptr;
}

bool Sink::_dispatch(orbweaver::corba::ServerCall& _call) {
  using orbweaver::corba::find_operation;
  const auto* _row = find_operation(_operations::rows, _call.operation());
  if (_row == nullptr) return false;
  _row->handle(*this, _call);
  return true;
}

}  // namespace POA

namespace POA_views {

void Sink::_call_push(Sink& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto number = orbweaver::cdr::decode<std::uint32_t>(_arguments);
  auto values = _call.view<float>();
  _call.check_arguments("values");
  _servant.push(number, std::move(values));
}

void Sink::_call_push_and_wait(Sink& _servant, orbweaver::corba::ServerCall& _call) {
  auto values = _call.view<float>();
  _call.check_arguments("values");
  _servant.push_and_wait(std::move(values));
}

// Sorted by name.
struct Sink::_operations {
  static constexpr std::array<orbweaver::corba::OperationRow<Sink>, 2> rows{{
      {"push", &Sink::_call_push},
      {"push_and_wait", &Sink::_call_push_and_wait},
  }};
};

const char* Sink::_interface_id() const noexcept {
  return ::Sink::_id;
}

bool Sink::_implements(std::string_view _id) const noexcept {
  return _id == ::Sink::_id ||
         _id == ::CORBA::Object::_id;
}

bool Sink::_has_operation(std::string_view _operation) const noexcept {
  return orbweaver::corba::find_operation(_operations::rows, _operation) != nullptr;
}

bool Sink::_dispatch(orbweaver::corba::ServerCall& _call) {
  using orbweaver::corba::find_operation;
  const auto* _row = find_operation(_operations::rows, _call.operation());
  if (_row == nullptr) return false;
  _row->handle(*this, _call);
  return true;
}

}  // namespace POA_views
