// SPDX-License-Identifier: Apache-2.0
// Properties for tests: of each form, kind and mode that matters.
#pragma once
#include <orbweaver/property/definition.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orbweaver::resource::test {

inline property::Simple simple(std::string id, property::Type type, std::string value) {
  property::Simple simple;
  simple.id = std::move(id);
  simple.shape.type = type;
  if (!value.empty()) simple.value = property::Text{std::move(value), {}};
  return simple;
}

inline property::Simple of_kind(property::Kind kind, property::Simple simple) {
  simple.kinds.add(kind);
  return simple;
}

inline property::Simple with_mode(property::Mode mode, property::Simple simple) {
  simple.mode = mode;
  return simple;
}

inline property::Simple gain() {
  auto gain = simple("gain", property::Type::float_, "1.5");
  gain.shape.range = property::Range{"0", "60", {}};
  return gain;
}

inline property::Simple band() {
  auto band = simple("band", property::Type::string, "wide");
  band.shape.enumerations = {{"WIDE", "wide", {}}, {"NARROW", "narrow", {}}};
  return band;
}

inline property::SimpleSequence taps() {
  property::SimpleSequence simple_sequence;
  simple_sequence.id = "taps";
  simple_sequence.shape.type = property::Type::long_;
  simple_sequence.values = {{{"1", {}}, {"2", {}}}};
  return simple_sequence;
}

inline property::StructProperty filter() {
  property::StructProperty struct_property;
  struct_property.id = "filter";
  struct_property.members = {simple("filter::order", property::Type::ushort, "4"),
                             simple("filter::name", property::Type::string, "low")};
  return struct_property;
}

inline property::StructSequenceProperty channels() {
  property::StructSequenceProperty struct_sequence_property;
  struct_sequence_property.id = "channels";
  struct_sequence_property.structrefid = "filter";
  return struct_sequence_property;
}

/// gain, band, taps, filter, channels; one simple of each mode that is not the usual one, and of
/// each kind.
inline std::vector<property::Property> definitions() {
  using property::Kind, property::Mode, property::Type;
  return {gain(),
          band(),
          taps(),
          filter(),
          channels(),
          with_mode(Mode::readonly, simple("serial", Type::string, "A1")),
          with_mode(Mode::writeonly, simple("secret", Type::string, "")),
          of_kind(Kind::property, simple("rate", Type::double_, "48000")),
          of_kind(Kind::execparam, simple("debug", Type::long_, "0")),
          of_kind(Kind::allocation, simple("memory", Type::ulong, "64")),
          of_kind(Kind::factoryparam, simple("seed", Type::long_, "1")),
          of_kind(Kind::test, simple("probe", Type::long_, "1")),
          of_kind(Kind::message, simple("note", Type::string, "x")),
          simple("later", Type::short_, "")};
}

}  // namespace orbweaver::resource::test
