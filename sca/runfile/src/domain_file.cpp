// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/runfile/domain_file.hpp>

#include <orbweaver/runfile/run_file.hpp>

#include <orbweaver/os/folder.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>

namespace orbweaver::runfile {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".domain", kSuffixOfRun = ".run";
constexpr int kMostRuns = 1'000;  // of one name
constexpr const char* kState = "state";
constexpr unsigned kOwnerAlone = 0700;
constexpr std::size_t kMostBytes = 64 * 1024, kMostNameBytes = 80;

/// Makes a file's name: a character that is no letter, digit, '-' or '_' becomes %XX.
std::string file_name_of(const std::string& domain, std::string_view suffix) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : domain) {
    const auto code = static_cast<unsigned char>(c);
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_';
    text += is_plain ? std::string{c} : std::string{'%', kDigits[code >> 4U], kDigits[code & 15U]};
  }
  return text + std::string{suffix};
}

/// A line for each member: no reference has a line break.
std::string text_of(const DomainEntry& domain) {
  return domain.name + "\n" + domain.manager + "\n" + domain.naming + "\n" +
         std::to_string(domain.process) + "\n" + (domain.keeps_state ? kState : "no state") + "\n";
}

std::optional<DomainEntry> entry_in(std::string_view text) {
  std::array<std::string, 5> lines;
  for (auto& line : lines) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;  // it is still being written
    line = text.substr(0, end);
    text.remove_prefix(end + 1);
  }
  int process = 0;
  const auto& number = lines[3];
  (void)std::from_chars(number.data(), number.data() + number.size(), process);
  return DomainEntry{lines[0], lines[1], lines[2], process, lines[4] == kState};
}

bool is_a_name(const std::string& name) {
  return !name.empty() && name.size() <= kMostNameBytes && name.find('\n') == std::string::npos;
}

/// Leaves an existing folder unchanged: in /tmp it may be another user's, or a link.
Result<void, os::SystemError> make_folder(const fs::path& folder) {
  const auto above = os::open_folder(folder.parent_path());
  if (!above) return unexpected(above.error());
  auto new_folder = os::make_folder_in(above->get(), folder.filename().string(), kOwnerAlone);
  if (!new_folder && new_folder.error().code != EEXIST) return new_folder;
  return {};
}

bool is_taken(const os::SystemError& error) noexcept { return error.code == EAGAIN; }

std::string why_not_claimed(const os::SystemError& error, const std::string& name,
                            const fs::path& file) {
  if (is_taken(error)) return "another domain '" + name + "' of this user runs";
  return file.string() + ": " + os::describe(error);
}

Result<void, std::string> prepare(const fs::path& folder, const DomainEntry& domain) {
  if (!is_a_name(domain.name)) return unexpected(std::string{"its name is too long for a file"});
  if (auto new_folder = make_folder(folder); !new_folder)
    return unexpected(folder.string() + ": " + os::describe(new_folder.error()));
  if (!os::is_private_folder(folder))
    return unexpected(folder.string() + ": it is not a folder of this user alone; remove it");
  return {};
}

std::vector<DomainEntry> entries_in(const fs::path& folder,
                                    std::initializer_list<std::string_view> suffixes) {
  std::vector<DomainEntry> found;
  if (!os::is_private_folder(folder)) return found;
  std::error_code error;
  for (fs::directory_iterator item{folder, error}, end; !error && item != end;
       item.increment(error)) {
    const auto extension = item->path().extension().string();
    if (std::ranges::find(suffixes, extension) == suffixes.end()) continue;
    const auto text = os::read_claimed_file(item->path(), kMostBytes);
    if (auto entry = text ? entry_in(*text) : std::nullopt) found.push_back(*std::move(entry));
  }
  std::ranges::sort(found, {}, &DomainEntry::name);
  return found;
}

/// Fails with an empty text if the name is taken.
Result<PublishedRun, std::string> claim_for_run(const fs::path& folder, const DomainEntry& run) {
  if (auto ready = prepare(folder, run); !ready) return unexpected(std::move(ready.error()));
  const auto file = folder / file_name_of(run.name, kSuffixOfRun);
  const auto services = running_services(folder);
  if (std::ranges::find(services, run.name, &DomainEntry::name) != services.end())
    return unexpected(std::string{});
  auto claimed = os::ClaimedFile::make(file, text_of(run));
  if (claimed) return PublishedRun{*std::move(claimed), run.name};
  return unexpected(is_taken(claimed.error()) ? std::string{}
                                              : why_not_claimed(claimed.error(), run.name, file));
}

}  // namespace

fs::path folder_of_this_user() {
  const char* const named = std::getenv("XDG_RUNTIME_DIR");
  if (named != nullptr && fs::path{named}.is_absolute() && os::is_private_folder(named))
    return fs::path{named} / "orbweaver";
  return fs::path{"/tmp"} / ("orbweaver-" + std::to_string(os::user_id()));
}

Result<os::ClaimedFile, std::string> publish(const fs::path& folder, const DomainEntry& domain) {
  if (auto ready = prepare(folder, domain); !ready) return unexpected(std::move(ready.error()));
  const auto file = folder / file_name_of(domain.name, kSuffix);
  auto claimed = os::ClaimedFile::make(file, text_of(domain));
  if (!claimed) return unexpected(why_not_claimed(claimed.error(), domain.name, file));
  return *std::move(claimed);
}

Result<PublishedRun, std::string> publish_run(const fs::path& folder, DomainEntry run) {
  const auto first = run.name;
  for (int number = 2; number <= kMostRuns; ++number) {
    auto claim = claim_for_run(folder, run);
    if (claim || !claim.error().empty()) return claim;
    run.name = first + "_" + std::to_string(number);
  }
  return unexpected("too many domains '" + first + "' of this user run");
}

std::vector<DomainEntry> running_domains(const fs::path& folder) {
  return entries_in(folder, {kSuffix, kSuffixOfRun});
}

std::vector<DomainEntry> running_services(const fs::path& folder) {
  return entries_in(folder, {kSuffix});
}

}  // namespace orbweaver::runfile
