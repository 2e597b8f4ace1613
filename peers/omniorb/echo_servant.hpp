// SPDX-License-Identifier: Apache-2.0
// Lab::Echo as idl/lab/echo.idl describes it.
#pragma once
#include <functional>
#include <mutex>
#include <string>

#include "echo.hh"
#include "journal_file.hpp"

namespace peer {

class EchoServant : public POA_Lab::Echo {
 public:
  /// `journal` is a file, which need not be there yet; empty: what is entered is forgotten.
  explicit EchoServant(std::function<void()> on_shutdown, const std::string& journal = {})
      : on_shutdown_(std::move(on_shutdown)), journal_(journal) {}

  CORBA::ULong count() override;
  char* label() override;
  void label(const char* value) override;
  void poke(CORBA::ULong amount) override;
  void reset() override;

  void nothing() override {}
  CORBA::Boolean echo_boolean(CORBA::Boolean value) override { return value; }
  CORBA::Char echo_char(CORBA::Char value) override { return value; }
  CORBA::Octet echo_octet(CORBA::Octet value) override { return value; }
  CORBA::Short echo_short(CORBA::Short value) override { return value; }
  CORBA::UShort echo_ushort(CORBA::UShort value) override { return value; }
  CORBA::Long echo_long(CORBA::Long value) override { return value; }
  CORBA::ULong echo_ulong(CORBA::ULong value) override { return value; }
  CORBA::LongLong echo_longlong(CORBA::LongLong value) override { return value; }
  CORBA::ULongLong echo_ulonglong(CORBA::ULongLong value) override { return value; }
  CORBA::Float echo_float(CORBA::Float value) override { return value; }
  CORBA::Double echo_double(CORBA::Double value) override { return value; }
  char* echo_string(const char* value) override { return CORBA::string_dup(value); }
  Lab::Colour echo_enum(Lab::Colour value) override { return value; }
  Lab::Octets* echo_octets(const Lab::Octets& value) override { return new Lab::Octets(value); }
  Lab::Shorts* echo_shorts(const Lab::Shorts& value) override { return new Lab::Shorts(value); }
  Lab::Floats* echo_floats(const Lab::Floats& value) override { return new Lab::Floats(value); }
  Lab::Doubles* echo_doubles(const Lab::Doubles& value) override { return new Lab::Doubles(value); }
  Lab::Strings* echo_strings(const Lab::Strings& value) override { return new Lab::Strings(value); }
  Lab::Colours* echo_colours(const Lab::Colours& value) override { return new Lab::Colours(value); }
  Lab::Triple_slice* echo_array(const Lab::Triple value) override { return Lab::Triple_dup(value); }
  Lab::Grid_slice* echo_grid(const Lab::Grid value) override { return Lab::Grid_dup(value); }
  Lab::Basics echo_struct(const Lab::Basics& value) override { return value; }
  Lab::Nested* echo_nested(const Lab::Nested& value) override { return new Lab::Nested(value); }
  Lab::Counter_ptr echo_reference(Lab::Counter_ptr value) override {
    return Lab::Counter::_duplicate(value);
  }

  CORBA::Long add(CORBA::Long a, CORBA::Long b) override;
  CORBA::Long sum_and_difference(CORBA::Long& a, CORBA::Long b, CORBA::Long& difference) override;
  void swap_text(char*& left, char*& right, Lab::Strings_out both) override;
  void refuse(const char* reason, CORBA::Long code) override;
  void raise_system(CORBA::ULong minor) override;
  void raise_completed(CORBA::ULong minor, Lab::Completion completed) override;
  void enter(CORBA::ULong number) override { journal_.add(number); }
  void jot(CORBA::ULong number) override { journal_.add(number); }
  void shutdown() override { on_shutdown_(); }
  void vanish() override;

 private:
  std::function<void()> on_shutdown_;
  JournalFile journal_;
  std::mutex state_mutex_;
  CORBA::ULong count_ = 0;
  std::string label_;
};

}  // namespace peer
