// SPDX-License-Identifier: Apache-2.0
#include "program/shrink.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

namespace orbweaver::sim {

namespace {

using Decisions = std::vector<Decision>;

constexpr std::size_t kMostTries = 4000, kMostDecisions = 1U << 20U;

struct Verdict {
  std::array<char, 64> law{};
  std::size_t count = 0;
  std::array<Decision, kMostDecisions> decisions;
};

// What a run showed: the law that it broke, or the signal by which it ended; "" if all was well.
class Trial {
 public:
  Trial(const Settings& settings, const Scenario& scenario)
      : settings_(settings),
        scenario_(scenario),
        verdict_(static_cast<Verdict*>(::mmap(nullptr, sizeof(Verdict), PROT_READ | PROT_WRITE,
                                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
  }
  ~Trial() { ::munmap(verdict_, sizeof(Verdict)); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  std::string run(std::optional<Decisions> decisions) {
    verdict_->law[0] = '\0';
    verdict_->count = 0;
    std::fflush(nullptr);
    const auto id = ::fork();
    if (id == 0) run_here(std::move(decisions));
    int status = 0;
    ::waitpid(id, &status, 0);
    if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
    return verdict_->law.data();
  }
  /// Of the last run that did not crash.
  [[nodiscard]] Decisions decisions() const {
    return {verdict_->decisions.begin(),
            verdict_->decisions.begin() + static_cast<std::ptrdiff_t>(verdict_->count)};
  }

 private:
  [[noreturn]] void run_here(std::optional<Decisions> decisions) {
    auto settings = settings_;
    settings.replay = std::move(decisions);
    settings.on_decision = [this](const Decision& decision) {
      if (verdict_->count < kMostDecisions) verdict_->decisions[verdict_->count++] = decision;
    };
    const auto outcome = simulate(settings, scenario_.run);
    if (outcome.failure) outcome.failure->law.copy(verdict_->law.data(), verdict_->law.size() - 1);
    ::_exit(0);
  }

  const Settings& settings_;
  const Scenario& scenario_;
  Verdict* verdict_;
};

Decisions without(const Decisions& all, std::size_t begin, std::size_t end) {
  Decisions rest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  return rest;
}

class Shrinker {
 public:
  Shrinker(Trial& trial, std::string law, Decisions decisions)
      : trial_(trial), law_(std::move(law)), decisions_(std::move(decisions)) {}

  Decisions run() {
    drop_kinds();
    for (auto size = decisions_.size() / 2; size > 0 && tries_ < kMostTries; size = next(size)) {
    }
    return decisions_;
  }

 private:
  bool fails(const Decisions& decisions) {
    ++tries_;
    return trial_.run(decisions) == law_;
  }
  bool keep_if_it_fails(Decisions decisions) {
    if (decisions.size() == decisions_.size() || !fails(decisions)) return false;
    decisions_ = std::move(decisions);
    fmt::print(stderr, "shrink: {} decisions after {} tries\n", decisions_.size(), tries_);
    return true;
  }
  void drop_kinds() {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      auto rest = decisions_;
      std::erase_if(
          rest, [&](const Decision& decision) { return decision.kind == static_cast<Kind>(kind); });
      keep_if_it_fails(std::move(rest));
    }
  }
  // One pass with pieces of that size; the size of the next pass, 0 at the end.
  std::size_t next(std::size_t size) {
    bool was_shorter = false;
    for (std::size_t begin = 0; begin < decisions_.size() && tries_ < kMostTries;) {
      const auto end = std::min(begin + size, decisions_.size());
      if (keep_if_it_fails(without(decisions_, begin, end)))
        was_shorter = true;
      else
        begin = end;
    }
    if (size > 1) return std::min(size / 2, std::max<std::size_t>(1, decisions_.size() / 2));
    return was_shorter ? 1 : 0;
  }

  Trial& trial_;
  std::string law_;
  Decisions decisions_;
  std::size_t tries_ = 0;
};

}  // namespace

std::optional<std::vector<Decision>> shrink(const Settings& settings, const Scenario& scenario) {
  Trial trial{settings, scenario};
  const auto law = trial.run(std::nullopt);
  if (law.empty()) return std::nullopt;
  auto decisions = trial.decisions();
  fmt::print(stderr, "shrink: \"{}\" with {} decisions\n", law, decisions.size());
  if (trial.run(decisions) != law) {
    fmt::print(stderr,
               "shrink: the decisions alone do not show it again; the whole run is shown\n");
    return decisions;
  }
  return Shrinker{trial, law, std::move(decisions)}.run();
}

}  // namespace orbweaver::sim
