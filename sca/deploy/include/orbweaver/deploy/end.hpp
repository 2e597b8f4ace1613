// SPDX-License-Identifier: Apache-2.0
// The ends of a connection, after every reference of the SAD has been resolved to components and
// devices that run.
#pragma once
#include <string>
#include <variant>

namespace orbweaver::deploy {

/// A component of the application, by its identifier.
struct ComponentOwner {
  std::string component;
  friend bool operator==(const ComponentOwner&, const ComponentOwner&) = default;
};

/// A device: the one that loaded a component, or one that a component or the application uses.
struct DeviceOwner {
  std::string device;
  friend bool operator==(const DeviceOwner&, const DeviceOwner&) = default;
};

/// An object that is not part of the application.
struct FoundOwner {
  enum class Way { naming_service, stringified_reference, domain_finder };
  Way way = Way::naming_service;
  std::string name;
  std::string finder_type;  // of a domain finder: filemanager, log, eventchannel, ...
  friend bool operator==(const FoundOwner&, const FoundOwner&) = default;
};

using Owner = std::variant<ComponentOwner, DeviceOwner, FoundOwner>;

struct End {
  /// `itself`: the owner, which supports the interface `name` if that is not empty.
  enum class Kind { uses_port, provides_port, itself };
  Owner owner;
  Kind kind = Kind::itself;
  std::string name;  // the port's; or the repository id of the supported interface
  friend bool operator==(const End&, const End&) = default;
};

/// For messages: "port 'in' of component 'rx:radio'".
[[nodiscard]] std::string text_of(const End& end);

/// Whether the end may not exist now and be found later, by a name.
[[nodiscard]] bool may_come_later(const End& end);

}  // namespace orbweaver::deploy
