// SPDX-License-Identifier: Apache-2.0
#include "setting_value.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <ranges>
#include <utility>

namespace orbweaver::domain {

namespace {

using nlohmann::json;
using property::MemberValue;
using property::Override;
using property::StructValue;
using property::Text;
using Misfit = unexpected<std::string>;
using Texts = std::vector<Text>;

const property::Position& given_by_user() {
  static const property::Position here{std::make_shared<const std::string>("--set"), 0};
  return here;
}

Texts split(const std::string& text) {
  Texts texts;
  if (text.empty()) return texts;
  for (const auto part : text | std::views::split(','))
    texts.push_back({std::string{part.begin(), part.end()}, given_by_user()});
  return texts;
}

/// Returns the text as a profile writes it: {"real": 1, "imaginary": -2} becomes 1-j2.
Result<std::string, std::string> text_in(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  if (!value.is_object() || !value.contains("real") || !value.contains("imaginary"))
    return Misfit("'" + value.dump() + "' is not one value");
  const auto real = text_in(value["real"]);
  const auto imaginary = text_in(value["imaginary"]);
  if (!real || !imaginary) return Misfit("'" + value.dump() + "' is not one value");
  const bool is_negative = imaginary->starts_with('-');
  return *real + (is_negative ? "-j" + imaginary->substr(1) : "+j" + *imaginary);
}

Result<Texts, std::string> texts_in(const json& value) {
  if (!value.is_array()) return Misfit("a sequence is written as [value, value]");
  Texts texts;
  for (const auto& entry : value) {
    auto text = text_in(entry);
    if (!text) return Misfit(std::move(text.error()));
    texts.push_back({*std::move(text), given_by_user()});
  }
  return texts;
}

Result<json, std::string> parsed(const std::string& text) {
  auto parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return Misfit("'" + text + "' is no JSON");
  return parsed;
}

Result<Texts, std::string> sequence_of(const std::string& text) {
  if (!text.starts_with('[')) return split(text);
  const auto value = parsed(text);
  if (!value) return Misfit(value.error());
  return texts_in(*value);
}

/// value_of() reports ids that the struct does not have.
Result<StructValue, std::string> struct_in(const json& value) {
  if (!value.is_object()) return Misfit(R"(a struct is written as {"member": value})");
  StructValue struct_value{{}, given_by_user()};
  for (const auto& [id, entry] : value.items()) {
    MemberValue member{id, {}, given_by_user()};
    if (entry.is_array()) {
      auto texts = texts_in(entry);
      if (!texts) return Misfit(id + ": " + texts.error());
      member.value = *std::move(texts);
    } else {
      auto text = text_in(entry);
      if (!text) return Misfit(id + ": " + text.error());
      member.value = *std::move(text);
    }
    struct_value.members.push_back(std::move(member));
  }
  return struct_value;
}

Result<std::vector<StructValue>, std::string> structs_in(const json& value) {
  if (!value.is_array())
    return Misfit(R"(a sequence of structs is written as [{"member": value}])");
  std::vector<StructValue> struct_values;
  for (const auto& entry : value) {
    auto item = struct_in(entry);
    if (!item) return Misfit(std::move(item.error()));
    struct_values.push_back(*std::move(item));
  }
  return struct_values;
}

struct SettingFromText {
  const std::string& text;
  Override setting;

  using OverrideResult = Result<Override, std::string>;

  template <class Value>
  OverrideResult with(Result<Value, std::string> value) {
    if (!value) return Misfit(std::move(value.error()));
    setting.value = *std::move(value);
    return setting;
  }
  template <class Value>
  OverrideResult from_json(Result<Value, std::string> (*read)(const json& value)) {
    const auto value = parsed(text);
    if (!value) return Misfit(value.error());
    return with(read(*value));
  }
  OverrideResult operator()(const property::Simple&) { return setting; }
  OverrideResult operator()(const property::SimpleSequence&) { return with(sequence_of(text)); }
  OverrideResult operator()(const property::StructProperty&) { return from_json(struct_in); }
  OverrideResult operator()(const property::StructSequenceProperty&) {
    return from_json(structs_in);
  }
};

}  // namespace

Result<Override, std::string> setting_of(const property::Property& property,
                                         const std::string& text) {
  return std::visit(SettingFromText{text, {common_of(property).id, text, given_by_user()}},
                    property);
}

Result<Override, std::string> setting_of_member(const property::StructProperty& property,
                                                const property::Member& member,
                                                const std::string& text) {
  MemberValue value{common_of(member).id, text, given_by_user()};
  if (std::holds_alternative<property::SimpleSequence>(member)) {
    auto texts = sequence_of(text);
    if (!texts) return Misfit(std::move(texts.error()));
    value.value = *std::move(texts);
  }
  return Override{property.id, StructValue{{std::move(value)}, given_by_user()}, given_by_user()};
}

}  // namespace orbweaver::domain
