#include <orbweaver/component/program.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>

namespace orbweaver::component {

namespace {

int fail(const std::string& program, const std::string& why, int status) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), why.c_str());
  return status;
}

}  // namespace

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
