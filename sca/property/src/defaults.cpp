// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/defaults.hpp>

#include <algorithm>
#include <array>
#include <ranges>

namespace orbweaver::property {

namespace {

using Kind = DefaultFault::Kind;

// Makes values, and collects the faults.
class Maker {
 public:
  explicit Maker(std::string name) : name_(std::move(name)) {}

  std::optional<Value> simple(const Shape& shape, const Text& text, const std::string& name) {
    auto item = parse_item(shape, text.text);
    if (!item) {
      add(Kind::misfit, std::move(item.error()), name, text.at);
      return std::nullopt;
    }
    return std::visit([](auto& entry) { return Value{std::move(entry)}; }, *item);
  }

  Value sequence(const Shape& shape, const std::vector<Text>& texts, const std::string& name) {
    Sequence sequence{shape.type, shape.complex, {}};
    for (const auto& text : texts) {
      auto item = parse_item(shape, text.text);
      if (item)
        sequence.items.push_back(std::move(*item));
      else
        add(Kind::misfit, std::move(item.error()), name, text.at);
    }
    return Value{std::move(sequence)};
  }

  std::optional<Value> member_default(const Member& member) {
    const auto name = member_name(member);
    if (const auto* simple_member = std::get_if<Simple>(&member))
      return simple_member->value ? simple(simple_member->shape, *simple_member->value, name)
                                  : std::nullopt;
    const auto& sequence_member = std::get<SimpleSequence>(member);
    if (!sequence_member.values) return std::nullopt;
    return sequence(sequence_member.shape, *sequence_member.values, name);
  }

  std::optional<Value> member_value(const Member& member, const MemberValue& given) {
    const auto name = member_name(member);
    const auto* text = std::get_if<std::string>(&given.value);
    const auto* simple_member = std::get_if<Simple>(&member);
    if ((text == nullptr) != (simple_member == nullptr)) {
      wrong_form(form_of(member), text ? "simpleref" : "simplesequenceref", name, given.at);
      return std::nullopt;
    }
    if (simple_member && gives_no_value(simple_member->shape.type, *text))
      return member_default(member);
    if (simple_member) return simple(simple_member->shape, {*text, given.at}, name);
    return sequence(std::get<SimpleSequence>(member).shape,
                    std::get<std::vector<Text>>(given.value), name);
  }

  Struct structure(const StructProperty& definition, const StructValue* given) {
    Struct structure;
    for (const auto& member : definition.members) {
      const auto* chosen = given ? find_member(*given, common_of(member).id) : nullptr;
      auto value = chosen ? member_value(member, *chosen) : member_default(member);
      if (value) structure.fields.push_back({common_of(member).id, std::move(*value)});
    }
    if (given) report_unknown(definition, *given);
    return structure;
  }

  Value structures(const StructProperty& definition, const std::vector<StructValue>& given) {
    StructSequence struct_sequence;
    for (const auto& struct_value : given)
      struct_sequence.items.push_back(structure(definition, &struct_value));
    return Value{std::move(struct_sequence)};
  }

  void no_struct(const StructSequenceProperty& property) {
    add(Kind::no_struct,
        {Misfit::Cause::not_of_type, property.structrefid.empty()
                                         ? "it names no struct"
                                         : "there is no struct '" + property.structrefid + "'"},
        name_, property.at);
  }

  void wrong_form(std::string_view property, std::string_view given, const std::string& name,
                  const Position& at) {
    add(Kind::wrong_form,
        {Misfit::Cause::not_of_type,
         "it is a " + std::string{property} + ", and a value is given by " + std::string{given}},
        name, at);
  }

  DefaultOutcome finish(std::optional<Value> value) && {
    if (!faults_.empty()) value.reset();
    return {std::move(value), std::move(faults_)};
  }

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void add(Kind kind, Misfit misfit, const std::string& name, const Position& at) {
    faults_.push_back({kind, std::move(misfit), name, at});
  }

  [[nodiscard]] std::string member_name(const Member& member) const {
    return name_ + "." + common_of(member).label();
  }

  static const MemberValue* find_member(const StructValue& given, const std::string& id) {
    const auto found = std::ranges::find(given.members, id, &MemberValue::refid);
    return found == given.members.end() ? nullptr : &*found;
  }

  void report_unknown(const StructProperty& definition, const StructValue& given) {
    for (const auto& struct_value : given.members) {
      const bool known = std::ranges::any_of(definition.members, [&](const Member& member) {
        return common_of(member).id == struct_value.refid;
      });
      if (known) continue;
      add(Kind::unknown_member,
          {Misfit::Cause::not_of_type, "the struct has no member '" + struct_value.refid + "'"},
          name_, struct_value.at);
    }
  }

  std::string name_;
  std::vector<DefaultFault> faults_;
};

bool has_fields(const Struct& value) { return !value.fields.empty(); }

// The default of each form.
struct Default {
  Maker& maker;
  std::span<const Property> all;

  std::optional<Value> operator()(const Simple& property) const {
    if (!property.value) return std::nullopt;
    return maker.simple(property.shape, *property.value, maker.name());
  }
  std::optional<Value> operator()(const SimpleSequence& property) const {
    if (!property.values) return std::nullopt;
    return maker.sequence(property.shape, *property.values, maker.name());
  }
  std::optional<Value> operator()(const StructProperty& property) const {
    auto structure = maker.structure(property, nullptr);
    return has_fields(structure) ? std::optional<Value>{std::move(structure)} : std::nullopt;
  }
  std::optional<Value> operator()(const StructSequenceProperty& property) const {
    const auto* definition = struct_of(property, all);
    if (!definition) {
      maker.no_struct(property);
      return std::nullopt;
    }
    return maker.structures(*definition, property.values);
  }
};

// Makes the value of an override, for each form of property.
struct GivenValue {
  Maker& maker;
  std::span<const Property> all;
  const Override& given;

  std::optional<Value> operator()(const Simple& property) const {
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text) return refuse("simple");
    if (gives_no_value(property.shape.type, *text)) return Default{maker, all}(property);
    return maker.simple(property.shape, {*text, given.at}, maker.name());
  }
  std::optional<Value> operator()(const SimpleSequence& property) const {
    const auto* texts = std::get_if<std::vector<Text>>(&given.value);
    return texts ? maker.sequence(property.shape, *texts, maker.name()) : refuse("simplesequence");
  }
  std::optional<Value> operator()(const StructProperty& property) const {
    const auto* value = std::get_if<StructValue>(&given.value);
    if (!value) return refuse("struct");
    return Value{maker.structure(property, value)};
  }
  std::optional<Value> operator()(const StructSequenceProperty& property) const {
    const auto* values = std::get_if<std::vector<StructValue>>(&given.value);
    if (!values) return refuse("structsequence");
    const auto* definition = struct_of(property, all);
    if (definition) return maker.structures(*definition, *values);
    maker.no_struct(property);
    return std::nullopt;
  }

 private:
  std::optional<Value> refuse(std::string_view form) const {
    maker.wrong_form(form, form_of(given), maker.name(), given.at);
    return std::nullopt;
  }
};

}  // namespace

std::string_view form_of(const Override& given) {
  constexpr std::array<std::string_view, 4> kForms{"simpleref", "simplesequenceref", "structref",
                                                   "structsequenceref"};
  return kForms.at(given.value.index());
}

DefaultOutcome default_of(const Property& property, std::span<const Property> all) {
  Maker maker(common_of(property).label());
  auto value = std::visit(Default{maker, all}, property);
  return std::move(maker).finish(std::move(value));
}

DefaultOutcome value_of(const Property& property, std::span<const Property> all,
                        const Override& given) {
  Maker maker(common_of(property).label());
  auto value = std::visit(GivenValue{maker, all, given}, property);
  return std::move(maker).finish(std::move(value));
}

const StructProperty* struct_of(const StructSequenceProperty& property,
                                std::span<const Property> all) {
  if (property.inner) return &*property.inner;
  const auto* found = find(all, property.structrefid);
  return found ? std::get_if<StructProperty>(found) : nullptr;
}

const Property* find(std::span<const Property> all, std::string_view id) {
  for (const auto& property : all | std::views::reverse)
    if (common_of(property).id == id) return &property;
  return nullptr;
}

}  // namespace orbweaver::property
