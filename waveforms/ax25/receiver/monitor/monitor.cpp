// SPDX-License-Identifier: Apache-2.0
// Reads the fields of each frame, prints it as monitors do, and writes it as a line of JSON.
#include <orbweaver/ax25/format.hpp>
#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/program.hpp>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct MonitorSettings : FolderSettings {
  std::string output = "ax25.jsonl";

  void describe(component::Describer& property) {
    FolderSettings::describe(property);
    property("output", output, at_start("File of JSON lines to write"));
  }
};

class Monitor final
    : public component::StreamComponent<FramesIn, component::Settings<MonitorSettings>> {
 public:
  static constexpr auto kDescription = "Monitor: frames as text and as JSON lines";

 private:
  component::Outcome on_start() override {
    log().info("writes {}", path().string());
    return {};
  }
  void on_stop() override {
    if (file_.is_open())
      log().info("stopped before the end of the stream: {} has {} frames", path().string(),
                 frames_);
  }

  void process(const Input& in, Output&) override {
    const auto frames = read_frames(in.samples());
    if (!frames) throw std::runtime_error("a packet of frames is broken");
    for (const auto& heard : *frames) take(heard);
    if (!file().flush()) throw std::runtime_error(not_written());
  }
  // A stream without a frame leaves a file, too.
  void finish(Output&) override {
    file().close();
    if (!file_) throw std::runtime_error(not_written());
    print({{"event", "ax25"},
           {"path", path().string()},
           {"frames", frames_},
           {"unreadable", unreadable_}});
    frames_ = unreadable_ = 0;
  }

  void take(const HeardFrame& heard) {
    const auto frame = parse_frame(heard.octets);
    ++(frame ? frames_ : unreadable_);
    file() << to_json(heard) << '\n';
    print({{"event", "frame"},
           {"time_s", static_cast<double>(heard.time_ns) / 1e9},
           {"text", frame ? to_text(*frame) : std::string{text_of(frame.error())}}});
  }

  std::ofstream& file() {
    if (!file_.is_open()) file_.open(path());
    return file_;
  }
  [[nodiscard]] std::filesystem::path path() const { return settings().file(settings().output); }
  [[nodiscard]] std::string not_written() const {
    return path().string() + ": cannot be written; check its folder and the free space";
  }

  std::ofstream file_;
  std::uint64_t frames_ = 0;
  std::uint64_t unreadable_ = 0;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Monitor);
