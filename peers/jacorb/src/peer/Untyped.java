// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Echo;
import Lab.EchoHelper;
import org.jacorb.orb.Delegate;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;

/** Requests that no stub would make, and references to objects that do not exist. */
final class Untyped {
  interface Arguments {
    void write(OutputStream to);
  }

  enum KeyDamage {
    LAST_OCTET,
    EVERY_OCTET
  }

  private Untyped() {}

  /** Returns the reply's body; throws the system exception that came instead. */
  static InputStream call(Echo echo, String operation, Arguments arguments) {
    ObjectImpl object = (ObjectImpl) echo;
    while (true) {
      OutputStream request = object._request(operation, true);
      arguments.write(request);
      try {
        return object._invoke(request);
      } catch (RemarshalException again) {
        continue;
      } catch (ApplicationException raised) {
        throw new Failed("raised " + raised.getId());
      }
    }
  }

  static Echo withDamagedKey(Target on, KeyDamage damage) {
    byte[] key = ((Delegate) ((ObjectImpl) on.echo())._get_delegate()).getObjectKey();
    String ior = on.orb().object_to_string(on.echo()).toLowerCase();
    String sound = hex(key);
    require(ior.contains(sound));
    int first = damage == KeyDamage.LAST_OCTET ? key.length - 1 : 0;
    byte[] damaged = key.clone();
    for (int i = first; i < damaged.length; ++i) damaged[i] ^= 0x5A;
    String text = ior.replace(sound, hex(damaged)).replaceFirst("ior:", "IOR:");
    return EchoHelper.unchecked_narrow(on.orb().string_to_object(text));
  }

  private static void require(boolean found) {
    Failed.require(found, "the reference does not hold its object key");
  }

  private static String hex(byte[] octets) {
    return java.util.HexFormat.of().formatHex(octets);
  }
}
