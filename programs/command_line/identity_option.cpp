// SPDX-License-Identifier: Apache-2.0
#include "identity_option.hpp"

#include "command_line.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace orbweaver::command_line {

namespace {

using std::filesystem::path;

std::string why_missing(const std::string& identity, const path& file, const std::string& why) {
  return "--identity " + identity + ": " + file.string() + ": " + why +
         "; it takes a certificate of `orbweaver keys` without its ending, as keys/radio-1";
}

// Programs that this one starts have other working folders.
std::string whole_path(const path& file) {
  std::error_code failure;
  const auto whole = std::filesystem::absolute(file, failure);
  return failure ? file.string() : whole.string();
}

}  // namespace

void IdentityOption::add_to(CLI::App& app) {
  app.add_option("--identity", identity,
                 "keys/NAME, of `orbweaver keys`: calls and serves by TLS with it");
}

void IdentityOption::add_with_rules_to(CLI::App& app) {
  add_to(app);
  add_list(app, "--rules", rules, "FILE that says which client may call what; may be repeated");
}

Result<std::vector<std::pair<std::string, std::string>>, std::string> IdentityOption::orb_options()
    const {
  std::vector<std::pair<std::string, std::string>> options;
  for (const auto& file : rules) options.emplace_back("-ORBrules", whole_path(file));
  if (identity.empty()) return options;
  const auto folder = path{identity}.parent_path();
  const std::pair<const char*, path> files[]{{"-ORBtlsCertificate", identity + ".pem"},
                                             {"-ORBtlsKey", identity + ".key"},
                                             {"-ORBtlsCA", folder / "authority.pem"},
                                             {"-ORBtlsCRL", folder / "revoked.pem"}};
  for (const auto& [option, file] : files) {
    std::error_code failure;
    (void)std::filesystem::file_size(file, failure);
    if (failure) return unexpected{why_missing(identity, file, failure.message())};
    options.emplace_back(option, whole_path(file));
  }
  return options;
}

Result<void, std::string> IdentityOption::add_to_orb(std::vector<std::string>& options) const {
  const auto added = orb_options();
  if (!added) return unexpected{added.error()};
  for (const auto& [option, value] : *added) options.insert(options.end(), {option, value});
  return {};
}

std::string IdentityOption::naming_service_at(const std::string& host_and_port) const {
  return (identity.empty() ? "corbaloc::" : "corbaloc:ssliop:") + host_and_port + "/NameService";
}

}  // namespace orbweaver::command_line
