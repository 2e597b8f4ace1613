// orbweaver-naming: a naming service, until it is asked to end (SIGTERM, SIGINT).
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>

namespace {

using namespace orbweaver;

// Before the ORB starts its threads, which inherit it: only main takes these signals.
sigset_t block_signals() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  return ends;
}

int serve(std::vector<std::string> options, const naming::Limits& limits) {
  const auto ends = block_signals();
  const auto orb =
      CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, std::move(options)));
  const naming::NamingService service(orb, limits);
  std::puts(orb->object_to_string(service.root()).c_str());
  std::fflush(stdout);
  int signal = 0;
  sigwait(&ends, &signal);
  orb->destroy();
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  CLI::App app{
      "A naming service (CosNaming) in memory. Prints its reference, which clients take as\n"
      "-ORBInitRef NameService=REFERENCE; it is also corbaloc::HOST:PORT/NameService."};
  app.footer("Example: orbweaver-naming --endpoint giop:tcp:127.0.0.1:2809");
  std::vector<std::string> endpoints{"giop:tcp:127.0.0.1:2809"};
  naming::Limits limits;
  std::vector<std::string> options;
  app.add_option("--endpoint", endpoints, "where to listen; port 0: any free one")
      ->capture_default_str();
  app.add_option("--bindings", limits.bindings, "most bindings in all contexts")
      ->capture_default_str();
  app.add_option("--bytes", limits.bytes, "most bytes of names and references in all contexts")
      ->capture_default_str();
  app.add_option("--contexts", limits.contexts, "most contexts")->capture_default_str();
  app.add_option("--iterators", limits.iterators, "most iterators; one more ends the oldest")
      ->capture_default_str();
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "orbweaver-naming: " + std::string{error.what()} + "; see --help\n";
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const auto& endpoint : endpoints) options.insert(options.end(), {"-ORBendPoint", endpoint});
  try {
    return serve(std::move(options), limits);
  } catch (const CORBA::BAD_PARAM& error) {
    std::fprintf(stderr, "orbweaver-naming: %s\n", error.detail().c_str());
    return 2;
  } catch (const CORBA::SystemException& error) {
    std::fprintf(stderr, "orbweaver-naming: %s\n", error.detail().c_str());
    return 1;
  }
}
