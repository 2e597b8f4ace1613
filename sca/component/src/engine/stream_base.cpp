// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stream_base.hpp>

#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/messaging.hpp>

#include <nlohmann/json.hpp>
#include <utility>

#include "stream_engine.hpp"

namespace orbweaver::component {

namespace {

MessagingShape shape_of(const StreamParts& parts) {
  return {.has_inputs = !parts.inputs.empty(),
          .has_outputs = !parts.outputs.empty(),
          .state = parts.state,
          .connections = parts.connections};
}

}  // namespace

StreamBase::StreamBase(Definitions own, const StreamParts& parts)
    : StreamBase(parts, distinct(with_messaging(std::move(own), shape_of(parts)))) {}

StreamBase::StreamBase(const StreamParts& parts, Definitions all)
    : Component(all),
      definitions_(std::move(all)),
      engine_(std::make_unique<StreamEngine>(*this, parts)) {}

StreamBase::~StreamBase() = default;

Outcome StreamBase::start() { return engine_->start(); }

Outcome StreamBase::stop() { return engine_->stop(); }

Outcome StreamBase::release() {
  engine_->release();
  return {};
}

std::optional<packets::Snapshot> StreamBase::snapshot() const { return engine_->snapshot(); }

std::shared_ptr<resource::PortTable> StreamBase::open(const resource::ProgramContext& context,
                                                      AddPorts add) {
  return engine_->open(context, add);
}

nlohmann::json StreamBase::figures() const { return nlohmann::json::object(); }

void StreamBase::print(const nlohmann::json& line) const { engine_->print(line); }

Logger& StreamBase::log() const noexcept { return engine_->log(); }

void StreamBase::fail(const std::string& why) { engine_->fail(why); }

const std::vector<PortDescription>& StreamBase::described_ports() const noexcept {
  return engine_->parts().all;
}

// ---- a pause ----

class StreamBase::Pause::State : public StreamEngine::Pause {
 public:
  using StreamEngine::Pause::Pause;
};

StreamBase::Pause::Pause(StreamBase& component)
    : state_(std::make_unique<State>(*component.engine_)) {}

StreamBase::Pause::~Pause() = default;

}  // namespace orbweaver::component
