// adsb-checker: candidates to frames, which it prints.
#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/format.hpp>

#include <mutex>
#include <vector>

#include "receiver_stage.hpp"

namespace {

using namespace orbweaver;
using component::PacketStamp;

enum class Format { text, json };
using Frames = std::vector<adsb::Frame>;

class Servant final : public CORBA::servant_traits<Adsb::CandidateSink>::base_type {
 public:
  explicit Servant(component::PacketStage<Adsb::Candidates, Frames>& stage) : stage_(stage) {}
  ~Servant() override { stage_.stop(); }  // see serve_stage
  void send_candidates(const Adsb::PacketHeader& header, const Adsb::Candidates& packet) override {
    stage_.accept(adsb::stamp_of(header), packet);
  }
  void push_candidates(const Adsb::PacketHeader& header, const Adsb::Candidates& packet) override {
    send_candidates(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  component::PacketStage<Adsb::Candidates, Frames>& stage_;
};

void print_frame(const adsb::Frame& frame, Format format) {
  nlohmann::json line{{"event", "frame"}, {"frame", nlohmann::json::parse(adsb::to_json(frame))}};
  if (format == Format::text) line["text"] = adsb::to_text(frame);
  component::print_line(line);
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
  adsb::FrameChecker checker_;
};

int run(component::Component& component, Format format) {
  SharedChecker checker;
  return adsb::serve_stage<Servant, Adsb::Candidates, Frames>(
      component,
      {.process = [&](const PacketStamp&,
                      const Adsb::Candidates& candidates) { return checker.check(candidates); },
       .hand_on =
           [&](const PacketStamp&, const Frames& frames) {
             for (const auto& frame : frames) print_frame(frame, format);
           },
       .finish =
           [&](const component::StageReport& report) {
             auto stage = component::to_json(report);
             stage["frames"] = checker.frames();
             component::print_result(component.name(), "stage", stage);
           }});
}

}  // namespace

int main(int argc, char** argv) {
  component::Settings settings{.name = "checker"};
  auto format = Format::text;
  CLI::App app{"ADS-B receiver, last component: checks candidates and prints the frames."};
  app.add_option("--format", format,
                 "text: each frame also as a line for people; json: fields only")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Format>{{"text", Format::text}, {"json", Format::json}}));
  return adsb::run_stage(app, argc, argv, settings,
                         [&](component::Component& component) { return run(component, format); });
}
