// SPDX-License-Identifier: Apache-2.0
// A component with properties of each form, whose texts have all that XML must escape.
#include <orbweaver/component/program.hpp>

namespace {

using namespace orbweaver;

struct Alarm {
  float level = -90;
  std::string text = "<too> & \"quiet\"";

  void describe(component::Describer& property) {
    property("alarm::level", level, {.description = "in <dB>", .units = "dB"});
    property("alarm::text", text);
  }
};

struct EachForm {
  double gain = 1.5;
  std::string mode = "a&b";
  std::optional<std::string> file;
  std::vector<std::int16_t> taps{1, 2, 1};
  Alarm alarm;
  std::vector<Alarm> alarms{{-10, "loud"}, {-20, "it's"}};
  std::uint32_t seen = 0;

  void describe(component::Describer& property) {
    property("gain", gain,
             {.description = "> 0 & < 60, \"quoted\", it's \xC2\xB5", .range = {{-1e3, 1e3}}});
    property("mode", mode, {.enumeration = {"a&b", "<c>", "d\"e"}});
    property("file", file, {.kind = property::Kind::execparam});
    property("taps", taps, {.units = "1"});
    property("alarm", alarm, {.description = "one"});
    property("alarms", alarms, {.item = "alarm_of_many"});
    property("seen", seen, {.mode = property::Mode::readonly});
  }
};

using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;
using OctetsOut = component::Out<"octets_out", Packet::OctetStream>;

class Described final
    : public component::StreamComponent<NumbersIn, OctetsOut, component::Settings<EachForm>> {
 public:
  static constexpr auto kDescription = "Says <all> & more";
  static constexpr auto kAuthor = "A & B <a@b.example>";

 private:
  void process(const Input&, Output&) override {}
};

}  // namespace

ORBWEAVER_COMPONENT(Described);
