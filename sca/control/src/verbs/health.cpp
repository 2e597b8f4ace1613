// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/resource/names.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

using Operational = CF::Device::OperationalType;

/// Asks each part of a domain whether it answers, and collects the problems.
class Examination {
 public:
  explicit Examination(const Domain& domain) : domain_(&domain) {}

  Report carry_out() {
    const auto name =
        attempt("ask the domain manager", [&] { return domain_->manager->identifier(); });
    ask_for_problems(domain_->manager, "domain '" + name + "'");
    ask("the file manager of the domain", [&] { (void)domain_->manager->fileMgr()->exists("/"); });
    for (const auto& device_manager :
         attempt("ask for the device managers", [&] { return domain_->manager->deviceManagers(); }))
      examine_node(device_manager);
    for (const auto& application :
         attempt("ask for the applications", [&] { return domain_->manager->applications(); }))
      examine_application(application);
    return report(name);
  }

 private:
  void note(const std::string& part, const std::string& problem) {
    problems_.push_back({{"part", part}, {"problem", problem}});
  }

  /// Calls a part. If that fails, notes a problem and returns false.
  template <class Call>
  bool ask(const std::string& part, Call call) {
    try {
      call();
      return true;
    } catch (const CORBA::Exception& exception) {
      note(part, line_of(failure_of("ask it", exception)));
    } catch (const Failed& failed) {
      note(part, failed.what());
    }
    return false;
  }

  /// Adds the problems that a manager of Orbweaver reports by a property. Managers of other vendors
  /// have no such property, and may refuse the query in any way: whether they answer is found out
  /// by other calls.
  template <class Manager>
  void ask_for_problems(const Manager& manager, const std::string& part) {
    CF::Properties asked{CF::DataType{resource::kProblemsId, CORBA::Any{}}};
    std::vector<std::string> said;
    try {
      manager->query(asked);
      if (asked.size() == 1 && (asked.front().value() >>= said))
        for (const auto& text : said) note(part, text);
    } catch (const CORBA::Exception&) {
      return;
    }
  }

  void examine_node(const CORBA::object_reference<CF::DeviceManager>& node) {
    const auto number = std::to_string(++nodes_);
    std::string id;
    CF::DeviceSequence devices;
    const bool answers = ask("node " + number, [&] {
      id = node->identifier();
      devices = node->registeredDevices();
    });
    if (!answers) return;
    ask_for_problems(node, "node '" + id + "'");
    const auto of_node = " of node '" + id + "'";
    ask("the file system" + of_node, [&] { (void)node->fileSys()->exists("/"); });
    std::size_t device_number = 0;
    for (const auto& device : devices)
      examine_device(device, "device " + std::to_string(++device_number) + of_node, of_node);
  }

  void examine_device(const CORBA::object_reference<CF::Device>& device, const std::string& unnamed,
                      const std::string& of_node) {
    ++devices_;
    ask(unnamed, [&] {
      const auto id = device->identifier();
      if (device->operationalState() == Operational::DISABLED)
        note("device '" + id + "'" + of_node, "it is disabled");
    });
  }

  void examine_application(const CORBA::object_reference<CF::Application>& application) {
    const auto number = std::to_string(++applications_);
    std::string name;
    CF::Application::ComponentElementSequence components;
    const bool answers = ask("application " + number, [&] {
      name = application->name();
      components = application->componentNamingContexts();
    });
    components_ += components.size();
    if (!answers || components.empty()) return;
    if (!find_names()) {
      if (!is_naming_known_) unasked_ += components.size();  // else the naming service has a line
      return;
    }
    for (const auto& component : components)
      examine_component(component.elementId(), "component '" + component.componentId() +
                                                   "' of application '" + name + "'");
  }

  /// Finds the naming service, once for all components. A domain whose naming service is not named
  /// may still be well: this is no problem of the domain.
  bool find_names() {
    if (is_looked_for_) return names_ != nullptr;
    is_looked_for_ = true;
    is_naming_known_ = names_naming_service(*domain_);
    if (is_naming_known_) ask("the naming service", [&] { names_ = naming_service(*domain_); });
    return names_ != nullptr;
  }

  void examine_component(const std::string& name, const std::string& part) {
    ask(part, [&] {
      const auto object = resource::resolve_written(*names_, name);
      if (!object || object->_non_existent()) note(part, "it does not exist any more");
    });
  }

  [[nodiscard]] Report report(const std::string& name) const {
    Json document{
        {"domain", name},       {"healthy", problems_.empty()},  {"nodes", nodes_},
        {"devices", devices_},  {"applications", applications_}, {"components", components_},
        {"problems", problems_}};
    if (unasked_ > 0) document["components_unasked"] = unasked_;
    auto text = text_of(name);
    return {std::move(document), std::move(text), problems_.empty()};
  }

  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::string text;
    for (const auto& problem : problems_)
      text +=
          plain(problem["part"].get<std::string>() + ": " + problem["problem"].get<std::string>()) +
          "\n";
    if (!text.empty()) return text + note_of_unasked();
    return plain("domain '" + name + "' is healthy; nodes: " + std::to_string(nodes_) +
                 ", devices: " + std::to_string(devices_) + ", applications: " +
                 std::to_string(applications_) + ", components: " + std::to_string(components_)) +
           "\n" + note_of_unasked();
  }
  [[nodiscard]] std::string note_of_unasked() const {
    if (unasked_ == 0) return {};
    return "components that were not asked: " + std::to_string(unasked_) +
           "; they are found by the naming service: give it with --naming HOST:PORT\n";
  }

  const Domain* domain_;
  CORBA::object_reference<CosNaming::NamingContextExt> names_;
  bool is_looked_for_ = false, is_naming_known_ = false;
  std::size_t nodes_ = 0, devices_ = 0, applications_ = 0, components_ = 0, unasked_ = 0;
  Json problems_ = Json::array();
};

}  // namespace

Report examine(const Domain& domain) { return Examination{domain}.carry_out(); }

}  // namespace orbweaver::control
