// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/connections.hpp>
#include <orbweaver/component/profiles.hpp>
#include <orbweaver/component/program.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <variant>

namespace orbweaver::component {

namespace {

int fail(const std::string& program, const std::string& why, int status) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), why.c_str());
  return status;
}

/// Throws std::invalid_argument if the class's Connections are wrong.
void require_connections(const Description& component) {
  for (const auto& property : component.properties) {
    const auto* const text = std::get_if<property::Simple>(&property);
    if (text == nullptr || text->id != kConnections || !text->value) continue;
    if (auto parsed = ConnectionChoices::parse(text->value->text, component.ports); !parsed)
      throw std::invalid_argument(parsed.error());
  }
}

}  // namespace

void describe_component(const StreamBase& component, std::string_view text, std::string_view author,
                        Description& description) {
  description = {.ports = component.described_ports(),
                 .properties = component.all_definitions(),
                 .text = std::string{text},
                 .author = std::string{author}};
  require_connections(description);
}

int write_profiles_by(int argc, char** argv, void (*describe)(Description& component)) {
  const auto program = std::filesystem::path{argv[0]}.filename().string();
  if (argc < 3 || argc > 4) return fail(program, "--profiles wants DIR [NAME]", 2);
  if (describe == nullptr)
    return fail(
        program,
        "its class is not known: end it with ORBWEAVER_COMPONENT, or write its profiles by hand",
        1);
  const Package package{argc == 4 ? argv[3] : program, program};
  try {
    Description component;
    describe(component);
    if (const auto written = write_profiles(component, package, argv[2]); !written)
      return fail(program, written.error(), 1);
    return 0;
  } catch (const std::exception& error) {
    return fail(program, error.what(), 1);
  }
}

}  // namespace orbweaver::component
