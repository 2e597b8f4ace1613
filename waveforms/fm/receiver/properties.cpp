#include "properties.hpp"

#include <initializer_list>
#include <nlohmann/json.hpp>

namespace orbweaver::fm::components {
namespace {

using component::simple;

template <class T>
void take(const resource::Component& component, const char* id, T& choice) {
  if (const auto value = component.get<T>(id)) choice = *value;
}

template <class T>
void put(const resource::Component& component, std::initializer_list<const char*> ids,
         nlohmann::json& line) {
  for (const auto* id : ids) {
    if (const auto value = component.get<T>(id)) line[id] = *value;
  }
}

}  // namespace

component::Details details(std::string description, std::string units) {
  return {.description = std::move(description),
          .units = std::move(units),
          .kind = property::Kind::execparam};
}

component::Definitions station_properties() {
  auto band = details("narrow: speech, 5 kHz deviation; broadcast: 75 kHz, the mono signal");
  band.enumeration = {"narrow", "broadcast"};
  return {simple<std::uint32_t>("sample_rate", 240'000, details("Of the recording", "Hz")),
          simple<std::string>("band", "broadcast", std::move(band)),
          simple<double>("deviation", 0, details("Full deviation; 0: as the band has it", "Hz"))};
}

property::Property offset_property() {
  return simple<double>("offset", 0,
                        details("Of the station, from the middle of the recording", "Hz"));
}

property::Property de_emphasis_property() {
  auto time_constant = details("Time constant, 50 or 75; 0: none; -1: as the band has it", "us");
  time_constant.range = {"-1", "1000"};
  return simple<double>("de_emphasis", -1, std::move(time_constant));
}

property::Property working_folder_property() {
  return simple<std::string>("working_folder", {},
                             details("Where relative names of files count from"));
}

std::filesystem::path file_named(const resource::Component& component, const std::string& name) {
  const std::filesystem::path folder = component.get<std::string>("working_folder").value_or("");
  return std::filesystem::absolute(folder / name);
}

property::Property audio_rate_property() {
  auto rate = details("Samples a second of the audio", "Hz");
  rate.range = {"8000", "48000"};
  return simple<std::uint32_t>("audio_rate", 48'000, std::move(rate));
}

Choices choices_of(const resource::Component& component) {
  Choices choices;
  take(component, "sample_rate", choices.sample_rate_hz);
  take(component, "deviation", choices.deviation_hz);
  take(component, "offset", choices.offset_hz);
  take(component, "de_emphasis", choices.de_emphasis_us);
  take(component, "audio_rate", choices.audio_rate_hz);
  take(component, "gain", choices.gain_db);
  std::string name = "broadcast";
  take(component, "band", name);
  const auto band = parse_band(name);
  if (!band) throw std::runtime_error(band.error());
  choices.band = *band;
  return choices;
}

Plan plan_of(const resource::Component& component) {
  const auto plan = make_plan(choices_of(component));
  if (!plan) throw std::runtime_error(plan.error());
  return *plan;
}

nlohmann::json station_line(const resource::Component& component) {
  nlohmann::json line{{"event", "station"}};
  put<std::string>(component, {"input", "band"}, line);
  put<std::uint32_t>(component, {"sample_rate", "audio_rate", "seed"}, line);
  put<double>(component, {"deviation", "offset", "de_emphasis", "gain", "seconds", "noise"}, line);
  return line;
}

resource::Outcome check_plan(const resource::Component& component) {
  try {
    (void)plan_of(component);
    return {};
  } catch (const std::runtime_error& error) {
    return unexpected(resource::Failure{{error.what()}});
  }
}

}  // namespace orbweaver::fm::components
