// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <string_view>

#include "command_line/command_line.hpp"
#include "command_line/identity_option.hpp"
#include "run/installed_waveform.hpp"

namespace orbweaver::control {

namespace {

constexpr double kMostSeconds = 1e6, kLeastSeconds = 0.01;
constexpr const char* kCommand = "orbweaver";

/// The options that all verbs have.
struct Common {
  ControlArguments arguments;
  double timeout = -1;  // negative: the verb's default
  command_line::IdentityOption identity;
};

/// A domain may take ten seconds for each step of creation, start and release, and a call has
/// several steps. The default is longer than that, as the domain's error says which step hung.
double default_timeout_of(std::string_view verb) {
  constexpr std::array<std::string_view, 8> kOfManySteps{
      "install", "uninstall", "create", "start", "stop", "release", "upgrade", "rollback"};
  constexpr double kManySteps = 120, kOneAnswer = 10;
  return std::ranges::find(kOfManySteps, verb) != kOfManySteps.end() ? kManySteps : kOneAnswer;
}

/// Returns the file; or, if there is none, the installed waveform of this name.
std::filesystem::path sad_named(const std::string& verb, const std::filesystem::path& word) {
  std::error_code error;
  if (std::filesystem::is_regular_file(word, error)) return word;
  auto sad = orbweaver::domain::find_sad(word.string());
  if (!sad) refuse(verb + " " + word.string(), sad.error());
  return *std::move(sad);
}

/// Has every verb with its options. The verb that parse() returns refers to this object.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(1);
    add_installation();
    add_listings();
    add_forgetting();
    add_running();
    add_versions();
  }

  Result<ControlArguments, int> parse(int argc, char** argv) {
    refuse_unknown_verb({argv + 1, argv + argc});
    std::vector<std::string> orb;
    line_.take_orb_options(orb);
    line_.on_refusal(
        [this](const std::string& why) { refuse(command_of_verb(), why, "see --help"); });
    if (const auto parsed = line_.parse(argc, argv); !parsed) return unexpected(parsed.error());
    if (const auto added = common_.identity.add_to_orb(orb); !added)
      refuse(command_of_verb(), added.error(), "");
    return finished(std::move(orb));
  }

 private:
  using Verb = std::function<Report(const Domain&)>;

  /// CLI11 would only report that a verb is missing.
  void refuse_unknown_verb(std::vector<std::string> words) const {
    (void)take_orb_options(words);
    const std::string first = words.empty() ? std::string{} : words.front();
    for (const auto* const text : {"-h", "--help", "--version", "--describe"})
      if (first == text) return;
    std::string verbs;
    for (const auto* subcommand : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (subcommand->get_name() == first) return;
      verbs += (verbs.empty() ? "" : ", ") + subcommand->get_name();
    }
    refuse(kCommand,
           first.empty() || first.starts_with('-') ? "the verb is missing"
                                                   : "'" + first + "' is no verb",
           "choose from " + verbs);
  }

  /// Returns "orbweaver apps", as the user typed it.
  [[nodiscard]] std::string command_of_verb() const {
    const auto verbs = app_.get_subcommands();
    return verbs.empty() ? kCommand : kCommand + (" " + verbs.front()->get_name());
  }

  CLI::App& add_verb(const std::string& name, const std::string& help, const std::string& examples,
                     Verb verb) {
    auto& subcommand = *app_.add_subcommand(name, help);
    auto& domain = common_.arguments.domain;
    subcommand.add_option("--domain", domain.name,
                          "the domain's name at the naming service; a name with '/' is that of its "
                          "domain manager");
    subcommand.add_option("--ior", domain.reference,
                          "its domain manager: IOR:..., corbaloc:..., corbaname:... or file:PATH");
    subcommand.add_option("--naming", domain.naming,
                          "the naming service: HOST:PORT, or a reference; default: -ORBInitRef "
                          "NameService=...");
    common_.identity.add_to(subcommand);
    subcommand.add_option("--timeout", common_.timeout, "seconds for each call; 0: no limit")
        ->check(CLI::Range(0.0, kMostSeconds))
        ->check(refuse_nan)
        ->default_str(std::to_string(static_cast<int>(default_timeout_of(name))));
    subcommand.add_flag("--json", common_.arguments.as_json, "print one JSON document, errors too");
    subcommand.footer("Examples:\n" + examples);
    subcommand.callback([this, name, verb = std::move(verb)] {
      common_.arguments.verb = verb;
      if (common_.timeout < 0) common_.timeout = default_timeout_of(name);
    });
    return subcommand;
  }

  void add_installation() {
    auto& install =
        add_verb("install", "copy an application's files into the domain, and install it",
                 "  orbweaver install radio.sad.xml --domain Orbweaver\n"
                 "  orbweaver install fm\n"
                 "  orbweaver install radio.sad.xml --as /waveforms/radio/ --replace\n"
                 "  orbweaver install --no-copy /waveforms/radio/radio.sad.xml",
                 [this](const Domain& domain) {
                   if (is_without_copy_)
                     return control::install_without_copying(domain, install_.sad.string());
                   install_.sad = sad_named("install", install_.sad);
                   return control::install(domain, install_);
                 });
    install
        .add_option("SAD", install_.sad,
                    "the application's software assembly descriptor, or the name of a waveform "
                    "that was installed with this program")
        ->required();
    auto* as = install.add_option(
        "--as", install_.as, "the SAD's name in the domain; one that ends with '/' is a folder");
    auto* root =
        install.add_option("--root", install_.root, "root of the SCA file system; guessed");
    root->check(CLI::ExistingDirectory);
    auto* replace = install.add_flag("--replace", install_.replace,
                                     "overwrite files of the domain that differ");
    install.add_flag("--no-copy", is_without_copy_, "SAD is a file of the domain already")
        ->excludes(as)
        ->excludes(root)
        ->excludes(replace);

    auto& uninstall =
        add_verb("uninstall", "uninstall an application, and remove the files that install copied",
                 "  orbweaver uninstall radio\n"
                 "  orbweaver uninstall /waveforms/radio/radio.sad.xml",
                 [this](const Domain& domain) { return control::uninstall(domain, uninstall_); });
    uninstall
        .add_option("NAME", uninstall_.application, "name or identifier, or the SAD in the domain")
        ->required();
    uninstall.add_flag("--force", uninstall_.force, "also while applications of it run");
  }

  void add_forgetting() {
    auto& forget =
        add_verb("forget", "say that a node or a device that is lost does not come back",
                 "  orbweaver forget DCE:5e1a4c1e-0c40-4f3a-9a6e-7f3f1d2b9c11",
                 [this](const Domain& domain) { return control::forget(domain, lost_); });
    forget.add_option("ID", lost_, "its identifier, as health names it")->required();
  }

  void add_listings() {
    add_verb("apps", "list installed and running applications", "  orbweaver apps --json",
             [](const Domain& domain) { return list_applications(domain); });
    add_verb("devices", "list nodes and devices, with states and capacities", "  orbweaver devices",
             [](const Domain& domain) { return list_devices(domain); });
    add_verb("health", "tell whether every part of a domain answers; status 1 if one does not",
             "  orbweaver health --timeout 2",
             [](const Domain& domain) { return examine(domain); });
  }

  void add_running() {
    add_properties();
    add_ports();
    add_seeing();
    add_create();
    add_target("start", "start an application, or one component of it",
               [this](const Domain& domain) { return start(domain, target_); });
    add_target("stop", "stop an application, or one component of it",
               [this](const Domain& domain) { return stop(domain, target_); });
    add_target("release", "release an application: it ends, and is gone",
               [this](const Domain& domain) { return release(domain, target_); });
  }

  CLI::App& add_on_target(const std::string& name, const std::string& help,
                          const std::string& examples, Verb verb) {
    auto& on_target = add_verb(name, help, examples, std::move(verb));
    on_target
        .add_option("APP", target_, "a running application's name or identifier; APP/COMPONENT")
        ->required();
    return on_target;
  }
  void add_target(const std::string& name, const std::string& help, Verb verb) {
    add_on_target(name, help, "  orbweaver " + name + " radio", std::move(verb));
  }

  void add_properties() {
    auto& props = add_on_target(
        "props", "show or set properties of an application or a component",
        "  orbweaver props radio\n"
        "  orbweaver props radio gain=2.5 taps=1,2,3\n"
        "  orbweaver props radio/demod filter.width=200\n"
        "  orbweaver props radio 'filter={\"width\": 200}'",
        [this](const Domain& domain) { return control::properties(domain, target_, words_); });
    props.add_option("PROPERTY", words_, "ID to show, ID=VALUE to set; none: all are shown");
  }

  void add_ports() {
    auto& ports = add_on_target(
        "ports", "show the ports of an application or a component, and where they lead",
        "  orbweaver ports radio\n"
        "  orbweaver ports radio/demod\n"
        "  orbweaver ports radio audio_out --json",
        [this](const Domain& domain) { return control::ports(domain, target_, port_); });
    ports.add_option("PORT", port_, "a port's name; none: all that the profile names");

    auto& connect = add_on_target(
        "connect", "connect a uses port to an object, or to a port of another component",
        "  orbweaver connect radio/demod audio_out recorder/file in\n"
        "  orbweaver connect radio audio_out IOR:0100... --id speaker",
        [this](const Domain& domain) {
          if (to_port_.empty()) return control::connect(domain, target_, port_, to_, id_);
          return control::connect(domain, between(), id_);
        });
    connect.add_option("PORT", port_, "the uses port")->required();
    connect
        .add_option("TARGET", to_,
                    "APP/COMPONENT or APP, with TO_PORT; or the object: IOR:..., corbaloc:..., "
                    "corbaname:... or file:PATH")
        ->required();
    connect.add_option("TO_PORT", to_port_, "the provides port of TARGET");
    connect.add_option("--id", id_, "of the connection; default: a new one, which is printed");

    auto& disconnect =
        add_on_target("disconnect", "end a connection of a uses port",
                      "  orbweaver disconnect radio audio_out speaker\n"
                      "  orbweaver disconnect radio/demod audio_out recorder/file in",
                      [this](const Domain& domain) {
                        if (to_port_.empty())
                          return control::disconnect(domain, target_, port_, to_);
                        return control::disconnect(domain, between());
                      });
    disconnect.add_option("PORT", port_, "the uses port")->required();
    disconnect.add_option("ID", to_, "the connection's id; or APP/COMPONENT or APP, with TO_PORT")
        ->required();
    disconnect.add_option("TO_PORT", to_port_, "the provides port to which it leads");
  }
  [[nodiscard]] PortsToConnect between() const { return {target_, port_, to_, to_port_}; }

  void add_seeing() {
    auto& stats = add_on_target(
        "stats", "show what components do with their time, and what flows through connections",
        "  orbweaver stats radio\n"
        "  orbweaver stats radio/demod --seconds 10 --json",
        [this](const Domain& domain) { return statistics(domain, target_, seconds_); });
    stats.add_option("--seconds", seconds_, "the time that is looked at")
        ->check(CLI::Range(kLeastSeconds, kMostSeconds))
        ->check(refuse_nan)
        ->capture_default_str();

    auto& tap = add_on_target(
        "tap", "write the samples that leave a uses port to a file; the radio does not notice",
        "  orbweaver tap radio/tuner iq_out --output iq.cf32 --seconds 2\n"
        "  orbweaver tap radio/demod audio_out --output - | aplay -f FLOAT_LE -r 48000",
        [this](const Domain& domain) { return control::tap(domain, wanted_tap()); });
    tap.add_option("PORT", tap_.port, "the uses port")->required();
    tap.add_option("--output", tap_.file, "the file; - is standard output")->required();
    tap.add_option("--seconds", tap_.seconds, "ends so long after it began; default: no limit")
        ->check(CLI::Range(kLeastSeconds, kMostSeconds))
        ->check(refuse_nan);
    tap.add_option("--packets", tap_.packets, "ends when so many are written; default: no limit")
        ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()));
    tap.parse_complete_callback([this] { common_.arguments.is_tap = true; });
  }
  [[nodiscard]] Tap wanted_tap() const {
    auto wanted_tap = tap_;
    wanted_tap.target = target_;
    if (wanted_tap.file == "-" && os::is_terminal(os::kStandardOutput))
      refuse("tap '" + target_ + "'", "standard output is a terminal, and samples are no text",
             "give --output a file, or pipe it to a program");
    if (!common_.arguments.as_json)
      wanted_tap.on_begun = [](const std::string& line) {
        os::print_error("orbweaver tap: " + os::on_one_line(line) + "\n");
      };
    return wanted_tap;
  }

  void add_create() {
    auto& create =
        add_verb("create", "make an application from an installed one",
                 "  orbweaver create radio\n"
                 "  orbweaver create radio --name radio-2 --on demod=board --set gain=2",
                 [this](const Domain& domain) { return control::create(domain, create_); });
    create.add_option("NAME", create_.application, "an installed application's name or identifier")
        ->required();
    create.add_option("--name", create_.name, "of the new application; default: NAME's name");
    command_line::add_list(create, "--on", create_.on,
                           "COMPONENT=DEVICE: where a component runs; may be repeated");
    command_line::add_list(
        create, "--set", create_.set,
        "ID=VALUE: a property of the assembly controller, COMPONENT.PROPERTY=VALUE, or "
        "*.PROPERTY=VALUE of each component that has it; may be repeated");
  }

  void add_versions() {
    auto& upgrade = add_verb(
        "upgrade", "put a new version of an application beside the one that runs, and switch to it",
        "  orbweaver upgrade fm new/fm.sad.xml\n"
        "  orbweaver upgrade fm new/fm.sad.xml --set gain=2 --stop-first",
        [this](const Domain& domain) {
          upgrade_.exchange = exchange_;
          upgrade_.sad = sad_named("upgrade " + exchange_.application, upgrade_.sad);
          return control::upgrade(domain, upgrade_);
        });
    add_exchange(upgrade);
    upgrade.add_option("SAD", upgrade_.sad, "of the new version")->required();
    upgrade.add_option("--root", upgrade_.root, "root of the SCA file system; guessed")
        ->check(CLI::ExistingDirectory);
    add_exchange(add_verb("rollback", "go back to the version before an upgrade",
                          "  orbweaver rollback fm",
                          [this](const Domain& domain) { return roll_back(domain, exchange_); }));
  }

  void add_exchange(CLI::App& verb) {
    verb.add_option("APP", exchange_.application, "a running application's name or identifier")
        ->required();
    command_line::add_list(verb, "--on", exchange_.on,
                           "COMPONENT=DEVICE: where a component runs; may be repeated");
    command_line::add_list(verb, "--set", exchange_.set, "ID=VALUE, as of create; may be repeated");
    verb.add_flag("!--no-start", exchange_.start, "create it, and do not start it");
    verb.add_flag(
        "--stop-first", exchange_.stop_first,
        "release the one that runs before the other is created, and make it again if that "
        "fails: for devices that have room for one");
  }

  ControlArguments finished(std::vector<std::string> orb) {
    auto result = common_.arguments;
    if (const char* named = std::getenv("ORBWEAVER_DOMAIN")) result.domain.environment = named;
    result.domain.calls_naming_by_tls = !common_.identity.identity.empty();
    result.domain.running = runfile::running_domains(runfile::folder_of_this_user());
    std::error_code error;
    create_.working_folder = exchange_.working_folder = std::filesystem::current_path(error);
    const auto milliseconds = static_cast<long long>(std::ceil(common_.timeout * 1000));
    result.orb = {"-ORBcallTimeout", std::to_string(milliseconds)};
    result.orb.insert(result.orb.end(), orb.begin(), orb.end());
    return result;
  }

  command_line::CommandLine line_{
      {.program = "orbweaver-control",
       .command = "orbweaver",
       .does = "Operates a domain of SCA 2.2.2, of any vendor, by plain CF over IIOP.",
       .notes = {"The domain is named with --domain or --ior after the verb, or by "
                 "ORBWEAVER_DOMAIN; else it is",
                 "the one that runs on this machine for this user."},
       .examples = {"orbweaver apps --domain Orbweaver --naming localhost:2809"},
       .hint = ""}};
  CLI::App& app_ = line_.app();
  Common common_;
  Install install_;
  bool is_without_copy_ = false;
  Uninstall uninstall_;
  std::string lost_;
  Create create_;
  Exchange exchange_;
  Upgrade upgrade_;
  std::string target_, port_, to_, to_port_, id_;
  double seconds_ = 1;
  Tap tap_;
  std::vector<std::string> words_;
};

}  // namespace

std::string command_of(int argc, char** argv) {
  std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
  (void)take_orb_options(words);
  return words.empty() || words.front().starts_with('-') ? kCommand
                                                         : kCommand + (" " + words.front());
}

bool wants_json(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc,
                     [](const char* word) { return std::string_view{word} == "--json"; });
}

Result<ControlArguments, int> parse_arguments(int argc, char** argv) {
  // The returned verb refers to this object, which must outlive this function.
  auto line = std::make_shared<CommandLine>();
  auto parsed = line->parse(argc, argv);
  if (parsed)
    parsed->verb = [line, verb = std::move(parsed->verb)](const Domain& domain) {
      return verb(domain);
    };
  return parsed;
}

}  // namespace orbweaver::control
