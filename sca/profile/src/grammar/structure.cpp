// SPDX-License-Identifier: Apache-2.0
#include "grammar/structure.hpp"

#include "grammar/compiled.hpp"

#include <algorithm>

namespace orbweaver::profile::grammar {

namespace {

using xml::Element;
using Names = std::vector<std::string_view>;

bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string joined(const Names& names) {
  std::string all;
  for (const auto name : names) all += (all.empty() ? "" : ", ") + std::string{name};
  return all;
}

// Attributes of XML and of schema instances are allowed in every element.
bool is_of_xml(std::string_view name) {
  return name == "schemaLocation" || name == "noNamespaceSchemaLocation" || name == "space" ||
         name == "lang" || name == "base";
}

std::string described(const Element& element) {
  for (const auto name : {"id", "refid", "name", "usesname", "providesname"})
    if (const auto* value = xml::attribute(element, name))
      return element.name + " '" + *value + "'";
  return element.name;
}

class StructureChecker {
 public:
  StructureChecker(const Rules& rules, const std::shared_ptr<const std::string>& file,
                   Strictness strictness, Findings& findings)
      : rules_(&rules),
        file_(&file),
        strict_(strictness == Strictness::strict),
        findings_(&findings) {}

  void check(const Element& element) {
    const auto found = rules_->find(element.name);
    if (found == rules_->end()) return;
    const auto& rule = found->second;
    check_attributes(element, rule);
    check_needs(element, rule);
    if (strict_)
      check_content(element, rule);
    else
      check_repeated(element, rule);
    for (const auto& child : element.children)
      if (check_known(element, child, rule)) check(child);
  }

 private:
  void add(Code code, const Element& at, std::string cause, std::string remedy) {
    findings_->push_back(
        {code, {*file_, at.line}, described(at), std::move(cause), std::move(remedy)});
  }

  bool check_known(const Element& parent, const Element& child, const ElementRule& rule) {
    if (contains(rule.listed, child.name)) return true;
    const bool more = contains(rule.more, child.name);
    if (strict_)
      add(Code::strict_element_unlisted, child, "SCA 2.2.2 has no such element in " + parent.name,
          "leave it out, or check without --strict");
    else if (!more)
      add(Code::element_unknown, child, "no such element is known in " + parent.name + "; ignored",
          rule.listed.empty() ? parent.name + " has no elements: remove it"
                              : "elements of " + parent.name + ": " + joined(rule.listed));
    // In strict reading, the children of an unknown element are not reported either.
    return more && !strict_;
  }

  void check_repeated(const Element& element, const ElementRule& rule) {
    for (const auto name : rule.singles) {
      const auto all = xml::children(element, name);
      if (all.size() > 1)
        add(Code::element_repeated, *all[1],
            element.name + " has " + std::to_string(all.size()) + " of them; the first one counts",
            "keep one");
    }
  }

  void check_needs(const Element& element, const ElementRule& rule) {
    for (const auto name : rule.needs) {
      if (name == "text") {
        if (xml::trimmed(element.text).empty())
          add(Code::text_missing, element, "it is empty", "write the name into it");
      } else if (!xml::child(element, name)) {
        add(Code::element_missing, element, "it has no " + std::string{name},
            "add <" + std::string{name} + ">");
      }
    }
  }

  // Reports the first difference only: later ones often follow from it.
  void check_content(const Element& element, const ElementRule& rule) {
    Names names;
    std::vector<const Element*> elements;
    for (const auto& child : element.children) {
      if (!contains(rule.listed, child.name)) continue;
      names.push_back(child.name);
      elements.push_back(&child);
    }
    const auto found = departure(rule.content, names);
    if (!found) return;
    if (found->child == elements.size())
      return add(Code::strict_order, element, found->expected + " is missing at its end", "add it");
    add(Code::strict_order, *elements[found->child],
        "in " + element.name + ", SCA 2.2.2 has " + found->expected + " here",
        "put the elements in the order of SCA 2.2.2");
  }

  void check_attributes(const Element& element, const ElementRule& rule) {
    for (const auto& attribute : element.attributes) {
      const auto known = std::ranges::find(rule.attributes, attribute.name, &AttributeRule::name);
      if (known == rule.attributes.end())
        unknown_attribute(element, attribute, rule);
      else
        check_value(element, attribute, *known);
    }
    for (const auto& known : rule.attributes) {
      const auto* value = xml::attribute(element, known.name);
      check_present(element, known, value);
    }
  }

  void unknown_attribute(const Element& element, const xml::Attribute& attribute,
                         const ElementRule& rule) {
    if (is_of_xml(attribute.name)) return;
    Names names;
    for (const auto& known : rule.attributes) names.push_back(known.name);
    const auto code = strict_ ? Code::strict_attribute_unlisted : Code::attribute_unknown;
    add(code, element, "it has no attribute '" + attribute.name + "'; ignored",
        names.empty() ? "remove it" : "attributes of " + element.name + ": " + joined(names));
  }

  void check_value(const Element& element, const xml::Attribute& attribute,
                   const AttributeRule& known) {
    if (strict_ && !known.listed)
      add(Code::strict_attribute_unlisted, element,
          "SCA 2.2.2 has no attribute '" + attribute.name + "' here",
          "leave it out, or check without --strict");
    if (known.values.empty() || contains(known.values, attribute.value)) return;
    const bool more =
        contains(known.more_values, attribute.value) || contains(known.more_values, "*");
    if (!strict_ && more) return;
    // The readers report an unknown type, as no property can have it.
    if (!strict_ && element.name.starts_with("simple") && attribute.name == "type") return;
    add(strict_ ? Code::strict_attribute_value : Code::attribute_value_unknown, element,
        attribute.name + " is '" + attribute.value + "'" + (more ? ", which SCA 2.2.2 lacks" : ""),
        "one of: " + joined(known.values));
  }

  void check_present(const Element& element, const AttributeRule& known, const std::string* value) {
    const auto name = std::string{known.name};
    // An empty `value` is allowed: it is the empty string.
    const bool empty = value && name != "value" && xml::trimmed(*value).empty();
    if (known.needed && (!value || empty))
      // For an empty localfile there is a finding of its own, which names the file of the profile.
      if (!(empty && element.name == "localfile"))
        return add(Code::attribute_missing, element,
                   value ? "its attribute '" + name + "' is empty" : "it has no '" + name + "'",
                   "add " + name + "=\"...\"");
    if (strict_ && known.required && !value)
      add(Code::strict_attribute_missing, element, "SCA 2.2.2 requires '" + name + "'",
          "add " + name + "=\"...\"");
  }

  const Rules* rules_;
  const std::shared_ptr<const std::string>* file_;
  bool strict_;
  Findings* findings_;
};

}  // namespace

std::string_view kind_of_root(std::string_view element) {
  const auto tables = all_tables();
  const auto found = std::ranges::find(tables, element, &Tables::root);
  return found == tables.end() ? std::string_view{} : found->kind;
}

void check_structure(const Element& root, const std::shared_ptr<const std::string>& file,
                     Strictness strictness, Findings& findings) {
  const auto* rules = rules_of(root.name);
  if (rules) StructureChecker(*rules, file, strictness, findings).check(root);
}

}  // namespace orbweaver::profile::grammar
