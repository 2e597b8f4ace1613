// SPDX-License-Identifier: Apache-2.0
// The handler may neither take a lock nor memory, so report_crashes() makes all that it uses. It
// also calls backtrace() once, as the first call loads a library.
#include <orbweaver/os/crash_report.hpp>

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaltstack
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <vector>

#include "alternate_stack.hpp"
#include "elf_file.hpp"

namespace orbweaver::os {

namespace {

constexpr int kMostFrames = 48;
constexpr std::size_t kMostNamedFrames = 16;
constexpr std::size_t kMostParts = 256, kMostNameBytes = 120, kMostLineBytes = 8 * 1024;
constexpr int kWaitMs = 200;  // for a reader of standard error that takes nothing
constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

struct Module {
  std::uintptr_t begin = 0, end = 0, base = 0;
  std::string path;
  std::string file;  // a name by which the module can be read, also when its own is gone
};
/// Earlier tables are kept: a handler may read one.
struct Modules {
  std::vector<Module> all;
  const Modules* before = nullptr;
};
std::atomic<const Modules*> modules{nullptr};

struct ReportedPart {
  std::atomic<bool> is_used{false};
  std::array<char, kMostNameBytes> name{};
  int standard_error = 2;
  std::uintptr_t base = 0;  // of its library
};
std::array<ReportedPart, kMostParts> parts;
std::mutex changing;  // held by threads that write parts or modules

std::atomic<pid_t> reporter{0};  // the thread that reports

std::string path_of_this_program() {
  std::array<char, 4096> path{};
  const auto size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size > 0 ? std::string{path.data(), static_cast<std::size_t>(size)} : "program";
}

int add_module(dl_phdr_info* info, std::size_t /*size*/, void* result) {
  Module module{.base = info->dlpi_addr};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const auto begin = info->dlpi_addr + part.p_vaddr;
    if (module.begin == 0 || begin < module.begin) module.begin = begin;
    module.end = std::max<std::uintptr_t>(module.end, begin + part.p_memsz);
  }
  const bool has_name = info->dlpi_name != nullptr && info->dlpi_name[0] != '\0';
  module.path = has_name ? info->dlpi_name : path_of_this_program();
  module.file = has_name ? info->dlpi_name : "/proc/self/exe";
  static_cast<Modules*>(result)->all.push_back(std::move(module));
  return 0;
}

void remember_modules() {
  auto* const new_modules =
      new Modules{.all = {}, .before = modules.load(std::memory_order_relaxed)};
  ::dl_iterate_phdr(add_module, new_modules);
  modules.store(new_modules, std::memory_order_release);  // pairs with the acquire in module_of()
}

const Module* module_of(std::uintptr_t address) noexcept {
  const auto* const known = modules.load(std::memory_order_acquire);
  if (known == nullptr) return nullptr;
  for (const auto& entry : known->all)
    if (address >= entry.begin && address < entry.end) return &entry;
  return nullptr;
}

/// A line that is put together without allocating memory.
class ReportLine {
 public:
  void add(std::string_view text) noexcept {
    const auto size = std::min(text.size(), room_.size() - 1 - size_);
    std::memcpy(room_.data() + size_, text.data(), size);
    size_ += size;
  }
  void add_hex(std::uintptr_t number) noexcept {
    std::array<char, 2 * sizeof number> digits{};
    auto at = digits.size();
    do {
      digits[--at] = "0123456789abcdef"[number & 15U];
      number >>= 4U;
    } while (number != 0);
    add("0x");
    add({digits.data() + at, digits.size() - at});
  }
  void write_to(int file) noexcept {
    room_[size_] = '\n';
    pollfd there{file, POLLOUT, 0};
    if (::poll(&there, 1, kWaitMs) == 1) (void)!::write(file, room_.data(), size_ + 1);
  }
  void clear() noexcept { size_ = 0; }

 private:
  std::array<char, kMostLineBytes> room_{};
  std::size_t size_ = 0;
};
ReportLine line;  // of the one thread that reports

const char* name_of(int number) noexcept {
  switch (number) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGILL:
      return "SIGILL";
    case SIGFPE:
      return "SIGFPE";
    default:
      return "SIGABRT";
  }
}

/// The address at which the thread was, and the one from which it came: the second helps if the
/// thread jumped to an address without code.
struct CodeAddress {
  std::uintptr_t at = 0, from = 0;
};

CodeAddress address_of(const void* context) noexcept {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto stack = static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
  CodeAddress code_address{static_cast<std::uintptr_t>(machine.gregs[REG_RIP]), 0};
  // A call of a null pointer has just put its return address there.
  if (module_of(code_address.at) == nullptr && stack % sizeof code_address.from == 0)
    std::memcpy(&code_address.from, reinterpret_cast<const void*>(stack), sizeof code_address.from);
  return code_address;
#elif defined(__aarch64__)
  return {static_cast<std::uintptr_t>(machine.pc), static_cast<std::uintptr_t>(machine.regs[30])};
#elif defined(__arm__)
  return {machine.arm_pc, machine.arm_lr};
#elif defined(__s390x__)
  return {machine.psw.addr, machine.gregs[14]};
#else
  (void)machine;
  return {};
#endif
}

using Frames = std::array<std::uintptr_t, kMostFrames>;

/// The frames from the thread's address on; the handler's own frames are left out.
std::size_t frames_from(const CodeAddress& where, Frames& frames) noexcept {
  std::array<void*, kMostFrames> raw{};
  const auto count = static_cast<std::size_t>(::backtrace(raw.data(), kMostFrames));
  const auto address = [&](std::size_t i) { return reinterpret_cast<std::uintptr_t>(raw.at(i)); };
  std::size_t first = 0;
  while (first < count && address(first) != where.at) ++first;
  std::size_t number = 0;
  if (first == count) {  // the stack cannot be read from there
    frames[number++] = where.at;
    if (module_of(where.at) == nullptr && where.from != 0) frames[number++] = where.from - 1;
    return number;
  }
  // A return address may be the first of the function that follows.
  for (auto i = first; i < count; ++i)
    frames.at(number++) = i == first ? address(i) : address(i) - 1;
  return number;
}

/// Adds " [/sdr/gain+0x1f2a _ZN4Gain7processEv]". The name is looked up now: the file may be gone
/// when a program reads the line.
void add_frame(std::uintptr_t address, bool is_named) noexcept {
  const auto* const module = module_of(address);
  line.add(" [");
  if (module == nullptr) {
    line.add_hex(address);
    return line.add("]");
  }
  line.add(module->path);
  line.add("+");
  line.add_hex(address - module->base);
  if (is_named) {
    const ElfFile file{module->file.c_str()};
    const auto symbol = file.function_at(address - module->base);
    line.add(symbol.empty() ? "" : " ");
    line.add(symbol);
  }
  line.add("]");
}

void add_frames(const Frames& frames, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) add_frame(frames.at(i), i < kMostNamedFrames);
}

/// The library of a part that is uppermost on the stack; 0: there is none.
std::uintptr_t guilty_library(const Frames& frames, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const auto* const module = module_of(frames.at(i));
    for (const auto& part : parts)
      if (module != nullptr && part.is_used.load() && part.base == module->base) return part.base;
  }
  return 0;
}

void add_names_of_parts(std::uintptr_t base) noexcept {
  bool is_first = true;
  for (const auto& part : parts) {
    if (!part.is_used.load() || part.base != base) continue;
    line.add(is_first ? " in " : " or ");
    line.add(part.name.data());
    is_first = false;
  }
}

void tell_others(int number, std::uintptr_t guilty) noexcept {
  line.clear();
  line.add("its process ended by ");
  line.add(name_of(number));
  add_names_of_parts(guilty);
  for (const auto& part : parts)
    if (part.is_used.load() && part.base != guilty) line.write_to(part.standard_error);
}

void report(int number, const siginfo_t& info, const void* context) noexcept {
  static Frames frames;
  const auto where = address_of(context);
  const auto count = frames_from(where, frames);
  const auto guilty = guilty_library(frames, count);
  line.clear();
  line.add("crash: ");
  line.add(name_of(number));
  const bool has_address =
      number != SIGABRT && info.si_code > 0;  // otherwise another process sent the signal
  if (has_address) {
    line.add(" at ");
    line.add_hex(reinterpret_cast<std::uintptr_t>(info.si_addr));
  }
  add_frames(frames, count);
  line.write_to(STDERR_FILENO);
  if (guilty == 0) return;
  for (const auto& part : parts)
    if (part.is_used.load() && part.base == guilty) line.write_to(part.standard_error);
  tell_others(number, guilty);
}

// The signal is delivered when the handler returns.
void end_by(int number) noexcept {
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void handle(int number, siginfo_t* info, void* context) {
  pid_t none = 0;
  if (!reporter.compare_exchange_strong(none, ::gettid()) && none != ::gettid())
    while (true) ::pause();                       // another thread reports, and ends the process
  if (none == ::gettid()) return end_by(number);  // the report itself has failed
  report(number, *info, context);
  end_by(number);
}

bool has_handler(int number) noexcept {
  struct sigaction now {};
  return ::sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL;
}

constexpr std::size_t kHandlerStackBytes = std::size_t{64} * 1024;
std::atomic<bool> are_reported{false};

void use_alternate_stack(std::byte* space) noexcept {
  const stack_t stack{space, 0, kHandlerStackBytes};
  ::sigaltstack(&stack, nullptr);
}

bool has_alternate_stack() noexcept {
  stack_t now{};
  return ::sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) == 0;
}

void make_stack_of_first_thread() {
  static std::array<std::byte, kHandlerStackBytes> space;
  if (!has_alternate_stack()) use_alternate_stack(space.data());
}

std::uintptr_t library_of(const void* code) noexcept {
  Dl_info found{};
  return ::dladdr(code, &found) != 0 ? reinterpret_cast<std::uintptr_t>(found.dli_fbase) : 0;
}

}  // namespace

void report_crashes() {
  std::array<void*, 4> loaded{};
  (void)::backtrace(loaded.data(), static_cast<int>(loaded.size()));
  remember_modules();
  make_stack_of_first_thread();
  are_reported.store(true, std::memory_order_relaxed);  // no other thread was started yet
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int number : kSignals)
    if (!has_handler(number)) ::sigaction(number, &action, nullptr);
}

AlternateStack::AlternateStack() {
  if (!are_reported.load(std::memory_order_relaxed) || has_alternate_stack()) return;
  space_ = std::make_unique_for_overwrite<std::byte[]>(kHandlerStackBytes);
  use_alternate_stack(space_.get());
}

AlternateStack::~AlternateStack() {
  if (!space_) return;
  const stack_t none{nullptr, SS_DISABLE, 0};
  ::sigaltstack(&none, nullptr);
}

CrashPart::CrashPart(const std::string& name, int standard_error, const void* code) : place_(-1) {
  const std::scoped_lock lock{changing};
  remember_modules();
  const auto* const module = module_of(library_of(code));
  for (std::size_t i = 0; i < parts.size() && place_ < 0 && module != nullptr; ++i) {
    auto& part = parts.at(i);
    if (part.is_used.load()) continue;
    part.name.fill('\0');
    std::memcpy(part.name.data(), name.data(), std::min(name.size(), kMostNameBytes - 1));
    part.standard_error = standard_error;
    part.base = module->base;
    part.is_used.store(true);
    place_ = static_cast<int>(i);
  }
}

CrashPart::~CrashPart() {
  const std::scoped_lock lock{changing};
  if (place_ >= 0) parts.at(static_cast<std::size_t>(place_)).is_used.store(false);
}

}  // namespace orbweaver::os
