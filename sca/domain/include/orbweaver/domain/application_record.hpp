// SPDX-License-Identifier: Apache-2.0
// The record of an application that runs. A domain keeps it, so that the domain after it can adopt
// or release the application.
#pragma once
#include <orbweaver/deploy/application_snapshot.hpp>

#include <map>
#include <string>

namespace orbweaver::domain {

/// Plain values, which a front end stores and gives back (DomainOptions::records).
struct ApplicationRecord {
  std::string sad_id, sad_file;                   // of what was installed
  std::string name;                               // unique in the domain
  std::string wished_name;                        // as create was given it
  deploy::ApplicationSnapshot deployment;         // what it took of devices, and its connections
  std::map<std::string, std::string> bindings;    // NAME_BINDING of each program, by component
  std::map<std::string, std::string> components;  // stringified references, by component
  std::map<std::string, std::string> devices;     // stringified references, by id
};

/// The policy of a domain that is started again, for applications that the domain before it left.
enum class OnRestart {
  adopt,    // it goes on, if all of it is still there; else it is released
  release,  // all that is still there is given back
};

/// The outcome for one such application.
struct Restored {
  std::string application;    // unique in the domain
  std::string wished_name;    // as create was given it
  bool is_adopted = false;    // it goes on; else it was released
  std::string why;            // it was released: one clause
  deploy::Failures failures;  // of its release
};

}  // namespace orbweaver::domain
