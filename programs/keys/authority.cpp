// SPDX-License-Identifier: Apache-2.0
#include "keys/authority.hpp"

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/os/whole_file.hpp>
#include <orbweaver/tls/application_issuer.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <arpa/inet.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "keys/names.hpp"

namespace orbweaver::keys {

namespace {

using Done = Result<std::string, std::string>;

constexpr unsigned kForItsOwner = 0600, kForAll = 0644;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;
// Clocks of a fleet differ a little.
constexpr std::chrono::hours kEarlier{1};
constexpr std::chrono::hours kDay{24};
constexpr auto kListIsValid = 3650 * kDay;

std::string path_of(const Wanted& wanted, std::string_view name, std::string_view kind) {
  return wanted.folder + "/" + std::string{name} + "." + std::string{kind};
}

Result<void, std::string> is_free(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return {};
  return unexpected{path + " is there already: remove it, or choose another name"};
}

Result<void, std::string> write_new(const std::string& path, const std::string& text,
                                    unsigned mode) {
  if (auto free = is_free(path); !free) return free;
  const auto file = os::open_to_write(path, os::OpenToWrite::append, mode);
  if (!file) return unexpected{path + ": " + os::describe(file.error())};
  const auto written = os::write_all(file->get(), as_bytes(text));
  if (!written) return unexpected{path + ": " + os::describe(written.error())};
  return {};
}

Result<tls::KeyPair, std::string> read_pair(const Wanted& wanted, std::string_view name) {
  auto certificate = os::read_file(path_of(wanted, name, "pem"), kLargestFile);
  auto key = os::read_file(path_of(wanted, name, "key"), kLargestFile);
  if (!certificate || !key)
    return unexpected{wanted.folder +
                      " has no authority that can be read: orbweaver keys new-ca --dir " +
                      wanted.folder};
  return tls::KeyPair{std::move(*certificate), std::move(*key)};
}

tls::CertificateRequest request_of(const Wanted& wanted) {
  tls::CertificateRequest request;
  request.common_name = wanted.name;
  request.begins = os::wall_clock_now() - kEarlier;
  request.ends = request.begins + wanted.days * kDay;
  return request;
}

// The key first: without it the certificate is of no use.
Result<void, std::string> write_pair(const Wanted& wanted, std::string_view name,
                                     const tls::KeyPair& pair) {
  if (auto made = os::make_private_folder(wanted.folder); !made)
    return unexpected{wanted.folder + ": " + os::describe(made.error())};
  if (auto key = write_new(path_of(wanted, name, "key"), pair.key, kForItsOwner); !key) return key;
  return write_new(path_of(wanted, name, "pem"), pair.certificate, kForAll);
}

std::string options_with(const Wanted& wanted) {
  return "  --identity " + wanted.folder + "/" + wanted.name +
         "\nor, in a program of your own, with\n  -ORBtlsCertificate " +
         path_of(wanted, wanted.name, "pem") + " -ORBtlsKey " +
         path_of(wanted, wanted.name, "key") + " -ORBtlsCA " + path_of(wanted, kAuthority, "pem") +
         "\n";
}

std::string name_of_host(const std::string& host) {
  std::array<unsigned char, 16> octets{};
  const bool is_address = ::inet_pton(AF_INET, host.c_str(), octets.data()) == 1 ||
                          ::inet_pton(AF_INET6, host.c_str(), octets.data()) == 1;
  return (is_address ? "ip:" : "dns:") + host;
}

std::string named(const Wanted& wanted, std::string_view kind) {
  return "spiffe://" + wanted.trust_domain + "/" + std::string{kind} + "/" + wanted.name;
}

Result<tls::KeyPair, std::string> sign(tls::CertificateRequest request, const std::string& identity,
                                       const tls::KeyPair& authority) {
  request.names.push_back("uri:" + identity);
  return tls::make_certificate(request, authority);
}

std::string report_of(const Wanted& wanted, const std::string& identity) {
  return "Made " + path_of(wanted, wanted.name, "pem") + ", of " + identity + ". Use it with\n" +
         options_with(wanted);
}

std::string issuer_of(const Wanted& wanted) { return wanted.name + std::string{kIssuer}; }

Result<tls::KeyPair, std::string> make_issuer(const Wanted& wanted,
                                              const tls::CertificateRequest& node,
                                              const tls::KeyPair& authority) {
  return tls::make_application_issuer(
      {wanted.name, wanted.trust_domain, node.names, node.begins, node.ends}, authority);
}

std::string report_of_issuer(const Wanted& wanted) {
  return "Made " + path_of(wanted, issuer_of(wanted), "pem") + " and .key: with them beside " +
         path_of(wanted, wanted.name, "pem") +
         ", the node makes a certificate for each\napplication that it runs. They sign for "
         "applications of this node, and for nothing else.\n";
}

Result<void, std::string> are_free(const Wanted& wanted) {
  for (const auto& name : {wanted.name, issuer_of(wanted)})
    for (const auto* const kind : {"pem", "key"})
      if (auto free = is_free(path_of(wanted, name, kind)); !free) return free;
  return {};
}

/// What is in `list`, and the certificate of that name.
Done listed(const Wanted& wanted, const tls::KeyPair& authority, const std::string& list,
            const std::string& name) {
  const auto path = path_of(wanted, name, "pem");
  const auto certificate = os::read_file(path, kLargestFile);
  if (!certificate) return unexpected{path + ": cannot be opened"};
  const auto now = os::wall_clock_now();
  return tls::add_to_revocation_list(authority, list, *certificate, now - kEarlier,
                                     now + kListIsValid);
}

Result<void, std::string> replace(const std::string& path, const std::string& text) {
  if (const auto replaced = os::replace_file(path, text, kForAll); !replaced)
    return unexpected{path + ": " + os::describe(replaced.error())};
  return {};
}

}  // namespace

Done new_authority(const Wanted& wanted) {
  const auto pair = tls::make_authority(request_of(wanted));
  if (!pair) return unexpected{pair.error()};
  const auto now = os::wall_clock_now();
  const auto nothing_revoked =
      tls::add_to_revocation_list(*pair, "", "", now - kEarlier, now + kListIsValid);
  if (!nothing_revoked) return unexpected{nothing_revoked.error()};
  if (auto written = write_pair(wanted, kAuthority, *pair); !written)
    return unexpected{written.error()};
  if (auto written = replace(path_of(wanted, kRevoked, "pem"), *nothing_revoked); !written)
    return unexpected{written.error()};
  return "Made " + path_of(wanted, kAuthority, "pem") +
         ", which clients and servers trust (-ORBtlsCA). Keep " +
         path_of(wanted, kAuthority, "key") +
         " to yourself.\nNext: orbweaver keys new-node NAME, orbweaver keys new-user NAME\n";
}

Done new_node(const Wanted& wanted) {
  if (auto right = check_node(wanted.name); !right) return unexpected{right.error()};
  if (auto right = check_trust_domain(wanted.trust_domain); !right)
    return unexpected{right.error()};
  const auto authority = read_pair(wanted, kAuthority);
  if (!authority) return unexpected{authority.error()};
  auto request = request_of(wanted);
  request.names = {"dns:" + wanted.name, "dns:localhost", "ip:127.0.0.1", "ip:::1"};
  for (const auto& host : wanted.hosts) request.names.push_back(name_of_host(host));
  const auto issuer = make_issuer(wanted, request, *authority);
  if (!issuer) return unexpected{issuer.error()};
  const auto identity = named(wanted, "node");
  const auto pair = sign(std::move(request), identity, *authority);
  if (!pair) return unexpected{pair.error()};
  if (auto free = are_free(wanted); !free) return unexpected{free.error()};
  if (auto written = write_pair(wanted, wanted.name, *pair); !written)
    return unexpected{written.error()};
  if (auto written = write_pair(wanted, issuer_of(wanted), *issuer); !written)
    return unexpected{written.error()};
  return report_of(wanted, identity) + report_of_issuer(wanted);
}

Done new_user(const Wanted& wanted) {
  if (auto right = check_name(wanted.name); !right) return unexpected{right.error()};
  if (auto right = check_trust_domain(wanted.trust_domain); !right)
    return unexpected{right.error()};
  const auto authority = read_pair(wanted, kAuthority);
  if (!authority) return unexpected{authority.error()};
  auto request = request_of(wanted);
  request.is_server = false;
  const auto identity = named(wanted, "user");
  const auto pair = sign(std::move(request), identity, *authority);
  if (!pair) return unexpected{pair.error()};
  if (auto written = write_pair(wanted, wanted.name, *pair); !written)
    return unexpected{written.error()};
  return report_of(wanted, identity);
}

Done revoke(const Wanted& wanted) {
  if (auto right = check_name(wanted.name); !right) return unexpected{right.error()};
  const auto authority = read_pair(wanted, kAuthority);
  if (!authority) return unexpected{authority.error()};
  const auto path = path_of(wanted, kRevoked, "pem");
  auto list =
      listed(wanted, *authority, os::read_file(path, kLargestFile).value_or(""), wanted.name);
  std::error_code failure;
  const bool has_issuer =
      std::filesystem::exists(path_of(wanted, issuer_of(wanted), "pem"), failure);
  if (list && has_issuer) list = listed(wanted, *authority, *list, issuer_of(wanted));
  if (!list) return unexpected{list.error()};
  if (auto replaced = replace(path, *list); !replaced) return unexpected{replaced.error()};
  return wanted.name + " is revoked" +
         (has_issuer ? ", and so are the applications that it runs" : "") +
         ". Servers and clients read the list with\n  -ORBtlsCRL " + path + "\n";
}

}  // namespace orbweaver::keys
