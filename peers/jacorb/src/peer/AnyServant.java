// SPDX-License-Identifier: Apache-2.0
package peer;

import AnyLab.AnyEchoPOA;
import org.omg.CORBA.Any;
import org.omg.CORBA.AnyHolder;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.ByteHolder;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TypeCode;

/** AnyLab::AnyEcho as idl/lab/anys.idl describes it. */
final class AnyServant extends AnyEchoPOA {
  private final KnownAnys known;

  AnyServant(ORB orb) {
    known = new KnownAnys(orb);
  }

  @Override
  public Any echo(Any value) {
    return value;
  }

  @Override
  public void echo_shifted(
      byte before, Any value, ByteHolder after, AnyHolder same) {
    after.value = before;
    same.value = value;
  }

  @Override
  public TypeCode echo_type(TypeCode value) {
    return value;
  }

  @Override
  public Any[] echo_all(Any[] all) {
    return all;
  }

  @Override
  public Any give(String name) {
    return knownAs(name);
  }

  @Override
  public boolean take(String name, Any value) {
    return KnownAnys.same(value, knownAs(name));
  }

  private Any knownAs(String name) {
    Any found = known.byName().get(name);
    if (found == null) throw new BAD_PARAM("no Any is called " + name);
    return found;
  }
}
