// SPDX-License-Identifier: Apache-2.0
// orbweaver-rules: checks a file of rules, and says what it decides and why.
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/rules/rules_text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "command_line/command_line.hpp"
#include "command_line/json_target.hpp"
#include "domain_rules.hpp"

namespace {

using namespace orbweaver;

constexpr int kDenied = 1;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;

struct Question {
  std::vector<std::string> as;
  std::string object, operation, interface;
};

Result<security::Rules, std::string> read(const std::string& file) {
  const auto text = os::read_file(file, kLargestFile + 1);
  if (!text) return unexpected{file + ": cannot be opened"};
  if (text->size() > kLargestFile) return unexpected{file + ": larger than 1 MiB"};
  return rules::read_rules(*text, file);
}

/// The rules of a file, and its name.
struct File {
  std::string path;
  security::Rules rules;
};

Result<std::vector<File>, std::string> read_all(const std::vector<std::string>& paths) {
  std::vector<File> files;
  for (const auto& path : paths) {
    auto rules = read(path);
    if (!rules) return unexpected{std::move(rules.error())};
    files.push_back({path, std::move(*rules)});
  }
  return files;
}

std::string said_of(const security::Rules& rules, const std::string& file) {
  const auto count = rules.all().size();
  return file + ": " + std::to_string(count) + (count == 1 ? " rule is" : " rules are") +
         " right; where none fits, " +
         (rules.allows_by_default() ? "calls are allowed\n" : "calls are denied\n");
}

security::CallDecision decide(const security::Rules& rules, const Question& question) {
  const auto is_same = [](const void* interface, std::string_view id) {
    return *static_cast<const std::string*>(interface) == id;
  };
  const auto id = question.interface.contains(':') || question.interface.empty()
                      ? question.interface
                      : "IDL:" + question.interface + ":1.0";
  return rules.decide(question.as, {.object = question.object,
                                    .operation = question.operation,
                                    .implements = is_same,
                                    .context = &id});
}

/// The first file that has a rule that fits, or the last one, decides. Requires: a file at least.
std::pair<security::CallDecision, std::string> decide(const std::vector<File>& files,
                                                      const Question& question) {
  for (const auto& [path, rules] : files)
    if (const auto made = decide(rules, question); made.rule != nullptr) return {made, path};
  return {decide(files.back().rules, question), files.back().path};
}

bool is_about_interfaces(const File& file) {
  return std::ranges::any_of(file.rules.all(),
                             [](const auto& rule) { return !rule.interfaces.empty(); });
}

void print(const security::CallDecision& decision, const Question& question,
           const std::string& file) {
  std::string who;
  for (const auto& one : question.as) who += (who.empty() ? "" : ", ") + one;
  os::print_output(who + (decision.is_allowed ? " may call " : " may not call ") +
                   question.operation + " of " + question.object + ": " + describe(decision) +
                   " of " + file + (decision.is_allowed ? " allows it\n" : " denies it\n"));
}

nlohmann::ordered_json document_of(const security::CallDecision& decision,
                                   const std::string& file) {
  nlohmann::ordered_json document;
  document["allowed"] = decision.is_allowed;
  document["file"] = file;
  document["rule"] = nullptr;
  if (decision.rule == nullptr) return document;
  auto& rule = document["rule"];
  rule["name"] = decision.rule->name;
  rule["line"] = decision.rule->line;
  return document;
}

void add_clients(CLI::App& verb, rules::DomainClients& clients) {
  const auto add = [&verb](const char* name, std::vector<std::string>& into, const char* what) {
    command_line::add_list(verb, name, into, what)->capture_default_str();
  };
  add("--operator", clients.operators,
      "may install, create, operate and shut down: a NAME of `orbweaver keys new-user`, or any "
      "name of a client, as uri:...; may be repeated");
  add("--observer", clients.observers, "may look, and change nothing; may be repeated");
  add("--node", clients.nodes,
      "a NAME of `orbweaver keys new-node`; default: each; may be repeated");
  verb.add_option("--domain-manager", clients.domain, "the NAME of the domain's own certificate")
      ->capture_default_str();
  verb.add_option("--domain", clients.trust_domain,
                  "the beginning of identities, as for `orbweaver keys`")
      ->capture_default_str();
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-rules",
       .command = "orbweaver rules",
       .does = "Rules say which client may call what (-ORBrules FILE). `check` finds what is wrong "
               "in a\n"
               "file; `explain` says what it decides, and which rule does; of several files, the "
               "first\nrule that fits. Status 1: denied. `new` prints rules for a domain, its "
               "nodes and its components.",
       .examples = {"orbweaver rules new --operator ann --observer bob >rules.toml",
                    "orbweaver rules check rules.toml",
                    "orbweaver rules explain rules.toml --as user:1000 --object NameService "
                    "--operation bind"}}};
  std::vector<std::string> paths;
  Question question;
  command_line::JsonTarget json;
  auto& app = line.app();
  app.require_subcommand(1);
  auto* const check = app.add_subcommand("check", "find what is wrong in a file");
  check->add_option("FILE", paths, "the rules, as TOML")->required();
  auto* const explain = app.add_subcommand("explain", "say what a file decides, and why");
  explain->add_option("FILE", paths, "the rules, as TOML, in the order of -ORBrules")->required();
  command_line::add_list(
      *explain, "--as", question.as,
      "a name of the client: dns:..., ip:..., uri:..., subject:..., user:..., "
      "group:..., process:..., self or anonymous; a client has each name that is given")
      ->required();
  explain->add_option("--object", question.object, "the object, as log lines name it")->required();
  explain->add_option("--operation", question.operation, "the operation")->required();
  explain->add_option("--interface", question.interface, "an interface of it, as CF/DomainManager");
  json.add_to(*explain, "write the decision");
  rules::DomainClients clients{.trust_domain = "radio", .domain = "domain"};
  auto* const new_rules = app.add_subcommand("new", "print rules for a domain");
  add_clients(*new_rules, clients);
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();

  if (*new_rules) {
    if (clients.nodes.empty()) clients.nodes = {"*"};
    os::print_output(rules::domain_rules(clients));
    return 0;
  }
  const auto files = read_all(paths);
  if (!files) return line.refuse(files.error());
  if (*check) {
    for (const auto& [path, rules] : *files) os::print_output(said_of(rules, path));
    return 0;
  }
  const auto [decision, file] = decide(*files, question);
  if (!json.is_output()) print(decision, question, file);
  if (question.interface.empty() && std::ranges::any_of(*files, is_about_interfaces))
    os::print_error_of("orbweaver-rules",
                       "some rules name interfaces, and --interface does not say which the object "
                       "has: those rules were left out");
  const auto written = json.write(document_of(decision, file).dump(2) + "\n");
  if (!written) return line.refuse(written.error());
  return decision.is_allowed ? 0 : kDenied;
}
