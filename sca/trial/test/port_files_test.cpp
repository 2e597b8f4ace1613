// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/trial/port_files.hpp>

#include <gtest/gtest.h>

namespace orbweaver::trial {
namespace {

using Texts = std::vector<std::string>;
using Direction = profile::ComponentPort::Direction;

profile::ComponentPort port(Direction direction, const std::string& name,
                            const std::string& interface) {
  profile::ComponentPort component_port;
  component_port.direction = direction;
  component_port.name = name;
  component_port.repid = "IDL:" + interface + ":1.0";
  return component_port;
}

const profile::ComponentPort kIn =
    port(Direction::provides, "iq", "standardInterfaces/complexShort");
const profile::ComponentPort kMore =
    port(Direction::provides, "more", "standardInterfaces/realShort");
const profile::ComponentPort kOut = port(Direction::uses, "out", "standardInterfaces/realFloat");
const profile::ComponentPort kControl = port(Direction::provides, "control", "Radio/Tuner");

std::string failure_of(const std::vector<profile::ComponentPort>& ports, const Texts& inputs,
                       const Texts& outputs = {}) {
  const auto files = files_of_ports(ports, inputs, outputs);
  return files ? "" : files.error();
}

TEST(PortFiles, need_no_port_s_name_where_a_side_has_one) {
  const auto files = files_of_ports({kIn, kOut, kControl}, Texts{"a.cs16"}, Texts{"./x=y"});
  ASSERT_TRUE(files) << files.error();
  ASSERT_EQ(files->inputs.size(), 1U);
  EXPECT_EQ(files->inputs[0].port, "iq");
  EXPECT_EQ(files->inputs[0].kind->name(), "complexShort");
  EXPECT_EQ(files->inputs[0].file, "a.cs16");
  EXPECT_EQ(files->outputs[0].file, "./x=y");
}

TEST(PortFiles, name_the_port_where_a_side_has_several) {
  const auto files = files_of_ports({kIn, kMore, kOut}, Texts{"more=b", "iq=-"}, Texts{});
  ASSERT_TRUE(files) << files.error();
  EXPECT_EQ(files->inputs[0].file, "-");
  EXPECT_EQ(files->inputs[1].file, "b");
  EXPECT_EQ(files->outputs[0].file, "");
}

TEST(PortFiles, are_not_the_same_for_two_outputs) {
  const auto more = port(Direction::uses, "more", "standardInterfaces/realFloat");
  EXPECT_EQ(failure_of({kOut, more}, {}, {"out=a", "more=./b/../a"}),
            "--output more=./b/../a: another port has this file; give each port its own");
  EXPECT_EQ(failure_of({kOut, more}, {}, {"out=a", "more=b"}), "");
  EXPECT_EQ(failure_of({kOut, more}, {}, {"out=/dev/null", "more=/dev/null"}), "");
}

TEST(PortFiles, are_not_written_while_they_are_read) {
  EXPECT_EQ(failure_of({kIn, kOut}, {"a"}, {"out=./b/../a"}),
            "--output out=./b/../a: port 'iq' reads this file; give another one");
  EXPECT_EQ(failure_of({kIn, kOut}, {"-"}, {"-"}), "");
  EXPECT_EQ(failure_of({kIn, kOut}, {"/dev/null"}, {"/dev/null"}), "");
}

TEST(PortFiles, say_in_one_line_what_is_missing_or_wrong_and_which_ports_there_are) {
  const std::string one = "provides ports for data: iq (complexShort: short I, short Q)";
  const std::string both = one + ", more (realShort: short)";
  EXPECT_EQ(failure_of({kIn}, {}), "port 'iq' gets no samples: give --input FILE; " + one);
  EXPECT_EQ(failure_of({kIn, kMore}, {"iq=a"}),
            "port 'more' gets no samples: give --input more=FILE; " + both);
  EXPECT_EQ(failure_of({kIn, kMore}, {"a"}),
            "--input a: say for which port, as PORT=FILE; " + both);
  EXPECT_EQ(failure_of({kIn}, {"q=a"}), "--input q=a: it has no port 'q'; " + one);
  EXPECT_EQ(failure_of({kIn}, {"iq="}), "--input iq=: it names no file");
  EXPECT_EQ(failure_of({kIn}, {"a", "b"}), "--input: port 'iq' has a file already");
  EXPECT_EQ(failure_of({kIn, kMore}, {"iq=-", "more=-"}),
            "--input: '-' can be given to one port only");
  EXPECT_EQ(failure_of({kOut}, {"a"}), "--input a: it has no provides port for data");
  EXPECT_EQ(failure_of({kControl}, {"a"}),
            "--input a: it has no provides port for data; not known as such: control "
            "(IDL:Radio/Tuner:1.0)");
  EXPECT_EQ(failure_of({kIn, kOut}, {"a"}, {"iq=b"}),
            "--output iq=b: it has no port 'iq'; uses ports for data: out (realFloat: float)");
  EXPECT_EQ(
      failure_of({kIn, kControl}, {"control=a"}),
      "--input control=a: port 'control' has the interface IDL:Radio/Tuner:1.0, whose samples "
      "are not known; known: " +
          samples::data_kind_names());
}

}  // namespace
}  // namespace orbweaver::trial
