// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Echo;
import Lab.EchoHelper;
import java.util.List;
import org.omg.CORBA.Any;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.Policy;
import org.omg.CORBA.PolicyError;
import org.omg.CORBA.PolicyManager;
import org.omg.CORBA.PolicyManagerHelper;
import org.omg.CORBA.SetOverrideType;
import org.omg.Messaging.SYNC_NONE;
import org.omg.Messaging.SYNC_SCOPE_POLICY_TYPE;
import org.omg.Messaging.SYNC_WITH_SERVER;
import org.omg.Messaging.SYNC_WITH_TARGET;
import org.omg.Messaging.SYNC_WITH_TRANSPORT;

/** One-way calls with each sync scope. */
final class SyncScopeCases {
  private static final int POKES = 100;
  private static final short[] SCOPES = {
    SYNC_NONE.value, SYNC_WITH_TRANSPORT.value, SYNC_WITH_SERVER.value, SYNC_WITH_TARGET.value
  };

  private SyncScopeCases() {}

  /** Those that wait for nothing. */
  static List<Case> untilSent() {
    return List.of(
        new Case("poke_sync_none", on -> pokeThroughReference(on, SYNC_NONE.value)),
        new Case("poke_sync_transport", on -> pokeThroughReference(on, SYNC_WITH_TRANSPORT.value)));
  }

  /**
   * Those that wait for the server. Only GIOP 1.2 can ask for that; in an older version JacORB asks
   * for no reply and waits for it all the same.
   */
  static List<Case> untilTaken() {
    return List.of(
        new Case("poke_sync_server", on -> pokeThroughReference(on, SYNC_WITH_SERVER.value)),
        new Case("poke_sync_target", on -> pokeThroughReference(on, SYNC_WITH_TARGET.value)),
        new Case("poke_sync_of_orb", SyncScopeCases::pokeSyncOfOrb),
        new Case("poke_unknown_object", SyncScopeCases::pokeUnknownObject));
  }

  private static Policy[] policy(Target on, short scope) throws PolicyError {
    Any value = on.orb().create_any();
    value.insert_short(scope);
    return new Policy[] {on.orb().create_policy(SYNC_SCOPE_POLICY_TYPE.value, value)};
  }

  private static Echo with(Target on, Echo echo, short scope) throws PolicyError {
    return EchoHelper.unchecked_narrow(
        echo._set_policy_override(policy(on, scope), SetOverrideType.ADD_OVERRIDE));
  }

  /** With SYNC_WITH_TARGET the servant has returned, so the caller need not wait. */
  private static void pokeWith(Target on, Echo poked, short scope) {
    on.echo().reset();
    for (int done = 1; done <= POKES; ++done) {
      poked.poke(1);
      if (scope == SYNC_WITH_TARGET.value) {
        require(on.echo().count() == done, "the call returned before the servant did");
      }
    }
    on.waitForCount(POKES);
  }

  private static String pokeThroughReference(Target on, short scope) throws PolicyError {
    pokeWith(on, with(on, on.echo(), scope), scope);
    return "100 one-way calls counted";
  }

  private static String pokeSyncOfOrb(Target on) throws Exception {
    PolicyManager manager =
        PolicyManagerHelper.narrow(on.orb().resolve_initial_references("ORBPolicyManager"));
    try {
      for (short scope : SCOPES) {
        manager.set_policy_overrides(policy(on, scope), SetOverrideType.SET_OVERRIDE);
        pokeWith(on, on.echo(), scope);
      }
    } finally {
      manager.set_policy_overrides(new Policy[0], SetOverrideType.SET_OVERRIDE);
    }
    return "4 sync scopes";
  }

  private static boolean raisesObjectNotExist(Echo stranger) {
    try {
      stranger.poke(1);
      return false;
    } catch (OBJECT_NOT_EXIST raised) {
      return true;
    }
  }

  /** A caller that waits for the server learns that there is no such object; others do not. */
  private static String pokeUnknownObject(Target on) throws PolicyError {
    Echo stranger = Untyped.withDamagedKey(on, Untyped.KeyDamage.LAST_OCTET);
    for (short scope : SCOPES) {
      boolean waits = scope == SYNC_WITH_SERVER.value || scope == SYNC_WITH_TARGET.value;
      require(
          raisesObjectNotExist(with(on, stranger, scope)) == waits,
          "sync scope "
              + scope
              + (waits ? ": no OBJECT_NOT_EXIST" : ": an exception without a reply"));
    }
    on.requireStillServing();
    return "OBJECT_NOT_EXIST with server and target";
  }
}
