// SPDX-License-Identifier: Apache-2.0
// orbweaver-keys: a trial authority, and certificates for nodes and users.
#include <orbweaver/os/standard_streams.hpp>

#include "command_line/command_line.hpp"
#include "keys/authority.hpp"

namespace {

using namespace orbweaver;

constexpr int kFailed = 1;

int report(const Result<std::string, std::string>& done) {
  if (done) {
    os::print_output(*done);
    return 0;
  }
  os::print_error_of("orbweaver-keys", done.error());
  return kFailed;
}

void add_common(CLI::App& verb, keys::Wanted& wanted, unsigned days) {
  wanted.days = days;
  verb.add_option("--dir", wanted.folder, "the folder of the authority and its certificates")
      ->capture_default_str();
  verb.add_option("--days", wanted.days, "how long it is valid")
      ->check(CLI::Range(1U, 36'500U))
      ->default_str(std::to_string(days));
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-keys",
       .command = "orbweaver keys",
       .does = "Makes an authority for trials, and certificates that it signs: keys EC P-256, in a "
               "folder\n"
               "that only its owner can read. A radio in service has an authority of its own.",
       .examples = {"orbweaver keys new-ca", "orbweaver keys new-node radio-1 --host 192.0.2.7",
                    "orbweaver keys new-user ann", "orbweaver keys revoke ann"}}};
  auto& app = line.app();
  app.require_subcommand(1);
  keys::Wanted authority{.name = "Orbweaver trial authority"}, node, user, revoked;
  constexpr unsigned kYear = 365, kTenYears = 3650;

  auto* const new_ca = app.add_subcommand("new-ca", "make an authority");
  add_common(*new_ca, authority, kTenYears);
  new_ca->add_option("--name", authority.name, "the name in its certificate")
      ->capture_default_str();

  auto* const new_node = app.add_subcommand(
      "new-node",
      "make a certificate for a server, a domain or a node, and an issuer for the "
      "applications that it runs");
  new_node->add_option("NAME", node.name, "the name of the node: small letters, digits and -")
      ->required();
  add_common(*new_node, node, kYear);
  command_line::add_list(*new_node, "--host", node.hosts,
                         "a host name or an address by which it is called; its NAME and localhost "
                         "are always names of it");
  new_node
      ->add_option("--domain", node.trust_domain,
                   "the beginning of its identity, spiffe://DOMAIN/node/NAME")
      ->capture_default_str();

  auto* const new_user = app.add_subcommand("new-user", "make a certificate for a client");
  new_user->add_option("NAME", user.name, "the name of the user")->required();
  add_common(*new_user, user, kYear);
  new_user
      ->add_option("--domain", user.trust_domain,
                   "the beginning of its identity, spiffe://DOMAIN/user/NAME")
      ->capture_default_str();

  auto* const revoke =
      app.add_subcommand("revoke", "add a certificate to the revocation list, and a node's issuer");
  revoke->add_option("NAME", revoked.name, "as it was made")->required();
  revoke->add_option("--dir", revoked.folder, "the folder of the authority")->capture_default_str();

  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  if (*new_ca) return report(keys::new_authority(authority));
  if (*new_node) return report(keys::new_node(node));
  if (*new_user) return report(keys::new_user(user));
  return report(keys::revoke(revoked));
}
