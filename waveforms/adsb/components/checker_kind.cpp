#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/format.hpp>

#include <mutex>
#include <vector>

#include "kinds.hpp"
#include "receiver_stage.hpp"

namespace orbweaver::adsb {

namespace {

using stage::PacketStamp;

enum class Format { text, json };
using Frames = std::vector<Frame>;
using Stage = launched::PacketStage<Adsb::Candidates, Frames>;

class Servant final : public CORBA::servant_traits<Adsb::CandidateSink>::base_type {
 public:
  explicit Servant(Stage& stage) : stage_(stage) {}
  ~Servant() override { stage_.stop(); }
  void send_candidates(const Adsb::PacketHeader& header, const Adsb::Candidates& packet) override {
    stage_.accept(stamp_of(header), packet);
  }
  void push_candidates(const Adsb::PacketHeader& header, const Adsb::Candidates& packet) override {
    send_candidates(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  Stage& stage_;
};

void print_frame(const Frame& frame, Format format) {
  nlohmann::json line{{"event", "frame"}, {"frame", nlohmann::json::parse(to_json(frame))}};
  if (format == Format::text) line["text"] = to_text(frame);
  stage::print_line(line);
}

// Candidates of packets that come at once are checked one packet after the other.
class SharedChecker {
 public:
  Frames check(const Adsb::Candidates& candidates) {
    const std::lock_guard lock(mutex_);
    Frames frames;
    for (const auto& c : candidates) {
      auto frame = checker_.check({c.sample(), c.level(), c.octet_count(), c.octets()});
      if (frame) frames.push_back(*std::move(frame));
    }
    return frames;
  }
  [[nodiscard]] std::uint64_t frames() const {
    const std::lock_guard lock(mutex_);
    return checker_.counts().frames();
  }

 private:
  mutable std::mutex mutex_;
  FrameChecker checker_;
};

using Part = launched::StagePart<Servant, Adsb::Candidates, Frames>;

std::unique_ptr<launched::Part> make(launched::Component& component, Format format) {
  const auto checker = std::make_shared<SharedChecker>();
  return std::make_unique<Part>(
      component,
      Part::Actions{.process =
                        [checker](const PacketStamp&, const Adsb::Candidates& candidates) {
                          return checker->check(candidates);
                        },
                    .hand_on =
                        [format](const PacketStamp&, const Frames& frames) {
                          for (const auto& frame : frames) print_frame(frame, format);
                        },
                    .finish =
                        [checker, &component](const stage::StageReport& report) {
                          auto stage = stage::to_json(report);
                          stage["frames"] = checker->frames();
                          component.report("stage", stage);
                        }});
}

launched::MakePart prepare(CLI::App& app, launched::Settings& settings) {
  const auto format = std::make_shared<Format>(Format::text);
  add_stage_options(app, settings);
  app.add_option("--format", *format, "text: each frame also as a readable line; json: fields only")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Format>{{"text", Format::text}, {"json", Format::json}}));
  return [format](launched::Component& component) { return make(component, *format); };
}

}  // namespace

launched::Kind checker_kind() {
  return {"checker", "ADS-B receiver, last component: checks candidates and prints the frames.",
          prepare};
}

}  // namespace orbweaver::adsb
