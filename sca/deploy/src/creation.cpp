// SPDX-License-Identifier: Apache-2.0
#include "creation.hpp"

#include "first_failure.hpp"
#include "in_order.hpp"

#include <orbweaver/deploy/side_by_side.hpp>

namespace orbweaver::deploy {

Result<void, StepFailure> Creation::carry_out(const CreationOptions& options) {
  const auto note = [&]() -> Done {
    if (options.on_taken) options.on_taken();
    return {};
  };
  return in_order<StepFailure>(
      {note, [&] { return launch_all(options.threads); }, note, [&] { return bind_all(); },
       [&] { return create_resources(); }, [&] { return initialise_all(options.threads); },
       [&] { return connector_->connect_all(); }, [&] { return configure_all(options); }});
}

Creation::Done Creation::for_all(std::size_t threads,
                                 const std::function<Done(const PlannedComponent&)>& body) {
  FirstFailure first{steps_->lives()};
  side_by_side(plan_->components.size(), threads, [&](std::size_t i) {
    if (first.is_there()) return;
    auto done = body(plan_->components[i]);
    if (!done) first.add(std::move(done.error()));
  });
  return std::move(first).take();
}

Creation::Done Creation::launch_all(std::size_t threads) {
  return for_all(threads, [&](const PlannedComponent& one) { return launch(one); });
}

Creation::Done Creation::launch(const PlannedComponent& component) {
  for (const auto& load_request : component.loads) {
    auto done = load(component, load_request);
    if (!done) return done;
  }
  return component.execute ? execute(component) : Done{};
}

Creation::Done Creation::load(const PlannedComponent& component, const LoadRequest& request) {
  auto done = steps_->carry_out<void>(Step::load, spot_of(component), [&](const Limit& limit) {
    return target_->load(request, limit);
  });
  if (done) record_load(component.identifier, request);
  return done;
}

void Creation::record_load(const std::string& component, const LoadRequest& request) {
  done_->record({Step::unload, component, request.device, request.file, [this, request] {
                   return steps_->ask_device(Step::unload, request.device, [&](const Limit& limit) {
                     return target_->unload(request, limit);
                   });
                 }});
}

Creation::Done Creation::execute(const PlannedComponent& component) {
  const auto& id = component.identifier;
  const auto& device = component.device;
  auto started = steps_->carry_out<ProcessId>(
      Step::execute, spot_of(component), [&](const Limit& limit) -> Outcome<ProcessId> {
        auto process = target_->execute(*component.execute, limit);
        if (process && *process <= 0) {
          return fault(Cause::wrong_answer, "process " + std::to_string(*process));
        }
        return process;
      });
  if (!started) return unexpected<StepFailure>{std::move(started.error())};
  record_process(id, device, *started);
  return {};
}

void Creation::record_process(const std::string& id, const std::string& device, ProcessId process) {
  done_->record({Step::terminate, id, device, {}, [this, id, device, process] {
                   return terminate(id, device, process);
                 }});
  const std::lock_guard lock{mutex_};
  processes_[id] = process;
}

Outcome<void> Creation::terminate(const std::string& component, const std::string& device,
                                  ProcessId process) {
  const auto has_ended = [&] {
    return is_checked_ && steps_->lives().has_process_ended(component);
  };
  if (has_ended()) return {};  // another process may have its number by now
  auto done = steps_->ask_device(Step::terminate, device, [&](const Limit& limit) {
    return target_->terminate(device, process, limit);
  });
  if (!done && has_ended()) return {};
  return done;
}

std::map<std::string, ProcessId> Creation::processes() const {
  const std::lock_guard lock{mutex_};
  return processes_;
}

// All components have the same time, from the moment at which the last was executed.
Creation::Done Creation::bind_all() {
  const auto deadline = Deadline::after(timeouts_.of(Step::bind));
  for (const auto& component : plan_->components) {
    if (!component.registers()) continue;
    auto done = bind(component, deadline);
    if (!done) return done;
  }
  return {};
}

Creation::Done Creation::bind(const PlannedComponent& component, const Deadline& deadline) {
  const auto& id = component.identifier;
  // before the wait, as a component that ends may still register
  record_name(id, component.device);
  auto done = steps_->carry_out<void>(Step::bind, spot_of(component), [&](const Limit& limit) {
    return target_->await_registration(id, {deadline, limit.stop});
  });
  if (done) record_end_of_service(component);
  return done;
}

void Creation::record_name(const std::string& id, const std::string& device) {
  done_->record({Step::unbind, id, device, {}, [this, id] {
                   return target_->unbind(id, timeouts_.limit(Step::unbind));
                 }});
}

void Creation::record_end_of_service(const PlannedComponent& component) {
  record_service(component.is_factory ? Step::shut_down : Step::release, component.identifier,
                 component.device);
}

void Creation::record_service(Step step, const std::string& id, const std::string& device) {
  done_->record({step, id, device, {}, [this, id, step] {
                   return steps_->ask_component(step, id, [&](const Limit& limit) {
                     return step == Step::release ? target_->release(id, limit)
                                                  : target_->shut_down(id, limit);
                   });
                 }});
}

Creation::Done Creation::create_resources() {
  for (const auto& component : plan_->components) {
    if (!component.from_factory) continue;
    auto done = create_resource(component);
    if (!done) return done;
  }
  return {};
}

Creation::Done Creation::create_resource(const PlannedComponent& component) {
  const auto& id = component.identifier;
  const auto& factory = component.from_factory->factory;
  const CreateRequest request{id, factory, component.from_factory->qualifiers};
  auto done = steps_->carry_out<void>(
      Step::create_resource, spot_of(component),
      [&](const Limit& limit) { return target_->create_resource(request, limit); });
  if (done) record_resource(component);
  return done;
}

void Creation::record_resource(const PlannedComponent& component) {
  const auto& id = component.identifier;
  const auto& factory = component.from_factory->factory;
  done_->record({Step::release_resource, id, component.device, {}, [this, id, factory] {
                   return steps_->ask_component(
                       Step::release_resource, factory, [&](const Limit& limit) {
                         return target_->release_resource(factory, id, limit);
                       });
                 }});
}

void Creation::restore(const Taken& taken, const std::map<std::string, ProcessId>& processes) {
  is_checked_ = false;
  const auto* const component = plan_->find(taken.component);
  const auto process = processes.find(taken.component);
  switch (taken.step) {
    case Step::unload:
      return record_load(taken.component, {taken.device, taken.subject});
    case Step::terminate:
      if (process != processes.end())
        record_process(taken.component, taken.device, process->second);
      return;
    case Step::unbind:
      return record_name(taken.component, taken.device);
    case Step::release:
    case Step::shut_down:
      return record_service(taken.step, taken.component, taken.device);
    case Step::release_resource:
      if (component != nullptr && component->from_factory) record_resource(*component);
      return;
    default:
      return;
  }
}

Creation::Done Creation::initialise_all(std::size_t threads) {
  return for_all(threads, [&](const PlannedComponent& one) -> Done {
    if (!one.is_resource()) return {};
    return steps_->carry_out<void>(Step::initialise, spot_of(one), [&](const Limit& limit) {
      return target_->initialise(one.identifier, limit);
    });
  });
}

// The assembly controller comes last: its configuration may need the others'.
Creation::Done Creation::configure_all(const CreationOptions& options) {
  for (const auto& component : plan_->components) {
    if (!options.configure_others || component.identifier == plan_->controller) continue;
    auto done = configure(
        component, options.configure_fully ? component.configure : component.configure_given);
    if (!done) return done;
  }
  const auto* controller = plan_->find(plan_->controller);
  return controller != nullptr ? configure(*controller, controller->configure) : Done{};
}

Creation::Done Creation::configure(const PlannedComponent& component, const Capacities& values) {
  if (values.empty() || !component.is_resource()) return {};
  return steps_->carry_out<void>(Step::configure, spot_of(component), [&](const Limit& limit) {
    return target_->configure(component.identifier, values, limit);
  });
}

}  // namespace orbweaver::deploy
