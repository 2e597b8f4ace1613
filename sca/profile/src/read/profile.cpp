// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/profile.hpp>

#include "grammar/structure.hpp"
#include "read/readers.hpp"
#include "xml/parse.hpp"

namespace orbweaver::profile {

namespace {

using read::Source;

std::string remedy_of(Code code) {
  switch (code) {
    case Code::file_empty:
      return "write a profile into it, or name another file";
    case Code::file_too_large:
    case Code::xml_too_deep:
    case Code::xml_too_many_elements:
    case Code::xml_too_many_attributes:
      return "no radio needs as much: check what wrote the file";
    case Code::xml_entity:
      return "write the text itself; profiles need no entities beyond &lt; &gt; &amp; &quot; "
             "&apos;";
    case Code::xml_default_value:
      return "write the attribute into the elements; no profile needs a document type of its own";
    default:
      return "correct the XML; the line is where the parser stopped";
  }
}

Model read_model(std::string_view kind, Source& source, const xml::Element& root) {
  if (kind == "SAD") return read::read_sad(source, root);
  if (kind == "SPD") return read::read_spd(source, root);
  if (kind == "SCD") return read::read_scd(source, root);
  if (kind == "PRF") return read::read_prf(source, root);
  if (kind == "DCD") return read::read_dcd(source, root);
  if (kind == "DMD") return read::read_dmd(source, root);
  if (kind == "DPD") return read::read_dpd(source, root);
  return read::read_das(source, root);
}

void read_tree(Profile& profile, const xml::Element& root, Strictness strictness) {
  Source source(profile);
  const auto kind = grammar::kind_of_root(root.name);
  if (kind.empty())
    return source.add(Code::root_element_unknown, root, root.name,
                      "no profile has this root element",
                      "profiles begin with softwareassembly, softpkg, softwarecomponent, "
                      "properties, deviceconfiguration, domainmanagerconfiguration, devicepkg or "
                      "deploymentenforcement");
  grammar::check_structure(root, profile.name, strictness, profile.findings);
  profile.model = read_model(kind, source, root);
}

}  // namespace

Profile read_profile(std::string_view text, std::string name, const ReadLimits& limits,
                     Strictness strictness) {
  Profile profile;
  profile.name = std::make_shared<const std::string>(std::move(name));
  profile.folder = std::filesystem::path(*profile.name).parent_path();
  const auto root =
      text.size() > limits.bytes
          ? unexpected(xml::XmlFault{Code::file_too_large, 0,
                                     "it has more than " + std::to_string(limits.bytes) + " bytes"})
          : xml::parse(text, limits);
  if (root)
    read_tree(profile, *root, strictness);
  else
    profile.findings.push_back({root.error().code,
                                {profile.name, root.error().line},
                                "the file",
                                root.error().cause,
                                remedy_of(root.error().code)});
  return profile;
}

std::string_view kind_of(const Model& model) {
  constexpr std::string_view kKinds[]{"", "SAD", "SPD", "SCD", "PRF", "DCD", "DMD", "DPD", "DAS"};
  return kKinds[model.index()];
}

}  // namespace orbweaver::profile
