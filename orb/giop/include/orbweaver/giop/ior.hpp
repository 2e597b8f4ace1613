// SPDX-License-Identifier: Apache-2.0
// Interoperable object references. CORBA 3.3 Part 2, 7.6: An Information Model for Object
// References; 9.7.2: IIOP IOR Profiles.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/giop/message.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::giop {

using OctetBuffer = std::vector<std::byte>;

inline constexpr std::uint32_t kTagInternetIop = 0;
inline constexpr std::uint32_t kTagMultipleComponents = 1;
inline constexpr std::uint32_t kTagOrbType = 0;  // IOP::TAG_ORB_TYPE
inline constexpr std::uint32_t kTagAlternateIiopAddress = 3;
inline constexpr std::uint32_t kTagOmniUnix =
    0x41545402;  // omniORB's unix transport: host name, socket path
/// Orbweaver's shared memory, encoded as kTagOmniUnix is: host name, path of the unix socket
/// through which peers connect. "OWS" and a one.
inline constexpr std::uint32_t kTagShm = 0x4f575301;

/// Orbweaver's datagrams: the host and port that take one-way requests as datagrams. "OWU" and a
/// version.
inline constexpr std::uint32_t kTagUdp = 0x4f575501;

struct TaggedComponent {
  std::uint32_t tag = 0;
  OctetBuffer data;
  friend bool operator==(const TaggedComponent&, const TaggedComponent&) = default;
};

struct TaggedProfile {
  std::uint32_t tag = 0;
  OctetBuffer data;
  friend bool operator==(const TaggedProfile&, const TaggedProfile&) = default;
};

/// A reference as it is in messages. Nil: no type and no profile. Unknown profiles and components
/// are kept.
struct Ior {
  std::string type_id;
  std::vector<TaggedProfile> profiles;
  [[nodiscard]] bool is_nil() const noexcept { return type_id.empty() && profiles.empty(); }
  friend bool operator==(const Ior&, const Ior&) = default;
};

/// The content of a TAG_INTERNET_IOP profile.
struct IiopProfile {
  Version version;
  std::string host;
  std::uint16_t port = 0;
  OctetBuffer object_key;
  std::vector<TaggedComponent> components;
  friend bool operator==(const IiopProfile&, const IiopProfile&) = default;
};

/// The content of a kTagOmniUnix component.
struct UnixEndpoint {
  std::string host;
  std::string path;
  friend bool operator==(const UnixEndpoint&, const UnixEndpoint&) = default;
};

/// The content of a kTagAlternateIiopAddress component.
struct AlternateAddress {
  std::string host;
  std::uint16_t port = 0;
  friend bool operator==(const AlternateAddress&, const AlternateAddress&) = default;
};

/// The content of a kTagUdp component.
struct UdpEndpoint {
  std::string host;
  std::uint16_t port = 0;
  friend bool operator==(const UdpEndpoint&, const UdpEndpoint&) = default;
};

/// The content of a kTagShm component.
struct ShmEndpoint {
  std::string host;
  std::string path;
  friend bool operator==(const ShmEndpoint&, const ShmEndpoint&) = default;
};

void encode(cdr::Encoder& encoder, const Ior& ior);
/// Fails the decoder if the bytes are wrong.
[[nodiscard]] Ior decode_ior(cdr::Decoder& decoder);

[[nodiscard]] TaggedProfile make_profile(const IiopProfile& profile);
/// Reads an IIOP profile. Returns nothing if it is another kind, not of version 1.x, or malformed.
[[nodiscard]] std::optional<IiopProfile> read_iiop_profile(const TaggedProfile& profile);
/// The components of a kTagMultipleComponents profile, which apply to all profiles of the
/// reference; none if it is another profile or wrong.
[[nodiscard]] std::vector<TaggedComponent> read_multiple_components(const TaggedProfile& profile);
[[nodiscard]] TaggedProfile make_multiple_components(std::span<const TaggedComponent> components);
[[nodiscard]] TaggedComponent make_component(const AlternateAddress& address);
[[nodiscard]] std::optional<AlternateAddress> read_alternate_address(
    const TaggedComponent& component);
[[nodiscard]] TaggedComponent make_component(const UnixEndpoint& endpoint);
[[nodiscard]] std::optional<UnixEndpoint> read_unix_component(const TaggedComponent& component);
[[nodiscard]] TaggedComponent make_component(const UdpEndpoint& endpoint);
[[nodiscard]] std::optional<UdpEndpoint> read_udp_component(const TaggedComponent& component);
[[nodiscard]] TaggedComponent make_component(const ShmEndpoint& endpoint);
[[nodiscard]] std::optional<ShmEndpoint> read_shm_component(const TaggedComponent& component);

enum class ReferenceError {
  unknown_scheme,        // neither IOR: nor corbaloc:
  bad_hexadecimal,       // an odd length, or a character that is no hexadecimal digit
  bad_encapsulation,     // the bytes are not an IOR
  bad_address,           // corbaloc: wrong address or version
  bad_port,              // corbaloc: not from 1 to 65535
  bad_key,               // corbaloc: a wrong escape in the key
  unsupported_protocol,  // corbaloc: neither iiop nor empty
};
/// One readable line, which shows a correct reference, too.
[[nodiscard]] std::string_view describe(ReferenceError error) noexcept;

/// "IOR:" and hexadecimal digits. CORBA 3.3 Part 2, 7.6.7.
[[nodiscard]] std::string to_string(const Ior& ior);
/// Reads an `IOR:` or a `corbaloc:`. A corbaloc may have several iiop addresses, separated by
/// commas; each becomes a profile. CORBA 3.3 Part 2, 7.6.10: Object URLs.
/// Ignores octets after the end of an `IOR:`, as omniORB does; octets_behind() returns their
/// number.
[[nodiscard]] Result<Ior, ReferenceError> parse_reference(std::string_view text);
/// How many octets come after the end of the reference. 0 if `text` is not a correct `IOR:`, or if
/// these octets are padding: at most seven zeros.
[[nodiscard]] std::size_t octets_behind(std::string_view text);
/// An object key as it is in a corbaloc: %XX for octets that are no printable characters.
[[nodiscard]] std::string corbaloc_key(Bytes key);

}  // namespace orbweaver::giop
