// What SAD and DCD have in common: files, placements, values.
#include <algorithm>
#include <set>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

std::string file_ids(const Assembly& assembly) {
  std::vector<std::string> names;
  for (const auto& file : *assembly.files) names.push_back(file.id);
  return names.empty() ? "there is no componentfile" : "componentfiles here: " + listed(names);
}

void check_factory(const Assembly& assembly, const ComponentInstantiation& instantiation,
                   Findings& findings) {
  const auto& find = instantiation.find;
  if (!find || !find->factory_refid) return;
  const auto& id = *find->factory_refid;
  const auto* factory = assembly.find(id);
  if (!factory && !id.empty())
    findings.push_back({Code::factory_unknown, find->at, "componentresourcefactoryref '" + id + "'",
                        "no such component is placed", assembly.ids()});
  if (factory)
    if (const auto* component = assembly.component_of(*factory))
      check_overrides(find->factory_properties, *component, findings);
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

void check_files(const Assembly& assembly, Findings& findings) {
  std::set<std::string> used;
  for (const auto& each : assembly.placed) used.insert(each.placement->file.refid);
  Ids ids("componentfile", findings);
  for (const auto& file : *assembly.files) {
    ids.add(file.id, file.at);
    if (!file.id.empty() && !used.contains(file.id))
      findings.push_back({Code::componentfile_unused, file.at, "componentfile '" + file.id + "'",
                          "no placement uses it", "remove it, or place its component"});
  }
}

void check_components(const Assembly& assembly, Findings& findings) {
  Ids ids("componentinstantiation", findings);
  for (const auto& each : assembly.placed) {
    ids.add(each.instantiation->id, each.instantiation->at);
    check_factory(assembly, *each.instantiation, findings);
    if (const auto* component = assembly.component_of(each))
      check_overrides(each.instantiation->properties, *component, findings);
  }
}

}  // namespace orbweaver::profile::checks
