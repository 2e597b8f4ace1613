// SPDX-License-Identifier: Apache-2.0
#include "hosted_component.hpp"

#include "component_library.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <orbweaver/resource/program/debugged.hpp>

#include <utility>

namespace orbweaver::host {

namespace {

/// Opens `end` for lines, so that lines of threads do not mix and the device has each line at once.
/// If it cannot be opened, output goes to `otherwise`.
std::FILE* open(os::UniqueFd end, std::FILE* otherwise) {
  auto* const stream = ::fdopen(end.get(), "w");
  if (stream == nullptr) return otherwise;
  (void)end.release();
  std::setvbuf(stream, nullptr, _IOLBF, BUFSIZ);
  return stream;
}

}  // namespace

Surroundings::Surroundings(resource::Arguments given, os::UniqueFd own_output,
                           os::UniqueFd own_error)
    : arguments(std::move(given)),
      output(open(std::move(own_output), stdout)),
      error(open(std::move(own_error), stderr)) {}

Surroundings::~Surroundings() {
  if (output != stdout) std::fclose(output);
  if (error != stderr) std::fclose(error);
}

Result<void, std::string> HostedComponent::begin(const std::string& library,
                                                 std::function<void()> on_released) {
  const auto make = open_library(library);
  if (!make) return unexpected(make.error());
  crash_part_.emplace(surroundings_->arguments.identifier, ::fileno(surroundings_->error),
                      reinterpret_cast<const void*>(*make));
  resource::await_debugger_if_wanted(surroundings_->arguments, surroundings_->output);
  try {
    return serve(**make, std::move(on_released));
  } catch (const CORBA::SystemException& error) {
    return unexpected(error.detail().empty() ? std::string{error.what()} : error.detail());
  } catch (const std::exception& error) {
    return unexpected(std::string{error.what()});
  } catch (...) {
    return unexpected(std::string{"it threw what is no std::exception"});
  }
}

Result<void, std::string> HostedComponent::serve(resource::MakeComponent& make,
                                                 std::function<void()> on_released) {
  const resource::ProgramContext context{surroundings_->arguments, *orb_, *adapter_,
                                         surroundings_->output, surroundings_->error};
  auto served = resource::ServedComponent::begin(
      context,
      [&](const resource::ProgramContext& given) {
        resource::ResourceParts parts;
        make(given, parts);
        parts.keeps = std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(
            surroundings_, std::move(parts.keeps));
        return parts;
      },
      std::move(on_released));
  if (!served) return unexpected(std::move(served.error()));
  served_ = std::move(*served);
  return {};
}

HostedComponent::End HostedComponent::end() {
  const auto failed = served_->end();
  const auto& name = surroundings_->arguments.identifier;
  for (const auto& failure : failed)
    std::fprintf(surroundings_->error, "%s\n", os::on_one_line(name + ": " + failure).c_str());
  return failed.empty() ? End::clean : End::failed;
}

}  // namespace orbweaver::host
