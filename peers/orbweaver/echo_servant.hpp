// SPDX-License-Identifier: Apache-2.0
// Lab::Echo as idl/lab/echo.idl describes it.
#pragma once
#include <orbweaver/generated/lab/echo_poa.hpp>

#include <functional>
#include <mutex>
#include <string>

#include "journal_file.hpp"

namespace orbweaver::lab {

/// Threads: any number at once.
class EchoServant : public CORBA::servant_traits<Lab::Echo>::base_type {
 public:
  /// `journal` is a file, which need not be there yet; empty: what is entered is forgotten.
  explicit EchoServant(std::function<void()> on_shutdown, const std::string& journal = {});

  std::uint32_t count() override;
  std::string label() override;
  void label(const std::string& value) override;
  void poke(std::uint32_t amount) override;
  void reset() override;

  void nothing() override {}
  bool echo_boolean(bool value) override { return value; }
  char echo_char(char value) override { return value; }
  std::uint8_t echo_octet(std::uint8_t value) override { return value; }
  std::int16_t echo_short(std::int16_t value) override { return value; }
  std::uint16_t echo_ushort(std::uint16_t value) override { return value; }
  std::int32_t echo_long(std::int32_t value) override { return value; }
  std::uint32_t echo_ulong(std::uint32_t value) override { return value; }
  std::int64_t echo_longlong(std::int64_t value) override { return value; }
  std::uint64_t echo_ulonglong(std::uint64_t value) override { return value; }
  float echo_float(float value) override { return value; }
  double echo_double(double value) override { return value; }
  std::string echo_string(const std::string& value) override { return value; }
  Lab::Colour echo_enum(Lab::Colour value) override { return value; }
  Lab::Octets echo_octets(const Lab::Octets& value) override { return value; }
  Lab::Shorts echo_shorts(const Lab::Shorts& value) override { return value; }
  Lab::Floats echo_floats(const Lab::Floats& value) override { return value; }
  Lab::Doubles echo_doubles(const Lab::Doubles& value) override { return value; }
  Lab::Strings echo_strings(const Lab::Strings& value) override { return value; }
  Lab::Colours echo_colours(const Lab::Colours& value) override { return value; }
  Lab::Triple echo_array(const Lab::Triple& value) override { return value; }
  Lab::Grid echo_grid(const Lab::Grid& value) override { return value; }
  Lab::Basics echo_struct(const Lab::Basics& value) override { return value; }
  Lab::Nested echo_nested(const Lab::Nested& value) override { return value; }
  CORBA::object_reference<Lab::Counter> echo_reference(
      CORBA::object_reference<Lab::Counter> value) override {
    return value;
  }

  std::int32_t add(std::int32_t a, std::int32_t b) override;
  std::int32_t sum_and_difference(std::int32_t& a, std::int32_t b,
                                  std::int32_t& difference) override;
  void swap_text(std::string& left, std::string& right, Lab::Strings& both) override;
  void refuse(const std::string& reason, std::int32_t code) override;
  void raise_system(std::uint32_t minor) override;
  void raise_completed(std::uint32_t minor, Lab::Completion completed) override;
  void enter(std::uint32_t number) override { journal_.add(number); }
  void jot(std::uint32_t number) override { journal_.add(number); }
  void shutdown() override { on_shutdown_(); }
  void vanish() override;

 private:
  std::function<void()> on_shutdown_;
  JournalFile journal_;
  std::mutex state_mutex_;
  std::uint32_t count_ = 0;
  std::string label_;
};

}  // namespace orbweaver::lab
