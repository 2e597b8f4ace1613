// SPDX-License-Identifier: Apache-2.0
// Checks of the parts that a SAD and a DCD have in common: files, placements, values.
#include <algorithm>
#include <set>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

std::string file_ids(const Assembly& assembly) {
  NameList names;
  for (const auto& file : *assembly.files) names.add(file.id);
  return names.text("componentfiles here: ", "there is no componentfile");
}

void check_factory(const Assembly& assembly, const ComponentInstantiation& instantiation,
                   MergedProperties& properties, Findings& findings) {
  const auto& find = instantiation.find;
  if (!find || !find->factory_refid) return;
  const auto& id = *find->factory_refid;
  const auto* factory = assembly.find(id);
  if (!factory && !id.empty())
    findings.push_back({Code::factory_unknown, find->at, "componentresourcefactoryref '" + id + "'",
                        "no such component is placed", assembly.ids()});
  if (factory)
    if (const auto* component = assembly.component_of(*factory))
      check_overrides(find->factory_properties, *component, properties, findings);
}

// Without an SCD the component's ports are unknown, and its connections cannot be checked.
void check_has_descriptor(const Placed& placed, const ComponentProfile& component,
                          Findings& findings) {
  const auto* package = component.package;
  if (!package || package->descriptor || !package->sca_compliant) return;
  findings.push_back(
      {Code::spd_no_descriptor, placed.instantiation->at,
       "componentinstantiation '" + placed.instantiation->id + "'",
       "its package " + shown(package->name) + " has no descriptor: its ports are unknown",
       "add <descriptor> to " + *component.profile->name + ", or make it sca_non_compliant"});
}

}  // namespace

void check_placements(const Assembly& assembly, const std::vector<ComponentPlacement>& placements,
                      Findings& findings) {
  for (const auto& placement : placements) {
    const auto& ref = placement.file;
    if (ref.refid.empty()) continue;
    if (std::ranges::find(*assembly.files, ref.refid, &ComponentFile::id) != assembly.files->end())
      continue;
    findings.push_back({Code::componentfile_unknown, ref.at, "componentfileref '" + ref.refid + "'",
                        "no componentfile has this id", file_ids(assembly)});
  }
}

void check_component_files(const Assembly& assembly, Findings& findings) {
  std::set<std::string> used;
  for (const auto& placed : assembly.placed) used.insert(placed.placement->file.refid);
  UniqueIds ids("componentfile", findings);
  for (const auto& file : *assembly.files) {
    ids.add(file.id, file.at);
    if (!file.id.empty() && !used.contains(file.id))
      findings.push_back({Code::componentfile_unused, file.at, "componentfile '" + file.id + "'",
                          "no placement uses it", "remove it, or place its component"});
  }
}

void check_components(const Assembly& assembly, MergedProperties& properties, Findings& findings) {
  UniqueIds ids("componentinstantiation", findings);
  for (const auto& placed : assembly.placed) {
    ids.add(placed.instantiation->id, placed.instantiation->at);
    check_factory(assembly, *placed.instantiation, properties, findings);
    const auto* component = assembly.component_of(placed);
    if (!component) continue;
    check_has_descriptor(placed, *component, findings);
    check_overrides(placed.instantiation->properties, *component, properties, findings);
  }
}

}  // namespace orbweaver::profile::checks
