// SPDX-License-Identifier: Apache-2.0
#include "remedies.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace orbweaver::control {

namespace {

constexpr auto kRemedies = std::to_array<std::pair<std::string_view, const char*>>({
    {"ApplicationAlreadyInstalled", "uninstall it first"},
    {"ApplicationInstallationError", "'orbweaver check' shows what is wrong with profiles"},
    {"InvalidProfile",
     "'orbweaver check' shows what is wrong with it; the domain's log may say more"},
    {"InvalidFileName", "a name in the domain's file system is absolute: /folder/file"},
    {"InvalidIdentifier", "'orbweaver apps' lists what is installed"},
    {"CreateApplicationError", "'orbweaver devices' shows what runs and what is left of it"},
    {"CreateApplicationRequestError",
     "--on takes a component instantiation's id of the SAD, and a device of 'orbweaver devices'"},
    {"InvalidInitConfiguration",
     "the domain does not take this for the application: --set takes writable properties of the "
     "assembly controller"},
    {"InvalidConfiguration", "'orbweaver props' shows what can be set"},
    {"PartialConfiguration", "the others were set; 'orbweaver props' shows what can be set"},
    {"UnknownProperties", "'orbweaver props' lists those that there are"},
    {"UnknownPort", "'orbweaver ports' lists those that there are"},
    {"InvalidPort", "the port takes objects of its own interface; an id must be connected"},
    {"OccupiedPort", "disconnect what is connected under this id, or choose another --id"},
    {"TIMEOUT", "it may be carried out yet; --timeout sets how long to wait"},
    {"TRANSIENT", "see that the domain runs, and can be reached from here"},
    {"COMM_FAILURE", "see that the domain runs, and can be reached from here"},
    {"OBJECT_NOT_EXIST", "it is gone; 'orbweaver apps' lists what is there"},
});

}  // namespace

std::string remedy_for(const CORBA::Exception& exception) {
  const std::string_view name = exception._name();
  const auto* found =
      std::ranges::find(kRemedies, name, [](const auto& remedy) { return remedy.first; });
  return found == kRemedies.end() ? std::string{} : found->second;
}

}  // namespace orbweaver::control
