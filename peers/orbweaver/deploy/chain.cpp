// SPDX-License-Identifier: Apache-2.0
#include "chain.hpp"

namespace orbweaver::deploy_bench {

namespace {

std::string name_of(std::size_t number) { return "relay" + std::to_string(number); }

std::string placement_of(std::size_t number, std::size_t count) {
  const auto name = name_of(number);
  return "<componentplacement><componentfileref refid=\"relay\"/><componentinstantiation id=\"" +
         name + "\" startorder=\"" + std::to_string(count - number) + "\"><usagename>" + name +
         "</usagename><findcomponent><namingservice name=\"" + name +
         "\"/></findcomponent></componentinstantiation></componentplacement>\n";
}

std::string reference_to(std::size_t number) {
  return "<componentinstantiationref refid=\"" + name_of(number) + "\"/>";
}

std::string connection_from(std::size_t number) {
  return "<connectinterface id=\"from" + std::to_string(number) +
         "\"><usesport><usesidentifier>samples_out</usesidentifier>" + reference_to(number) +
         "</usesport><providesport><providesidentifier>samples_in</providesidentifier>" +
         reference_to(number + 1) + "</providesport></connectinterface>\n";
}

std::string partitioning(std::size_t count, Placement placement) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += placement_of(i, count);
  if (placement == Placement::separate) return all;
  return "<hostcollocation id=\"host\" name=\"host\">\n" + all + "</hostcollocation>\n";
}

}  // namespace

std::string chain_sad(std::size_t count, Placement placement) {
  const std::string name =
      (placement == Placement::together ? "together" : "separate") + std::to_string(count);
  std::string connections;
  for (std::size_t i = 0; i + 1 < count; ++i) connections += connection_from(i);
  return "<?xml version=\"1.0\"?>\n<softwareassembly id=\"" + name + "\" name=\"" + name +
         "\">\n<componentfiles><componentfile id=\"relay\" type=\"SPD\">"
         "<localfile name=\"/relay/relay.spd.xml\"/></componentfile></componentfiles>\n"
         "<partitioning>\n" +
         partitioning(count, placement) + "</partitioning>\n<assemblycontroller>" +
         reference_to(0) + "</assemblycontroller>\n<connections>\n" + connections +
         "</connections>\n</softwareassembly>\n";
}

}  // namespace orbweaver::deploy_bench
