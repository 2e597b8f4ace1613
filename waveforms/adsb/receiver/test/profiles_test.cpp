// The profiles that ship say what the classes do.
#include "checker/checker.hpp"
#include "magnitude/magnitude.hpp"
#include "slicer/slicer.hpp"
#include "source/source.hpp"

#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/component.hpp>
#include <orbweaver/profile/differences.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

extern const char* const kSdrDom;  // by the build

namespace orbweaver::adsb {
namespace {

/// The component of an SPD below the root.
class Shipped {
 public:
  explicit Shipped(const std::string& part)
      : root_(kSdrDom),
        loader_(library_, root_, findings_),
        component_(
            loader_.load({"/components/adsb/" + part + "/" + part + ".spd.xml", {}}, kSdrDom)) {
    if (!component_ || !component_->descriptor || !component_->package_properties)
      throw std::runtime_error(part + ": its profiles cannot be read");
  }
  [[nodiscard]] const std::vector<property::Property>& properties() const {
    return component_->package_properties->properties;
  }
  [[nodiscard]] std::vector<component::PortDescription> ports() const {
    std::vector<component::PortDescription> ports;
    for (const auto& each : component_->descriptor->ports)
      ports.push_back(
          {each.name, each.repid, each.direction == profile::ComponentPort::Direction::provides});
    return ports;
  }

 private:
  profile::Library library_;
  profile::Root root_;
  profile::Findings findings_;
  profile::ComponentLoader loader_;
  std::shared_ptr<const profile::Component> component_;
};

template <class Class>
void expect_as_shipped(const std::string& part) {
  const Shipped shipped(part);
  EXPECT_THAT(profile::differences(Class{}.all_definitions(), shipped.properties()),
              testing::IsEmpty());
  EXPECT_THAT(Class::ports(), testing::UnorderedElementsAreArray(shipped.ports()));
}

TEST(TheProfiles, have_the_ports_and_properties_of_the_classes) {
  expect_as_shipped<Source>("source");
  expect_as_shipped<Magnitude>("magnitude");
  expect_as_shipped<SlicerComponent>("slicer");
  expect_as_shipped<Checker>("checker");
}

TEST(TheProfiles, leave_nothing_to_find) {
  const auto report = profile::check({std::string{kSdrDom} + "/waveforms/adsb/adsb.sad.xml"}, {});
  for (const auto& finding : report.findings)
    ADD_FAILURE() << finding.at.text() << ": " << finding.what << ": " << finding.cause;
}

}  // namespace
}  // namespace orbweaver::adsb
