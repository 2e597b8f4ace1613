// Generated from small.idl by the Orbweaver IDL compiler. Do not edit.
#include "small.hpp"
#include "small_poa.hpp"

#include <orbweaver/corba/stub.hpp>

namespace orbweaver::cdr {

void Codec<::Radio::Tuning>::encode(Encoder& encoder, const ::Radio::Tuning& value) {
  cdr::encode(encoder, value.where());
  cdr::encode(encoder, value.frequency_hz());
  cdr::encode(encoder, value.fine());
}
void Codec<::Radio::Tuning>::decode(Decoder& decoder, ::Radio::Tuning& value) {
  cdr::decode(decoder, value.where());
  cdr::decode(decoder, value.frequency_hz());
  cdr::decode(decoder, value.fine());
}

void Codec<::Radio::OutOfBand>::encode(Encoder& encoder, const ::Radio::OutOfBand& value) {
  cdr::encode(encoder, value.requested());
  cdr::encode(encoder, value.reason());
}
void Codec<::Radio::OutOfBand>::decode(Decoder& decoder, ::Radio::OutOfBand& value) {
  cdr::decode(decoder, value.requested());
  cdr::decode(decoder, value.reason());
}

}  // namespace orbweaver::cdr

template struct orbweaver::corba::ObjectCodec<::Radio::Device>;
template struct orbweaver::corba::ReferenceText<::Radio::Device>;
template struct orbweaver::corba::ObjectCodec<::Radio::Receiver>;
template struct orbweaver::corba::ReferenceText<::Radio::Receiver>;

const char* Radio::OutOfBand::_rep_id() const noexcept { return _id; }
const char* Radio::OutOfBand::_name() const noexcept { return "OutOfBand"; }
void Radio::OutOfBand::_write_members(orbweaver::corba::TextWriter& _writer) const {
  orbweaver::corba::put_members(_writer, *this);
}

namespace {

constexpr orbweaver::typecode::Member _members_5Radio4Band[] = {
    {"low"},
    {"high"},
};
constexpr orbweaver::typecode::TypeNode _type_5Radio7Samples_0{
    .kind = orbweaver::typecode::TypeKind::sequence,
    .length = 0,
    .content = &orbweaver::typecode::basic<orbweaver::typecode::TypeKind::float_>()};
constexpr orbweaver::typecode::TypeNode _type_5Radio7Offsets_1{
    .kind = orbweaver::typecode::TypeKind::array,
    .length = 2,
    .content = &orbweaver::typecode::basic<orbweaver::typecode::TypeKind::long_>()};
constexpr orbweaver::typecode::Member _members_5Radio6Tuning[] = {
    {"where", &::Radio::_tc_Band.node},
    {"frequency_hz", &orbweaver::typecode::basic<orbweaver::typecode::TypeKind::double_>()},
    {"fine", &::Radio::_tc_Offsets.node},
};
constexpr orbweaver::typecode::Member _members_5Radio9OutOfBand[] = {
    {"requested", &::Radio::_tc_Band.node},
    {"reason", &orbweaver::typecode::basic<orbweaver::typecode::TypeKind::string>()},
};

}  // namespace

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Band{{
    .kind = orbweaver::typecode::TypeKind::enum_,
    .id = "IDL:Radio/Band:1.0",
    .name = "Band",
    .first_member = _members_5Radio4Band,
    .member_count = 2}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Samples{{
    .kind = orbweaver::typecode::TypeKind::alias,
    .id = "IDL:Radio/Samples:1.0",
    .name = "Samples",
    .content = &_type_5Radio7Samples_0}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Offsets{{
    .kind = orbweaver::typecode::TypeKind::alias,
    .id = "IDL:Radio/Offsets:1.0",
    .name = "Offsets",
    .content = &_type_5Radio7Offsets_1}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Tuning{{
    .kind = orbweaver::typecode::TypeKind::struct_,
    .id = "IDL:Radio/Tuning:1.0",
    .name = "Tuning",
    .first_member = _members_5Radio6Tuning,
    .member_count = 3}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_OutOfBand{{
    .kind = orbweaver::typecode::TypeKind::except,
    .id = "IDL:Radio/OutOfBand:1.0",
    .name = "OutOfBand",
    .first_member = _members_5Radio9OutOfBand,
    .member_count = 2}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Device{{
    .kind = orbweaver::typecode::TypeKind::objref,
    .id = "IDL:Radio/Device:1.0",
    .name = "Device"}};

constinit const orbweaver::corba::TypeCodeConstant Radio::_tc_Receiver{{
    .kind = orbweaver::typecode::TypeKind::objref,
    .id = "IDL:Radio/Receiver:1.0",
    .name = "Receiver"}};

namespace Radio {

std::string Device::serial() {
  orbweaver::corba::ClientCall _call{*this, "_get_serial", orbweaver::corba::Operation::twoway};
  if (_call.is_collocated()) {
    return _call.run_collocated<::Radio::POA::Device>(
        [](::Radio::POA::Device& _servant) { return _servant.serial(); });
  }
  auto& _results = _call.invoke();
  auto _result = orbweaver::cdr::decode<std::string>(_results);
  _call.check_results("the return value");
  return _result;
}

float Receiver::gain() {
  orbweaver::corba::ClientCall _call{*this, "_get_gain", orbweaver::corba::Operation::twoway};
  if (_call.is_collocated()) {
    return _call.run_collocated<::Radio::POA::Receiver>(
        [](::Radio::POA::Receiver& _servant) { return _servant.gain(); });
  }
  auto& _results = _call.invoke();
  auto _result = orbweaver::cdr::decode<float>(_results);
  _call.check_results("the return value");
  return _result;
}

void Receiver::gain(float value) {
  orbweaver::corba::ClientCall _call{*this, "_set_gain", orbweaver::corba::Operation::twoway};
  if (_call.is_collocated()) {
    return _call.run_collocated<::Radio::POA::Receiver>(
        [&](::Radio::POA::Receiver& _servant) { _servant.gain(value); });
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, value);
  _call.invoke();
  _call.check_results();
}

double Receiver::tune(
    const ::Radio::Tuning& wanted,
    ::Radio::Samples& calibration,
    ::Radio::Tuning& actual) {
  orbweaver::corba::ClientCall _call{*this, "tune", orbweaver::corba::Operation::twoway};
  if (_call.is_collocated()) {
    return _call.run_collocated<::Radio::POA::Receiver>(
        [&](::Radio::POA::Receiver& _servant) { return _servant.tune(wanted, calibration, actual); });
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, wanted);
  orbweaver::cdr::encode(_arguments, calibration);
  static constexpr orbweaver::corba::Raises _raises[] = {
      {::Radio::OutOfBand::_id, &orbweaver::corba::raise<::Radio::OutOfBand>},
  };
  auto& _results = _call.invoke(_raises);
  auto _result = orbweaver::cdr::decode<double>(_results);
  auto _out_calibration = orbweaver::cdr::decode<::Radio::Samples>(_results);
  auto _out_actual = orbweaver::cdr::decode<::Radio::Tuning>(_results);
  _call.check_results("actual");
  calibration = std::move(_out_calibration);
  actual = std::move(_out_actual);
  return _result;
}

void Receiver::push(
    const ::Radio::Samples& packet,
    ::CORBA::object_reference<::Radio::Device> source) {
  orbweaver::corba::ClientCall _call{*this, "push", orbweaver::corba::Operation::oneway};
  if (_call.is_collocated()) {
    return _call.run_collocated_oneway<::Radio::POA::Receiver>(
        [_copy_packet = packet, _copy_source = source](::Radio::POA::Receiver& _servant) { _servant.push(_copy_packet, _copy_source); }, orbweaver::corba::held_by_all(packet, source));
  }
  auto& _arguments = _call.arguments();
  orbweaver::cdr::encode(_arguments, packet);
  orbweaver::cdr::encode(_arguments, source);
  _call.send();
}

}  // namespace Radio

namespace Radio::POA {

void Device::_get_serial(Device& _servant, orbweaver::corba::ServerCall& _call) {
  _call.check_arguments();
  const auto& _result = _servant.serial();
  auto& _results = _call.results();
  orbweaver::cdr::encode(_results, _result);
}

// Sorted by name.
struct Device::_operations {
  static constexpr std::array<orbweaver::corba::OperationRow<Device>, 1> rows{{
      {"_get_serial", &Device::_get_serial},
  }};
};

const char* Device::_interface_id() const noexcept {
  return ::Radio::Device::_id;
}

bool Device::_implements(std::string_view _id) const noexcept {
  return _id == ::Radio::Device::_id ||
         _id == ::CORBA::Object::_id;
}

bool Device::_has_operation(std::string_view _operation) const noexcept {
  return orbweaver::corba::find_operation(_operations::rows, _operation) != nullptr;
}

bool Device::_dispatch(orbweaver::corba::ServerCall& _call) {
  using orbweaver::corba::find_operation;
  const auto* _row = find_operation(_operations::rows, _call.operation());
  if (_row == nullptr) return false;
  _row->handle(*this, _call);
  return true;
}

void Receiver::_get_gain(Receiver& _servant, orbweaver::corba::ServerCall& _call) {
  _call.check_arguments();
  const auto _result = _servant.gain();
  auto& _results = _call.results();
  orbweaver::cdr::encode(_results, _result);
}

void Receiver::_set_gain(Receiver& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto value = orbweaver::cdr::decode<float>(_arguments);
  _call.check_arguments("value");
  _servant.gain(value);
}

void Receiver::_call_tune(Receiver& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto wanted = orbweaver::cdr::decode<::Radio::Tuning>(_arguments);
  auto calibration = orbweaver::cdr::decode<::Radio::Samples>(_arguments);
  ::Radio::Tuning actual{};
  _call.check_arguments("calibration");
  try {
    const auto _result = _servant.tune(wanted, calibration, actual);
    auto& _results = _call.results();
    orbweaver::cdr::encode(_results, _result);
    orbweaver::cdr::encode(_results, calibration);
    orbweaver::cdr::encode(_results, actual);
  } catch (const ::Radio::OutOfBand& _exception) {
    _call.raise(_exception);
  }
}

void Receiver::_call_push(Receiver& _servant, orbweaver::corba::ServerCall& _call) {
  auto& _arguments = _call.arguments();
  auto packet = orbweaver::cdr::decode<::Radio::Samples>(_arguments);
  auto source = orbweaver::cdr::decode<::CORBA::object_reference<::Radio::Device>>(_arguments);
  _call.check_arguments("source");
  _servant.push(packet, source);
}

// Sorted by name.
struct Receiver::_operations {
  static constexpr std::array<orbweaver::corba::OperationRow<Receiver>, 5> rows{{
      {"_get_gain", &Receiver::_get_gain},
      {"_get_serial", [](Receiver& _servant, orbweaver::corba::ServerCall& _call) { ::Radio::POA::Device::_get_serial(_servant, _call); }},
      {"_set_gain", &Receiver::_set_gain},
      {"push", &Receiver::_call_push},
      {"tune", &Receiver::_call_tune},
  }};
};

const char* Receiver::_interface_id() const noexcept {
  return ::Radio::Receiver::_id;
}

bool Receiver::_implements(std::string_view _id) const noexcept {
  return _id == ::Radio::Receiver::_id ||
         _id == ::Radio::Device::_id ||
         _id == ::CORBA::Object::_id;
}

bool Receiver::_has_operation(std::string_view _operation) const noexcept {
  return orbweaver::corba::find_operation(_operations::rows, _operation) != nullptr;
}

bool Receiver::_dispatch(orbweaver::corba::ServerCall& _call) {
  using orbweaver::corba::find_operation;
  const auto* _row = find_operation(_operations::rows, _call.operation());
  if (_row == nullptr) return false;
  _row->handle(*this, _call);
  return true;
}

}  // namespace Radio::POA
