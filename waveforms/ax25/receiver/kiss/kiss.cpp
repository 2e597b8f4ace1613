// SPDX-License-Identifier: Apache-2.0
// Writes the frames into a KISS file, for programs that take what a terminal node controller gives.
#include <orbweaver/ax25/heard_frame.hpp>
#include <orbweaver/ax25/kiss.hpp>
#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/program.hpp>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct KissSettings : FolderSettings {
  std::string output = "ax25.kiss";

  void describe(component::Describer& property) {
    FolderSettings::describe(property);
    property("output", output, at_start("KISS file to write"));
  }
};

class Kiss final : public component::StreamComponent<FramesIn, component::Settings<KissSettings>> {
 public:
  static constexpr auto kDescription = "KISS file: frames for other programs";

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
    kiss_.clear();
    for (const auto& frame : *frames) append_kiss(kiss_, frame.octets);
    file().write(reinterpret_cast<const char*>(kiss_.data()),
                 static_cast<std::streamsize>(kiss_.size()));
    if (!file().flush()) throw std::runtime_error(not_written());
    frames_ += frames->size();
  }
  // A stream without a frame leaves a file, too.
  void finish(Output&) override {
    file().close();
    if (!file_) throw std::runtime_error(not_written());
    print({{"event", "kiss"}, {"path", path().string()}, {"frames", frames_}});
    frames_ = 0;
  }

  std::ofstream& file() {
    if (!file_.is_open()) file_.open(path(), std::ios::binary);
    return file_;
  }
  [[nodiscard]] std::filesystem::path path() const { return settings().file(settings().output); }
  [[nodiscard]] std::string not_written() const {
    return path().string() + ": cannot be written; check its folder and the free space";
  }

  std::ofstream file_;
  std::vector<std::uint8_t> kiss_;
  std::uint64_t frames_ = 0;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Kiss);
