// SPDX-License-Identifier: Apache-2.0
// Every standard data interface: what a sender makes of a file is what a receiver writes.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/samples/data_kind.hpp>

#include <gtest/gtest.h>

#include "packet_receiver.hpp"
#include "sample_sender.hpp"
#include "subject_files.hpp"

namespace orbweaver::trial {
namespace {

class EachInterface : public testing::TestWithParam<samples::DataKind> {
 protected:
  ~EachInterface() override { orb->destroy(); }

  std::unique_ptr<PacketReceiver> receiver(const std::string& interface) {
    auto writer = samples::SampleWriter::open(files.path("out"));
    return make_receiver(interface, *std::move(writer), true, [this] { ++changes; });
  }

  test::SubjectFiles files;
  std::atomic<int> changes{0};
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> adapter =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
};

TEST_P(EachInterface, carries_the_samples_of_a_file_unchanged) {
  adapter->the_POAManager()->activate();
  const auto received = receiver(std::string{GetParam().interface});
  const auto sender = make_sender(GetParam().interface, received->activate(adapter),
                                  {.messaging = ports::Messaging::twoway});
  std::string bytes(5 * GetParam().sample_bytes, '\0');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k + 1);
  const auto all = std::as_bytes(std::span{bytes});
  ASSERT_TRUE(sender->send(all.first(3 * GetParam().sample_bytes)));
  ASSERT_TRUE(sender->send(all.subspan(3 * GetParam().sample_bytes)));
  EXPECT_FALSE(received->received().has_ended);
  ASSERT_TRUE(sender->send_end());
  EXPECT_TRUE(received->received().has_ended);
  EXPECT_EQ(received->received().packets, 2U);
  EXPECT_EQ(received->received().samples, 5U);
  EXPECT_EQ(changes, 3);
  received->close();
  EXPECT_EQ(received->finish(true).value(), "");
  EXPECT_EQ(files.read("out"), bytes);
}

INSTANTIATE_TEST_SUITE_P(Standard, EachInterface,
                         testing::ValuesIn(samples::data_kinds().begin(),
                                           samples::data_kinds().end()),
                         [](const auto& entry) { return std::string{entry.param.name()}; });

TEST(DataKinds, are_found_by_their_repository_ids) {
  EXPECT_EQ(samples::data_kinds().size(), 15U);
  const auto* sound = samples::find_data_kind("IDL:standardInterfaces/stereoSound:1.0");
  ASSERT_NE(sound, nullptr);
  EXPECT_EQ(sound->sample, "short left, short right");
  EXPECT_EQ(sound->sample_bytes, 4U);
  EXPECT_EQ(samples::find_data_kind("IDL:Packet/UshortStream:1.0")->sample, "unsigned short");
  EXPECT_EQ(samples::find_data_kind("IDL:standardInterfaces/complexFloat:1.0")->sample,
            "float I, float Q");
  EXPECT_EQ(samples::find_data_kind("IDL:CF/Resource:1.0"), nullptr);
}

}  // namespace
}  // namespace orbweaver::trial
