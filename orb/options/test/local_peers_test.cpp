// SPDX-License-Identifier: Apache-2.0
// The options for peers of other users of this machine.
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/orb_options.hpp>

#include <gmock/gmock.h>

namespace orbweaver::corba {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

transport::LocalPeers peers_of(std::vector<std::string> words) {
  return take_orb_arguments(words).options.local_peers;
}

std::string refusal_of(std::vector<std::string> words) {
  try {
    (void)take_orb_arguments(words);
  } catch (const CORBA::BAD_PARAM& refusal) {
    return refusal.what();
  }
  return "taken";
}

TEST(LocalPeers, are_those_of_the_own_user_unless_others_are_named) {
  EXPECT_THAT(peers_of({}).servers_of, ElementsAre());
  EXPECT_THAT(peers_of({"-ORBlocalPeer", "user:1000", "-ORBlocalPeer", "user:0"}).servers_of,
              ElementsAre(1000U, 0U));
}

TEST(LocalPeers, are_users_by_their_numbers) {
  for (const char* wrong : {"", "1000", "user:", "user:ann", "user:-1", "user:1000 ",
                            "user:4294967295", "user:4294967296", "group:1000", "user:0x10"})
    EXPECT_THAT(refusal_of({"-ORBlocalPeer", wrong}),
                HasSubstr("-ORBlocalPeer takes user:NUMBER, as id -u prints it, not '" +
                          std::string{wrong} + "'"));
}

TEST(SocketMode, is_in_octal_digits) {
  EXPECT_EQ(peers_of({}).socket_mode, 0600U);
  EXPECT_EQ(peers_of({"-ORBsocketMode", "0660"}).socket_mode, 0660U);
  EXPECT_EQ(peers_of({"-ORBsocketMode", "777"}).socket_mode, 0777U);
}

TEST(SocketMode, that_is_wrong_is_refused) {
  for (const char* wrong :
       {"", "660x", "0680", "-660", "+660", "0o660", "rw", "1777", "07777", "99999999999999999999"})
    EXPECT_THAT(refusal_of({"-ORBsocketMode", wrong}),
                HasSubstr("-ORBsocketMode takes three or four octal digits, such as 0660, not '" +
                          std::string{wrong} + "'"));
  EXPECT_THAT(refusal_of({"-ORBsocketMode", "0066"}), HasSubstr("the server's own user needs 6"));
}

}  // namespace
}  // namespace orbweaver::corba
