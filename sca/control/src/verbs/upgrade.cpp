#include <orbweaver/control/verbs.hpp>
#include <orbweaver/control/versions.hpp>

#include <utility>

#include "applications.hpp"
#include "files/domain_files.hpp"
#include "files/moved_tree.hpp"
#include "files/new_version.hpp"
#include "files/version_before.hpp"
#include "plain_line.hpp"
#include "running_settings.hpp"

namespace orbweaver::control {

namespace {

/// As many versions of one application as are looked at.
constexpr int kMostVersions = 100;

/// One of the two that change places.
struct Version {
  std::string sad;  // in the domain
  std::vector<std::string> on, set;
  bool may_run_elsewhere = false;  // if a device of `on` is not there
};

DomainFiles files_of(const Domain& domain) {
  const auto files = attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); });
  if (!files) fail("ask for the file manager", "the domain has none");
  return DomainFiles{files};
}

std::string profile_of(const Target& target) {
  return attempt("ask for the profile of '" + target.text + "'",
                 [&] { return target.application->profile(); });
}

Factory installed_from(const Domain& domain, const std::string& sad) {
  for (const auto& each : domain.manager->applicationFactories()) {
    try {
      if (each->softwareProfile() == sad) return each;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was uninstalled meanwhile
    }
  }
  return nullptr;
}

bool is_version_of(const DomainFiles& files, std::string sad, const std::string& first) {
  for (int i = 0; i < kMostVersions; ++i) {
    if (sad == first) return true;
    const auto before = read_version_before(files, sad);
    if (!before) return false;
    sad = before->sad;
  }
  return false;
}

Factory version_installed(const Domain& domain, const std::string& sad) {
  if (auto found = installed_from(domain, sad)) return found;
  const auto files = files_of(domain);
  for (const auto& each : domain.manager->applicationFactories()) {
    try {
      if (is_version_of(files, each->softwareProfile(), sad)) return each;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was uninstalled meanwhile
    }
  }
  return nullptr;
}

/// One version is installed instead of another, until this is destroyed, or for ever after keep(). Both have
/// the same identifier as a rule, which one alone can have.
class InstalledInstead {
 public:
  InstalledInstead(const Domain& domain, const std::string& from, const std::string& to)
      : domain_(&domain), to_(to) {
    attempt("uninstall " + from, [&] {
      if (const auto factory = version_installed(domain, from)) uninstall(*factory);
    });
    try {
      install(to_);
    } catch (...) {
      go_back();
      throw;
    }
  }
  InstalledInstead(const InstalledInstead&) = delete;
  InstalledInstead& operator=(const InstalledInstead&) = delete;
  ~InstalledInstead() {
    if (!is_kept_) go_back();
  }
  void keep() noexcept { is_kept_ = true; }

  /// Now. The failure that led here is reported; one of this would hide it.
  void go_back() noexcept {
    is_kept_ = true;
    try {
      if (const auto factory = installed_from(*domain_, to_)) factory_gone(*factory);
      if (!from_.empty()) install(from_);
    } catch (const CORBA::Exception&) {
    } catch (const Failed&) {
    }
  }

 private:
  void uninstall(CF::ApplicationFactory& factory) {
    auto sad = factory.softwareProfile();
    factory_gone(factory);
    from_ = std::move(sad);
  }
  void factory_gone(CF::ApplicationFactory& factory) {
    domain_->manager->uninstallApplication(factory.identifier());
  }
  void install(const std::string& sad) {
    attempt("install " + sad, [&] { domain_->manager->installApplication(sad); });
  }

  const Domain* domain_;
  const std::string to_;
  std::string from_;  // what was installed before; empty: nothing
  bool is_kept_ = false;
};

std::string create_of(const Domain& domain, const std::string& name, const Version& version) {
  const auto factory = attempt("find what is installed from " + version.sad,
                               [&] { return installed_from(domain, version.sad); });
  if (!factory) fail("create '" + name + "'", version.sad + " is not installed");
  Create wanted{
      .application = attempt("find '" + name + "'", [&] { return factory->identifier(); }),
      .name = name,
      .on = version.on,
      .set = version.set};
  try {
    return create(domain, wanted).document.at("identifier");
  } catch (const Failed& failed) {
    if (!version.may_run_elsewhere || failed.failure().kind != Failure::Kind::no_such_device) throw;
  }
  wanted.on.clear();
  return create(domain, wanted).document.at("identifier");
}

/// Returns its identifier. What is created and cannot be started is released.
std::string make(const Domain& domain, const std::string& name, const Version& version,
                 bool start) {
  auto identifier = create_of(domain, name, version);
  try {
    if (start) (void)control::start(domain, identifier);
    return identifier;
  } catch (const Failed&) {
    try {
      (void)release(domain, identifier);
    } catch (const Failed&) {  // why it did not start counts
    }
    throw;
  }
}

/// Throws Failed if it is not released. One that cannot be stopped is released all the same.
void end_of_one(const Target& target) {
  try {
    target.application->stop();
  } catch (const CORBA::Exception&) {
  }
  attempt("release '" + target.identifier + "'", [&] { target.application->releaseObject(); });
}

/// `state`: what became of the application that ran.
[[noreturn]] void fail_with(const std::string& what, Failure failure, const std::string& state) {
  failure.what = what + ": " + failure.what;
  failure.cause += "; " + state;
  throw Failed(std::move(failure));
}

struct Exchanged {
  std::string identifier;
  std::string problem;  // the other one is not released; empty: it is
};

/// Two applications for a while: the one that runs is not touched before the other one has come.
Exchanged exchange_beside(const Domain& domain, const Target& target, const Version& to,
                          bool start) {
  Exchanged made;
  {
    InstalledInstead installed{domain, profile_of(target), to.sad};
    made.identifier = make(domain, target.name, to, start);
    installed.keep();
  }
  try {
    end_of_one(target);
  } catch (const Failed& failed) {
    made.problem = failed.what();
  }
  return made;
}

std::string made_again(const Domain& domain, const std::string& name, const Version& version,
                       bool start) {
  try {
    return "'" + name + "' was made again as it was: " + make(domain, name, version, start);
  } catch (const Failed& failed) {
    return std::string{"and it could not be made again: "} + failed.what();
  }
}

Exchanged exchange_in_place(const Domain& domain, const Target& target, const Version& to,
                            bool start) {
  const Version from{profile_of(target), placement_of(target), settings_of(domain, target), true};
  InstalledInstead installed{domain, from.sad, to.sad};
  end_of_one(target);
  try {
    auto identifier = make(domain, target.name, to, start);
    installed.keep();
    return {std::move(identifier), {}};
  } catch (const Failed& failed) {
    installed.go_back();
    fail_with("switch to " + to.sad, failed.failure(),
              made_again(domain, target.name, from, start));
  }
}

Exchanged exchange(const Domain& domain, const Target& target, const Version& to,
                   const Exchange& wanted) {
  if (wanted.stop_first) return exchange_in_place(domain, target, to, wanted.start);
  try {
    return exchange_beside(domain, target, to, wanted.start);
  } catch (const Failed& failed) {
    auto failure = failed.failure();
    if (failure.number == "CF_ENODEV")
      failure.remedy = "with --stop-first it is released before the other one is created";
    fail_with("switch to " + to.sad, std::move(failure), "'" + target.name + "' goes on as it was");
  }
}

Report report_of(const Target& target, const Version& to, const Exchanged& made,
                 const std::string& from, const std::string& done) {
  Json document{{"application", target.name},
                {"identifier", made.identifier},
                {"profile", to.sad},
                {"before", {{"identifier", target.identifier}, {"profile", from}}},
                {"done", done}};
  auto text = plain(done + " " + target.name + ": " + made.identifier + " from " + to.sad +
                    (made.problem.empty() ? " runs instead of " : " runs beside ") +
                    target.identifier + " from " + from) +
              "\n";
  if (!made.problem.empty()) {
    document["problems"] = Json::array({made.problem});
    text += plain(made.problem) + "\n";
  }
  return {std::move(document), std::move(text), made.problem.empty()};
}

/// A line that says what stays; empty: its files are gone.
std::string remove_version(const Domain& domain, const std::string& sad) {
  try {
    (void)uninstall(domain, {.application = sad});
    return {};
  } catch (const Failed& failed) {
    return "the files of " + sad + " stay: " + failed.failure().cause;
  }
}

}  // namespace

Report upgrade(const Domain& domain, const Upgrade& wanted) {
  const auto target = find_application(domain, wanted.exchange.application);
  const auto files = files_of(domain);
  const auto from = profile_of(target);
  const auto moved = move_tree(read_tree({.sad = wanted.sad, .root = wanted.root}),
                               free_version_folder(files, wanted.sad.filename().string()));
  NewVersion version{files, moved, {from, placement_of(target), settings_of(domain, target)}};
  const Version to{moved.tree.sad, wanted.exchange.on, wanted.exchange.set};
  const auto made = exchange(domain, target, to, wanted.exchange);
  version.keep();
  return report_of(target, to, made, from, "upgraded");
}

Report roll_back(const Domain& domain, const Exchange& wanted) {
  const auto what = "roll '" + wanted.application + "' back";
  const auto target = find_application(domain, wanted.application);
  const auto files = files_of(domain);
  const auto from = profile_of(target);
  const auto before = read_version_before(files, from);
  if (!before) fail(what, "no record of a version before is beside " + from, "it was not upgraded");
  if (!files.exists(before->sad))
    fail(what, before->sad + ", its version before, is not in the domain any more",
         "'orbweaver upgrade' takes the SAD of that version");
  const Version to{before->sad, wanted.on.empty() ? before->on : wanted.on,
                   wanted.set.empty() ? before->set : wanted.set, wanted.on.empty()};
  const auto made = exchange(domain, target, to, wanted);
  auto report = report_of(target, to, made, from, "rolled back");
  if (const auto stays = remove_version(domain, from); !stays.empty())
    report.text += plain(stays) + "\n";
  return report;
}

std::string installed_version(const Domain& domain, const std::string& sad) {
  const auto factory = version_installed(domain, sad);
  return factory ? factory->identifier() : std::string{};
}

}  // namespace orbweaver::control
