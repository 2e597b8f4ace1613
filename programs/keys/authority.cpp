// SPDX-License-Identifier: Apache-2.0
#include "keys/authority.hpp"

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace orbweaver::keys {

namespace {

using Done = Result<std::string, std::string>;

constexpr unsigned kForItsOwner = 0600, kForAll = 0644;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;
constexpr std::string_view kAuthority = "authority", kRevoked = "revoked";
// Clocks of a fleet differ a little.
constexpr std::chrono::hours kEarlier{1};
constexpr std::chrono::hours kDay{24};

std::string path_of(const Wanted& wanted, std::string_view name, std::string_view kind) {
  return wanted.folder + "/" + std::string{name} + "." + std::string{kind};
}

// A name becomes the name of a file, and a part of an identity.
bool is_plain(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, is_allowed);
}

Result<void, std::string> write_new(const std::string& path, const std::string& text,
                                    unsigned mode) {
  std::error_code failure;
  if (std::filesystem::exists(path, failure))
    return unexpected{path + " is there already: remove it, or choose another name"};
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
  return "  -ORBtlsCertificate " + path_of(wanted, wanted.name, "pem") + " -ORBtlsKey " +
         path_of(wanted, wanted.name, "key") + " -ORBtlsCA " + path_of(wanted, kAuthority, "pem") +
         "\n";
}

std::string name_of_host(const std::string& host) {
  std::array<unsigned char, 16> octets{};
  const bool is_address = ::inet_pton(AF_INET, host.c_str(), octets.data()) == 1 ||
                          ::inet_pton(AF_INET6, host.c_str(), octets.data()) == 1;
  return (is_address ? "ip:" : "dns:") + host;
}

Result<void, std::string> check_name(const Wanted& wanted) {
  if (!is_plain(wanted.name) || wanted.name == kAuthority || wanted.name == kRevoked)
    return unexpected{"'" + printable(wanted.name) +
                      "' is no name for a certificate: letters, digits, - _ and ."};
  return {};
}

Done sign(const Wanted& wanted, tls::CertificateRequest request, const std::string& identity) {
  if (auto right = check_name(wanted); !right) return unexpected{right.error()};
  const auto authority = read_pair(wanted, kAuthority);
  if (!authority) return unexpected{authority.error()};
  request.names.push_back("uri:" + identity);
  const auto pair = tls::make_certificate(request, *authority);
  if (!pair) return unexpected{pair.error()};
  if (auto written = write_pair(wanted, wanted.name, *pair); !written)
    return unexpected{written.error()};
  return "Made " + path_of(wanted, wanted.name, "pem") + ", of " + identity + ". Use it with\n" +
         options_with(wanted);
}

}  // namespace

Done new_authority(const Wanted& wanted) {
  const auto pair = tls::make_authority(request_of(wanted));
  if (!pair) return unexpected{pair.error()};
  if (auto written = write_pair(wanted, kAuthority, *pair); !written)
    return unexpected{written.error()};
  return "Made " + path_of(wanted, kAuthority, "pem") +
         ", which clients and servers trust (-ORBtlsCA). Keep " +
         path_of(wanted, kAuthority, "key") +
         " to yourself.\nNext: orbweaver keys new-node NAME, orbweaver keys new-user NAME\n";
}

Done new_node(const Wanted& wanted) {
  auto request = request_of(wanted);
  request.names = {"dns:" + wanted.name, "dns:localhost", "ip:127.0.0.1", "ip:::1"};
  for (const auto& host : wanted.hosts) request.names.push_back(name_of_host(host));
  return sign(wanted, std::move(request),
              "spiffe://" + wanted.trust_domain + "/node/" + wanted.name);
}

Done new_user(const Wanted& wanted) {
  auto request = request_of(wanted);
  request.is_server = false;
  return sign(wanted, std::move(request),
              "spiffe://" + wanted.trust_domain + "/user/" + wanted.name);
}

Done revoke(const Wanted& wanted) {
  if (auto right = check_name(wanted); !right) return unexpected{right.error()};
  const auto authority = read_pair(wanted, kAuthority);
  if (!authority) return unexpected{authority.error()};
  const auto certificate = os::read_file(path_of(wanted, wanted.name, "pem"), kLargestFile);
  if (!certificate) return unexpected{path_of(wanted, wanted.name, "pem") + ": cannot be opened"};
  const auto path = path_of(wanted, kRevoked, "pem");
  const auto list = tls::add_to_revocation_list(
      *authority, os::read_file(path, kLargestFile).value_or(""), *certificate,
      os::wall_clock_now() - kEarlier, os::wall_clock_now() + 3650 * kDay);
  if (!list) return unexpected{list.error()};
  std::error_code failure;
  std::filesystem::remove(path + ".new", failure);
  if (auto written = write_new(path + ".new", *list, kForAll); !written)
    return unexpected{written.error()};
  if (const auto renamed = os::rename_file(path + ".new", path); !renamed)
    return unexpected{path + ": " + os::describe(renamed.error())};
  return wanted.name + " is revoked. Servers and clients read the list with\n  -ORBtlsCRL " + path +
         "\n";
}

}  // namespace orbweaver::keys
