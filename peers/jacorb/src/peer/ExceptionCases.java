// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Completion;
import Lab.Empty;
import Lab.Refused;
import java.util.List;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.NO_RESOURCES;
import org.omg.CORBA.OBJECT_NOT_EXIST;

/** Exceptions, user's and system's; each must leave the connection fit for the next call. */
final class ExceptionCases {
  private ExceptionCases() {}

  static List<Case> all() {
    return List.of(
        new Case("refuse", ExceptionCases::refuse),
        new Case("refuse_empty", ExceptionCases::refuseEmpty),
        new Case("refuse_nothing", ExceptionCases::refuseNothing),
        new Case("raise_system", ExceptionCases::raiseSystem),
        new Case("raise_completed", ExceptionCases::raiseCompleted),
        new Case("unknown_operation", ExceptionCases::unknownOperation),
        new Case("unknown_object", ExceptionCases::unknownObject),
        new Case("senseless_object_key", ExceptionCases::senselessObjectKey),
        new Case("enum_out_of_range", ExceptionCases::enumOutOfRange));
  }

  private static void refusedWith(Target on, String reason, int code) throws Empty {
    try {
      on.echo().refuse(reason, code);
    } catch (Refused refused) {
      require(refused.reason.equals(reason), "reason is '" + refused.reason + "'");
      require(refused.code == code, "code is " + refused.code);
      return;
    }
    throw new Failed("no Refused for code " + code);
  }

  private static String refuse(Target on) throws Empty {
    refusedWith(on, "too late", 7);
    refusedWith(on, "", Integer.MIN_VALUE);
    on.requireStillServing();
    return "Refused with its members, twice";
  }

  private static String refuseEmpty(Target on) throws Refused {
    try {
      on.echo().refuse("", 0);
    } catch (Empty empty) {
      on.requireStillServing();
      return "Empty";
    }
    throw new Failed("no Empty for an empty reason");
  }

  private static String refuseNothing(Target on) throws Empty, Refused {
    on.echo().refuse("a reason", 0);
    return "returned";
  }

  private static void raisesBadParam(Target on, int minor) {
    try {
      on.echo().raise_system(minor);
    } catch (BAD_PARAM raised) {
      require(raised.minor == minor, "minor is " + Integer.toUnsignedString(raised.minor));
      require(
          raised.completed == CompletionStatus.COMPLETED_NO,
          "not COMPLETED_NO: " + OrbOptions.describe(raised));
      return;
    }
    throw new Failed("no BAD_PARAM for minor " + Integer.toUnsignedString(minor));
  }

  private static String raiseSystem(Target on) {
    for (int minor : new int[] {0, 1, 0x4F4D0001, 0xFFFFFFFF}) raisesBadParam(on, minor);
    on.requireStillServing();
    return "BAD_PARAM with 4 minor codes";
  }

  private static String raiseCompleted(Target on) {
    for (int completed = 0; completed < 3; ++completed) {
      try {
        on.echo().raise_completed(-2, Completion.from_int(completed));
        throw new Failed("no NO_RESOURCES");
      } catch (NO_RESOURCES raised) {
        require(raised.minor == -2, "minor is " + Integer.toUnsignedString(raised.minor));
        require(
            raised.completed.value() == completed,
            "another completion: " + OrbOptions.describe(raised));
      }
    }
    on.requireStillServing();
    return "NO_RESOURCES, completed yes, no and maybe";
  }

  /** These cut the connection, so they run only when they are named. */
  static List<Case> cutting() {
    return List.of(new Case("vanish", ExceptionCases::vanish));
  }

  /** The request was sent, and the client cannot know whether it ran. */
  private static String vanish(Target on) {
    try {
      on.echo().vanish();
    } catch (COMM_FAILURE raised) {
      require(
          raised.completed.value() == CompletionStatus._COMPLETED_MAYBE,
          "another completion: " + OrbOptions.describe(raised));
      return "COMM_FAILURE, completed maybe";
    }
    throw new Failed("no COMM_FAILURE");
  }

  private static String unknownOperation(Target on) {
    try {
      Untyped.call(on.echo(), "no_such_operation", nothing -> {});
    } catch (BAD_OPERATION raised) {
      on.requireStillServing();
      return "BAD_OPERATION";
    }
    throw new Failed("an operation that does not exist returned");
  }

  private static void objectIsUnknown(Target on, Untyped.KeyDamage damage) {
    try {
      Untyped.withDamagedKey(on, damage).nothing();
    } catch (OBJECT_NOT_EXIST raised) {
      on.requireStillServing();
      return;
    }
    throw new Failed("a call to an object that does not exist returned");
  }

  private static String unknownObject(Target on) {
    objectIsUnknown(on, Untyped.KeyDamage.LAST_OCTET);
    return "OBJECT_NOT_EXIST for a changed identifier";
  }

  private static String senselessObjectKey(Target on) {
    objectIsUnknown(on, Untyped.KeyDamage.EVERY_OCTET);
    return "OBJECT_NOT_EXIST for a key that no server made";
  }

  /** The server may find it when it reads the request, or this ORB when it reads the reply. */
  private static String enumOutOfRange(Target on) {
    try {
      int echoed = Untyped.call(on.echo(), "echo_enum", to -> to.write_ulong(7)).read_ulong();
      throw new Failed("colour " + echoed + ", which does not exist, came back");
    } catch (MARSHAL | BAD_PARAM raised) {
      on.requireStillServing();
      return raised.getClass().getSimpleName();
    }
  }
}
