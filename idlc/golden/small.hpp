// Generated from small.idl by the Orbweaver IDL compiler. Do not edit.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/bounded.hpp>
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

namespace Radio {

using orbweaver::corba::operator<<;

enum class Band : std::uint32_t { low, high };
extern const orbweaver::corba::TypeCodeConstant _tc_Band;

using Samples = std::vector<float>;
extern const orbweaver::corba::TypeCodeConstant _tc_Samples;
using Offsets = std::array<std::int32_t, 2>;
extern const orbweaver::corba::TypeCodeConstant _tc_Offsets;

inline constexpr std::uint32_t CHANNELS = 4U;
inline const std::string VENDOR = "orbweaver";

class Tuning {
 public:
  Tuning() = default;
  explicit Tuning(::Radio::Band where, double frequency_hz, ::Radio::Offsets fine)
      : where_(where), frequency_hz_(frequency_hz), fine_(std::move(fine)) {}

  [[nodiscard]] ::Radio::Band where() const noexcept { return where_; }
  [[nodiscard]] ::Radio::Band& where() noexcept { return where_; }
  void where(::Radio::Band value) noexcept { where_ = value; }

  [[nodiscard]] double frequency_hz() const noexcept { return frequency_hz_; }
  [[nodiscard]] double& frequency_hz() noexcept { return frequency_hz_; }
  void frequency_hz(double value) noexcept { frequency_hz_ = value; }

  [[nodiscard]] const ::Radio::Offsets& fine() const noexcept { return fine_; }
  [[nodiscard]] ::Radio::Offsets& fine() noexcept { return fine_; }
  void fine(const ::Radio::Offsets& value) { fine_ = value; }
  void fine(::Radio::Offsets&& value) noexcept { fine_ = std::move(value); }

  friend bool operator==(const Tuning&, const Tuning&) = default;
  friend void swap(Tuning& _left, Tuning& _right) noexcept {
    std::ranges::swap(_left.where_, _right.where_);
    std::ranges::swap(_left.frequency_hz_, _right.frequency_hz_);
    std::ranges::swap(_left.fine_, _right.fine_);
  }
  void swap(Tuning& _other) noexcept { std::ranges::swap(*this, _other); }

  template <class Visitor>
  void _visit(Visitor&& _visitor) const {
    _visitor(where_, frequency_hz_, fine_);
  }

 private:
  ::Radio::Band where_{};
  double frequency_hz_{};
  ::Radio::Offsets fine_{};
};
extern const orbweaver::corba::TypeCodeConstant _tc_Tuning;

class OutOfBand : public ::CORBA::UserException {
 public:
  static constexpr const char* _id = "IDL:Radio/OutOfBand:1.0";
  [[nodiscard]] const char* _rep_id() const noexcept override;
  [[nodiscard]] const char* _name() const noexcept override;

  OutOfBand() = default;
  explicit OutOfBand(::Radio::Band requested, std::string reason)
      : requested_(requested), reason_(std::move(reason)) {}

  [[nodiscard]] ::Radio::Band requested() const noexcept { return requested_; }
  [[nodiscard]] ::Radio::Band& requested() noexcept { return requested_; }
  void requested(::Radio::Band value) noexcept { requested_ = value; }

  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] std::string& reason() noexcept { return reason_; }
  void reason(const std::string& value) { reason_ = value; }
  void reason(std::string&& value) noexcept { reason_ = std::move(value); }

  void _write_members(orbweaver::corba::TextWriter& _writer) const override;
  template <class Visitor>
  void _visit(Visitor&& _visitor) const {
    _visitor(requested_, reason_);
  }

 private:
  ::Radio::Band requested_{};
  std::string reason_{};
};
extern const orbweaver::corba::TypeCodeConstant _tc_OutOfBand;

class Device : public virtual ::CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:Radio/Device:1.0";
  using _traits_type = ::IDL::traits<::Radio::Device>;
  using _ref_type = ::CORBA::object_reference<::Radio::Device>;
  using _weak_ref_type = ::CORBA::weak_object_reference<::Radio::Device>;

  std::string serial();

 protected:
  Device() = default;
};
extern const orbweaver::corba::TypeCodeConstant _tc_Device;

class Receiver : public virtual ::Radio::Device {
 public:
  static constexpr const char* _id = "IDL:Radio/Receiver:1.0";
  using _traits_type = ::IDL::traits<::Radio::Receiver>;
  using _ref_type = ::CORBA::object_reference<::Radio::Receiver>;
  using _weak_ref_type = ::CORBA::weak_object_reference<::Radio::Receiver>;

  float gain();
  void gain(float value);
  double tune(const ::Radio::Tuning& wanted, ::Radio::Samples& calibration, ::Radio::Tuning& actual);
  void push(const ::Radio::Samples& packet, ::CORBA::object_reference<::Radio::Device> source);

 protected:
  Receiver() = default;
};
extern const orbweaver::corba::TypeCodeConstant _tc_Receiver;

}  // namespace Radio

#ifndef ORBWEAVER_DECLARED_5Radio6Device
#define ORBWEAVER_DECLARED_5Radio6Device
template <>
struct IDL::traits<::Radio::Device> : ::IDL::interface_traits<::Radio::Device> {};
template <>
struct orbweaver::corba::TypeCodeOf<::Radio::Device> {
  static constexpr const typecode::TypeNode& node = ::Radio::_tc_Device.node;
};
#endif

#ifndef ORBWEAVER_DECLARED_5Radio8Receiver
#define ORBWEAVER_DECLARED_5Radio8Receiver
template <>
struct IDL::traits<::Radio::Receiver> : ::IDL::interface_traits<::Radio::Receiver> {};
template <>
struct orbweaver::corba::TypeCodeOf<::Radio::Receiver> {
  static constexpr const typecode::TypeNode& node = ::Radio::_tc_Receiver.node;
};
#endif

template <>
struct orbweaver::cdr::Codec<::Radio::Band> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const ::Radio::Band& value) {
    encoder.put(static_cast<std::uint32_t>(value));
  }
  static void decode(Decoder& decoder, ::Radio::Band& value) {
    const auto number = decoder.get<std::uint32_t>();
    if (number > 1U) return decoder.fail(DecodeError::bad_enumerator);
    value = static_cast<::Radio::Band>(number);
  }
};

template <>
struct orbweaver::cdr::Codec<::Radio::Tuning> {
  static constexpr std::size_t kLeastSize =
      Codec<::Radio::Band>::kLeastSize +
      Codec<double>::kLeastSize +
      Codec<::Radio::Offsets>::kLeastSize;
  static void encode(Encoder& encoder, const ::Radio::Tuning& value);
  static void decode(Decoder& decoder, ::Radio::Tuning& value);
};

template <>
struct orbweaver::cdr::Codec<::Radio::OutOfBand> {
  static constexpr std::size_t kLeastSize =
      Codec<::Radio::Band>::kLeastSize +
      Codec<std::string>::kLeastSize;
  static void encode(Encoder& encoder, const ::Radio::OutOfBand& value);
  static void decode(Decoder& decoder, ::Radio::OutOfBand& value);
};

template <>
struct orbweaver::corba::TypeCodeOf<::Radio::Band> {
  static constexpr const typecode::TypeNode& node = ::Radio::_tc_Band.node;
};

template <>
struct orbweaver::corba::TypeCodeOf<::Radio::Tuning> {
  static constexpr const typecode::TypeNode& node = ::Radio::_tc_Tuning.node;
};

template <>
struct orbweaver::corba::TypeCodeOf<::Radio::OutOfBand> {
  static constexpr const typecode::TypeNode& node = ::Radio::_tc_OutOfBand.node;
};
