// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/rules_file.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/loaded_part.hpp>

#include <array>
#include <mutex>
#include <new>
#include <span>
#include <utility>

namespace orbweaver::security {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 20;

// Made when it is first used: a library may be loaded before this file's statics are made.
os::LoadedPart<ReadRules>& reader() {
  static os::LoadedPart<ReadRules> the_reader{"liborbweaver_rules.so"};
  return the_reader;
}

// A byte more than that, if it is larger.
Result<std::string, os::SystemError> text_in(const std::string& path) {
  const auto file = os::open_to_read(path);
  if (!file) return unexpected{file.error()};
  std::string text;
  std::array<char, 4096> piece;
  while (text.size() <= kLargestFile) {
    const auto size = os::read_some(file->get(), std::as_writable_bytes(std::span{piece}));
    if (!size) return unexpected{size.error()};
    if (*size == 0) break;
    text.append(piece.data(), *size);
  }
  return text;
}

std::string cannot_be_read(const std::string& path, const os::SystemError& error) {
  return path + ": the file cannot be read: " + describe(error);
}

}  // namespace

void set_rules_reader(ReadRules read) noexcept { reader().provide(read); }

Result<std::unique_ptr<RulesFile>, std::string> RulesFile::open(std::string path) {
  std::unique_ptr<RulesFile> file{new RulesFile(std::move(path))};
  if (const auto stamp = os::stamp_of(file->path_)) file->stamp_ = *stamp;  // before it is read
  const auto text = text_in(file->path_);
  if (!text) return unexpected{cannot_be_read(file->path_, text.error())};
  auto rules = file->rules_in(*text);
  if (!rules) return unexpected{std::move(rules.error())};
  file->rules_ = std::make_shared<const Rules>(std::move(*rules));
  return file;
}

Result<Rules, std::string> RulesFile::rules_in(std::string_view text) const {
  const auto read = reader().find();
  if (!read) return unexpected{"rules cannot be read: " + read.error()};
  if (text.size() > kLargestFile) return unexpected{path_ + ": the file is larger than 1 MiB"};
  return (*read)(text, path_);
}

std::uint64_t RulesFile::version(TimePoint moment) noexcept {
  // relaxed: the threads that look at the same moment take the mutex
  auto due = next_look_.load(std::memory_order_relaxed);
  const auto at = moment.time_since_epoch().count();
  if (at >= due &&
      next_look_.compare_exchange_strong(due, at + kLookEvery.count(), std::memory_order_relaxed))
    return look();
  return version_.load(std::memory_order_acquire);
}

std::shared_ptr<const Rules> RulesFile::current() {
  const std::lock_guard lock(mutex_);
  return rules_;
}

std::uint64_t RulesFile::look() noexcept {
  try {
    read_if_changed();
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next look reads it
  }
  return version_.load(std::memory_order_acquire);
}

void RulesFile::read_if_changed() {
  const std::lock_guard lock(mutex_);
  const auto stamp = os::stamp_of(path_);
  if (!stamp) return keep_earlier(stamp.error());
  if (*stamp != stamp_) return read_again(*stamp);
  unread_for_ = 0;
}

// The stamp changes last. A file that could not be read for a reason that passes, for example
// because there was no descriptor or no memory, is read with the next look: its rules may take away
// a right. One that was read and is wrong is not read again before it changes.
// Requires: mutex_ held.
void RulesFile::read_again(const os::FileStamp& stamp) {
  const auto text = text_in(path_);
  if (!text) return keep_earlier(text.error());
  auto rules = rules_in(*text);
  if (rules)
    use(std::move(*rules));
  else
    log().error("the earlier rules stay in force: {}", rules.error());
  stamp_ = stamp;
  unread_for_ = 0;
}

// Requires: mutex_ held.
void RulesFile::use(Rules rules) {
  rules_ = std::make_shared<const Rules>(std::move(rules));
  version_.fetch_add(1, std::memory_order_release);  // pairs with the acquire in version()
  log().info("the rules of {} have changed, and are in force", path_);
}

// Requires: mutex_ held. A line for each reason, and not for each look.
void RulesFile::keep_earlier(const os::SystemError& error) {
  if (std::exchange(unread_for_, error.code) == error.code) return;
  log().error("the earlier rules stay in force: {}", cannot_be_read(path_, error));
}

}  // namespace orbweaver::security
