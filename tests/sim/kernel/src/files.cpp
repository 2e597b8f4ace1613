// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/file.hpp>

#include <orbweaver/sim/simulation.hpp>

#include "state.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace orbweaver::sim {

File::~File() {
  for (auto* const queue : std::exchange(queues_, {})) queue->unwatch(*this);
}

void File::changed() noexcept {
  wake_all(waiters_);
  for (auto* const queue : queues_)
    if (queue->has_ready()) wake_one(queue->waiters());
}

EventQueue::~EventQueue() {
  for (auto& watch : watches_) std::erase(watch.file->queues_, this);
}

void EventQueue::watch(File& file, std::uint64_t token, bool once) {
  const auto found = std::ranges::find(watches_, &file, &Watch::file);
  if (found == watches_.end()) {
    watches_.push_back({&file, token, once});
    file.queues_.push_back(this);
  } else {
    *found = {&file, token, once};
  }
  if (file.is_readable()) wake_one(waiters());
}

void EventQueue::unwatch(const File& file) noexcept {
  std::erase_if(watches_, [&](const Watch& watch) { return watch.file == &file; });
  auto& queues = const_cast<File&>(file).queues_;
  std::erase(queues, this);
}

bool EventQueue::has_ready() const noexcept {
  return std::ranges::any_of(
      watches_, [](const Watch& watch) { return watch.is_armed && watch.file->is_readable(); });
}

EventQueue::Watch* EventQueue::ready() noexcept {
  std::vector<Watch*> all;
  for (auto& watch : watches_)
    if (watch.is_armed && watch.file->is_readable()) all.push_back(&watch);
  if (all.empty()) return nullptr;
  return all[choices().pick(Kind::wake, static_cast<std::uint32_t>(all.size()))];
}

std::uint64_t EventQueue::next() noexcept {
  Watch* found = nullptr;
  while ((found = ready()) == nullptr) (void)wait_in(waiters(), kNever, "waits for an event");
  if (found->once) found->is_armed = false;
  const auto token = found->token;
  if (has_ready()) wake_one(waiters());
  return token;
}

// The thread holds the queue, as it may be killed while it waits.
std::vector<bool> await_one_readable(const std::vector<File*>& files) {
  const auto is_ready = [](const File* file) { return file == nullptr || file->is_readable(); };
  auto& held = this_thread()->held.emplace_back(std::make_shared<EventQueue>());
  auto& queue = static_cast<EventQueue&>(*held);
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i] != nullptr) queue.watch(*files[i], i, false);
  if (std::ranges::none_of(files, is_ready)) (void)queue.next();
  std::vector<bool> ready;
  for (const auto* const file : files) ready.push_back(is_ready(file));
  return ready;
}

namespace {

constexpr std::uintptr_t kRegion = 0x5C00'0000'0000;
constexpr std::size_t kAlignment = std::size_t{1} << 21U;

// Addresses are given out from the start of the region in each run, the lowest free one first.
struct Places {
  std::vector<std::pair<std::uintptr_t, std::size_t>> taken;  // sorted
};

Places& places() {
  static auto* const all = new Places;
  return *all;
}

std::byte* take_place(std::size_t size) {
  auto& taken = places().taken;
  auto address = kRegion;
  auto at = taken.begin();
  for (; at != taken.end() && address + size > at->first; ++at)
    address = (at->first + at->second + kAlignment - 1) / kAlignment * kAlignment;
  taken.insert(at, {address, size});
  void* const wanted = reinterpret_cast<void*>(address);
  void* const place =
      ::mmap(wanted, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (place != wanted) {
    std::perror("sim: shared memory cannot be mapped");
    std::abort();
  }
  return static_cast<std::byte*>(place);
}

}  // namespace

SharedMemoryFile::SharedMemoryFile(std::size_t size) : memory_(take_place(size)), size_(size) {}

SharedMemoryFile::~SharedMemoryFile() {
  ::munmap(memory_, size_);
  std::erase_if(places().taken, [this](const auto& place) {
    return place.first == reinterpret_cast<std::uintptr_t>(memory_);
  });
}

}  // namespace orbweaver::sim
