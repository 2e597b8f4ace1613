// SPDX-License-Identifier: Apache-2.0
// Nodes and devices that tests make, as the tests of the room below have them.
#pragma once
#include "fake_device.hpp"
#include "fake_node.hpp"

namespace orbweaver::domain::test {

using registry::test::FakeDevice;
using registry::test::FakeManager;
using registry::test::FakeNode;

}  // namespace orbweaver::domain::test
