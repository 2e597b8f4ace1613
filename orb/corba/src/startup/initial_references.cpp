// SPDX-License-Identifier: Apache-2.0
// Texts that name objects, and initial references. CORBA 3.3 Part 1, 8.5.2 and
// 8.5.3; Part 2, 7.6.10: Object URLs.
#include "policies/policy_managers.hpp"
#include "startup/naming_client.hpp"
#include "startup/orb_state.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa_current.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/read_file.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <mutex>

namespace CORBA {

namespace {

using orbweaver::corba::StubFactory;

// OMG minors of BAD_PARAM.
constexpr std::uint32_t kBadScheme = 0x4f4d0007, kBadAddress = 0x4f4d0008, kBadRest = 0x4f4d0009,
                        kOther = 0x4f4d000a, kNilReference = 0x4f4d001b;
// An initial reference may name another one. More steps than these are a circle.
constexpr int kMostSteps = 4;
constexpr std::size_t kMostFileBytes = 64U << 10;
constexpr std::array kOwnServices{"RootPOA",       "INSPOA", "POACurrent", "ORBPolicyManager",
                                  "PolicyCurrent", "RTORB",  "RTCurrent"};

[[noreturn]] void refuse_reference(const std::string& text, std::string_view why,
                                   std::uint32_t minor) {
  constexpr std::size_t kShown = 40;
  throw BAD_PARAM(minor, CompletionStatus::COMPLETED_NO,
                  "'" + text.substr(0, kShown) + (text.size() > kShown ? "..." : "") +
                      "' is no object reference: " + std::string{why});
}

std::uint32_t minor_of(orbweaver::giop::ReferenceError error) noexcept {
  using Error = orbweaver::giop::ReferenceError;
  if (error == Error::unknown_scheme) return kBadScheme;
  if (error == Error::bad_address || error == Error::bad_port ||
      error == Error::unsupported_protocol)
    return kBadAddress;
  return kBadRest;
}

// The rest of `text` if it begins with `prefix`, in upper or lower case.
std::optional<std::string> behind(const std::string& text, std::string_view prefix) {
  if (text.size() < prefix.size()) return std::nullopt;
  for (std::size_t i = 0; i < prefix.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(text[i])) != prefix[i]) return std::nullopt;
  return text.substr(prefix.size());
}

std::string trimmed(const std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Other ORBs accept such a reference, so this one does. But the text may be two references in one
// line, or a damaged one.
void warn_of_octets_behind(std::string_view text) {
  static orbweaver::LogLimit limit;
  const auto count = orbweaver::giop::octets_behind(text);
  if (count == 0) return;
  constexpr std::size_t kShown = 40;
  orbweaver::warn_seldom(limit,
                         "{} octets come after the end of the reference '{}'; they are ignored",
                         count, orbweaver::printable(text.substr(0, kShown)));
}

// Says how the user can set the missing initial reference.
std::string no_such_name(const std::string& name) {
  if (name.empty()) return "the id of an initial reference cannot be empty";
  const auto shown = orbweaver::printable(name);
  return "there is no initial reference '" + shown + "'; -ORBInitRef " + shown +
         "=REFERENCE sets it, where REFERENCE begins with IOR:, corbaloc:, corbaname: or file://";
}

std::string read_file(const std::string& text, const std::string& path) {
  auto content = orbweaver::os::read_file(path, kMostFileBytes + 1);
  if (!content) refuse_reference(text, "the file cannot be read", kOther);
  if (content->size() > kMostFileBytes)
    refuse_reference(text, "the file has more than 64 KiB", kOther);
  auto reference = trimmed(*content);
  if (reference.empty())
    refuse_reference(text, "nothing is in the file; has the server that writes it started?",
                     kOther);
  return reference;
}

bool is_own(const std::string& name) {
  return std::ranges::find(kOwnServices, name) != kOwnServices.end();
}

// `key`: what stands behind "corbaloc:rir:".
std::string name_of_rir(const std::string& url, const std::string& key) {
  if (key.size() <= 1) return "NameService";
  const auto name = orbweaver::corba::unescape_url(key.substr(1));
  if (!name) refuse_reference(url, "a % in it needs two hexadecimal digits", kBadRest);
  return *name;
}

}  // namespace

object_reference<Object> ORB::string_to_object(const std::string& text) {
  (void)usable();
  return resolve_text(trimmed(text), 0);
}

object_reference<Object> ORB::resolve_text(const std::string& text, int depth) {
  if (depth > kMostSteps) refuse_reference(text, "initial references lead in a circle", kOther);
  if (const auto key = behind(text, "corbaloc:rir:"))
    return resolve_name(name_of_rir(text, *key), depth + 1);
  if (const auto url = behind(text, "corbaname:")) return resolve_naming_url(*url, depth);
  if (const auto path = behind(text, "file://"))
    return resolve_text(read_file(text, *path), depth + 1);
  auto ior = orbweaver::giop::parse_reference(text);
  if (!ior) refuse_reference(text, orbweaver::giop::describe(ior.error()), minor_of(ior.error()));
  warn_of_octets_behind(text);
  if (ior->is_nil()) return nullptr;
  return StubFactory::make<Object>(state_->core->make_reference(std::move(*ior)));
}

object_reference<Object> ORB::resolve_naming_url(const std::string& text, int depth) {
  const auto url = orbweaver::corba::parse_naming_url(text);
  if (!url)
    refuse_reference("corbaname:" + text, "a % in it needs two hexadecimal digits", kBadRest);
  const auto context = resolve_text(url->context, depth + 1);
  if (url->name.empty() || !context) return context;
  const auto name = orbweaver::corba::parse_name(url->name);
  if (!name)
    refuse_reference("corbaname:" + text, orbweaver::corba::describe(name.error()), kBadRest);
  return orbweaver::corba::resolve_name(*context, *name, "corbaname:" + text);
}

// An unknown name throws InvalidName. Inside a rir URL it makes the reference a bad one.
object_reference<Object> ORB::resolve_name(const std::string& name, int depth) {
  if (auto own = own_service(name)) return own;
  {
    const std::lock_guard lock(state_->mutex);
    if (const auto found = state_->registered.find(name); found != state_->registered.end())
      return found->second;
  }
  if (const auto found = state_->initial.references.find(name);
      found != state_->initial.references.end())
    return resolve_text(found->second, depth);
  if (!state_->initial.default_prefix.empty())
    return resolve_text(state_->initial.default_prefix + "/" + name, depth);
  if (depth == 0) throw InvalidName(no_such_name(name));
  refuse_reference(name, no_such_name(name), kOther);
}

object_reference<Object> ORB::own_service(const std::string& name) const {
  if (name == "RootPOA") return state_->root_poa;
  if (name == "INSPOA") return state_->ins_poa;
  if (name == "POACurrent") return std::make_shared<PortableServer::Current>();
  if (name == "ORBPolicyManager") return orbweaver::corba::make_orb_policy_manager(state_->core);
  if (name == "PolicyCurrent") return orbweaver::corba::make_policy_current();
  if (name == "RTORB") return std::shared_ptr<RTCORBA::RTORB>(new RTCORBA::RTORB(state_->core));
  if (name == "RTCurrent") return std::make_shared<RTCORBA::Current>();
  return nullptr;
}

object_reference<Object> ORB::resolve_initial_references(const std::string& name) {
  (void)usable();
  return resolve_name(name, 0);
}

std::vector<std::string> ORB::list_initial_services() const {
  (void)usable();
  std::vector<std::string> names{kOwnServices.begin(), kOwnServices.end()};
  const std::lock_guard lock(state_->mutex);
  for (const auto& [name, object] : state_->registered) names.push_back(name);
  for (const auto& [name, reference] : state_->initial.references)
    if (!is_own(name) && !state_->registered.contains(name)) names.push_back(name);
  return names;
}

void ORB::register_initial_reference(const std::string& name,
                                     const object_reference<Object>& object) {
  (void)usable();
  if (!object)
    throw BAD_PARAM(kNilReference, CompletionStatus::COMPLETED_NO,
                    "nil cannot be registered as the initial reference " + name);
  if (name.empty()) throw InvalidName("the id of an initial reference cannot be empty");
  if (is_own(name))
    throw InvalidName("'" + name + "' is an initial reference of the ORB itself; take another id");
  const std::lock_guard lock(state_->mutex);
  if (!state_->registered.emplace(name, object).second)
    throw InvalidName("'" + orbweaver::printable(name) +
                      "' is registered already; take another id");
}

}  // namespace CORBA
