// SPDX-License-Identifier: Apache-2.0
// Applications for tests: profiles as they are after reading, made without XML.
#pragma once
#include <orbweaver/deploy/plan.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>

namespace orbweaver::deploy::testing {

inline property::Simple simple(const std::string& id, property::Type type, property::Kind kind,
                               const std::string& value = {}) {
  property::Simple simple;
  simple.id = id;
  simple.name = id;
  simple.kinds.add(kind);
  simple.shape.type = type;
  if (!value.empty()) simple.value = property::Text{value, {}};
  return simple;
}

inline AllocationProperty allocation(const std::string& id, property::Type type,
                                     property::Action action, property::Scalar value) {
  auto definition = simple(id, type, property::Kind::allocation);
  definition.action = action;
  return {definition, value};
}

inline profile::Implementation implementation(const std::string& id, const std::string& file) {
  profile::Implementation implementation;
  implementation.id = id;
  implementation.code = profile::ImplementationCode{};
  implementation.code->type = profile::CodeType::executable;
  implementation.code->type_text = "Executable";
  implementation.code->file.name = file;
  return implementation;
}

inline profile::Dependency needs(const std::string& property, const std::string& value) {
  profile::Dependency dependency;
  dependency.on = profile::PropertyRef{property, value, {}};
  return dependency;
}

inline profile::Dependency needs_package(const std::string& file) {
  profile::Dependency dependency;
  dependency.on = profile::SoftpkgRef{{file, {}}, {}};
  return dependency;
}

inline DeployDevice executable_device(const std::string& id, std::int32_t memory = 100) {
  DeployDevice device;
  device.id = id;
  device.label = id;
  device.os = {"Linux", "6.1.0"};
  device.processors = {"x86_64", "x86"};
  device.properties.push_back(
      allocation("memory", property::Type::long_, property::Action::external, memory));
  return device;
}

/// The profiles of one component, to be changed by a test before `Sample::request`.
struct Parts {
  profile::SoftwarePackage spd;
  profile::SoftwareComponent scd;
  profile::Properties prf;
  std::map<std::string, std::shared_ptr<Parts>> packages;
};

/// A package that several others need is one component.
using KnownParts = std::map<const Parts*, std::shared_ptr<const profile::ComponentProfile>>;

inline std::shared_ptr<const profile::ComponentProfile> component_of(const Parts& parts,
                                                                     KnownParts& known) {
  if (const auto found = known.find(&parts); found != known.end()) return found->second;
  auto component = std::make_shared<profile::ComponentProfile>();
  const auto add = [&](auto model, const std::string& name) {
    auto read = std::make_shared<profile::Profile>();
    read->name = std::make_shared<const std::string>(name);
    read->model = std::move(model);
    component->profiles.push_back(read);
    return component->profiles.back();
  };
  component->profile = add(parts.spd, parts.spd.name + ".spd.xml");
  component->package = component->profile->as<profile::SoftwarePackage>();
  component->descriptor = add(parts.scd, "x.scd.xml")->as<profile::SoftwareComponent>();
  component->package_properties = add(parts.prf, "x.prf.xml")->as<profile::Properties>();
  for (const auto& [file, package] : parts.packages) {
    component->dependencies[file] = component_of(*package, known);
  }
  known[&parts] = component;
  return component;
}

inline std::shared_ptr<const profile::ComponentProfile> component_of(const Parts& parts) {
  KnownParts known;
  return component_of(parts, known);
}

/// An application under construction. Every file exists but those in `missing`.
class Sample {
 public:
  profile::SoftwareAssembly sad;
  Devices devices{executable_device("gpp")};
  std::set<std::string> missing;

  Sample() { sad.id = sad.name = "sample"; }

  /// A component with one implementation, /bin/<id>, that registers under its id.
  Parts& add(const std::string& id) {
    sad.placements.push_back(placement(id));
    return parts_[id];
  }

  Parts& add_to(profile::HostCollocation& collocation, const std::string& id) {
    collocation.placements.push_back(placement(id));
    return parts_[id];
  }

  /// A component that a factory makes.
  Parts& add_made(const std::string& id, const std::string& factory) {
    auto& result = add(id);
    auto& find = *instantiation(id).find;
    find.naming_name.reset();
    find.factory_refid = factory;
    return result;
  }

  profile::ComponentInstantiation& instantiation(const std::string& id) {
    for (auto& placement : sad.placements) {
      if (placement.instantiations.front().id == id) return placement.instantiations.front();
    }
    std::abort();
  }

  Parts& parts(const std::string& id) { return parts_.at(id); }

  profile::ConnectInterface& connect(const std::string& id, profile::Target from,
                                     const std::string& uses, profile::Target to,
                                     const std::string& provides) {
    using Kind = profile::PortEnd::Kind;
    profile::ConnectInterface connect_interface;
    connect_interface.id = id;
    connect_interface.uses = profile::PortEnd{Kind::uses, uses, std::move(from), {}};
    connect_interface.other = profile::PortEnd{Kind::provides, provides, std::move(to), {}};
    sad.connections.push_back(std::move(connect_interface));
    return sad.connections.back();
  }

  profile::ConnectInterface& connect_to_service(const std::string& id, const std::string& from,
                                                const std::string& uses,
                                                const std::string& service) {
    using Kind = profile::PortEnd::Kind;
    profile::ConnectInterface connect_interface;
    connect_interface.id = id;
    connect_interface.uses =
        profile::PortEnd{Kind::uses, uses, profile::InstantiationRef{from}, {}};
    connect_interface.other =
        profile::FindBy{profile::FindBy::Way::domain_finder, service, "service", {}};
    sad.connections.push_back(std::move(connect_interface));
    return sad.connections.back();
  }

  /// A request for the application named `name`; the sample must outlive it.
  PlanRequest request(const std::string& name = "app") {
    auto read = std::make_shared<profile::Profile>();
    read->name = std::make_shared<const std::string>("sample.sad.xml");
    read->model = sad;
    application_.profile = read;
    application_.assembly = read->as<profile::SoftwareAssembly>();
    application_.components.clear();
    for (const auto& [id, parts] : parts_) application_.components[id] = component_of(parts);
    PlanRequest plan_request;
    plan_request.application = &application_;
    plan_request.name = name;
    plan_request.devices = devices;
    plan_request.locate = [missing = missing](const profile::LocalFile& file, const auto&) {
      if (missing.contains(file.name)) return Outcome<std::string>{fault(Cause::absent)};
      return Outcome<std::string>{file.name};
    };
    return plan_request;
  }

 private:
  profile::ComponentPlacement placement(const std::string& id) {
    auto& parts = parts_[id];
    parts.spd.id = parts.spd.name = id;
    parts.scd.type = "resource";
    parts.spd.implementations.push_back(implementation("impl", "/bin/" + id));
    sad.files.push_back({id, "SPD", {id + ".spd.xml", {}}, {}});
    profile::ComponentInstantiation instantiation;
    instantiation.id = id;
    instantiation.usagename = id;
    instantiation.find.emplace();
    instantiation.find->naming_name = id;
    profile::ComponentPlacement component_placement;
    component_placement.file.refid = id;
    component_placement.instantiations.push_back(std::move(instantiation));
    return component_placement;
  }

  std::map<std::string, Parts> parts_;
  profile::Application application_;
};

/// Every kind of step in one application: two programs, a factory and what it makes; capacity on
/// two devices, a package to load first, connections between components and to a device.
inline Sample full_sample() {
  Sample sample;
  DeployDevice radio;
  radio.id = radio.label = "radio";
  radio.kind = DeviceKind::plain;
  radio.properties.push_back(
      allocation("channels", property::Type::long_, property::Action::external, std::int32_t{4}));
  sample.devices.push_back(radio);
  auto& a = sample.add("a");
  a.spd.implementations[0].dependencies.push_back(needs("memory", "10"));
  a.spd.implementations[0].dependencies.push_back(needs_package("lib.spd.xml"));
  a.packages["lib.spd.xml"] = std::make_shared<Parts>();
  a.packages["lib.spd.xml"]->spd.implementations.push_back(implementation("lib", "/lib/l.so"));
  a.packages["lib.spd.xml"]->spd.implementations[0].code->type = profile::CodeType::shared_library;
  a.prf.properties.emplace_back(
      simple("gain", property::Type::float_, property::Kind::configure, "1.5"));
  sample.sad.controller = profile::IdReference{"a", {}};
  auto& b = sample.add("b");
  b.spd.implementations[0].dependencies.push_back(needs("memory", "20"));
  profile::UsesDevice uses;
  uses.id = "antenna";
  uses.properties.push_back({"channels", "1", {}});
  b.spd.uses_devices.push_back(uses);
  sample.add("f").scd.type = "resourcefactory";
  sample.add_made("m", "f");
  sample.connect("a-b", profile::InstantiationRef{"a"}, "out", profile::InstantiationRef{"b"},
                 "in");
  sample.connect("b-m", profile::InstantiationRef{"b"}, "out", profile::InstantiationRef{"m"},
                 "in");
  sample.connect("b-radio", profile::InstantiationRef{"b"}, "tune",
                 profile::DeviceUsedByComponent{"b", "antenna"}, "tuner");
  sample.connect("m-a", profile::InstantiationRef{"m"}, "out", profile::InstantiationRef{"a"},
                 "in");
  for (const auto* id : {"a", "b", "m"}) {
    sample.instantiation(id).startorder = id[0] - 'a';
  }
  return sample;
}

}  // namespace orbweaver::deploy::testing
