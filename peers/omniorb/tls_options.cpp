// SPDX-License-Identifier: Apache-2.0
#include "tls_options.hpp"

#include <omniORB4/sslContext.h>  // its library is one that no symbol would ask for

namespace peer {

namespace {

void add_words(OrbOptions& options, std::initializer_list<std::string> words) {
  options.more.insert(options.more.end(), words);
}

/// What a program with an authority calls is called by TLS, or not at all. A certificate that is
/// shown must be valid; `--tls-clients require` says that one is shown.
void trust(OrbOptions& options, const std::string& authority) {
  options.client_transports = "ssl";
  add_words(options, {"-ORBsslCAFile", authority, "-ORBsslVerifyMode", "peer"});
}

/// omniORB wants the word for a key that no password protects not to be empty.
void use_identity(OrbOptions& options, const std::string& identity) {
  add_words(options, {"-ORBsslKeyFile", identity, "-ORBsslKeyPassword", "none"});
}

}  // namespace

void add_tls_options(CLI::App& app, OrbOptions& options) {
  app.add_option_function<std::string>(
      "--tls-authority", [&](const std::string& file) { trust(options, file); },
      "use TLS, with the authorities in this file");
  app.add_option_function<std::string>(
      "--tls-identity", [&](const std::string& file) { use_identity(options, file); },
      "the program's key and certificate, in one file");
  app.add_flag_function(
      "--tls-clients-prove",
      [&](auto) {
        add_words(options, {"-ORBsslVerifyMode", "peer,fail"});
      },
      "take no client without a certificate");
}

}  // namespace peer
