// Properties for tests: of each form, kind and mode that matters.
#pragma once
#include <orbweaver/property/definition.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orbweaver::resource::test {

inline property::Simple simple(std::string id, property::Type type, std::string value) {
  property::Simple made;
  made.id = std::move(id);
  made.shape.type = type;
  if (!value.empty()) made.value = property::Text{std::move(value), {}};
  return made;
}

inline property::Simple of_kind(property::Kind kind, property::Simple made) {
  made.kinds.add(kind);
  return made;
}

inline property::Simple with_mode(property::Mode mode, property::Simple made) {
  made.mode = mode;
  return made;
}

inline property::Simple gain() {
  auto made = simple("gain", property::Type::float_, "1.5");
  made.shape.range = property::Range{"0", "60", {}};
  return made;
}

inline property::Simple band() {
  auto made = simple("band", property::Type::string, "wide");
  made.shape.enumerations = {{"WIDE", "wide", {}}, {"NARROW", "narrow", {}}};
  return made;
}

inline property::SimpleSequence taps() {
  property::SimpleSequence made;
  made.id = "taps";
  made.shape.type = property::Type::long_;
  made.values = {{{"1", {}}, {"2", {}}}};
  return made;
}

inline property::StructProperty filter() {
  property::StructProperty made;
  made.id = "filter";
  made.members = {simple("filter::order", property::Type::ushort, "4"),
                  simple("filter::name", property::Type::string, "low")};
  return made;
}

inline property::StructSequenceProperty channels() {
  property::StructSequenceProperty made;
  made.id = "channels";
  made.structrefid = "filter";
  return made;
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
