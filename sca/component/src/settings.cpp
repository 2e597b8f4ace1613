// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/settings.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

namespace orbweaver::component {

bool Changed::has(const void* member) const noexcept {
  return std::ranges::find(members_, member) != members_.end();
}

namespace detail {

namespace {

/// Calls a function for each member.
class ForEach final : public Describer {
 public:
  using Call =
      std::function<void(const std::string& id, SettingMember& member, const Details& details)>;
  explicit ForEach(Call call) : call_(std::move(call)) {}

 private:
  void visit(const std::string& id, SettingMember& member, const Details& details) override {
    call_(id, member, details);
  }
  const Call call_;
};

void for_each_member(const StructSetting& of, ForEach::Call call) {
  ForEach entry{std::move(call)};
  of.describe(of.object, entry);
}

template <class Made>
void fill_common(Made& result, const std::string& id, const Details& details) {
  result.id = id;
  result.name = id;
  result.description = details.description;
  result.mode = details.mode;
  result.kinds.add(details.kind);
}

template <class Made>
void fill_shape(Made& result, property::Type type, bool is_complex, const Details& details) {
  result.units = details.units;
  result.shape.type = type;
  result.shape.complex = is_complex;
  if (details.range)
    result.shape.range = property::Range{details.range->min, details.range->max, {}};
  for (const auto& enumerator : details.enumeration)
    result.shape.enumerations.push_back({enumerator, enumerator, {}});
}

std::string text_of(const property::Item& item) {
  return std::visit([](const auto& one) { return property::to_text(one); }, item);
}

std::vector<property::Text> texts_of(const property::Sequence& values) {
  std::vector<property::Text> texts;
  for (const auto& value : values.items) texts.push_back({text_of(value), {}});
  return texts;
}

property::Simple simple_member(const std::string& of, const property::Property& definition) {
  if (const auto* simple = std::get_if<property::Simple>(&definition)) return *simple;
  throw std::logic_error("settings: the struct '" + of + "' has the member '" +
                         common_of(definition).id + "', which is a " +
                         std::string{form_of(definition)} +
                         ": a struct of SCA 2.2.2 has simple members alone; make it a property of "
                         "its own, or a sequence of structs");
}

property::StructValue texts_of(const property::Struct& value) {
  property::StructValue struct_value;
  for (const auto& field : value.fields)
    struct_value.members.push_back({field.id, property::to_text(field.value), {}});
  return struct_value;
}

}  // namespace

property::Property define_simple(const std::string& id, property::Type type, bool is_complex,
                                 const std::optional<property::Value>& value,
                                 const Details& details) {
  property::Simple simple;
  fill_common(simple, id, details);
  fill_shape(simple, type, is_complex, details);
  if (value) {
    const auto* const complex = std::get_if<property::Complex>(&*value);
    simple.value =
        property::Text{complex != nullptr ? property::to_text(*complex)
                                          : property::to_text(std::get<property::Scalar>(*value)),
                       {}};
  }
  return simple;
}

property::Property define_sequence(const std::string& id, property::Type type, bool is_complex,
                                   const property::Value& value, const Details& details) {
  property::SimpleSequence simple_sequence;
  fill_common(simple_sequence, id, details);
  fill_shape(simple_sequence, type, is_complex, details);
  simple_sequence.values = texts_of(std::get<property::Sequence>(value));
  return simple_sequence;
}

property::Property define_struct(const std::string& id, const StructSetting& member,
                                 const Details& details) {
  property::StructProperty struct_property;
  fill_common(struct_property, id, details);
  for_each_member(member, [&](const std::string& name, SettingMember& inner, const Details& more) {
    struct_property.members.emplace_back(simple_member(id, inner.define(name, more).back()));
  });
  return struct_property;
}

Definitions define_structs(const std::string& id, const StructSetting& example,
                           const property::StructSequence& values, const Details& details) {
  property::StructSequenceProperty struct_sequence_property;
  fill_common(struct_sequence_property, id, details);
  struct_sequence_property.structrefid = details.item.empty() ? id + "_item" : details.item;
  for (const auto& value : values.items) struct_sequence_property.values.push_back(texts_of(value));
  auto item = define_struct(struct_sequence_property.structrefid, example, details);
  return {std::move(item), std::move(struct_sequence_property)};
}

property::Struct value_of_struct(const StructSetting& member) {
  property::Struct structure;
  for_each_member(member, [&](const std::string& id, const SettingMember& inner, const Details&) {
    if (auto value = inner.value()) structure.fields.push_back({id, *std::move(value)});
  });
  return structure;
}

bool take_struct(const StructSetting& member, const property::Struct& value) {
  bool fits = true;
  for_each_member(member, [&](const std::string& id, SettingMember& inner, const Details&) {
    const auto given = std::ranges::find(value.fields, id, &property::Field::id);
    if (given != value.fields.end()) fits = inner.take(given->value) && fits;
  });
  return fits;
}

Definitions definitions_by(void (*describe)(void* settings, Describer& property), void* settings) {
  Definitions definitions;
  for_each_member({settings, describe}, [&](const std::string& id, const SettingMember& member,
                                            const Details& details) {
    for (auto& entry : member.define(id, details)) {
      const auto& name = common_of(entry).id;
      const auto is_same = [&](const auto& other) { return common_of(other).id == name; };
      if (std::ranges::any_of(definitions, is_same))
        throw std::logic_error("settings: two properties have the id '" + name + "'");
      definitions.push_back(std::move(entry));
    }
  });
  return definitions;
}

std::vector<const void*> read_members(void (*describe)(void* settings, Describer& property),
                                      void* settings, const resource::PropertyStore& store,
                                      const std::vector<std::string>& ids) {
  std::vector<const void*> read;
  for_each_member({settings, describe},
                  [&](const std::string& id, SettingMember& member, const Details&) {
                    if (!ids.empty() && std::ranges::find(ids, id) == ids.end()) return;
                    const auto value = store.get(id);
                    if (value && *value && member.take(**value)) read.push_back(member.address());
                  });
  return read;
}

std::string id_of_member(void (*describe)(void* settings, Describer& property), void* settings,
                         const void* member) {
  std::string found;
  for_each_member({settings, describe},
                  [&](const std::string& id, const SettingMember& setting, const Details&) {
                    if (setting.address() == member) found = id;
                  });
  return found;
}

}  // namespace detail

}  // namespace orbweaver::component
