// SPDX-License-Identifier: Apache-2.0
// Functions that all readers use to read elements of the tree.
#pragma once
#include <orbweaver/profile/profile.hpp>

#include "xml/element.hpp"

namespace orbweaver::profile::read {

using xml::Element;

/// The profile that is being read. Readers add findings and the names of files.
class Source {
 public:
  explicit Source(Profile& profile) : profile_(&profile) {}

  [[nodiscard]] Position at(const Element& element) const { return {profile_->name, element.line}; }
  void add(Code code, const Element& element, std::string what, std::string cause,
           std::string remedy);

  /// Returns the `localfile` in `parent`, and adds its name to the profile's files.
  std::optional<LocalFile> file_in(const Element& parent);
  /// Returns the file that the child `name` of `parent` names.
  std::optional<LocalFile> file_of(const Element& parent, std::string_view name);

 private:
  Profile* profile_;
};

/// Returns the attribute without surrounding white space; empty if it is missing.
[[nodiscard]] std::string value_of(const Element& element, std::string_view attribute);

/// Returns the text of the child `name`, trimmed; empty if it is missing.
[[nodiscard]] std::string text_of(const Element& parent, std::string_view name);

/// Returns the `refid` of the child `name`.
[[nodiscard]] std::optional<IdReference> reference_of(const Source& source, const Element& parent,
                                                      std::string_view name);

/// Reads the simpleref, simplesequenceref, structref and structsequenceref in `parent`.
[[nodiscard]] std::vector<Override> read_overrides(const Source& source, const Element* parent);
[[nodiscard]] property::StructValue read_struct_value(const Source& source, const Element& element);
[[nodiscard]] std::vector<property::Text> read_values(const Source& source, const Element& parent);

[[nodiscard]] FindBy read_findby(const Source& source, const Element& element);
[[nodiscard]] std::vector<Author> read_authors(const Element& parent);
[[nodiscard]] std::vector<UsesDevice> read_uses_devices(const Source& source,
                                                        const Element& parent);
[[nodiscard]] PropertyRef read_property_ref(const Source& source, const Element& element);

/// Calls `entry` for every child of this name, and returns the results.
template <class Read>
auto read_all(const Element* parent, std::string_view name, Read entry) {
  std::vector<decltype(entry(*parent))> all;
  if (parent)
    for (const auto* child : xml::children(*parent, name)) all.push_back(entry(*child));
  return all;
}

}  // namespace orbweaver::profile::read
