// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/rules_file.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/loaded_part.hpp>
#include <orbweaver/os/read_file.hpp>

#include <mutex>
#include <new>
#include <utility>

namespace orbweaver::security {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 20;

// Made when it is first used: a library may be loaded before this file's statics are made.
os::LoadedPart<ReadRules>& reader() {
  static os::LoadedPart<ReadRules> the_reader{"liborbweaver_rules.so"};
  return the_reader;
}

}  // namespace

void set_rules_reader(ReadRules read) noexcept { reader().provide(read); }

Result<std::unique_ptr<RulesFile>, std::string> RulesFile::open(std::string path) {
  std::unique_ptr<RulesFile> file{new RulesFile(std::move(path))};
  if (const auto stamp = os::stamp_of(file->path_)) file->stamp_ = *stamp;  // before it is read
  auto rules = file->read();
  if (!rules) return unexpected{std::move(rules.error())};
  file->rules_ = std::make_shared<const Rules>(std::move(*rules));
  return file;
}

Result<Rules, std::string> RulesFile::read() const {
  const auto read = reader().find();
  if (!read) return unexpected{"rules cannot be read: " + read.error()};
  const auto text = os::read_file(path_, kLargestFile + 1);
  if (!text) return unexpected{path_ + ": the file cannot be opened"};
  if (text->size() > kLargestFile) return unexpected{path_ + ": the file is larger than 1 MiB"};
  return (*read)(*text, path_);
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
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next look tries again
  }
  return version_.load(std::memory_order_acquire);
}

void RulesFile::read_if_changed() {
  const std::lock_guard lock(mutex_);
  const auto stamp = os::stamp_of(path_);
  if (!stamp || *stamp == stamp_) return;
  stamp_ = *stamp;
  auto rules = read();
  if (!rules) {
    log().error("the earlier rules stay in force: {}", rules.error());
    return;
  }
  rules_ = std::make_shared<const Rules>(std::move(*rules));
  version_.fetch_add(1, std::memory_order_release);  // pairs with the acquire in version()
  log().info("the rules of {} have changed, and are in force", path_);
}

}  // namespace orbweaver::security
